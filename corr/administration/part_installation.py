"""What the service knows of itself: whether its database is a demo."""

from sqlalchemy import insert, select
from sqlalchemy.exc import IntegrityError

from corr.base.uow import Reader, UnitOfWork
from corr.errors import NotAllowedError
from corr.store.base import table
from corr.store.tables.accounts import Player
from corr.store.tables.running import Setting

_DEMO = "demo"


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
    try:
        with uow.attempt():
            uow.session.execute(insert(table(Setting)).values(name=_DEMO, value="yes"))
    except IntegrityError:
        # Another process, which started at the same time, was faster.
        return False
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
