"""Checks of clocks: they run for the seats that owe a turn and for no others, and show what they should."""

from collections.abc import Iterator
from datetime import timedelta
from typing import Any

from sqlalchemy import Row

from corr.administration.cases import Case, Finding
from corr.administration.replay import Replay
from corr.core.clock import Clock
from corr.core.pace import Pace, read_pace
from corr.core.rest_days import Rest
from corr.errors import InputError
from corr.game.words import EventKind
from corr.games.seats import Seat

_MILLISECOND = timedelta(milliseconds=1)
_ADVICE = "Freeze the game and let it go on again: that works its clocks out anew."


def check_clocks(case: Case, replay: Replay) -> Iterator[Finding]:
    """What is wrong with the clocks."""
    try:
        pace = read_pace(case.game.pace)
    except InputError:
        yield case.finding(f"The pace “{case.game.pace}” is none.")
        return
    due = _due(case, replay)
    for seat in case.seats:
        yield from (
            case.finding(f"{case.title(seat.seat)} {words}", _ADVICE) for words in _wrong(case, seat, pace, due)
        )


def check_due(case: Case, replay: Replay) -> Iterator[Finding]:
    """Clocks that do not run for a seat that owes a turn by the log, or run for another."""
    due = _due(case, replay)
    for seat in case.seats:
        yield from (case.finding(f"{case.title(seat.seat)} {words}", _ADVICE) for words in _wrong_due(seat, due))


def _due(case: Case, replay: Replay) -> frozenset[Seat]:
    """The seats that owe a turn and have not handed it in."""
    if case.is_over:
        return frozenset()
    owing = replay.track.due
    if len(owing) < 2:  # noqa: PLR2004 - one alone waits for nobody
        return owing
    return owing - {Seat(row.seat) for row in case.sealed if row.number == case.game.turn_number}


def _wrong_due(seat: Row[Any], due: frozenset[Seat]) -> Iterator[str]:
    if seat.since is None and seat.seat in due:
        yield "owes a turn, and yet no clock of theirs runs."
    elif seat.since is not None and seat.seat not in due:
        yield "owes no turn, and yet a clock of theirs runs."


def _wrong(case: Case, seat: Row[Any], pace: Pace, due: frozenset[Seat]) -> Iterator[str]:
    found = tuple(_wrong_due(seat, due))
    if found:
        yield from found
        return
    if seat.bank_ms < 0:
        yield "has less than nothing in the bank."
    elif seat.bank_ms > _most(case, seat, pace) and not _was_tightened(case):
        yield "has more in the bank than the pace and what was given allow."
    has_deadline = seat.since is not None and not pace.is_untimed and case.game.frozen_at is None
    if has_deadline and seat.due_at is None:
        yield "owes a turn, and yet has no deadline."
    elif not has_deadline and (seat.due_at is not None or seat.remind_at is not None):
        yield "has a deadline or a reminder to come where there is none."
    elif has_deadline:
        yield from _wrong_deadline(case, seat)


def _wrong_deadline(case: Case, seat: Row[Any]) -> Iterator[str]:
    leaves = case.leaves.get(seat.player_id, ()) if case.game.allows_leave else ()
    clock = Clock(seat.since, seat.bank_ms, Rest(seat.rest_days, seat.rest_zone or "UTC"), leaves)
    if seat.due_at < clock.deadline - _MILLISECOND:
        yield "has a deadline that is earlier than what was left allows."
    if seat.remind_at is not None and seat.remind_at >= seat.due_at:
        yield "would be reminded only after the deadline."
    if seat.since > case.now:
        yield "owes a turn since a moment that is still to come."


def _most(case: Case, seat: Row[Any], pace: Pace) -> int:
    """The most that can be in the bank, in milliseconds."""
    if pace.is_untimed:
        return 0
    given = sum(event.amount_ms or 0 for event in case.events if _is_for(event, seat.seat))
    return max(pace.bank_ms, pace.cap_ms, pace.left_after_late) + max(0, given)


def _was_tightened(case: Case) -> bool:
    """Whether the pace became tighter during the game: a turn that was due then kept its time."""
    return any(event.kind == EventKind.PACE_TIGHTENED for event in case.events)


def _is_for(event: Row[Any], seat: int) -> bool:
    """Whether the time that an event added was for that seat: a player gives time to the other."""
    if event.kind == EventKind.TIME_GIVEN:
        return bool(event.seat != seat)
    return event.seat is None or bool(event.seat == seat)
