"""
Days without a clock: a player's rest days, and the days of leave that a player has.

Spans do not include their ends. Rest days are days of a calendar, so they are worked out in a time zone; a day on which
the clocks there are changed has 23 or 25 hours. A player starts with ten days of leave and earns one for every twelve
days of membership, and never has more than thirty.
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
START_DAYS = 10
"""How many days of leave a new player has."""
MOST_DAYS = 30
"""How many days of leave anybody has at most."""
DAYS_TO_EARN_ONE = 12
# Days of leave are counted in the time that it takes to earn them, so that nothing is ever rounded.
_PRICE = DAYS_TO_EARN_ONE * _DAY
_MOST = MOST_DAYS * _PRICE


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


@dataclass(frozen=True, slots=True, order=True)
class TakenLeave:
    """Days of leave that were taken: when they were booked, and how many they were in the end."""

    booked_at: datetime
    days: int


@dataclass(frozen=True, slots=True)
class ForDays:
    """A wish to be away from now on, for so many times 24 hours."""

    days: int


@dataclass(frozen=True, slots=True)
class OnDates:
    """A wish to be away on some days of the calendar, the last one included."""

    first: date
    last: date


Wish = ForDays | OnDates
"""When a player would like to be away."""


def balance(joined_at: datetime, taken: Iterable[TakenLeave], now: datetime) -> int:
    """
    The whole days of leave that are left *now*.

    Nothing is earned above `MOST_DAYS`; days that were given back count as never taken.
    """
    return max(0, _left(joined_at, taken, now) // _PRICE)


def next_day_at(joined_at: datetime, taken: Iterable[TakenLeave], now: datetime) -> datetime | None:
    """When the next day of leave is earned; None for a player who has the most that there can be."""
    left = _left(joined_at, taken, now)
    return None if left >= _MOST else now + (_PRICE - left % _PRICE)


def span_of(wish: Wish, earliest: datetime, zone: str) -> Span:
    """
    The span of a leave, which begins at *earliest* or later.

    Days of the calendar begin and end at midnight in *zone*; of a day that has begun, the rest is taken.
    """
    if isinstance(wish, ForDays):
        return Span(earliest, earliest + wish.days * _DAY)
    return Span(max(earliest, midnight(wish.first, ZoneInfo(zone))), midnight(wish.last + _DAY, ZoneInfo(zone)))


def days_of(wish: Wish) -> int:
    """How many days of leave *wish* costs."""
    return wish.days if isinstance(wish, ForDays) else (wish.last - wish.first) // _DAY + 1


def days_used(span: Span, booked: int, now: datetime) -> int:
    """The cost of a leave of *booked* days that ends *now*: the days that have begun, and at least one."""
    begun = -((span.begin - now) // _DAY)
    return min(booked, max(1, begun))


def _left(joined_at: datetime, taken: Iterable[TakenLeave], now: datetime) -> timedelta:
    left, at = START_DAYS * _PRICE, joined_at
    for leave in sorted(taken):
        left = min(_MOST, left + max(timedelta(0), leave.booked_at - at)) - leave.days * _PRICE
        at = max(at, leave.booked_at)
    return min(_MOST, left + max(timedelta(0), now - at))
