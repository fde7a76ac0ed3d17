"""
Messages between the two players of a game, with a turn or without one.

Only the two are ever shown them: no spectator, no list and no record. They are kept with the game, so that they can be
read beside the turn that they belong to.
"""

import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from functools import cache
from typing import Any, NamedTuple

from sqlalchemy import Integer, Row, and_, bindparam, case, exists, func, insert, not_, or_, select, update

from corr.base import notices
from corr.base.notices import NoticeKind
from corr.base.paging import Page, page_of
from corr.base.rate_limits import Limit, count
from corr.base.tokens import check_order_key
from corr.base.uow import Reader, UnitOfWork
from corr.errors import ConflictError, InputError
from corr.game.game_row import ALL_READ, SEAT, GameRow, Seated, change_games, get_game_row, get_game_row_locked
from corr.game.refusals import GameOverError
from corr.game.views import ActReceipt, GameView, MessageLine
from corr.games.api import Info
from corr.games.seats import Seat, other
from corr.play.turn_log import SeatTakeover, name_at, taken_at, takeovers_of
from corr.players.blocks import Wishes, is_unheard, takes_no_messages, takes_words, wishes_about
from corr.players.mail_preferences import reason_to_withhold
from corr.players.sanctions import Outreach, check_may_reach
from corr.store.base import table
from corr.store.compiled_statements import CompiledQuery, fixed
from corr.store.tables.games import Message
from corr.store.tables.moderation import BlockKind

_MOST_COUNTED = 500
"""Up to how many messages of a game are counted."""
LONGEST = 1000
"""How many characters a message has at most."""
AFTERWARDS = timedelta(days=30)
"""How long messages can be written after the end of a game."""
_EVER = datetime(2000, 1, 1, tzinfo=UTC)
"""Earlier than any message."""
_PER_GAME = Limit(
    "messages", 20, timedelta(hours=1), "You have written 20 messages in this game, the most for one hour."
)
_MOST_MARKS = 3
"""How many combining marks a letter has at most: no written language needs more."""
_JOINERS = frozenset("\u200c\u200d")
"""Zero-width joiners: invisible, and yet needed in Persian, Hindi and many emoji."""
_LINE_ENDS = frozenset("\n\u2028\u2029\u0085\v\f")
_REMOVED = frozenset({"Cc", "Cf", "Cs", "Co", "Cn"})

MESSAGE = table(Message)
_WRITER = SEAT.alias("writer")
_IS_UNHEARD = exists(
    select(_WRITER.c.player_id).where(
        _WRITER.c.game_id == MESSAGE.c.game_id,
        _WRITER.c.seat == MESSAGE.c.seat,
        is_unheard(bindparam("reader", type_=Integer), _WRITER.c.player_id, MESSAGE.c.game_id),
    )
)
_SHOWN = (
    MESSAGE.c.game_id == bindparam("game"),
    MESSAGE.c.turn_number <= bindparam("number"),
    MESSAGE.c.at >= bindparam("since"),
    MESSAGE.c.hidden_at.is_(None),
    not_(_IS_UNHEARD),
)
_MESSAGES = (
    select(MESSAGE.c.turn_number, MESSAGE.c.seat, MESSAGE.c.text, MESSAGE.c.at)
    .where(*_SHOWN)
    .order_by(MESSAGE.c.turn_number.desc(), MESSAGE.c.id.desc())
)


class _MessageRow(NamedTuple):
    turn_number: int
    seat: int
    text: str
    at: datetime


class _CountRow(NamedTuple):
    shown: int


_COUNT = CompiledQuery(
    select(func.count().label("shown")).select_from(
        select(MESSAGE.c.id).where(*_SHOWN).limit(_MOST_COUNTED + 1).subquery()
    ),
    _CountRow,
)
# Whoever writes has read what the other wrote before.
_NEWS = (
    update(SEAT)
    .where(SEAT.c.game_id == bindparam("of_game"))
    .values(unread_message=case((SEAT.c.seat == bindparam("of_receiver"), bindparam("message", type_=Integer))))
)
_READ = (
    update(SEAT)
    .where(
        SEAT.c.game_id == bindparam("of_game"),
        SEAT.c.player_id == bindparam("of_player"),
        SEAT.c.unread_message <= bindparam("up_to"),
    )
    .values(**ALL_READ)
)
_SAID = select(MESSAGE.c.order_key, MESSAGE.c.seat, MESSAGE.c.text).where(
    MESSAGE.c.game_id == bindparam("game"),
    or_(
        MESSAGE.c.order_key == bindparam("key"),
        and_(
            MESSAGE.c.turn_number == bindparam("number"),
            MESSAGE.c.seat == bindparam("seat"),
            MESSAGE.c.text == bindparam("text"),
        ),
    ),
)


@dataclass(frozen=True, slots=True)
class SendMessage:
    """A message of one player to the other."""

    game_id: str
    player_id: int
    text: str = field(repr=False)
    door: str
    """How it came: "web" or "mail"."""
    order_key: str = field(repr=False)
    """The same key is the same order, however often it comes."""
    turn_number: int | None = None
    """The turn that was handed in with it, before it in the same transaction; None without one."""


class WordsNotTakenError(InputError):
    """The other player is not shown words of this one; why is not told, unless it is this player's own wish."""

    code = "not-taken"


@dataclass(frozen=True, slots=True)
class Conversation:
    """What the two players of a game wrote to each other last, as one of them is shown it."""

    game_id: str
    opponent: str
    lines: tuple[MessageLine, ...]
    """The newest first."""
    more: str
    """How many more there are: "4 more"; empty if these are all."""
    may_write: bool
    unread: int | None
    """The id of the newest message that the player has not read; None if there is none."""
    unheard: str = ""
    """Why the player is not shown what the other one writes, in a sentence; empty if there is no such wish."""

    @property
    def is_shown(self) -> bool:
        """Whether there is something to read, to write or to know."""
        return bool(self.may_write or self.lines or self.unheard)


@dataclass(frozen=True, slots=True)
class _Words:
    """A checked message and its game, which is locked."""

    order: SendMessage
    text: str
    game_row: GameRow
    me: Seated

    @property
    def receiver(self) -> Seated:
        return self.game_row.seats[other(self.me.seat)]

    def is_with_turn(self, uow: UnitOfWork) -> bool:
        """Whether the turn that came with it was played just now; one that waits sealed is told to nobody yet."""
        is_latest = self.order.turn_number == self.game_row.turn_number - 1
        return is_latest and self.game_row.changed_at == uow.now

    def turn_number(self, uow: UnitOfWork) -> int:
        return self.game_row.turn_number - 1 if self.is_with_turn(uow) else self.game_row.turn_number


@dataclass(frozen=True, slots=True)
class _ShownTo:
    """The messages of a game as one of its seats is shown them."""

    game_row: GameRow
    info: Info
    you: Seat
    takeovers: Sequence[SeatTakeover]

    def parameters(self, number: int) -> dict[str, object]:
        """Those of `_SHOWN` for the messages up to the turn of that *number*."""
        since = taken_at(self.takeovers, self.you) or _EVER
        reader_id = self.game_row.seats[self.you].player_id
        return {"game": self.game_row.id, "number": number, "since": since, "reader": reader_id}

    def lines(self, rows: Sequence[_MessageRow | Row[Any]]) -> tuple[MessageLine, ...]:
        return tuple(
            MessageLine(
                turn_number=row.turn_number,
                seat=Seat(row.seat),
                seat_title=self.info.seats[row.seat],
                name=name_at(self.game_row, self.takeovers, Seat(row.seat), row.at),
                text=row.text,
                at=row.at,
                is_yours=row.seat == self.you,
            )
            for row in rows
        )


def send_message(uow: UnitOfWork, order: SendMessage) -> ActReceipt:
    """
    Pass a message on to the other player; an order that was carried out before changes nothing.

    It goes out as a letter of its own, unless the letter about the turn that came with it holds it.

    :raises InputError: it is empty or too long, or the other player is not shown words of this one.
    :raises ConflictError: the order's key is that of another message.
    """
    game_row = get_game_row_locked(uow, order.game_id)
    me = game_row.get_seat(order.player_id)
    check_order_key(order.order_key)
    words = _Words(order, read_message(order.text), game_row, me)
    if _is_repeated(uow, words):
        return ActReceipt(game_row.id, f"Your message was sent to {words.receiver.name} already.", repeated=True)
    if not may_write(uow, game_row.ended_at):
        raise GameOverError(
            f"This game ended more than {AFTERWARDS.days} days ago, so no more messages can be written in it."
        )
    check_may_reach(uow, order.player_id, Outreach.MESSAGE, "text")
    _check_taken(uow, words)
    count(uow, {_PER_GAME: f"{game_row.id} {order.player_id}"})
    message_id = _write(uow, words)
    if not _goes_with_turn(uow, words):
        uow.tell(notices.message(message_id, game_row.id, game_row.turn_number, words.receiver.player_id))
    return ActReceipt(game_row.id, f"Your message is passed on to {words.receiver.name}.")


def mark_read(uow: UnitOfWork, game_id: str, player_id: int, up_to: int) -> None:
    """
    Note that a player has read the messages of a game up to the one with the id *up_to*.

    :raises NotAllowedError: it is not the player's game.
    """
    get_game_row(uow, game_id).get_seat(player_id)
    change_games(uow, _READ, {"of_game": game_id, "of_player": player_id, "up_to": up_to})


def read_message(text: str, longest: int = LONGEST) -> str:
    """
    *text* as it can be shown: plain lines, without invisible characters or those that change the writing direction.

    :raises InputError: nothing is left of it, or it is too long.
    """
    plain = "".join("\n" if sign in _LINE_ENDS else sign for sign in text.replace("\r\n", "\n").replace("\r", "\n"))
    lines = [_clean(line) for line in unicodedata.normalize("NFC", plain).split("\n")]
    kept = [line for number, line in enumerate(lines) if line or (number and lines[number - 1])]
    message = "\n".join(kept).strip()
    if not any(_is_seen(sign) for sign in message):
        raise InputError("There is nothing in the message. Write a few words.", field="text")
    if len(message) > longest:
        raise InputError(
            f"The message has {len(message):,} characters; at most {longest:,} are possible.", field="text"
        )
    return message


def may_write(reader: Reader, ended_at: datetime | None) -> bool:
    """Whether the players can still write to each other in a game that *ended_at* a moment, or runs if that is None."""
    return ended_at is None or reader.now < ended_at + AFTERWARDS


def with_block(reader: Reader, view: GameView) -> GameView:
    """*view* as its viewer may write in it, which is not to somebody whom the viewer has blocked."""
    if not view.may_write or view.you is None:
        return view
    mine, theirs = view.seats[view.you], view.seats[other(view.you)]
    return replace(view, may_write=not wishes_about(reader, mine.player_id, theirs.player_id).is_block)


def find_conversation(reader: Reader, game_id: str, player_id: int, most: int) -> Conversation | None:
    """The latest messages of a game, *most* at most, as a player is shown them; None for who does not play it."""
    game_row = get_game_row(reader, game_id)
    mine = game_row.find_seat(player_id)
    if mine is None:
        return None
    lines = messages_of(reader, game_row, mine.seat, number=game_row.turn_number, most=most)
    opponent = game_row.seats[other(mine.seat)]
    wishes = wishes_about(reader, player_id, opponent.player_id, game_id)
    return Conversation(
        game_id,
        opponent=opponent.name,
        lines=lines[::-1],
        more="" if not lines or len(lines) < most else _more_messages(reader, game_row, mine.seat, len(lines)),
        may_write=may_write(reader, game_row.ended_at) and not wishes.is_block,
        unread=mine.unread_message,
        unheard=_unheard_words(wishes, opponent.name),
    )


def messages_of(
    reader: Reader, game_row: GameRow, you: Seat | None, *, number: int, most: int
) -> tuple[MessageLine, ...]:
    """
    The last messages up to the turn of that *number*, oldest first, as the seat *you* is shown them; none for others.

    Messages to a player who was replaced are not shown to the replacement.
    """
    if you is None or not most:
        return ()
    shown = _shown_to(reader, game_row, you)
    return shown.lines(reader.rows(_latest(most), shown.parameters(number))[::-1])


@cache
def _latest(most: int) -> CompiledQuery[_MessageRow]:
    return CompiledQuery(_MESSAGES.limit(fixed(most)), _MessageRow)


def _more_messages(reader: Reader, game_row: GameRow, you: Seat, shown: int) -> str:
    """How many messages there are besides the *shown* ones: "4 more"; empty if there are no others."""
    asked = _shown_to(reader, game_row, you).parameters(game_row.turn_number)
    count = reader.rows(_COUNT, asked)[0].shown
    if count > _MOST_COUNTED:
        return f"more than {_MOST_COUNTED - shown} more"
    return f"{count - shown} more" if count > shown else ""


def message_page(reader: Reader, game_id: str, you: Seat, *, number: int, size: int) -> Page[MessageLine]:
    """The page of that *number* of all messages, newest first, as the seat *you* is shown them."""
    game_row = get_game_row(reader, game_id)
    shown = _shown_to(reader, game_row, you)
    asked = shown.parameters(game_row.turn_number)
    return page_of(reader, _MESSAGES, shown.lines, number=number, size=size, asked=asked)


def _shown_to(reader: Reader, game_row: GameRow, you: Seat) -> _ShownTo:
    return _ShownTo(game_row, game_row.rules(reader).info, you, takeovers_of(reader, game_row))


def _is_repeated(uow: UnitOfWork, words: _Words) -> bool:
    """Whether the message is stored already, by the same order or with the same turn: a mail may be sent twice."""
    order = words.order
    asked = {"game": order.game_id, "key": order.order_key, "seat": words.me.seat, "number": order.turn_number or 0}
    found = uow.connection.execute(_SAID, {**asked, "text": words.text}).all()
    of_order = [(seat, text) for key, seat, text in found if key == order.order_key]
    if of_order and of_order != [(words.me.seat, words.text)]:
        raise ConflictError("This form was used before; please load the page again.")
    return bool(found)


def _check_taken(uow: UnitOfWork, words: _Words) -> None:
    """Refuse words that their receiver would not be shown; a block and a mute read the same."""
    me, receiver = words.me.player_id, words.receiver
    if wishes_about(uow, me, receiver.player_id).is_block:
        raise WordsNotTakenError(f"You have blocked {receiver.name}, so no messages pass between you.", field="text")
    if not takes_words(uow, receiver.player_id, me, words.game_row.id):
        raise WordsNotTakenError(takes_no_messages(receiver.name), field="text")


def _unheard_words(wishes: Wishes, opponent: str) -> str:
    if wishes.is_block:
        return f"You have blocked {opponent}: no messages pass between you."
    if wishes.everywhere is BlockKind.MUTE:
        return f"You have muted {opponent}: you are not shown what they write."
    return f"You have muted {opponent} in this game: you are not shown what they write." if wishes.is_muted_here else ""


def _write(uow: UnitOfWork, words: _Words) -> int:
    row: Mapping[str, object] = {
        "game_id": words.game_row.id,
        "turn_number": words.turn_number(uow),
        "seat": words.me.seat,
        "text": words.text,
        "door": words.order.door,
        "at": uow.now,
        "order_key": words.order.order_key,
    }
    message_id = int(uow.connection.execute(insert(MESSAGE).values(**row).returning(MESSAGE.c.id)).scalar_one())
    told = {"of_game": words.game_row.id, "of_receiver": words.receiver.seat, "message": message_id}
    change_games(uow, _NEWS, told)
    return message_id


def _goes_with_turn(uow: UnitOfWork, words: _Words) -> bool:
    """Whether the other player gets a letter about the turn, which then holds the message."""
    is_told = words.is_with_turn(uow) and (words.game_row.is_over or words.receiver.is_due)
    return is_told and not reason_to_withhold(uow, NoticeKind.YOUR_TURN, words.receiver.player_id, None)


def _clean(line: str) -> str:
    """A line without invisible characters, and with only the first few marks on each letter."""
    kept: list[str] = []
    marks = 0
    for sign in line.replace("\t", " "):
        if unicodedata.category(sign) in _REMOVED and sign not in _JOINERS:
            continue
        marks = marks + 1 if unicodedata.combining(sign) else 0
        if marks <= _MOST_MARKS:
            kept.append(sign)
    return "".join(kept).rstrip()


def _is_seen(sign: str) -> bool:
    return unicodedata.category(sign)[0] in "LNPS"
