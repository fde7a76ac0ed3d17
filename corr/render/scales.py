"""Where numbers and days stand along the edges of a chart, and which of them are written there."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from math import ceil, floor

_TICK_ROOM = 16
"""Pixels that a number needs."""
_MOST_DAYS = 4
"""How many days are written below a chart: on a phone there is no room for more."""
_DAY_STEPS = (1, 2, 3, 7, 14)
_MONTH_STEPS = (1, 2, 3, 6, 12, 24, 60, 120, 600, 1200)
_MONTHS = 12


@dataclass(frozen=True, slots=True)
class Scale:
    """From the lowest to the highest value, as shares from 0 to 1."""

    low: float
    high: float
    is_turned: bool = False
    """Whether the highest is at 0."""

    def share(self, value: float) -> float:
        """Where *value* stands; in the middle if there is only one."""
        if self.high == self.low:
            return 0.5
        share = (value - self.low) / (self.high - self.low)
        return 1 - share if self.is_turned else share


def number_ticks(low: float, high: float, room: int, *, is_inverted: bool = False) -> Iterable[int]:
    """
    Round numbers from *low* to *high* for *room* pixels; the first place is always among places.

    :param is_inverted: whether they are places, which are counted from the lowest.
    """
    step = _step(high - low, max(2, room // (_TICK_ROOM if is_inverted else 2 * _TICK_ROOM)))
    if is_inverted:
        return range(ceil(low), floor(high) + 1, step)
    return range(ceil(low / step) * step, floor(high / step) * step + 1, step)


def day_ticks(first: int, last: int) -> Iterable[tuple[date, str]]:
    """
    Round days from *first* to *last* with their words: "24 Mar", "Mar", or the year for January.

    :param first: as an ordinal number, like *last*.
    """
    for step in _DAY_STEPS:
        if (last - first) // step < _MOST_DAYS:
            days = (date.fromordinal(day) for day in range(first, last + 1, step))
            return [(day, f"{day.day} {day:%b}") for day in days]
    return _month_ticks(date.fromordinal(first), date.fromordinal(last))


def _month_ticks(first: date, last: date) -> list[tuple[date, str]]:
    months = range(_month(first) + (first.day > 1), _month(last) + 1)
    step = next((step for step in _MONTH_STEPS if len(months) <= step * _MOST_DAYS), _MONTH_STEPS[-1])
    days = (date(month // _MONTHS, month % _MONTHS + 1, 1) for month in months if month % step == 0)
    return [(day, f"{day.year}" if day.month == 1 else f"{day:%b}") for day in days]


def _month(day: date) -> int:
    return day.year * _MONTHS + day.month - 1


def _step(span: float, most: int) -> int:
    """The smallest of 1, 2, 5, 10, 20, 50 … that parts *span* into at most *most* steps."""
    step = 1
    while span / step > most:
        step = step * 5 // 2 if str(step).startswith("2") else step * 2
    return step
