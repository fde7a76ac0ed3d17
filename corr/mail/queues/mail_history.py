"""The mails that came from a player, as the player sees them: what was read, and what became of each."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import ColumnElement, Row, Select, and_, case, select

from corr.base.paging import Page, page_of
from corr.base.uow import Reader
from corr.errors import NotFoundError
from corr.game.game_row import GAME, PLAYER, SEAT
from corr.mail.queues.held_orders import FROM_ELSEWHERE, IS_OVERTAKEN
from corr.mail.queues.mail_outcomes import WAITING, MailStatus, status_of
from corr.store.base import is_id, table
from corr.store.tables.mails import HeldOrder, HeldState, Inbox, InboxState

PAGE = 20
"""Mails on one page of the list."""
RAW_DAYS = 30
"""The days for which a raw mail is kept."""
_FROM_ELSEWHERE = {
    "confirmed": MailStatus("confirmed", "It came from another address, and you confirmed it."),
    "rejected": MailStatus("not meant", "It came from another address, and you said that it is not meant."),
    "expired": MailStatus(
        "not confirmed", "It came from another address and was not confirmed in time, so nothing was done."
    ),
}
_ASKED_BACK = {
    "confirmed": MailStatus("confirmed", "You were asked whether you mean it, and said yes."),
    "rejected": MailStatus("dropped", "You were asked whether you mean it, and said no."),
    "replaced": MailStatus("replaced", "A newer turn of yours took its place, so nothing of this one was done."),
    "overtaken": MailStatus("overtaken", "The game went on before you had confirmed it, so nothing was done."),
    "expired": MailStatus(
        "not confirmed", "You were asked whether you mean it, and did not say in time, so nothing was done."
    ),
}
_INBOX = table(Inbox)
_HELD = table(HeldOrder)
_OTHER_SEAT = SEAT.alias("other_seat")
_OTHER = PLAYER.alias("other_player")
_UNKNOWN = "There is no such mail of yours."


@dataclass(frozen=True, slots=True)
class MailLine:
    """A mail in the list."""

    id: int
    received_at: datetime
    subject: str
    game_id: str | None
    game: str
    """The game's title and the other player; empty for a mail that belongs to no game."""
    opponent: str
    """The other player's name; empty for a mail that belongs to no game."""
    status: MailStatus
    is_held: bool
    """Whether it is held until its player says yes or no."""
    is_parked: bool
    """Whether it was parked for administrators."""


@dataclass(frozen=True, slots=True)
class CommandLine:
    """A command in a mail."""

    text: str
    """As it was written."""
    outcome: str
    """What became of it, in one sentence."""


@dataclass(frozen=True, slots=True)
class MailView:
    """A mail with everything that was read in it."""

    line: MailLine
    written_by: str
    """The address in From; empty if it cannot be read."""
    new_text: str = field(repr=False)
    cut_text: str = field(repr=False)
    commands: tuple[CommandLine, ...] = field(repr=False)
    outcome: str = field(repr=False)
    """What became of the mail as a whole, in one sentence."""
    has_raw: bool
    """Whether the raw mail is still kept."""
    raw_days: int = RAW_DAYS

    def has_own_outcome(self, command: CommandLine) -> bool:
        """Whether the outcome of *command* says more than the outcome of the whole mail."""
        return len(self.commands) > 1 or command.outcome != self.outcome


def mails_of(reader: Reader, player_id: int, number: int = 1) -> Page[MailLine]:
    """A page of the mails that came from a player, the latest first."""
    return page_of(
        reader, _mine(player_id), lambda rows: [_line(reader, row) for row in rows], number=number, size=PAGE
    )


def get_mail(reader: Reader, player_id: int, mail_id: int) -> MailView:
    """
    One mail of the player.

    :raises NotFoundError: there is none, or it is somebody else's.
    """
    more = (_INBOX.c.written_by, _INBOX.c.new_text, _INBOX.c.cut_text)
    wanted = _mine(player_id).add_columns(*more, _INBOX.c.commands, _INBOX.c.outcome, _is_kept(reader).label("has_raw"))
    row = _first(reader, wanted, mail_id)
    line = _line(reader, row)
    # The outcome noted when a mail was held is no longer true once its player has decided, or let the time pass.
    is_told = row.held_state is None or line.is_held
    return MailView(
        line=line,
        written_by=row.written_by,
        new_text=row.new_text,
        cut_text=row.cut_text,
        commands=_commands(row.commands),
        outcome=row.outcome if row.outcome and is_told else line.status.sentence,
        has_raw=row.has_raw,
    )


def find_raw(reader: Reader, player_id: int, mail_id: int) -> bytes | None:
    """
    The raw mail of a player; None once it was purged.

    :raises NotFoundError: there is no such mail, or it is somebody else's.
    """
    kept = case((_is_kept(reader), _INBOX.c.raw), else_=None)
    wanted = select(kept.label("raw")).where(_INBOX.c.player_id == player_id)
    raw: bytes | None = _first(reader, wanted, mail_id).raw
    return raw


def _is_kept(reader: Reader) -> ColumnElement[bool]:
    """The condition that the raw mail is kept, and young enough to be shown."""
    return and_(_INBOX.c.raw.is_not(None), _INBOX.c.received_at > reader.now - timedelta(days=RAW_DAYS))


def _mine(player_id: int) -> Select[Any]:
    joined = (
        _INBOX.outerjoin(GAME, GAME.c.id == _INBOX.c.game_id)
        .outerjoin(_OTHER_SEAT, and_(_OTHER_SEAT.c.game_id == GAME.c.id, _OTHER_SEAT.c.player_id != player_id))
        .outerjoin(_OTHER, _OTHER.c.id == _OTHER_SEAT.c.player_id)
        .outerjoin(_HELD, and_(_HELD.c.inbox_id == _INBOX.c.id, _HELD.c.player_id == player_id))
    )
    columns = (_INBOX.c.id, _INBOX.c.received_at, _INBOX.c.subject, _INBOX.c.state, _INBOX.c.reason, _INBOX.c.game_id)
    held = (
        _HELD.c.state.label("held_state"),
        _HELD.c.expires_at.label("held_until"),
        _HELD.c.why.label("held_for"),
        IS_OVERTAKEN.label("is_overtaken"),
    )
    wanted = select(*columns, GAME.c.ruleset, _OTHER.c.name.label("opponent"), *held).select_from(joined)
    return wanted.where(_INBOX.c.player_id == player_id).order_by(_INBOX.c.received_at.desc(), _INBOX.c.id.desc())


def _first(reader: Reader, wanted: Select[Any], mail_id: int) -> Row[Any]:
    row = reader.connection.execute(wanted.where(_INBOX.c.id == mail_id)).first() if is_id(mail_id) else None
    if row is None:
        raise NotFoundError(_UNKNOWN)
    return row


def _line(reader: Reader, row: Row[Any]) -> MailLine:
    is_waiting = row.held_state == HeldState.WAITING.value and row.held_until > reader.now
    is_held = is_waiting and not row.is_overtaken
    return MailLine(
        id=row.id,
        received_at=row.received_at,
        subject=row.subject,
        game_id=row.game_id,
        game=_game_words(reader, row),
        opponent=row.opponent or "",
        status=_status(row, is_held=is_held),
        is_held=is_held,
        is_parked=row.state == InboxState.PARKED.value,
    )


def _status(row: Row[Any], *, is_held: bool) -> MailStatus:
    if row.state == InboxState.NEW.value:
        return WAITING
    if row.held_state is None or is_held:
        return status_of(row.reason)
    waited_in_vain = "overtaken" if row.is_overtaken else "expired"
    became = waited_in_vain if row.held_state == HeldState.WAITING.value else row.held_state
    known = _FROM_ELSEWHERE if row.held_for in FROM_ELSEWHERE else {}
    return known.get(became) or _ASKED_BACK[became]


def _game_words(reader: Reader, row: Row[Any]) -> str:
    if row.ruleset is None:
        return ""
    title = reader.registry.get_rules(row.ruleset).info.title
    return f"{title} with {row.opponent}" if row.opponent else title


def _commands(stored: Sequence[Mapping[str, str]] | None) -> tuple[CommandLine, ...]:
    return tuple(CommandLine(command.get("text", ""), command.get("outcome", "")) for command in stored or ())
