"""
The mails that came from a player, as the player sees them: what was read, and what became of each in words.

The code of an outcome is stored with the mail when it is processed; here is the only list of all codes.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from types import MappingProxyType
from typing import Any

from sqlalchemy import ColumnElement, Row, Select, and_, case, select

from corr.base.delivery_ledger import LetterBoard
from corr.base.paging import Page, page_of
from corr.base.uow import Reader
from corr.errors import NotFoundError
from corr.game.game_row import GAME, PLAYER, SEAT
from corr.games.seats import Seat, other
from corr.mail.queues.held_orders import FROM_ELSEWHERE, IS_OVERTAKEN, OPEN_STATES, HoldReason
from corr.mail.queues.inbox_limits import MOST_MAILS
from corr.mail.queues.inbox_order import WAITS
from corr.store.base import is_id, table
from corr.store.tables.mails import HeldOrder, HeldState, Inbox, InboxState

_WHY = {
    HoldReason.LIST: "It came through a mailing list, from {written_by}.",
    HoldReason.STRANGER: "It came from {written_by}, which is not an address of your account.",
    HoldReason.FORGED: "It says that it is from {written_by}, but the mail server could not confirm that.",
    HoldReason.UNJUDGED: "We cannot be sure that the mail is from you, so we ask you first.",
    HoldReason.NO_TOKEN: (
        "The mail did not come to the reply address of a letter, so we cannot be sure that it is from you."
    ),
    HoldReason.OLD_LETTER: "The mail answers an older letter, and this cannot be undone.",
    HoldReason.WITHDRAWAL: "It cannot be undone, so we always ask first.",
    HoldReason.QUESTION: "There is a question right beside it, which might be about it.",
    HoldReason.LED_INTO: "The words right before it lead into it, so you might just be talking about it.",
    HoldReason.TAKEN_BACK: "Some of your words might take it back or put it off.",
    HoldReason.ALTERNATIVES: "There seem to be several turns to choose from in it.",
    HoldReason.AHEAD: "It stands in a sentence with other words.",
    HoldReason.OTHER_WORDS: "There are other words beside it, and they might change what you mean.",
    HoldReason.FOLLOW_UP: "The words right below your turn might be about the turn itself.",
    HoldReason.OTHER_PART: (
        "Your mail program sent your words twice, as text and as HTML, and only one of them contains it."
    ),
}
_NOTHING = "nothing was changed"
_TURN = "Your turn was not played"
PAGE = 20
"""Mails on one page of the list."""
RAW_DAYS = 30
"""The days for which a raw mail is kept."""
_INBOX = table(Inbox)
_HELD = table(HeldOrder)
_OTHER_SEAT = SEAT.alias("other_seat")
_OTHER = PLAYER.alias("other_player")
_UNKNOWN = "There is no such mail of yours."


@dataclass(frozen=True, slots=True)
class MailStatus:
    """The status of a mail in words."""

    tag: str
    """In a word or two."""
    sentence: str
    is_refused: bool = False
    """Whether the mail asked for something that was not done."""
    is_left_alone: bool = False
    """Whether there was nothing to be done about the mail, or nothing is yet."""


def _refused(tag: str, sentence: str) -> MailStatus:
    return MailStatus(tag, sentence, is_refused=True)


def _left_alone(tag: str, sentence: str) -> MailStatus:
    return MailStatus(tag, sentence, is_left_alone=True)


def why_asked(why: HoldReason, written_by: str) -> str:
    """
    The reason why something is asked back, in one sentence for the player.

    :param written_by: the address that the mail came from; empty if that cannot be read.
    """
    return _WHY[why].format(written_by=written_by or "an address that cannot be read")


ANSWERED = "answered"
"""The tag of what is told in an answer alone."""
WAITING = _left_alone("on its way", "It has arrived and is about to be read.")
"""For a mail that is not processed yet."""
NEXT_HOUR = _left_alone(
    "waits",
    f"More than {MOST_MAILS} came within an hour, so this one is read in the next hour. It counts from when it came.",
)
"""For a mail that is one too many for this hour."""
UNKNOWN = _left_alone("read", "It was read.")
"""For a code of another version of the service."""

STATUSES: Mapping[str, MailStatus] = MappingProxyType(
    {
        # What was asked for was done.
        "played": MailStatus("played", "Your turn was played."),
        "accepted": MailStatus("accepted", "The invitation was accepted, and the game has begun."),
        "declined": MailStatus("declined", "The invitation was declined."),
        "sealed": MailStatus("kept", "Your choice was taken, and is kept secret."),
        "repeated": MailStatus(
            "played already", "That turn had been played already, so nothing was done a second time."
        ),
        "resign": MailStatus("resigned", "You resigned the game."),
        "offer-draw": MailStatus("draw offered", "You offered a draw."),
        "withdraw-draw": MailStatus("draw withdrawn", "You withdrew your offer of a draw."),
        "accept-draw": MailStatus("draw accepted", "You accepted the draw."),
        "decline-draw": MailStatus("draw declined", "You declined the draw."),
        "turn": MailStatus("played", "Your turn was played."),
        "say": MailStatus("passed on", "Your words were passed on to the other player."),
        "away": MailStatus(ANSWERED, "You asked for leave; the answer says until when you are away."),
        "back": MailStatus(ANSWERED, "You came back from leave; the answer says which deadlines moved."),
        "join": MailStatus(ANSWERED, "You asked to join a league; the answer says what became of it."),
        "leave-league": MailStatus(ANSWERED, "You asked to leave a league; the answer says what became of it."),
        "confirm-withdrawal": MailStatus(
            ANSWERED, "You confirmed that you withdraw from a league; the answer says more."
        ),
        "no-thanks": MailStatus(ANSWERED, "You do not play in that season. You are not asked again."),
        "league": _refused(
            "not done", "It asked for nothing that can be done about the league, so nothing was changed."
        ),
        "confirm": MailStatus("confirmed", "You confirmed what another mail had asked for."),
        "reject": _left_alone("dropped", "You said that another mail was not meant, so nothing of that was done."),
        "claim": MailStatus("claimed", "You claimed the game, since the other player’s time had run out."),
        "board": MailStatus(ANSWERED, "You were sent the board."),
        "rules": MailStatus(ANSWERED, "You were sent the rules."),
        "games": MailStatus(ANSWERED, "You were sent the list of your games."),
        "help": MailStatus(ANSWERED, "You were sent what can be written in a mail."),
        "accept": MailStatus(ANSWERED, "You accepted what a letter asked; the answer says what became of it."),
        "decline": MailStatus(ANSWERED, "You declined what a letter asked; the answer says what became of it."),
        "accept-challenge": MailStatus(ANSWERED, "You accepted a challenge; the answer says what became of it."),
        "decline-challenge": MailStatus(ANSWERED, "You declined a challenge; the answer says what became of it."),
        "rematch": MailStatus(ANSWERED, "You asked for a rematch; the answer says what became of it."),
        "offer": MailStatus(ANSWERED, "You made an open offer; the answer says what became of it."),
        "take": MailStatus(ANSWERED, "You took an open offer; the answer says what became of it."),
        "challenge": MailStatus(ANSWERED, "You challenged a player; the answer says what became of it."),
        "withdraw": MailStatus(ANSWERED, "You took back what you had proposed; the answer says what became of it."),
        "block": MailStatus(ANSWERED, "You blocked a player; the answer says what became of it."),
        "unblock": MailStatus(ANSWERED, "You took back a block; the answer says what became of it."),
        "follow": MailStatus(ANSWERED, "You chose to follow something; the answer says what became of it."),
        "unfollow": MailStatus(ANSWERED, "You chose to follow something no more; the answer says what became of it."),
        "time-zone": MailStatus(ANSWERED, "You wrote about your time zone; the answer says what became of it."),
        "unsubscribe": MailStatus(ANSWERED, "You ended letters; the answer says which."),
        "subscribe": MailStatus(ANSWERED, "You asked for letters again; the answer says which."),
        "offers": MailStatus(ANSWERED, "You were sent the open offers."),
        "standings": MailStatus(ANSWERED, "You were sent the standings of a league."),
        "ratings": MailStatus(ANSWERED, "You were sent your ratings."),
        "sign-in": MailStatus(ANSWERED, "You asked for a letter to sign in."),
        "test": MailStatus("arrived", "Your answer to the test letter arrived: mail works in both directions."),
        "digest": _refused("not played", "A daily letter cannot be answered with a turn, so nothing was played."),
        "no-game": _refused("not done", "It answered a letter of no game and held nothing that could be done."),
        "of-a-game": _refused("not done", f"It was about a game and answered no letter of one, so {_NOTHING}."),
        "gathered": MailStatus(
            "answered together", "You had had the most answers for one hour, so this one came together with others."
        ),
        # By an earlier version.
        "unanswered": _refused(
            "not answered", "You had had the most answers for one hour, so what became of it is told only here."
        ),
        "unsubscribed": MailStatus("unsubscribed", "You are sent no more letters of that kind."),
        # It could not be done as asked; the answer said why.
        "asked": MailStatus("needs confirming", "We asked you whether you mean it. Nothing has been done yet."),
        "delayed": MailStatus("to be played", "It is played by itself, unless you stop it."),
        "unclear": _refused("not played", "It could be read in more than one way, so nothing was played."),
        "nothing-found": _refused("not played", "No turn and no command was found in it, so nothing was played."),
        "empty": _refused("not played", "There was nothing new above the quoted letter, so nothing was played."),
        "attachments": _refused(
            "not played", "Attachments are not read, and there was nothing else new in it, so nothing was played."
        ),
        "illegal": _refused("not played", f"{_TURN}: the rules do not allow it on that board."),
        "unreadable": _refused("not played", f"{_TURN}: it could not be read as one."),
        "ambiguous": _refused("not played", f"{_TURN}: it could mean more than one thing."),
        "broken-line": _refused("not played", f"{_TURN}: it does not follow from the turns before it."),
        "position": _refused("not played", "It described no position of this game, so nothing was played."),
        "option": _refused("not done", f"It asked for something that this game does not know, so {_NOTHING}."),
        "record": _refused("not done", f"The record in it could not be read, so {_NOTHING}."),
        "not-your-turn": _refused("not played", "It was not your turn, so nothing was played."),
        "stale": _refused("not played", "The game had moved on since that letter, so nothing was played."),
        "unseen-draw": _refused("not played", "A draw had been offered meanwhile, so nothing was played."),
        "late": _refused("too late", f"It came after the deadline, so {_NOTHING}."),
        "game-over": _refused("too late", f"The game was over by then, so {_NOTHING}."),
        "expired": _refused("too old", "The letter that you answered was too old. You were sent a fresh one."),
        "frozen": _refused("not done", f"The game was frozen until an administrator had looked at it, so {_NOTHING}."),
        "nothing-to-claim": _refused("not done", f"The other player’s time had not run out for good, so {_NOTHING}."),
        "conflict": _refused("not done", f"Things had moved on by then, so {_NOTHING}."),
        "newer-draft": _refused("not done", f"You had gone on with that turn on another device, so {_NOTHING}."),
        "not-allowed": _refused("not done", f"That was not possible for you just then, so {_NOTHING}."),
        "not-taken": _refused("not done", f"The other player does not take that at the moment, so {_NOTHING}."),
        "forbidden": _refused("not done", f"An administrator has closed that to you for a time, so {_NOTHING}."),
        "not-found": _refused("not done", f"What it asked for was not there any more, so {_NOTHING}."),
        "input": _refused("not done", f"Something in it could not be used as it was written, so {_NOTHING}."),
        "config": _refused("not done", f"The service was not able to do that, so {_NOTHING}."),
        "refused": _refused("not done", f"It could not be done as asked, so {_NOTHING}."),
        "invalid": _refused("not done", f"The name in it cannot be used, so {_NOTHING}."),
        "unproved": _refused("not done", f"We could not tell whether it came from the invited mailbox, so {_NOTHING}."),
        "too-many": _refused("too often", f"It was more than can be done in a short time, so {_NOTHING}."),
        "closed": _refused("not done", f"This account is closed, so {_NOTHING}."),
        # Its words could not be read.
        "too-complex": _refused("not readable", f"It was built in too complicated a way to be read, so {_NOTHING}."),
        "too-long": _refused(
            "not readable", f"It was too long for us to tell your words from the quoted ones, so {_NOTHING}."
        ),
        "encrypted": _refused("not readable", f"It was encrypted, so it could not be read, and {_NOTHING}."),
        "opaque": _refused("not readable", f"It was signed in a way that hides its words, so {_NOTHING}."),
        "winmail": _refused("not readable", f"Its words were packed into a file for one mail program, so {_NOTHING}."),
        "fault": _refused(
            "laid aside", "Something went wrong when we read it. Somebody who looks after the service will look at it."
        ),
        "too-many-tries": _refused(
            "laid aside", "Something went wrong when we read it. Somebody who looks after the service will look at it."
        ),
        # It was not believed to be from its player, or not obeyed.
        "held": MailStatus("needs confirming", "We were not sure that it was from you, so we asked you."),
        "not-heard": _refused("not done", f"It answered no question of ours, so {_NOTHING}."),
        "stranger": _refused(
            "not obeyed", f"It came from an address that is not yours and asked for nothing, so {_NOTHING}."
        ),
        "no-author": _refused("not obeyed", f"It did not say clearly who wrote it, so {_NOTHING}."),
        "not-for-the-game": _refused("not obeyed", f"Its address belongs to no game, so {_NOTHING}."),
        "wrong-address": _refused("wrong address", f"It went to the address that letters come from, so {_NOTHING}."),
        "duplicate": _left_alone("seen twice", "The same mail had come before, so it was done only once."),
        # No person wrote it to us.
        "auto-reply": _left_alone("automatic", "It was an automatic reply, so it was neither obeyed nor answered."),
        "bounce": _left_alone("a bounce", "A mail server said that a letter did not arrive."),
        "complaint": _left_alone(
            "a complaint", "A mail provider told us that our letters are not wanted at your address."
        ),
        "receipt": _left_alone("a receipt", "It only confirmed that a letter was read."),
        "report": _left_alone("a report", "It was the report of a machine, so there was nothing to do."),
        "list": _left_alone("from a list", "It came through a mailing list, so it was neither obeyed nor answered."),
        "reaction": _left_alone("a reaction", "It was only a reaction such as a thumbs-up, which plays nothing."),
        "calendar": _left_alone("a calendar entry", "It was an entry for a calendar, which plays nothing."),
        "own-mail": _left_alone("our own", "It was a letter of ours that came back, so it was left alone."),
        # Kept for, or settled by, a person.
        "for-people": _left_alone("for people", "It is for the people who look after the service."),
        "settled": _left_alone("settled", "Somebody who looks after the service has seen to it."),
    }
)
"""The statuses by the code of the outcome."""


def status_of(code: str) -> MailStatus:
    """The status of a mail with that code."""
    return STATUSES.get(code, UNKNOWN)


_FROM_ELSEWHERE = {
    "confirmed": MailStatus("confirmed", "It came from another address, and you confirmed it."),
    "rejected": _left_alone("not meant", "It came from another address, and you said that it is not meant."),
    "expired": _refused(
        "not confirmed", "It came from another address and was not confirmed in time, so nothing was done."
    ),
}
_ASKED_BACK = {
    "confirmed": MailStatus("confirmed", "You were asked whether you mean it, and said yes."),
    "played": MailStatus("played", "It was played by itself, as our answer said."),
    "rejected": _left_alone("dropped", "You were asked whether you mean it, and said no."),
    "replaced": _left_alone("replaced", "A newer turn of yours took its place, so nothing of this one was done."),
    "overtaken": _left_alone("overtaken", "The game went on first, so nothing was done."),
    "expired": _refused(
        "not confirmed", "You were asked whether you mean it, and did not say in time, so nothing was done."
    ),
}


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
    board: LetterBoard | None = None
    """The board of its game; None if it belongs to no game."""
    raw_days: int = RAW_DAYS

    @property
    def has_own_outcomes(self) -> bool:
        """Whether the outcomes of its commands say more than the outcome of the whole mail."""
        return any(command.outcome != self.outcome for command in self.commands)


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
    board = (GAME.c.version, GAME.c.turn_number, _OTHER_SEAT.c.seat.label("other_seat"))
    wanted = _mine(player_id).add_columns(
        *more, *board, _INBOX.c.commands, _INBOX.c.outcome, _is_kept(reader).label("has_raw")
    )
    row = _first(reader, wanted, mail_id)
    line = _line(reader, row)
    # The outcome noted when a mail was held is no longer true once its player has decided, or let the time pass.
    # Of a mail that is asked back nothing was done at once, so that all its commands waited.
    is_told = row.held_state is None or line.is_held
    commands = _commands(row.commands)
    return MailView(
        line=line,
        written_by=row.written_by,
        new_text=row.new_text,
        cut_text=row.cut_text,
        commands=commands if is_told else tuple(replace(one, outcome=line.status.sentence) for one in commands),
        outcome=row.outcome if row.outcome and is_told else line.status.sentence,
        has_raw=row.has_raw,
        board=_board(row),
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
    is_open = row.held_state in OPEN_STATES and row.held_until > reader.now
    is_held = is_open and not row.is_overtaken
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
        return NEXT_HOUR if row.reason == WAITS else WAITING
    if row.held_state is None or is_held:
        # A delayed turn that was stopped is asked about.
        is_stopped = row.reason == "delayed" and row.held_state == HeldState.WAITING.value
        return status_of("asked" if is_stopped else row.reason)
    waited_in_vain = "overtaken" if row.is_overtaken else "expired"
    became = waited_in_vain if row.held_state in OPEN_STATES else row.held_state
    known = _FROM_ELSEWHERE if row.held_for in FROM_ELSEWHERE else {}
    return known.get(became) or _ASKED_BACK[became]


def _game_words(reader: Reader, row: Row[Any]) -> str:
    if row.ruleset is None:
        return ""
    title = reader.registry.get_rules(row.ruleset).info.title
    return f"{title} with {row.opponent}" if row.opponent else title


def _board(row: Row[Any]) -> LetterBoard | None:
    if row.game_id is None or row.other_seat is None:
        return None
    return LetterBoard(row.game_id, row.version, row.turn_number, other(Seat(row.other_seat)))


def _commands(stored: Sequence[Mapping[str, str]] | None) -> tuple[CommandLine, ...]:
    return tuple(CommandLine(command.get("text", ""), command.get("outcome", "")) for command in stored or ())
