"""The recipients of letters, and which letters they want: read for several letters at once."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import ColumnElement, Row, select

from corr.base.uow import Reader
from corr.game.game_row import PLAYER
from corr.mail.queues.outbox import ClaimedLetter
from corr.players.address_reputation import reasons_to_spare
from corr.players.mail_preferences import PREFERENCE, PREFERENCE_COLUMNS, MailPreferences, reason_to_withhold
from corr.store.base import table
from corr.store.tables.mails import Outbox
from corr.store.tables.player_accounts import MailAddress

_ADDRESS, _LETTER = table(MailAddress), table(Outbox)
_OWNERS = (
    select(_ADDRESS.c.player_id, _ADDRESS.c.address, PLAYER.c.name, PLAYER.c.zone, *PREFERENCE_COLUMNS)
    .join(PLAYER, PLAYER.c.id == _ADDRESS.c.player_id)
    .outerjoin(PREFERENCE, PREFERENCE.c.player_id == PLAYER.c.id)
    .where(PLAYER.c.closed_at.is_(None))
    .order_by(_ADDRESS.c.is_main.desc(), _ADDRESS.c.id)
)
_OWN_COLUMNS = 4


@dataclass(frozen=True, slots=True)
class Recipient:
    """The recipient of a letter."""

    address: str
    name: str = ""
    """The player's name; empty for an address without an account."""
    zone: str = "UTC"
    """The IANA name of the zone in which the letter shows moments."""
    wants: MailPreferences = field(default_factory=MailPreferences)


def recipients(reader: Reader, letters: Sequence[ClaimedLetter]) -> Mapping[int, Recipient]:
    """The recipients of *letters* by their ids, without those whose account is closed or has no address."""
    players = {letter.player_id for letter in letters if letter.player_id is not None}
    mine: dict[int, Row[Any]] = {}
    for row in _owners(reader, _ADDRESS.c.player_id.in_(players)) if players else ():
        mine.setdefault(row.player_id, row)
    found = {}
    for letter in letters:
        if letter.player_id is None and letter.address:
            found[letter.id] = _at_address(reader, letter.address)
        elif letter.player_id in mine:
            row = mine[letter.player_id]
            wants = MailPreferences.of(row[_OWN_COLUMNS:])
            found[letter.id] = Recipient(letter.address or row.address, row.name, row.zone, wants)
    return found


def reasons_against(reader: Reader, letters: Sequence[ClaimedLetter], to: Mapping[int, Recipient]) -> Mapping[int, str]:
    """Why those of *letters* that have a recipient are not sent, each in one sentence; empty if one may go."""
    known = [letter for letter in letters if letter.id in to]
    spared = reasons_to_spare(reader, [(one.kind, one.recipient or to[one.id].address) for one in known])
    return {
        one.id: reason_to_withhold(
            reader, one.kind, one.player_id, one.address, letter_id=one.id, wants=to[one.id].wants
        )
        or spare
        for one, spare in zip(known, spared, strict=True)
    }


def previous_ids(reader: Reader, letters: Sequence[tuple[ClaimedLetter, str]]) -> list[str]:
    """
    The Message-ID of the last letter before each of *letters* to the same player about the same game; empty for none.

    :param letters: each with the id of its game.
    """
    if not letters:
        return []
    earlier = [
        select(_LETTER.c.message_id)
        .where(
            _LETTER.c.game_id == game_id,
            _LETTER.c.player_id == letter.player_id,
            _LETTER.c.message_id.is_not(None),
            _LETTER.c.id < letter.id,
        )
        .order_by(_LETTER.c.id.desc())
        .limit(1)
        .scalar_subquery()
        for letter, game_id in letters
    ]
    return [str(found or "") for found in reader.connection.execute(select(*earlier)).one()]


def _at_address(reader: Reader, address: str) -> Recipient:
    """The recipient of a letter to an address alone; if that has an account, moments are shown in its zone."""
    row = next(iter(_owners(reader, _ADDRESS.c.address_key == address.lower())), None)
    return Recipient(address) if row is None else Recipient(address, row.name, row.zone)


def _owners(reader: Reader, which: ColumnElement[bool]) -> Iterable[Row[Any]]:
    return reader.connection.execute(_OWNERS.where(which))
