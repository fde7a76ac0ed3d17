"""
How many days of leave a player has, and which moments a leave takes.

A player starts with ten days and earns one for every twelve days of membership, and never has more than thirty.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from zoneinfo import ZoneInfo

from corr.core.rest_days import Span, midnight

START_DAYS = 10
MOST_DAYS = 30
DAYS_TO_EARN_ONE = 12
_DAY = timedelta(days=1)
# Days of leave are counted in the time that it takes to earn them, so that nothing is ever rounded.
_PRICE = DAYS_TO_EARN_ONE * _DAY
_MOST = MOST_DAYS * _PRICE


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
