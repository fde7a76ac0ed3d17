"""
The pulse of the service: each loop of each process leaves a sign of life every few seconds.

Processes come and go. What counts for players is that of each kind at least one is alive.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlalchemy import ColumnElement, delete, func, insert, select

from corr.base.uow import Reader, UnitOfWork
from corr.store.base import table
from corr.store.tables.running import Pulse

WEB, JOBS, MAIL = "web", "deadlines", "mail"
"""The loops by which the kinds of processes are known: pages, jobs, and mail servers."""
STALE_AFTER = timedelta(seconds=60)
"""After so long without a sign of life something is wrong; of the machine's time, as all here."""
_KINDS = (WEB, JOBS, MAIL)
_KEPT = timedelta(days=1)
_AHEAD = timedelta(minutes=15)
"""What is noted for a moment further ahead was noted by a clock that went wrong, and says nothing."""
PULSE = table(Pulse)
"""The signs of life."""


@dataclass(frozen=True, slots=True)
class PulseView:
    """The last sign of life of one loop of one process."""

    loop: str
    owner: str
    at: datetime
    is_stale: bool = False
    """Whether it is long ago."""


def beat(uow: UnitOfWork, owner: str, loops: Collection[str]) -> None:
    """Note that these *loops* of the process *owner* are alive, and forget processes that are long gone."""
    mine = (PULSE.c.owner == owner) & PULSE.c.loop.in_(loops)
    is_wrong = PULSE.c.at > uow.now + uow.machine(_AHEAD)
    uow.session.execute(delete(PULSE).where(mine | is_wrong))
    if loops:
        uow.session.execute(insert(PULSE), [{"loop": loop, "owner": owner, "at": uow.now} for loop in loops])
    _forget(uow, PULSE.c.at < uow.now - uow.machine(_KEPT))


def leave(uow: UnitOfWork, owner: str) -> None:
    """Take the signs of life of a process away that ends in good order, as far as another one goes on."""
    _forget(uow, PULSE.c.owner == owner)


def pulses(reader: Reader) -> tuple[PulseView, ...]:
    """The signs of life of all loops of all processes, the latest first."""
    found = reader.connection.execute(select(PULSE.c.loop, PULSE.c.owner, PULSE.c.at).order_by(PULSE.c.at.desc()))
    stale = reader.now - reader.machine(STALE_AFTER)
    return tuple(PulseView(*row, is_stale=row.at < stale) for row in found)


def latest_believed(reader: Reader) -> datetime:
    """What is noted for a later moment says nothing."""
    return reader.now + reader.machine(_AHEAD)


def last_seen(reader: Reader) -> Mapping[str, datetime]:
    """The last sign of life of each kind of process that was ever seen, by its loop."""
    known = PULSE.c.loop.in_(_KINDS) & (PULSE.c.at <= latest_believed(reader))
    found = reader.connection.execute(
        select(PULSE.c.loop, func.max(PULSE.c.at).label("at")).where(known).group_by(PULSE.c.loop)
    )
    return {row.loop: row.at for row in found}


def _forget(uow: UnitOfWork, which: ColumnElement[bool]) -> None:
    """Delete some of the pulses, but the latest of each kind never: by them outages are known."""
    newer = PULSE.alias()
    is_known_later = select(newer.c.at).where(newer.c.loop == PULSE.c.loop, newer.c.at > PULSE.c.at).exists()
    uow.session.execute(delete(PULSE).where(which, is_known_later | PULSE.c.loop.not_in(_KINDS)))
