"""What the service knows of itself: whether its database is a demo, and that its loops are alive."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlalchemy import delete, insert, select

from corr.errors import NotAllowedError
from corr.service.uow import Reader, UnitOfWork
from corr.store.base import table
from corr.store.tables.accounts import Player
from corr.store.tables.running import Pulse, Setting

_DEMO = "demo"
_KEPT = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class PulseView:
    """The last sign of life of one loop of one process."""

    loop: str
    owner: str
    at: datetime


def is_demo(reader: Reader) -> bool:
    """Whether the database belongs to a demo, in which anybody at this machine may sign in as the demo players."""
    settings = table(Setting)
    found = reader.connection.execute(select(settings.c.value).where(settings.c.name == _DEMO))
    return found.first() is not None


def become_demo(uow: UnitOfWork) -> bool:
    """
    Mark an empty database as a demo for ever; whether it was not one before.

    :raises NotAllowedError: real people play there.
    """
    if is_demo(uow):
        return False
    if uow.session.execute(select(table(Player).c.id).limit(1)).first() is not None:
        raise NotAllowedError(
            "This database holds real players, so it cannot become a demo. Start without --demo, or name another "
            "folder for the demo, such as CORR_VAR=var/demo."
        )
    uow.session.execute(insert(table(Setting)).values(name=_DEMO, value="yes"))
    return True


def refuse_demo(reader: Reader) -> None:
    """
    Make sure that a real service does not run on a demo's database.

    :raises NotAllowedError: it is a demo's.
    """
    if is_demo(reader):
        raise NotAllowedError(
            "This database belongs to a demo: anybody at this machine could sign in as its players. Start with "
            "--demo, or name another folder for the real service, such as CORR_VAR=var/real."
        )


def beat(uow: UnitOfWork, owner: str, loops: Collection[str]) -> None:
    """Note that these *loops* of the process *owner* are alive, and forget processes that are long gone."""
    rows = table(Pulse)
    mine = (rows.c.owner == owner) & rows.c.loop.in_(loops)
    uow.session.execute(delete(rows).where(mine | (rows.c.at < uow.now - _KEPT)))
    if loops:
        uow.session.execute(insert(rows), [{"loop": loop, "owner": owner, "at": uow.now} for loop in loops])


def pulses(reader: Reader) -> tuple[PulseView, ...]:
    """The signs of life of all loops of all processes, the latest first."""
    rows = table(Pulse)
    found = reader.connection.execute(select(rows.c.loop, rows.c.owner, rows.c.at).order_by(rows.c.at.desc()))
    return tuple(PulseView(*row) for row in found)
