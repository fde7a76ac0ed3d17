"""
Outages: times when players could not reach the service, so that no deadline is enforced.

They are judged by the last heartbeat of each kind of process that players need.
"""

import logging
from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, NamedTuple

from sqlalchemy import Row, ScalarSelect, and_, bindparam, exists, func, insert, or_, select, text, update

from corr.base.heartbeat import JOBS, PULSE, WEB, beat, last_seen, latest_believed
from corr.base.uow import Reader, UnitOfWork
from corr.store.base import table
from corr.store.compiled_statements import CompiledQuery
from corr.store.tables.clocks import Outage

ENOUGH = timedelta(minutes=15)
"""A longer outage is given back as a whole; and after any outage nobody's time runs out for so long."""
_KNOWN = "is outage"
"""The key under which a reader knows whether there is one; ids of games, which are keys too, have no blanks."""
_LOG = logging.getLogger(__name__)
_OUTAGE = table(Outage)
_MOMENT = timedelta(microseconds=1)
_LOCK = 7_263_418_906
"""The number of the advisory lock on PostgreSQL that is held by whoever notes an outage; nothing else uses it."""
# An end far in the future was noted by a machine whose clock was wrong.
_IS_OUT = exists().where(
    or_(
        _OUTAGE.c.ended_at.is_(None),
        _OUTAGE.c.settled_at.is_(None),
        and_(_OUTAGE.c.ended_at > bindparam("outage_after"), _OUTAGE.c.ended_at < bindparam("outage_before")),
    )
)


@dataclass(frozen=True, slots=True)
class OutageLimits:
    """How long heartbeats may be missing before that is an outage."""

    one: timedelta = timedelta(minutes=15)
    """For one kind of process, while others are alive."""
    all: timedelta = timedelta(minutes=1)
    """For all kinds together."""


def closed_since(seen: Collection[datetime], now: datetime, patience: OutageLimits) -> datetime | None:
    """
    Since when there is an outage; None if there is none.

    :param seen: the last heartbeat of each kind of process that was ever seen.
    """
    silent = [at for at in seen if now - at > patience.one]
    if seen and now - max(seen) > patience.all:
        silent.append(max(seen))
    return min(silent, default=None)


def are_all_back(seen: Collection[datetime], now: datetime, patience: OutageLimits) -> bool:
    """Whether each kind of process that was ever seen is alive, so that an outage is over."""
    return all(now - at <= patience.all for at in seen)


def credited(due_at: datetime, began_at: datetime, ended_at: datetime, *, given_until: datetime) -> timedelta:
    """
    The credit for an outage of a clock that ran until *due_at*: the whole outage if it was long, and in any case enough
    to have `ENOUGH` time left after it.

    :param given_until: up to when the clock was credited for the same outage before; *began_at* if it was not.
    """
    owed = ended_at - given_until if ended_at - began_at > ENOUGH else timedelta(0)
    return max(owed, ended_at + ENOUGH - due_at, timedelta(0))


def _last(loop: str) -> ScalarSelect[datetime]:
    last = select(func.max(PULSE.c.at)).where(PULSE.c.loop == loop, PULSE.c.at <= bindparam("pulse_before"))
    return last.scalar_subquery()


OUTAGE_COLUMNS = (_IS_OUT.label("is_out"), _last(WEB).label("web_at"), _last(JOBS).label("jobs_at"))
"""Columns that tell whether there is an outage, for statements that ask for something else too."""


class _StateRow(NamedTuple):
    is_out: bool
    web_at: datetime | None
    jobs_at: datetime | None


_OUTAGE_STATE = CompiledQuery(select(*OUTAGE_COLUMNS), _StateRow)


@dataclass(frozen=True, slots=True)
class OutageView:
    """A time when the service was down."""

    began_at: datetime
    ended_at: datetime | None
    settled_at: datetime | None


def is_outage(reader: Reader) -> bool:
    """Whether players cannot hand in their turns, or could not a moment ago: then no deadline is enforced."""
    known = reader.known.get(_KNOWN)
    if isinstance(known, bool):
        return known
    row = reader.rows(_OUTAGE_STATE, outage_parameters(reader))[0]
    return is_outage_by(reader, row.web_at, row.jobs_at, is_out=row.is_out)


def outage_parameters(reader: Reader) -> dict[str, datetime]:
    """The parameters of `OUTAGE_COLUMNS`."""
    return {
        "outage_after": reader.now - ENOUGH,
        "outage_before": reader.now + ENOUGH,
        "pulse_before": latest_believed(reader),
    }


def is_outage_by(reader: Reader, *last: datetime | None, is_out: bool) -> bool:
    """Whether there is an outage, by the values of `OUTAGE_COLUMNS`; *last* are those of the heartbeats."""
    # An outage may not have been noted yet: a machine wakes up, a database is back.
    seen = [at for at in last if at is not None]
    found = is_out or closed_since(seen, reader.now, _patience(reader)) is not None
    if not isinstance(reader, UnitOfWork):
        reader.known[_KNOWN] = found
    return found


def note_alive(uow: UnitOfWork, owner: str, loops: Collection[str]) -> None:
    """Record that these *loops* of the process *owner* are alive; and before that, an outage if there was one."""
    began_at = _closed_since(uow)
    if began_at is not None or _find_open(uow) is not None:
        _lock(uow)
        _note_begin(uow)
        beat(uow, owner, loops)
        _note_end(uow)
    else:
        beat(uow, owner, loops)


def outages(reader: Reader, most: int = 10) -> tuple[OutageView, ...]:
    """The latest outages, newest first."""
    columns = (_OUTAGE.c.began_at, _OUTAGE.c.ended_at, _OUTAGE.c.settled_at)
    found = reader.connection.execute(select(*columns).order_by(_OUTAGE.c.began_at.desc()).limit(most))
    return tuple(OutageView(*row) for row in found)


def _note_begin(uow: UnitOfWork) -> None:
    """Record that there is an outage, or that it began earlier than known; under the lock, and so only once."""
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
    """*began_at*, or later where an earlier outage covers it: no minute is given back twice."""
    earlier = select(_OUTAGE.c.ended_at).where(_OUTAGE.c.began_at <= began_at).order_by(_OUTAGE.c.ended_at.desc())
    last = uow.connection.execute(earlier.limit(1)).scalar()
    # One that ends in the future was noted by a machine whose clock was wrong.
    if last is not None and began_at <= last <= uow.now:
        began_at = last + _MOMENT
    same = select(_OUTAGE.c.id)
    while uow.connection.execute(same.where(_OUTAGE.c.began_at == began_at)).first() is not None:
        began_at += _MOMENT
    return began_at


def _note_end(uow: UnitOfWork) -> None:
    """Record that the outage is over, if it is."""
    known = _find_open(uow)
    if known is not None and are_all_back(_seen(uow), uow.now, _patience(uow)):
        ended_at = max(uow.now, known.began_at)
        _LOG.warning("The doors are open again, after %s.", ended_at - known.began_at)
        uow.connection.execute(update(_OUTAGE).where(_OUTAGE.c.id == known.id).values(ended_at=ended_at))


def _closed_since(reader: Reader) -> datetime | None:
    return closed_since(_seen(reader), reader.now, _patience(reader))


def _seen(reader: Reader) -> Collection[datetime]:
    """The last heartbeats of the kinds that players need. Mail is none: other mail servers keep mails and try again."""
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
