"""The recipients of letters, and which letters they want: read for several letters at once."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, Row, and_, bindparam, select

from corr.base.uow import Reader
from corr.game.game_row import PLAYER
from corr.mail.queues.outbox import ClaimedLetter
from corr.players.address_reputation import STANDING, reason_to_spare, suppressions
from corr.players.appearance import USUAL
from corr.players.mail_preferences import PREFERENCE, PREFERENCE_COLUMNS, MailPreferences, reason_to_withhold
from corr.players.reply_tokens import COMMAND_ADDRESS, command_token
from corr.store.base import table
from corr.store.compiled_statements import CompiledQuery
from corr.store.tables.mails import Outbox
from corr.store.tables.player_accounts import MailAddress

_ADDRESS, _LETTER = table(MailAddress), table(Outbox)
_OF_PLAYER = (PLAYER.c.name, PLAYER.c.zone, PLAYER.c.theme)
_OF_COMMANDS = (COMMAND_ADDRESS.c.number, COMMAND_ADDRESS.c.token_hash)
_OWN_COLUMNS = (_ADDRESS.c.player_id, _ADDRESS.c.address, *_OF_PLAYER, STANDING.c.suppressed_for, *_OF_COMMANDS)
_OWNERS = (
    select(*_OWN_COLUMNS, *PREFERENCE_COLUMNS)
    .join(PLAYER, PLAYER.c.id == _ADDRESS.c.player_id)
    .outerjoin(STANDING, and_(STANDING.c.address_key == _ADDRESS.c.address_key, STANDING.c.suppressed_at.is_not(None)))
    .outerjoin(PREFERENCE, PREFERENCE.c.player_id == PLAYER.c.id)
    .outerjoin(COMMAND_ADDRESS, COMMAND_ADDRESS.c.player_id == PLAYER.c.id)
    .where(PLAYER.c.closed_at.is_(None))
    .order_by(_ADDRESS.c.is_main.desc(), _ADDRESS.c.id)
)
_EARLIER = _LETTER.alias()
_LAST_BEFORE = (
    select(_EARLIER.c.message_id)
    .where(
        _EARLIER.c.game_id == _LETTER.c.game_id,
        _EARLIER.c.player_id == _LETTER.c.player_id,
        _EARLIER.c.message_id.is_not(None),
        _EARLIER.c.id < _LETTER.c.id,
    )
    .order_by(_EARLIER.c.id.desc())
    .limit(1)
    .scalar_subquery()
)


class _Previous(NamedTuple):
    id: int
    previous_id: str | None


_PREVIOUS = CompiledQuery(
    select(_LETTER.c.id, _LAST_BEFORE.label("previous_id")).where(
        _LETTER.c.id.in_(bindparam("letters", expanding=True))
    ),
    _Previous,
)


@dataclass(frozen=True, slots=True)
class Recipient:
    """The recipient of a letter."""

    address: str
    name: str = ""
    """The player's name; empty for an address without an account."""
    zone: str = "UTC"
    """The IANA name of the zone in which the letter shows moments."""
    wants: MailPreferences = field(default_factory=MailPreferences)
    theme: str = USUAL.theme
    """The theme of its pictures of boards."""
    suppressed_for: str | None = None
    """Why nothing is sent to the address, as `reason_to_spare` wants it; None if letters reach it."""
    command_token: str = field(default="", repr=False)
    """The token in the player's address for commands; empty without an account, and if a new one is needed."""
    has_command_address: bool = False
    """Whether that token counts already."""


def recipients(reader: Reader, letters: Sequence[ClaimedLetter]) -> Mapping[int, Recipient]:
    """The recipients of *letters* by their ids, without those whose account is closed or has no address."""
    players = {letter.player_id for letter in letters if letter.player_id is not None}
    mine: dict[int, Row[Any]] = {}
    for row in _owners(reader, _ADDRESS.c.player_id.in_(players)) if players else ():
        mine.setdefault(row.player_id, row)
    # A letter that was rendered before goes where it went then.
    stopped = suppressions(reader, {letter.recipient for letter in letters if letter.recipient})
    found = {}
    for letter in letters:
        if letter.player_id is None and letter.address:
            to = _at_address(reader, letter.address)
        elif letter.player_id in mine:
            row = mine[letter.player_id]
            wants = MailPreferences.of(row[len(_OWN_COLUMNS) :])
            address = letter.address or row.address
            token = command_token(reader, row.player_id, row.number, row.token_hash)
            has_token = row.number is not None
            to = Recipient(address, row.name, row.zone, wants, row.theme, row.suppressed_for, token, has_token)
        else:
            continue
        found[letter.id] = replace(to, suppressed_for=stopped.get(letter.recipient)) if letter.recipient else to
    return found


def reason_against(reader: Reader, letter: ClaimedLetter, to: Recipient) -> str:
    """Why *letter* is not sent, in one sentence; empty if it may go."""
    unwanted = reason_to_withhold(
        reader, letter.kind, letter.player_id, letter.address, letter_id=letter.id, wants=to.wants
    )
    return unwanted or reason_to_spare(letter.kind, to.suppressed_for)


def previous_ids(reader: Reader, letters: Sequence[int]) -> Mapping[int, str]:
    """
    The Message-ID of the last letter before each to the same player about the same game; without those that are first.

    :param letters: their ids.
    """
    if not letters:
        return {}
    return {
        row.id: row.previous_id for row in _PREVIOUS.all(reader.connection, {"letters": letters}) if row.previous_id
    }


def _at_address(reader: Reader, address: str) -> Recipient:
    """The recipient of a letter to an address alone; if that has an account, moments are shown in its zone."""
    row = next(iter(_owners(reader, _ADDRESS.c.address_key == address.lower())), None)
    return Recipient(address) if row is None else Recipient(address, row.name, row.zone, theme=row.theme)


def _owners(reader: Reader, which: ColumnElement[bool]) -> Iterable[Row[Any]]:
    return reader.connection.execute(_OWNERS.where(which))
