"""
How many days of leave a player has, and which moments a leave takes.

A player starts with ten days and earns one for every twelve days of membership, and never has more than thirty.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta

START_DAYS = 10
MOST_DAYS = 30
_DAYS_TO_EARN_ONE = 12


@dataclass(frozen=True, slots=True, order=True)
class Taken:
    """Days of leave that were taken: when that was decided, and how many they were in the end."""

    booked_at: datetime
    days: int


def balance(joined_at: datetime, taken: Iterable[Taken], now: datetime) -> int:
    """
    The whole days of leave that are left *now*.

    What is earned while thirty days are there is lost; days that were given back count as never taken.
    """
    most, left, at = timedelta(days=MOST_DAYS), timedelta(days=START_DAYS), joined_at
    for leave in sorted(taken):
        left = min(most, left + max(timedelta(0), leave.booked_at - at) / _DAYS_TO_EARN_ONE)
        left -= timedelta(days=leave.days)
        at = max(at, leave.booked_at)
    return max(0, min(most, left + max(timedelta(0), now - at) / _DAYS_TO_EARN_ONE) // timedelta(days=1))
