"""
Playing a turn: whether it can be played, and whether it was played before.

Nothing happens twice: the turn number is compared and set, and an order that comes again is told what became of it.
"""

from collections.abc import Hashable
from dataclasses import dataclass, field
from datetime import datetime

from corr.base.uow import Reader, UnitOfWork
from corr.clocks.outage_credit import get_standing_credited
from corr.errors import ConflictError, InputError
from corr.game.game_row import Seated, Standing
from corr.game.part_handed import HandedIn
from corr.game.refusals import StaleTurnError, check_not_over, check_running
from corr.game.views import TurnReceipt
from corr.game.words import outcome_words
from corr.games.api import AnyDraft, AnyRules
from corr.games.notation import unlisted_turn
from corr.play.part_rounds import seal_turn
from corr.play.turn_log import find_played, find_repeated
from corr.play.turns import Arrival, play_round

_KEY_LENGTH = 200


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


def submit_turn(uow: UnitOfWork, order: SubmitTurn) -> TurnReceipt:
    """
    Play a turn, pass the clock and tell the other player; an order that was carried out before changes nothing.

    Where several seats are due, the turn waits sealed until those of all are in, and may be changed until then. Its
    clock is given first what it is owed for an outage.

    :raises NotFoundError: there is no such game.
    :raises NotAllowedError: the player does not play it.
    :raises StaleTurnError: the game has moved on, or a turn that came later waits.
    :raises GameOverError: the game is over.
    :raises LateError: the turn came at or after the deadline.
    :raises NotYourTurnError: the other player is due.
    :raises TurnError: the turn cannot be read or is not legal; nothing of it is applied.
    :raises TooManyError: a turn that waits was changed too often.
    """
    standing = get_standing_credited(uow, order.game_id)
    seated = standing.get_seat(order.player_id)
    if order.order_key is not None and len(order.order_key) > _KEY_LENGTH:
        raise InputError("The key of this form is too long.", field="order_key")
    rules = standing.rules(uow)
    if 1 <= order.turn_number < standing.turn_number:
        return _receipt_of_old(uow, standing, seated, order)
    check_playable(uow, standing, seated, turn_number=order.turn_number, at=min(order.received_at, uow.now))
    at = Arrival(uow, standing, rules, rules.parse_position(standing.position), seated, order.received_at)
    draft = _draft(at, order.text)
    turn = HandedIn(seated.seat, rules.write(draft.made), order.door, order.received_at, order.order_key)
    due = rules.due(at.position)
    if len(due) > 1:
        return seal_turn(at, draft, turn, due)
    return play_round(at, {seated.seat: draft}, [turn])


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
    if not seated.is_due and not _may_change(standing, standing.rules(reader), seated):
        raise NotYourTurnError(f"It is {_due_names(standing)}’s turn.")


def _may_change(standing: Standing, rules: AnyRules, seated: Seated) -> bool:
    """Whether a turn of *seated* waits sealed: it is due, and its clock stands."""
    return seated.seat in rules.due(rules.parse_position(standing.position))


def _stale(reader: Reader, standing: Standing, seated: Seated, turn_number: int) -> StaleTurnError:
    """The refusal of a turn for *turn_number*, which tells whoever played that turn how."""
    is_past = 1 <= turn_number < standing.turn_number
    played = find_played(reader, standing.id, seated.seat, turn_number) if is_past else None
    if played is None:
        return StaleTurnError(standing.turn_number)
    is_due = seated.is_due
    now = f"your turn again, turn {standing.turn_number}" if is_due else f"{_due_names(standing)}’s turn"
    return StaleTurnError(standing.turn_number, f"You have already played turn {turn_number}: {played}. It is {now}.")


def _due_names(standing: Standing) -> str:
    return " and ".join(seated.name for seated in standing.seats if seated.is_due)


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
    return TurnReceipt(
        standing.id,
        repeated.number,
        repeated.text,
        repeated.remark,
        repeated=True,
        outcome_words=ended,
        stands=repeated.stands,
    )


def _draft(at: Arrival, typed: str) -> AnyDraft:
    """
    The turn as it is read.

    :raises TurnError: it cannot be read, or is not legal.
    """
    rules, seat = at.rules, at.mine.seat
    text = unlisted_turn(typed, rules.formed)
    seen: Hashable = rules.observe(at.position, seat)
    draft = rules.read(rules.begin(seen, seat), text)
    if seen == at.position:
        return draft
    # It was read as the player sees the board, so that no refusal tells more; what is played is played on all of it.
    return rules.read(rules.begin(at.position, seat), rules.write(draft.made))
