"""
Playing a turn: the one place where the log of a game grows.

Nothing happens twice: the turn number is compared and set, and an order that comes again is told what became of it.
"""

from collections.abc import Hashable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from sqlalchemy import bindparam, insert, update
from sqlalchemy.exc import IntegrityError

from corr.core.pace import read_pace
from corr.errors import ConflictError, InputError
from corr.games.api import AnyDraft, AnyRules, Outcome
from corr.games.lists import unlisted_turn
from corr.games.seats import Seat
from corr.service import notices
from corr.service.games import STOPPED, clock
from corr.service.log import find_played, find_repeated
from corr.service.repetition import TURN, repeat_digest, times_seen
from corr.service.shown import TurnReceipt
from corr.service.standing import GAME, SEAT, Seated, Standing, check_not_over, check_running, get_standing_locked
from corr.service.uow import Reader, UnitOfWork
from corr.service.words import outcome_words
from corr.store.tables.games import GameState

_KEY_LENGTH = 200
_MOVED_ON = "The game has moved on since you saw it; please look at the board again."

_PASS = (
    update(GAME)
    .where(
        GAME.c.id == bindparam("of_game"),
        GAME.c.turn_number == bindparam("of_turn"),
        GAME.c.state == GameState.RUNNING.value,
    )
    .values(
        turn_number=GAME.c.turn_number + 1,
        version=GAME.c.version + 1,
        position=bindparam("new_position"),
        last_squares=bindparam("new_squares"),
        state=bindparam("new_state"),
        winner=bindparam("new_winner"),
        reason=bindparam("new_reason"),
        draw_offer=bindparam("new_offer"),
        changed_at=bindparam("at"),
        ended_at=bindparam("new_end"),
    )
)
_CLOCK = (
    update(SEAT)
    .where(SEAT.c.game_id == bindparam("of_game"), SEAT.c.seat == bindparam("of_seat"))
    .values(
        bank_ms=bindparam("bank"),
        since=bindparam("since"),
        due_at=bindparam("due_at"),
        remind_at=bindparam("remind_at"),
        held_until=None,
    )
)
_LOG = insert(TURN)


class StaleTurnError(ConflictError):
    """The turn was made for a moment of the game that is over; `turn_number` is the turn that is due now."""

    code = "stale"

    def __init__(self, turn_number: int, sentence: str = _MOVED_ON) -> None:
        super().__init__(sentence)
        self.turn_number = turn_number


class NotYourTurnError(ConflictError):
    """The other player is due."""

    code = "not-your-turn"


@dataclass(frozen=True, slots=True)
class SubmitTurn:
    """A turn that somebody hands in."""

    game_id: str
    player_id: int
    turn_number: int
    """The turn that was due when the player looked at the board."""
    text: str
    door: str
    """How it came: "web" or "mail"."""
    received_at: datetime
    order_key: str | None = field(default=None, repr=False)
    """The same key is the same order, however often it comes."""


@dataclass(frozen=True, slots=True)
class _Played:
    """What a legal turn makes of a game."""

    draft: AnyDraft
    after: Hashable
    digest: str | None
    outcome: Outcome | None


def submit_turn(uow: UnitOfWork, order: SubmitTurn) -> TurnReceipt:
    """
    Play a turn, pass the clock and tell the other player; an order that was carried out before changes nothing.

    :raises NotFoundError: there is no such game.
    :raises NotAllowedError: the player does not play it.
    :raises StaleTurnError: the game has moved on.
    :raises GameOverError: the game is over.
    :raises LateError: the turn came at or after the deadline.
    :raises NotYourTurnError: the other player is due.
    :raises TurnError: the turn cannot be read or is not legal; nothing of it is applied.
    """
    standing = get_standing_locked(uow, order.game_id)
    seated = standing.get_seat(order.player_id)
    if order.order_key is not None and len(order.order_key) > _KEY_LENGTH:
        raise InputError("The key of this form is too long.", field="order_key")
    rules = standing.rules(uow)
    if 1 <= order.turn_number < standing.turn_number:
        return _receipt_of_old(uow, standing, seated, order)
    check_playable(uow, standing, seated, turn_number=order.turn_number, at=min(order.received_at, uow.now))
    played = _played(uow, standing, rules, (seated.seat, order.text))
    text = rules.write(played.draft.made)
    _pass_turn(uow, standing, rules, (seated.seat, played))
    _write_log(uow, order, seated.seat, {"text": text, "repeat_key": played.digest})
    _pass_clocks(uow, standing, rules, order=order, played=played)
    _tell(uow, standing, rules, (seated.seat, played))
    ended = outcome_words(rules.info, played.outcome.winner, played.outcome.reason) if played.outcome else ""
    return TurnReceipt(
        standing.id, standing.turn_number, text, played.draft.unused(), repeated=False, outcome_words=ended
    )


def check_playable(reader: Reader, standing: Standing, seated: Seated, *, turn_number: int, at: datetime) -> None:
    """
    Refuse a turn of *seated* for *turn_number* that comes *at* a moment when it cannot be played.

    :raises StaleTurnError: another turn is due.
    :raises GameOverError: the game is over.
    :raises LateError: the deadline has passed.
    :raises NotYourTurnError: another seat is due.
    """
    check_running(standing, standing.rules(reader), at)
    if turn_number != standing.turn_number:
        raise _stale(reader, standing, seated, turn_number)
    if seated.due_at is None:
        raise NotYourTurnError(f"It is {_due_names(standing)}’s turn. You get a letter as soon as it is yours.")


def _stale(reader: Reader, standing: Standing, seated: Seated, turn_number: int) -> StaleTurnError:
    """The refusal of a turn for *turn_number*, which tells whoever played that turn how."""
    is_past = 1 <= turn_number < standing.turn_number
    played = find_played(reader, standing.id, seated.seat, turn_number) if is_past else None
    if played is None:
        return StaleTurnError(standing.turn_number)
    is_due = seated.due_at is not None
    now = f"your turn again, turn {standing.turn_number}" if is_due else f"{_due_names(standing)}’s turn"
    return StaleTurnError(standing.turn_number, f"You have already played turn {turn_number}: {played}. It is {now}.")


def _due_names(standing: Standing) -> str:
    return " and ".join(seated.name for seated in standing.seats if seated.due_at is not None)


def _receipt_of_old(uow: UnitOfWork, standing: Standing, seated: Seated, order: SubmitTurn) -> TurnReceipt:
    """
    The receipt of an order that was carried out before.

    :raises GameOverError: it was not, and the game is over.
    :raises StaleTurnError: it was not, and the game has moved on.
    """
    rules = standing.rules(uow)
    repeated = find_repeated(
        uow, standing, seated.seat, turn_number=order.turn_number, text=order.text, order_key=order.order_key
    )
    if repeated is None:
        check_not_over(standing)
        raise _stale(uow, standing, seated, order.turn_number)
    is_last = standing.is_over and repeated.number == standing.turn_number - 1 and standing.reason in rules.info.endings
    ended = outcome_words(rules.info, standing.winner, standing.reason) if is_last else ""
    return TurnReceipt(standing.id, repeated.number, repeated.text, repeated.remark, repeated=True, outcome_words=ended)


def _played(uow: UnitOfWork, standing: Standing, rules: AnyRules, turn: tuple[Seat, str]) -> _Played:
    seat, text = turn
    position = rules.parse_position(standing.position)
    draft = rules.read(rules.begin(position, seat), unlisted_turn(text, rules.formed))
    after = rules.play(position, {seat: draft})
    seen = times_seen(uow, standing.id, rules, after)
    return _Played(draft, after, repeat_digest(rules, after), rules.outcome(after, seen))


def _pass_turn(uow: UnitOfWork, standing: Standing, rules: AnyRules, turn: tuple[Seat, _Played]) -> None:
    seat, played = turn
    squares = {square for action in played.draft.made for square in rules.touched(action)}
    outcome = played.outcome
    # A draw offer stands until the other player's next turn: one's own turn leaves it standing.
    offer = standing.draw_offer if standing.draw_offer == seat and outcome is None else None
    changed = uow.session.connection().execute(
        _PASS,
        {
            "of_game": standing.id,
            "of_turn": standing.turn_number,
            "new_position": rules.format_position(played.after),
            "new_squares": " ".join(sorted(squares)),
            "new_state": (GameState.OVER if outcome else GameState.RUNNING).value,
            "new_winner": outcome.winner if outcome else None,
            "new_reason": outcome.reason if outcome else "",
            "new_offer": offer,
            "at": uow.now,
            "new_end": uow.now if outcome else None,
        },
    )
    if changed.rowcount != 1:
        raise StaleTurnError(standing.turn_number + 1)


def _write_log(uow: UnitOfWork, order: SubmitTurn, seat: Seat, written: Mapping[str, str | None]) -> None:
    row: dict[str, Any] = {
        "game_id": order.game_id,
        "number": order.turn_number,
        "seat": seat,
        "door": order.door,
        "received_at": order.received_at,
        "order_key": order.order_key,
        **written,
    }
    try:
        uow.session.connection().execute(_LOG, row)
    except IntegrityError as fault:
        raise ConflictError("This form was used before; please load the page again.") from fault


def _pass_clocks(uow: UnitOfWork, standing: Standing, rules: AnyRules, *, order: SubmitTurn, played: _Played) -> None:
    pace = read_pace(standing.pace)
    due = frozenset() if played.outcome else rules.due(played.after)
    rows = []
    for seated in standing.seats:
        bank = seated.bank_ms
        if seated.player_id == order.player_id and seated.since is not None:
            bank = pace.left_after(bank, min(order.received_at, uow.now) - seated.since)
        running = clock(uow.now, bank) if seated.seat in due else STOPPED
        rows.append({"of_game": standing.id, "of_seat": seated.seat, "bank": bank, **running})
    uow.session.connection().execute(_CLOCK, rows)


def _tell(uow: UnitOfWork, standing: Standing, rules: AnyRules, turn: tuple[Seat, _Played]) -> None:
    """Tell everybody who is due now, or that the game is over; whoever made the turn knows."""
    mover, played = turn
    number = standing.turn_number + 1
    due = frozenset() if played.outcome else rules.due(played.after)
    for seated in standing.seats:
        if seated.seat == mover:
            continue
        if played.outcome:
            uow.tell(notices.game_over(standing.id, number, seated.player_id))
        elif seated.seat in due:
            uow.tell(notices.your_turn(standing.id, number, seated.player_id))
