"""
The clock of one seat: when it runs out, and how much of it is used.

It runs from the moment the turn passed, and stands still on rest days and on leave. Nothing ticks: the deadline is
worked out when the turn passes, and again when time is given or leave is taken.
"""

import heapq
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta

from corr.core.stillness import NO_REST, Rest, Span, merged

_MILLISECOND = timedelta(milliseconds=1)


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
        """When the bank is used up."""
        left = timedelta(milliseconds=self.bank_ms)
        at = self.since
        for still in self._still():
            if at + left <= still.begin:
                break
            left -= max(timedelta(0), still.begin - at)
            at = max(at, still.end)
        return at + left

    def used_ms(self, at: datetime) -> int:
        """How much of the bank was used up to the moment *at*, rounded down: in the player's favour."""
        used = max(timedelta(0), at - self.since)
        for still in self._still():
            if still.begin >= at:
                break
            used -= max(timedelta(0), min(still.end, at) - max(still.begin, self.since))
        return used // _MILLISECOND

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
