"""
When the doors were closed: judged by the last sign of life of each kind of process that players need.

A kind that was never seen is not missed: there may be a service without it.
"""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime, timedelta

ENOUGH = timedelta(minutes=15)
"""A longer outage is given back as a whole; and after any outage, nobody's time runs out for so long."""


@dataclass(frozen=True, slots=True)
class Patience:
    """How long may pass without a sign of life before the doors count as closed."""

    one: timedelta = timedelta(minutes=15)
    """While others are alive: for one kind."""
    all: timedelta = timedelta(minutes=1)
    """For all of them."""


def closed_since(seen: Collection[datetime], now: datetime, patience: Patience) -> datetime | None:
    """
    Since when the doors are closed; None while they are open.

    :param seen: the last sign of life of each kind that was ever seen.
    """
    silent = [at for at in seen if now - at > patience.one]
    if seen and now - max(seen) > patience.all:
        silent.append(max(seen))
    return min(silent, default=None)


def are_all_back(seen: Collection[datetime], now: datetime, patience: Patience) -> bool:
    """Whether each kind that was ever seen is alive, so that an outage is over."""
    return all(now - at <= patience.all for at in seen)


def credited(due_at: datetime, began_at: datetime, ended_at: datetime, *, given_until: datetime) -> timedelta:
    """
    What the clock that ran until *due_at* is credited with for an outage: all of it if it was long; and in any case
    enough to have a while after it.

    :param given_until: up to when the clock was credited for the same outage before; *began_at* if it was not.
    """
    owed = ended_at - given_until if ended_at - began_at > ENOUGH else timedelta(0)
    return max(owed, ended_at + ENOUGH - due_at, timedelta(0))
