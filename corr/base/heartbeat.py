"""
Heartbeats: each loop of each process records every few seconds that it is alive; and leases, by which it claims items.

Processes come and go. What matters to players is that at least one of each kind is alive. Claiming an item of a queue
puts off its next try by the length of the lease. If its owner is killed, nothing is lost: the item is tried again when
the lease is over, or sooner if another process notices that the owner is dead. Leases are in the machine's own time.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cache
from typing import Any

from sqlalchemy import Column, ColumnElement, Row, Table, bindparam, delete, func, insert, select, update
from sqlalchemy.sql.dml import ReturningUpdate

from corr.base.faults import NO_FAULTS, LoopFault
from corr.base.tokens import number_below
from corr.base.uow import Reader, UnitOfWork
from corr.store.base import table
from corr.store.tables.clocks import Pulse

WEB, JOBS, MAIL = "web", "deadlines", "mail"
"""The loops that stand for the kinds of processes: pages, jobs and mail servers."""
STALE_AFTER = timedelta(seconds=60)
"""How long a loop may be without a heartbeat before something is wrong; in the machine's time, as all spans here."""
_KINDS = (WEB, JOBS, MAIL)
_KEPT = timedelta(days=1)
_AHEAD = timedelta(minutes=15)
"""A heartbeat further in the future was recorded by a machine whose clock was wrong, and does not count."""
PULSE = table(Pulse)
"""The heartbeats."""
_FIRST_DELAY = 30
_LONGEST_DELAY = 3 * 3600


@dataclass(frozen=True, slots=True)
class PulseView:
    """The last heartbeat of one loop of one process."""

    loop: str
    owner: str
    at: datetime
    failing_since: datetime | None = None
    """Since when it has met nothing but faults; None if it works."""
    fault: str = ""
    """The latest fault, by its kind and place."""
    is_stale: bool = False
    """Whether it is long ago."""


def beat(uow: UnitOfWork, owner: str, loops: Collection[str], failing: Mapping[str, LoopFault] = NO_FAULTS) -> None:
    """
    Record that these *loops* of the process *owner* are alive, and forget processes that are long gone.

    :param failing: what loops meet that have met nothing but faults since their last success, alive or not.
    """
    mine = (PULSE.c.owner == owner) & PULSE.c.loop.in_(loops)
    is_wrong = PULSE.c.at > uow.now + uow.machine(_AHEAD)
    uow.connection.execute(delete(PULSE).where(mine | is_wrong))
    if loops:
        uow.connection.execute(insert(PULSE), [{"loop": loop, "owner": owner, "at": uow.now} for loop in loops])
    for loop, fault in failing.items():
        since = uow.now - uow.machine(timedelta(seconds=fault.seconds))
        failed = update(PULSE).where(PULSE.c.owner == owner, PULSE.c.loop == loop)
        uow.connection.execute(failed.values(failing_since=since, fault=fault.words))
    # A loop that stopped is told of for as long as its process lives.
    kept_since, same = uow.now - uow.machine(_KEPT), PULSE.alias()
    _forget(uow, PULSE.c.owner.not_in(select(same.c.owner).where(same.c.at >= kept_since)))


def leave(uow: UnitOfWork, owner: str) -> None:
    """Delete the heartbeats of a process that ends properly, except the latest one of each kind of process."""
    _forget(uow, PULSE.c.owner == owner)


def pulses(reader: Reader) -> tuple[PulseView, ...]:
    """The heartbeats of all loops of all processes, newest first."""
    columns = (PULSE.c.loop, PULSE.c.owner, PULSE.c.at, PULSE.c.failing_since, PULSE.c.fault)
    found = reader.connection.execute(select(*columns).order_by(PULSE.c.at.desc()))
    stale = reader.now - reader.machine(STALE_AFTER)
    return tuple(PulseView(*row, is_stale=row.at < stale) for row in found)


def latest_believed(reader: Reader) -> datetime:
    """The latest moment at which a heartbeat can be right; a later one does not count."""
    return reader.now + reader.machine(_AHEAD)


def last_seen(reader: Reader) -> Mapping[str, datetime]:
    """The last heartbeat of each kind of process that was ever seen, by its loop."""
    known = PULSE.c.loop.in_(_KINDS) & (PULSE.c.at <= latest_believed(reader))
    found = reader.connection.execute(
        select(PULSE.c.loop, func.max(PULSE.c.at).label("at")).where(known).group_by(PULSE.c.loop)
    )
    return {row.loop: row.at for row in found}


def _forget(uow: UnitOfWork, which: ColumnElement[bool]) -> None:
    """Delete some heartbeats, but never the latest of each kind: outages are known by them."""
    newer = PULSE.alias()
    is_known_later = select(newer.c.at).where(newer.c.loop == PULSE.c.loop, newer.c.at > PULSE.c.at).exists()
    uow.connection.execute(delete(PULSE).where(which, is_known_later | PULSE.c.loop.not_in(_KINDS)))


def claim_some(
    uow: UnitOfWork,
    queue: Table,
    most: int,
    *,
    state: str,
    owner: str,
    lease: timedelta,
    columns: Sequence[Column[Any]],
) -> Sequence[Row[*tuple[Any, ...]]]:
    """
    Up to *most* of the items in *state* that have waited longest and may be tried now, as *columns*, in any order.

    :param lease: how long they belong to *owner*; longer than the work on all of them can take.
    """
    until = uow.now + uow.machine(lease)
    asked = {"in_state": state, "now": uow.now, "most": most, "until": until, "owner": owner}
    return uow.connection.execute(_claiming(queue, tuple(columns)), asked).all()


@cache
def _claiming(queue: Table, columns: tuple[Column[Any], ...]) -> ReturningUpdate[*tuple[Any, ...]]:
    # SQLite leaves the lock out: there is one writer anyway. A part of its own, since PostgreSQL might run a subquery
    # again for each row and lock more of them than wanted.
    waiting = (
        select(queue.c.id)
        .where(queue.c.state == bindparam("in_state"), queue.c.try_at <= bindparam("now"))
        .order_by(queue.c.try_at, queue.c.id)
        .limit(bindparam("most"))
        .with_for_update(skip_locked=True)
        .cte("waiting")
    )
    until = bindparam("until", type_=queue.c.try_at.type)
    values = {"lease_until": until, "lease_owner": bindparam("owner"), "try_at": until, "tries": queue.c.tries + 1}
    return update(queue).where(queue.c.id.in_(select(waiting.c.id))).values(values).returning(*columns)


def delay(tries: int) -> timedelta:
    """How long to wait after so many failed tries: longer each time, and a little different for each item."""
    seconds = min(_LONGEST_DELAY, _FIRST_DELAY * 2 ** min(max(tries - 1, 0), 12))
    return timedelta(seconds=seconds + number_below(seconds // 4 + 1))
