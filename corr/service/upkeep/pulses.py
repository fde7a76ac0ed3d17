"""
The pulse of the service: each loop of each process leaves a sign of life every few seconds.

Processes come and go. What counts for players is that of each kind at least one is alive.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlalchemy import ColumnElement, delete, func, insert, select

from corr.service.uow import Reader, UnitOfWork
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
_PULSE = table(Pulse)


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
    mine = (_PULSE.c.owner == owner) & _PULSE.c.loop.in_(loops)
    is_wrong = _PULSE.c.at > uow.now + uow.machine(_AHEAD)
    uow.session.execute(delete(_PULSE).where(mine | is_wrong))
    if loops:
        uow.session.execute(insert(_PULSE), [{"loop": loop, "owner": owner, "at": uow.now} for loop in loops])
    _forget(uow, _PULSE.c.at < uow.now - uow.machine(_KEPT))


def leave(uow: UnitOfWork, owner: str) -> None:
    """Take the signs of life of a process away that ends in good order, as far as another one goes on."""
    _forget(uow, _PULSE.c.owner == owner)


def pulses(reader: Reader) -> tuple[PulseView, ...]:
    """The signs of life of all loops of all processes, the latest first."""
    found = reader.connection.execute(select(_PULSE.c.loop, _PULSE.c.owner, _PULSE.c.at).order_by(_PULSE.c.at.desc()))
    stale = reader.now - reader.machine(STALE_AFTER)
    return tuple(PulseView(*row, is_stale=row.at < stale) for row in found)


def last_seen(reader: Reader) -> Mapping[str, datetime]:
    """The last sign of life of each kind of process that was ever seen, by its loop."""
    known = _PULSE.c.loop.in_(_KINDS) & (_PULSE.c.at <= reader.now + reader.machine(_AHEAD))
    found = reader.connection.execute(
        select(_PULSE.c.loop, func.max(_PULSE.c.at).label("at")).where(known).group_by(_PULSE.c.loop)
    )
    return {row.loop: row.at for row in found}


def _forget(uow: UnitOfWork, which: ColumnElement[bool]) -> None:
    """Delete some of the pulses, but the latest of each kind never: by them outages are known."""
    newer = _PULSE.alias()
    is_known_later = select(newer.c.at).where(newer.c.loop == _PULSE.c.loop, newer.c.at > _PULSE.c.at).exists()
    uow.session.execute(delete(_PULSE).where(which, is_known_later | _PULSE.c.loop.not_in(_KINDS)))
