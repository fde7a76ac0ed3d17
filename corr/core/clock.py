"""
The clock of one seat: when it runs out, and how much of it is used.

It runs from the moment the turn passed, and stands still on rest days and on leave. Nothing ticks: the deadline is
worked out when the turn passes, and again when time is given or leave is taken.
"""

import heapq
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta

from corr.core.rest_days import END_OF_TIME, NO_REST, Rest, Span, merged

_MILLISECOND = timedelta(milliseconds=1)
_NOTHING = timedelta(0)
_MOST_MS = timedelta(days=9999 * 366) // _MILLISECOND


@dataclass(frozen=True, slots=True)
class Clock:
    """A clock that was set going."""

    since: datetime
    """When the turn passed."""
    bank_ms: int
    """What was in the bank then, in milliseconds; later gifts included."""
    rest: Rest = NO_REST
    leaves: tuple[Span, ...] = ()
    """The leaves of the player that the game allows for, past and planned, in any order."""

    @property
    def deadline(self) -> datetime:
        """When the bank is used up; the end of time at the latest."""
        left, at = min(self.bank_ms, _MOST_MS) * _MILLISECOND, self.since
        for still in self._still():
            runs = still.begin - at
            if left <= runs:
                break
            left -= max(_NOTHING, runs)
            at = max(at, still.end)
        return at + min(left, max(_NOTHING, END_OF_TIME - at))

    def used_ms(self, at: datetime) -> int:
        """How much of the bank was used up to the moment *at*, rounded down: in the player's favour."""
        used = max(_NOTHING, at - self.since)
        for still in self._still():
            if still.begin >= at:
                break
            used -= max(_NOTHING, min(still.end, at) - max(still.begin, self.since))
        return used // _MILLISECOND

    def left_ms(self, at: datetime) -> int:
        """What is in the bank at the moment *at*; nothing from the deadline on."""
        return max(0, self.bank_ms - self.used_ms(at))

    def stands_at(self, at: datetime) -> Span | None:
        """The stillness that holds the moment *at*; None while the clock runs."""
        for still in self._still():
            if still.begin > at:
                break
            if still.holds(at):
                return still
        return None

    def is_away_at(self, at: datetime) -> bool:
        """Whether the player is on leave at that moment."""
        return any(leave.holds(at) for leave in self.leaves)

    def _still(self) -> Iterator[Span]:
        leaves = sorted(leave for leave in self.leaves if leave.end > self.since)
        return merged(heapq.merge(leaves, self.rest.spans(self.since)))
