"""Outages: when no deadline is enforced, judged by the last sign of life of each kind of process that players need."""

import logging
from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import Row, ScalarSelect, and_, bindparam, exists, func, insert, or_, select, text, update

from corr.base.heartbeat import JOBS, PULSE, WEB, beat, last_seen, latest_believed
from corr.base.uow import Reader, UnitOfWork
from corr.store.base import table
from corr.store.tables.clocks import Outage

ENOUGH = timedelta(minutes=15)
"""A longer outage is given back as a whole; and after any outage, nobody's time runs out for so long."""
_LOG = logging.getLogger(__name__)
_OUTAGE = table(Outage)
_MOMENT = timedelta(microseconds=1)
_LOCK = 7_263_418_906
"""The number of the advisory lock on PostgreSQL that is held by whoever notes an outage; nothing else uses it."""
# An end that lies far ahead was noted by a clock that went wrong.
_IS_OUT = exists().where(
    or_(
        _OUTAGE.c.ended_at.is_(None),
        _OUTAGE.c.settled_at.is_(None),
        and_(_OUTAGE.c.ended_at > bindparam("outage_after"), _OUTAGE.c.ended_at < bindparam("outage_before")),
    )
)


@dataclass(frozen=True, slots=True)
class OutageLimits:
    """How long may pass without a sign of life before the doors count as closed."""

    one: timedelta = timedelta(minutes=15)
    """While others are alive: for one kind."""
    all: timedelta = timedelta(minutes=1)
    """For all of them."""


def closed_since(seen: Collection[datetime], now: datetime, patience: OutageLimits) -> datetime | None:
    """
    Since when the doors are closed; None while they are open.

    :param seen: the last sign of life of each kind that was ever seen.
    """
    silent = [at for at in seen if now - at > patience.one]
    if seen and now - max(seen) > patience.all:
        silent.append(max(seen))
    return min(silent, default=None)


def are_all_back(seen: Collection[datetime], now: datetime, patience: OutageLimits) -> bool:
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


def _last(loop: str) -> ScalarSelect[datetime]:
    last = select(func.max(PULSE.c.at)).where(PULSE.c.loop == loop, PULSE.c.at <= bindparam("pulse_before"))
    return last.scalar_subquery()


DOORS = (_IS_OUT.label("is_out"), _last(WEB).label("web_at"), _last(JOBS).label("jobs_at"))
"""Columns that tell whether the doors are closed, for statements that ask for something else too."""
_DOORS = select(*DOORS)


@dataclass(frozen=True, slots=True)
class OutageView:
    """A time when the service was down."""

    began_at: datetime
    ended_at: datetime | None
    settled_at: datetime | None


def are_doors_closed(reader: Reader) -> bool:
    """Whether players cannot, or could not just now, hand their turns in: then no deadline is enforced."""
    row = reader.connection.execute(_DOORS, asked_of_doors(reader)).one()
    return are_closed_by(reader, row.web_at, row.jobs_at, is_out=row.is_out)


def asked_of_doors(reader: Reader) -> dict[str, datetime]:
    """The parameters of `DOORS`."""
    return {
        "outage_after": reader.now - ENOUGH,
        "outage_before": reader.now + ENOUGH,
        "pulse_before": latest_believed(reader),
    }


def are_closed_by(reader: Reader, *last: datetime | None, is_out: bool) -> bool:
    """Whether the doors are closed, by the columns of `DOORS`; *last* are those of the signs of life."""
    # Or nobody has noted it yet: a machine wakes up, a database is back.
    seen = [at for at in last if at is not None]
    return is_out or closed_since(seen, reader.now, _patience(reader)) is not None


def live(uow: UnitOfWork, owner: str, loops: Collection[str]) -> None:
    """Note that these *loops* of the process *owner* are alive; and first, how long everything was silent."""
    began_at = _closed_since(uow)
    if began_at is not None or _find_open(uow) is not None:
        _lock(uow)
        _note_begin(uow)
        beat(uow, owner, loops)
        _note_end(uow)
    else:
        beat(uow, owner, loops)


def outages(reader: Reader, most: int = 10) -> tuple[OutageView, ...]:
    """The latest outages, the last one first."""
    columns = (_OUTAGE.c.began_at, _OUTAGE.c.ended_at, _OUTAGE.c.settled_at)
    found = reader.connection.execute(select(*columns).order_by(_OUTAGE.c.began_at.desc()).limit(most))
    return tuple(OutageView(*row) for row in found)


def _note_begin(uow: UnitOfWork) -> None:
    """Write down that the doors are closed, or since when they really are; with the lock, and so only once."""
    began_at, known = _closed_since(uow), _find_open(uow)
    if began_at is None:
        return
    if known is not None:
        began_at = min(began_at, known.began_at)
        uow.connection.execute(update(_OUTAGE).where(_OUTAGE.c.id == known.id).values(began_at=began_at))
        return
    began_at = _after_others(uow, began_at)
    _LOG.error("The doors are closed since %s: no deadline is enforced until that is settled.", began_at)
    uow.connection.execute(insert(_OUTAGE).values(began_at=began_at))


def _after_others(uow: UnitOfWork, began_at: datetime) -> datetime:
    """When an outage begins that seems to have begun at *began_at*: no minute is given back twice."""
    earlier = select(_OUTAGE.c.ended_at).where(_OUTAGE.c.began_at <= began_at).order_by(_OUTAGE.c.ended_at.desc())
    last = uow.connection.execute(earlier.limit(1)).scalar()
    # One that ends in the time to come was noted by a clock that went wrong.
    if last is not None and began_at <= last <= uow.now:
        began_at = last + _MOMENT
    same = select(_OUTAGE.c.id)
    while uow.connection.execute(same.where(_OUTAGE.c.began_at == began_at)).first() is not None:
        began_at += _MOMENT
    return began_at


def _note_end(uow: UnitOfWork) -> None:
    """Write down that the doors are open again, if they are."""
    known = _find_open(uow)
    if known is not None and are_all_back(_seen(uow), uow.now, _patience(uow)):
        ended_at = max(uow.now, known.began_at)
        _LOG.warning("The doors are open again, after %s.", ended_at - known.began_at)
        uow.connection.execute(update(_OUTAGE).where(_OUTAGE.c.id == known.id).values(ended_at=ended_at))


def _closed_since(reader: Reader) -> datetime | None:
    return closed_since(_seen(reader), reader.now, _patience(reader))


def _seen(reader: Reader) -> Collection[datetime]:
    """The last signs of life of the kinds that players need: mail servers elsewhere keep mails and try again."""
    return [at for loop, at in last_seen(reader).items() if loop in (WEB, JOBS)]


def _patience(reader: Reader) -> OutageLimits:
    usual = OutageLimits()
    return OutageLimits(reader.machine(usual.one), reader.machine(usual.all))


def _find_open(reader: Reader) -> Row[Any, Any] | None:
    lasting = select(_OUTAGE.c.id, _OUTAGE.c.began_at).where(_OUTAGE.c.ended_at.is_(None)).limit(1)
    return reader.connection.execute(lasting).first()


def _lock(uow: UnitOfWork) -> None:
    if not uow.is_sqlite:
        uow.connection.execute(text("SELECT pg_advisory_xact_lock(:number)"), {"number": _LOCK})
