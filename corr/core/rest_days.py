"""
Spans in which a clock stands still: its player's rest days, and leave.

Spans do not include their ends. Rest days are days of a calendar, so they are worked out in a time zone; a day on which
the clocks there are changed has 23 or 25 hours.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from functools import lru_cache
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

END_OF_TIME = datetime(9999, 1, 1, tzinfo=UTC)
"""The end of all spans: beyond it, calendars of some places cannot be worked out."""
MOST_REST_DAYS = 2
"""The most rest days in a week."""
USUAL_REST_DAYS = "67"
"""Saturday and Sunday, for players who choose nothing else."""
_DAY = timedelta(days=1)


@dataclass(frozen=True, slots=True, order=True)
class Span:
    """The time from `begin` up to, but not including, `end`; both aware."""

    begin: datetime
    end: datetime

    def holds(self, moment: datetime) -> bool:
        """Whether *moment* is in it."""
        return self.begin <= moment < self.end


@dataclass(frozen=True, slots=True)
class Rest:
    """The days of the week on which a player's clocks stand still."""

    days: str = ""
    """ISO numbers of weekdays in ascending order, "67" for Saturday and Sunday; empty for none."""
    zone: str = "UTC"
    """The IANA name of the time zone whose calendar counts."""

    def __post_init__(self) -> None:
        assert len(self.days) <= MOST_REST_DAYS, f"a clock would stand on too many days: {self.days}"

    def spans(self, begin: datetime) -> Iterator[Span]:
        """The rest days that end after *begin*, in order, up to `END_OF_TIME`; each day is a span of its own."""
        if not self.days or begin >= END_OF_TIME:
            return
        place = _place(self.zone)
        day, last = begin.astimezone(place).date(), END_OF_TIME.date()
        while day < last:
            if str(day.isoweekday()) in self.days:
                yield Span(midnight(day, place), midnight(day + _DAY, place))
            day += _DAY


NO_REST = Rest()
"""For clocks that run on every day of the week."""


@lru_cache(maxsize=1024)
def rest_on(days: str, zone: str) -> Rest:
    """A `Rest` with these *days* and *zone*, which is UTC if it is empty; made once and shared."""
    return Rest(days, zone or "UTC")


def merged(spans: Iterable[Span]) -> Iterator[Span]:
    """*spans*, which are ordered by their begins, merged into spans that neither overlap nor touch."""
    held: Span | None = None
    for span in spans:
        if held is None:
            held = span
        elif span.begin <= held.end:
            held = Span(held.begin, max(held.end, span.end))
        else:
            yield held
            held = span
    if held is not None:
        yield held


@lru_cache(maxsize=1024)
def _place(zone: str) -> ZoneInfo:
    """The time zone with that name; UTC if this machine does not know it, as another machine may have newer zones."""
    try:
        return ZoneInfo(zone)
    except (ZoneInfoNotFoundError, OSError, ValueError):
        return ZoneInfo("UTC")


def midnight(day: date, place: ZoneInfo) -> datetime:
    """
    When *day* begins at *place*.

    If the clocks skip midnight, the day begins with the skip; if midnight comes twice, with the first one.
    """
    return datetime.combine(day, time(), tzinfo=place).astimezone(UTC)
