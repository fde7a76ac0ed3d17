"""Checks of ends: a game ended as its log and history say, and the rest of its history fits."""

from collections.abc import Iterator
from typing import Any

from sqlalchemy import Row

from corr.administration.cases import REPAIR, Case, Finding
from corr.administration.replay import Replay
from corr.game.words import (
    ABANDONED,
    ADJUDICATED,
    AGREEMENT,
    ANNULLED,
    CANCELLED,
    FORFEIT,
    NO_RESULT,
    RESIGNATION,
    TIME,
    VOIDED,
    EventKind,
)

_ENDED_BY = {
    RESIGNATION: {EventKind.RESIGNED},
    TIME: {EventKind.TIME, EventKind.TIME_CLAIMED},
    AGREEMENT: {EventKind.DRAW_AGREED},
    CANCELLED: {EventKind.CANCELLED},
    ABANDONED: {EventKind.ABANDONED},
    VOIDED: {EventKind.VOIDED},
    FORFEIT: {EventKind.FORFEITED, EventKind.RULED},
    ADJUDICATED: {EventKind.RULED},
    ANNULLED: {EventKind.ANNULLED},
}
"""The events that end a game other than by its rules, by the reason of the end."""
_ENDING = frozenset().union(*_ENDED_BY.values())
_RULINGS = frozenset({EventKind.RULED, EventKind.ANNULLED})
"""Events by which an organiser ends a running game; the pairing says how it ended."""
_LOSERS = frozenset({EventKind.RESIGNED, EventKind.TIME, EventKind.FORFEITED})
"""Events whose seat lost."""
_DRAWS = frozenset({EventKind.DRAW_OFFERED, EventKind.DRAW_WITHDRAWN, EventKind.DRAW_DECLINED, EventKind.DRAW_AGREED})
_STOPPING = frozenset({EventKind.FROZEN, EventKind.PAUSED})
_GOING_ON = frozenset({EventKind.THAWED, EventKind.RESUMED})
_KNOWN = frozenset(kind.value for kind in EventKind)


def check_ends(case: Case, replay: Replay) -> Iterator[Finding]:
    """What is wrong with the result, the history, a draw offer, and whether the game is frozen."""
    yield from _check_result(case, replay)
    yield from _check_history(case)
    yield from _check_offer(case, replay)
    yield from _check_frozen(case)


def _check_result(case: Case, replay: Replay) -> Iterator[Finding]:
    game, outcome = case.game, replay.track.outcome
    if any(seat.ended_at != game.ended_at for seat in case.seats):
        yield Finding(case.id, "Its seats do not have the moment at which it ended.", REPAIR, is_repairable=True)
    if not case.is_over:
        if outcome is not None:
            yield case.finding("By its log the game is over, and yet it goes on.")
        if game.winner is not None or game.reason or game.ended_at is not None:
            yield case.finding("The game goes on, and yet a result is noted.")
        if any(event.kind in _ENDING for event in case.events):
            yield case.finding("The game goes on, and yet its history tells of its end.")
        return
    if game.ended_at is None:
        yield case.finding("The game is over, and yet it is not noted when it ended.")
    _, reason = case.result
    if outcome is not None:
        if case.result != (outcome.winner, outcome.reason):
            yield case.finding("The result is not the one that the log leads to.")
    elif reason not in _ENDED_BY:
        yield case.finding(f"The game is over for the reason “{reason}”, which its log does not lead to.")
    else:
        yield from _check_act(case)


def _check_act(case: Case) -> Iterator[Finding]:
    """An end by something other than a turn needs its line in the history."""
    winner, reason = case.result
    ends = [event for event in case.events if event.kind in _ENDING]
    # A ruling about a game that is over already comes after its end.
    is_one = len(ends) == 1 or (len(ends) > 1 and bool(case.pairings))
    if not is_one or ends[0].turn_number != case.game.turn_number:
        yield case.finding(f"The game is over for the reason “{reason}”, and its history does not tell that end.")
    elif ends[0].kind in _RULINGS and case.ruled is not None and not case.ruled.played_reason:
        return
    elif ends[0].kind not in _ENDED_BY[reason]:
        yield case.finding(f"The game is over for the reason “{reason}”, and its history does not tell that end.")
    elif winner != _winner(ends[0]):
        yield case.finding("The winner is not the one whom the history leads to.")


def _winner(end: Row[Any]) -> int | None:
    if end.kind in _LOSERS and end.seat is not None:
        return 1 - int(end.seat)
    return end.seat if end.kind == EventKind.TIME_CLAIMED else None


def _check_history(case: Case) -> Iterator[Finding]:
    for event in case.events:
        if event.kind not in _KNOWN:
            yield case.finding("The history has a line of a kind that is not known.")
        elif not 1 <= event.turn_number <= case.game.turn_number:
            yield case.finding(
                f"A line of the history, “{event.kind}”, is about turn {event.turn_number}, which there is not."
            )
        elif event.seat not in {None, 0, 1}:
            yield case.finding(f"A line of the history, “{event.kind}”, is about a seat that there is not.")


def _check_offer(case: Case, replay: Replay) -> Iterator[Finding]:
    expected = _standing_offer(case)
    if case.is_over:
        if case.game.draw_offer is not None:
            yield case.finding("The game is over, and yet a draw offer stands.")
    elif case.game.draw_offer != expected and not _is_unclear(case, replay):
        whose = case.title(expected if case.game.draw_offer is None else case.game.draw_offer)
        state = (
            "does not stand, though nothing ended it"
            if case.game.draw_offer is None
            else "stands, though it should not"
        )
        yield case.finding(f"A draw offer of {whose} {state}.")


def _standing_offer(case: Case) -> int | None:
    """The seat whose draw offer stands by the history: not answered, not withdrawn, and no turn of the other since."""
    last = next((event for event in reversed(case.events) if event.kind in _DRAWS), None)
    if last is None or last.kind != EventKind.DRAW_OFFERED:
        return None
    is_played = any(turn.number >= last.turn_number and turn.seat != last.seat for turn in case.turns)
    return None if is_played else int(last.seat)


def _is_unclear(case: Case, replay: Replay) -> bool:
    """Whether the offer was made while both seats chose, so that nothing says which turn came before it."""
    offers = [event.turn_number for event in case.events if event.kind == EventKind.DRAW_OFFERED]
    return bool(offers) and len(replay.due_after.get(offers[-1] - 1, ())) > 1


def _check_frozen(case: Case) -> Iterator[Finding]:
    kinds = [event.kind for event in case.events if event.kind in _STOPPING | _GOING_ON]
    is_told = bool(kinds) and kinds[-1] in _STOPPING
    is_frozen = case.game.frozen_at is not None
    if case.is_over and is_frozen:
        yield case.finding("The game is over, and yet frozen.")
    elif not case.is_over and is_frozen != is_told:
        yield case.finding("Whether the game is frozen is not what its history says.")
    elif case.is_over and case.game.reason in NO_RESULT and case.game.winner is not None:
        yield case.finding("The game ended without a result, and yet somebody won.")
