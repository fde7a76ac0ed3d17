"""The clock of one seat: set going and stopped, how much of it is used, when it runs out and reminds its player."""

import heapq
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import takewhile

from corr.core.days_off import END_OF_TIME, NO_REST, Rest, Span, merged
from corr.core.pace import Terms

_MILLISECOND = timedelta(milliseconds=1)
_NOTHING = timedelta(0)
_MOST_MS = timedelta(days=9999 * 366) // _MILLISECOND
USUAL_LEADS = (24, 4)
"""How many hours before the deadline reminders go out, if the player wants nothing else."""
_HOUR_MS = 3_600_000


@dataclass(frozen=True, slots=True)
class Clock:
    """A clock that was started."""

    since: datetime
    """When the turn began."""
    bank_ms: int
    """The bank at that moment, in milliseconds; time that was given later is included."""
    rest: Rest = NO_REST
    leaves: tuple[Span, ...] = ()
    """The player's leaves, past and planned, in any order; none in a game without leave."""

    @property
    def deadline(self) -> datetime:
        """When the bank is used up; the end of time at the latest."""
        left, at = min(self.bank_ms, _MOST_MS) * _MILLISECOND, self.since
        for still in self._standstills():
            runs = still.begin - at
            if left <= runs:
                break
            left -= max(_NOTHING, runs)
            at = max(at, still.end)
        return at + min(left, max(_NOTHING, END_OF_TIME - at))

    def used_ms(self, at: datetime) -> int:
        """How much of the bank was used up to the moment *at*, rounded down: in the player's favour."""
        used = max(_NOTHING, at - self.since)
        for still in self._standstills():
            if still.begin >= at:
                break
            used -= max(_NOTHING, min(still.end, at) - max(still.begin, self.since))
        return used // _MILLISECOND

    def left_ms(self, at: datetime) -> int:
        """What is in the bank at the moment *at*; nothing from the deadline on."""
        return max(0, self.bank_ms - self.used_ms(at))

    def standstill_at(self, at: datetime) -> Span | None:
        """The span around the moment *at* in which the clock stands still; None while it runs."""
        for still in self._standstills():
            if still.begin > at:
                break
            if still.holds(at):
                return still
        return None

    def stands_still_between(self, begin: datetime, end: datetime) -> bool:
        """Whether the clock begins to stand still after *begin* and before *end*."""
        return any(still.begin > begin for still in takewhile(lambda still: still.begin < end, self._standstills()))

    def is_away_at(self, at: datetime) -> bool:
        """Whether the player is on leave at that moment."""
        return any(leave.holds(at) for leave in self.leaves)

    def _standstills(self) -> Iterator[Span]:
        if not self.leaves and not self.rest.days:
            return iter(())
        leaves = sorted(leave for leave in self.leaves if leave.end > self.since)
        return merged(heapq.merge(leaves, self.rest.spans(self.since)))


@dataclass(frozen=True, slots=True)
class ClockState:
    """The clock of a seat as its row holds it; by default one that does not run."""

    bank_ms: int
    since: datetime | None = None
    due_at: datetime | None = None
    rest: Rest = NO_REST
    lapsed_at: datetime | None = None
    remind_at: datetime | None = None
    reminded: int | None = None
    look_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class Habits:
    """A player's rest days, leads, leaves and choice of automatic leave: all that the player's clocks depend on."""

    rest: Rest
    """The player's rest days, for turns that begin now."""
    leads: tuple[int, ...]
    """How many hours before a deadline the player is reminded."""
    has_automatic_leave: bool
    leaves: tuple[Span, ...]
    """The leaves that end later than the moment from which they were asked for."""


def fitting_leads(leads: Iterable[int], had_ms: int) -> tuple[int, ...]:
    """
    Those of *leads*, in hours, that suit a player who *had_ms* milliseconds when the turn began.

    A reminder in the first half of that time would only be a nuisance.
    """
    return tuple(lead for lead in leads if 2 * lead * _HOUR_MS <= had_ms)


def next_reminder(due_at: datetime, leads: Iterable[int], *, after: datetime, sent: int | None) -> datetime | None:
    """
    When the next reminder of a deadline goes out; None if none is left.

    :param leads: how many hours before the deadline reminders go out.
    :param after: only what comes later than this.
    :param sent: the lead of the last reminder of this turn: the deadline may have moved, and no lead counts twice.
    """
    left = (lead for lead in leads if sent is None or lead < sent)
    return min((at for lead in left if (at := due_at - timedelta(hours=lead)) > after), default=None)


def reached_lead(due_at: datetime, leads: Iterable[int], *, now: datetime, sent: int | None) -> int | None:
    """The smallest of *leads* that is reached *now* and was not told yet, so that an outage causes one reminder."""
    reached = (lead for lead in leads if due_at - timedelta(hours=lead) <= now and (sent is None or lead < sent))
    return min(reached, default=None)


def started_clock(terms: Terms, habits: Habits, bank_ms: int, since: datetime) -> ClockState:
    """A clock that starts at the moment *since*, with the rest days that the player has chosen by now."""
    if terms.pace.is_untimed:
        return ClockState(bank_ms, since)
    rest = habits.rest if terms.has_weekends_off else NO_REST
    due_at = Clock(since, bank_ms, rest, habits.leaves if terms.allows_leave else ()).deadline
    leads = fitting_leads(habits.leads, bank_ms)
    return ClockState(bank_ms, since, due_at, rest, remind_at=next_reminder(due_at, leads, after=since, sent=None))
