"""Access to the database alone, for commands that serve nobody."""

import os
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from sqlalchemy.engine import make_url

from corr.administration.installation import Rehearsal, become_rehearsal
from corr.base.uow import Reader, UnitOfWork, Workshop
from corr.config import Settings
from corr.errors import ConfigError
from corr.games.registry import Registry
from corr.store.migrate import Layout, open_database
from corr.wiring.service_clock import SystemClock, check_alone, service_clock


@contextmanager
def looking(settings: Settings) -> Iterator[Reader]:
    """
    The data for a command that only reads; the database is migrated first.

    :raises ConfigError: there is no database yet, or it cannot be used.
    """
    with keeping(settings) as workshop, workshop.look() as reader:
        yield reader


@contextmanager
def changing(settings: Settings) -> Iterator[UnitOfWork]:
    """
    The data for a command that changes it in one transaction; the database is migrated first.

    :raises ConfigError: there is no database yet, or it cannot be used.
    """
    with keeping(settings) as workshop, workshop.open() as uow:
        yield uow


@contextmanager
def keeping(settings: Settings) -> Iterator[Workshop]:
    """
    The data for a command that opens it several times; the database is migrated first.

    :raises ConfigError: there is no database yet, or it cannot be used.
    """
    path = make_url(settings.database_url).database if settings.is_sqlite else None
    if path and not Path(path).exists():
        raise ConfigError(f"There is no database {path}. Check CORR_VAR and CORR_DATABASE_URL.")
    database, _ = open_database(settings.database_url, access=settings.postgres_access)
    with closing(database):
        # Commands sign nothing, so they need no secret.
        yield Workshop(database, service_clock(settings, database), Registry.discover(), secret=b"")


def rehearse(settings: Settings, factor: int) -> Rehearsal:
    """
    Let the time of an empty database run *factor* times as fast; from then on it can only serve as a rehearsal.

    :raises ConfigError: others could reach the service, or the database cannot be used.
    :raises InputError: the factor is out of bounds.
    :raises NotAllowedError: the database has been in use.
    """
    check_alone(settings)
    make_folder(settings.var)
    database, _ = open_database(settings.database_url, access=settings.postgres_access)
    with closing(database), Workshop(database, SystemClock(), Registry([]), secret=b"").open() as uow:
        return become_rehearsal(uow, factor)


def migrate(settings: Settings) -> Layout:
    """
    Migrate the database to the newest revision; its layout before that.

    :raises ConfigError: the folder for it or the database cannot be used.
    """
    make_folder(settings.var)
    database, before = open_database(settings.database_url, access=settings.postgres_access)
    database.close()
    return before


def make_folder(folder: Path) -> None:
    """
    Make the folder for all files of the service, readable only for its owner.

    :raises ConfigError: it cannot be made.
    """
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as fault:
        raise ConfigError(f"CORR_VAR: the folder {folder} cannot be made: {fault.strerror}.") from None
    if not os.access(folder, os.W_OK | os.X_OK):
        raise ConfigError(f"CORR_VAR: nothing can be written into the folder {folder}.")
