"""
Rehearsals: a database whose time runs faster, so that days of play can be tried out within minutes.

Factor and origin stand in the database itself, so that every process has the same time. A real service never runs on
such a database: the caller makes sure that nobody but this machine can reach it.
"""

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import Table, insert, select

from corr.base.uow import Reader, UnitOfWork
from corr.errors import InputError, NotAllowedError
from corr.store.base import table
from corr.store.tables.accounts import Player
from corr.store.tables.running import Pulse, Setting

FASTEST = 10_000
_REHEARSAL = "rehearsal"
_SETTING = table(Setting)


@dataclass(frozen=True, slots=True)
class Rehearsal:
    """How time runs in a rehearsal."""

    factor: int
    """How many times as fast as on the machine's clock."""
    origin: datetime
    """The moment at which both clocks show the same."""

    def at(self, moment: datetime) -> datetime:
        """
        What the rehearsal's clock shows while the machine's shows *moment*.

        :raises OverflowError: it has come to the end of the calendar.
        """
        return self.origin + (moment - self.origin) * self.factor


def find_rehearsal(reader: Reader) -> Rehearsal | None:
    """How time runs in this database; None if it is no rehearsal."""
    found = reader.connection.execute(select(_SETTING.c.value).where(_SETTING.c.name == _REHEARSAL)).scalar()
    if found is None:
        return None
    factor, _, origin = str(found).partition(" ")
    return Rehearsal(int(factor), datetime.fromisoformat(origin))


def become_rehearsal(uow: UnitOfWork, factor: int) -> Rehearsal:
    """
    Mark an empty database as a rehearsal for ever; its time runs faster from now on.

    :raises InputError: the factor is out of bounds.
    :raises NotAllowedError: the database has been in use.
    """
    if not 1 <= factor <= FASTEST:
        raise InputError(f"A rehearsal’s time runs from 1 to {FASTEST:,} times as fast, not {factor:,} times.")
    if find_rehearsal(uow) is not None:
        raise NotAllowedError("This database is a rehearsal already; its time cannot be changed any more.")
    if _has_rows(uow, table(Player)):
        raise NotAllowedError("This database holds players, so it cannot become a rehearsal. Name an empty one.")
    if _has_rows(uow, table(Pulse)):
        raise NotAllowedError(
            "A service runs on this database, or did so within a day, so it cannot become a rehearsal. "
            "Name an empty one."
        )
    rehearsal = Rehearsal(factor, uow.now)
    uow.connection.execute(insert(_SETTING).values(name=_REHEARSAL, value=f"{factor} {uow.now.isoformat()}"))
    return rehearsal


def _has_rows(reader: Reader, rows: Table) -> bool:
    return reader.connection.execute(select(rows).limit(1)).first() is not None
