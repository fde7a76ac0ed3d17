"""
Games in which nobody can play on, because their log and the rules no longer agree, or an administrator wants a look.

Nothing is lost: the clocks stand, and go on with what was left. Each step happens once, however many processes and
administrators take it at once: whoever comes second finds it done.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from sqlalchemy import Update, bindparam

from corr.administration.replay import Retold, check_length, check_waiting, fault_words, retell
from corr.base import notices
from corr.base.uow import Reader, UnitOfWork
from corr.clocks.outage_credit import get_standing_credited
from corr.clocks.seat_clocks import halt_clocks, resume_clocks_of
from corr.errors import ConflictError, NotAllowedError
from corr.game.game_row import AS_IT_STANDS, GAME, Standing, get_standing_locked
from corr.game.history import Happening, read_reason, record_event
from corr.game.refusals import check_not_over
from corr.game.sealed_turns import latest_sealed
from corr.game.words import VOIDED, EventKind, outcome_words
from corr.games.api import Outcome
from corr.games.replay import CorruptLogError
from corr.games.seats import Seat
from corr.leagues.paused_games import keep_in_pause
from corr.play.lifecycle import Ending, end_game, finish_game
from corr.play.turn_log import turns_of
from corr.store.tables.games import FrozenKind

_FREEZE = AS_IT_STANDS.values(
    frozen_at=bindparam("at"),
    frozen_for=bindparam("why"),
    frozen_kind=FrozenKind.FAULT.value,
    version=GAME.c.version + 1,
    changed_at=bindparam("at"),
)
_THAW = AS_IT_STANDS.values(
    frozen_at=None,
    frozen_for="",
    frozen_kind=FrozenKind.FAULT.value,
    position=bindparam("new_position"),
    last_squares=bindparam("new_squares"),
    version=GAME.c.version + 1,
    changed_at=bindparam("at"),
)


@dataclass(frozen=True, slots=True)
class Decision:
    """What somebody who looks after the service decides about a game."""

    game_id: str
    reason: str = field(default="", repr=False)
    """Why, in one sentence that the players read."""
    by_player_id: int | None = None
    """The administrator; None for the service's own."""


@dataclass(frozen=True, slots=True)
class FreezeReceipt:
    """What became of a decision."""

    game_id: str
    sentence: str
    is_changed: bool
    """Whether it was not so before."""


def freeze(uow: UnitOfWork, order: Decision) -> FreezeReceipt:
    """
    Let nobody play on, stop the clocks with what is left, and tell both players.

    :raises NotFoundError: there is no such game.
    :raises NotAllowedError: the administrator plays it.
    :raises GameOverError: it is over.
    :raises InputError: no reason is given, or too long a one.
    """
    reason = _read_reason(order)
    standing = get_standing_credited(uow, order.game_id)
    check_impartial(standing, order.by_player_id)
    check_not_over(standing)
    if standing.frozen_at is not None and not standing.is_paused:
        return FreezeReceipt(standing.id, "The game was frozen already; nothing changed now.", is_changed=False)
    _change(uow, standing, _FREEZE, {"why": reason})
    if not standing.is_paused:
        halt_clocks(uow, [standing])
    _record(uow, standing, EventKind.FROZEN, replace(order, reason=reason))
    for seated in standing.seats:
        turn = (standing.turn_number, standing.version)
        uow.tell(notices.frozen(standing.id, turn, seated.player_id, {"why": reason}))
    return FreezeReceipt(standing.id, "The game is frozen, and both players are told.", is_changed=True)


def thaw(uow: UnitOfWork, order: Decision) -> FreezeReceipt:
    """
    Let a frozen game go on from the position that its log tells, with the time that was left.

    A game that is over by its log ends by that.

    :raises NotFoundError: there is no such game.
    :raises GameOverError: it is over.
    :raises ConflictError: its log cannot be replayed, or does not fit the turn that is due; or it is paused.
    """
    standing = get_standing_locked(uow, order.game_id)
    check_not_over(standing)
    if standing.frozen_at is None:
        return FreezeReceipt(standing.id, "The game is not frozen; nothing changed now.", is_changed=False)
    if standing.is_paused:
        raise ConflictError("The organisers of its league let this game stand still; it goes on when they say so.")
    retold, waiting = told_by_log(uow, standing)
    _change(uow, standing, _THAW, {"new_position": retold.track.text, "new_squares": retold.squares})
    _record(uow, standing, EventKind.THAWED, order)
    if retold.track.outcome is not None:
        return _end_by_log(uow, standing, retold.track.outcome)
    if keep_in_pause(uow, standing):
        return FreezeReceipt(
            standing.id, "The game is not frozen any more. It stands still as long as its season.", is_changed=True
        )
    resume_clocks_of(uow, standing, retold.track.due - waiting)
    for seated in standing.seats:
        turn = (standing.turn_number, standing.version)
        uow.tell(notices.thawed(standing.id, turn, seated.player_id))
    return FreezeReceipt(standing.id, "The game goes on, and both players are told.", is_changed=True)


def void(uow: UnitOfWork, order: Decision) -> FreezeReceipt:
    """
    End a frozen game without a result, and tell both players.

    :raises NotFoundError: there is no such game.
    :raises NotAllowedError: the administrator plays it.
    :raises GameOverError: it is over.
    :raises ConflictError: it is not frozen.
    :raises InputError: no reason is given, or too long a one.
    """
    standing = get_standing_locked(uow, order.game_id)
    check_impartial(standing, order.by_player_id)
    if standing.is_over and standing.reason == VOIDED:
        return FreezeReceipt(standing.id, "The game was ended already; nothing changed now.", is_changed=False)
    check_not_over(standing)
    if standing.frozen_at is None:
        raise ConflictError("The game is not frozen. Freeze it first: then it can be ended without a result.")
    ending = Ending(None, VOIDED, EventKind.VOIDED, None, note=_read_reason(order), by_player_id=order.by_player_id)
    end_game(uow, standing, ending)
    _tell_end(uow, standing)
    return FreezeReceipt(standing.id, "The game is ended without a result, and both players are told.", is_changed=True)


def check_impartial(standing: Standing, by_player_id: int | None) -> None:
    """
    Keep administrators from stopping and ending their own games. That one goes on favours nobody.

    :raises NotAllowedError: somebody wants to.
    """
    if standing.find_seat(by_player_id) is not None:
        raise NotAllowedError("You play this game, so another administrator has to decide about it.")


def told_by_log(reader: Reader, standing: Standing) -> tuple[Retold, frozenset[Seat]]:
    """
    The game as its log tells it now, and the seats whose turns wait sealed.

    :raises ConflictError: it cannot be replayed, or does not fit the turn that is due; the sentence says so.
    """
    rules = standing.rules(reader)
    try:
        retold = retell(rules, turns_of(reader, standing.id))
        check_length(retold, standing.turn_number)
        waiting = latest_sealed(reader, standing.id, standing.turn_number) if len(retold.track.due) > 1 else ()
        check_waiting(retold, waiting)
    except CorruptLogError as fault:
        raise ConflictError(fault_words(rules, fault, is_over=False)) from fault
    return retold, frozenset(turn.seat for turn in waiting)


def _read_reason(order: Decision) -> str:
    """
    The reason as one line that ends like a sentence.

    :raises InputError: there is none, or it cannot be used.
    """
    reason = read_reason(order.reason)
    return reason if reason[-1] in ".!?" else f"{reason}."


def _change(uow: UnitOfWork, standing: Standing, change: Update, values: Mapping[str, str]) -> None:
    """
    Change the row of a game that is locked.

    :raises ConflictError: somebody was faster.
    """
    asked = {"of_game": standing.id, "of_turn": standing.turn_number, "at": uow.now, **values}
    if uow.session.connection().execute(change, asked).rowcount != 1:
        raise ConflictError("The game has gone on in the meantime; please look at it again.")


def _end_by_log(uow: UnitOfWork, standing: Standing, outcome: Outcome) -> FreezeReceipt:
    """End a game that is over by the rules as they are now."""
    finish_game(uow, standing, outcome.winner, outcome.reason)
    _tell_end(uow, standing)
    words = outcome_words(standing.rules(uow).info, outcome.winner, outcome.reason)
    return FreezeReceipt(standing.id, f"The game is over by its log: {words}", is_changed=True)


def _record(uow: UnitOfWork, standing: Standing, kind: EventKind, order: Decision) -> None:
    happening = Happening(kind, reason=order.reason, by_player_id=order.by_player_id)
    record_event(uow, standing.id, standing.turn_number, happening)


def _tell_end(uow: UnitOfWork, standing: Standing) -> None:
    for seated in standing.seats:
        uow.tell(notices.game_over(standing.id, standing.turn_number, seated.player_id))
