"""
Heartbeats: each loop of each process records every few seconds that it is alive.

Processes come and go. What matters to players is that at least one of each kind is alive.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlalchemy import ColumnElement, delete, func, insert, select

from corr.base.uow import Reader, UnitOfWork
from corr.store.base import table
from corr.store.tables.service_state import Pulse

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


@dataclass(frozen=True, slots=True)
class PulseView:
    """The last heartbeat of one loop of one process."""

    loop: str
    owner: str
    at: datetime
    is_stale: bool = False
    """Whether it is long ago."""


def beat(uow: UnitOfWork, owner: str, loops: Collection[str]) -> None:
    """Record that these *loops* of the process *owner* are alive, and forget processes that are long gone."""
    mine = (PULSE.c.owner == owner) & PULSE.c.loop.in_(loops)
    is_wrong = PULSE.c.at > uow.now + uow.machine(_AHEAD)
    uow.connection.execute(delete(PULSE).where(mine | is_wrong))
    if loops:
        uow.connection.execute(insert(PULSE), [{"loop": loop, "owner": owner, "at": uow.now} for loop in loops])
    _forget(uow, PULSE.c.at < uow.now - uow.machine(_KEPT))


def leave(uow: UnitOfWork, owner: str) -> None:
    """Delete the heartbeats of a process that ends properly, except the latest one of each kind of process."""
    _forget(uow, PULSE.c.owner == owner)


def pulses(reader: Reader) -> tuple[PulseView, ...]:
    """The heartbeats of all loops of all processes, newest first."""
    found = reader.connection.execute(select(PULSE.c.loop, PULSE.c.owner, PULSE.c.at).order_by(PULSE.c.at.desc()))
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
