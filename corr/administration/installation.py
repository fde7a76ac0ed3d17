"""Marks of the database: whether it is that of a demo, or of a rehearsal, in which time runs faster."""

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import Table, insert, select
from sqlalchemy.exc import IntegrityError

from corr.base.uow import Reader, UnitOfWork
from corr.errors import InputError, NotAllowedError
from corr.store.base import table
from corr.store.tables.clocks import Pulse, Setting
from corr.store.tables.player_accounts import Player

_DEMO = "demo"
FASTEST = 10_000
"""How many times as fast as real time a rehearsal runs at most."""
_REHEARSAL = "rehearsal"
_SETTING = table(Setting)


def is_demo(reader: Reader) -> bool:
    """Whether the database belongs to a demo, in which anybody at this machine may sign in as the demo players."""
    found = reader.connection.execute(select(_SETTING.c.value).where(_SETTING.c.name == _DEMO))
    return found.first() is not None


def become_demo(uow: UnitOfWork) -> bool:
    """
    Mark an empty database as a demo for ever; False if it was one before.

    :raises NotAllowedError: it has players.
    """
    if is_demo(uow):
        return False
    if uow.connection.execute(select(table(Player).c.id).limit(1)).first() is not None:
        raise NotAllowedError(
            "This database holds real players, so it cannot become a demo. Start without --demo, or name another "
            "folder for the demo, such as CORR_VAR=var/demo."
        )
    try:
        with uow.attempt():
            uow.connection.execute(insert(_SETTING).values(name=_DEMO, value="yes"))
    except IntegrityError:
        # Another process, which started at the same time, was faster.
        return False
    return True


def refuse_demo(reader: Reader) -> None:
    """
    Refuse to run a real service on a demo's database.

    :raises NotAllowedError: it is one.
    """
    if is_demo(reader):
        raise NotAllowedError(
            "This database belongs to a demo: anybody at this machine could sign in as its players. Start with "
            "--demo, or name another folder for the real service, such as CORR_VAR=var/real."
        )


@dataclass(frozen=True, slots=True)
class Rehearsal:
    """The clock of a rehearsal."""

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
    """The rehearsal that this database belongs to; None if it belongs to none."""
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
