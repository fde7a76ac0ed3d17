"""Opening the database alone: all that a command needs which serves nobody."""

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
from corr.store.connect import open_database
from corr.store.migrate import Layout
from corr.wiring.service_clock import SystemClock, check_alone, service_clock


@contextmanager
def looking(settings: Settings) -> Iterator[Reader]:
    """
    What a service keeps, for a command that only reads; the database is brought up to date first.

    :raises ConfigError: there is no database yet, or it cannot be used.
    """
    with keeping(settings) as workshop, workshop.look() as reader:
        yield reader


@contextmanager
def changing(settings: Settings) -> Iterator[UnitOfWork]:
    """
    What a service keeps, for a command that changes it in one transaction; the database is brought up to date first.

    :raises ConfigError: there is no database yet, or it cannot be used.
    """
    with keeping(settings) as workshop, workshop.open() as uow:
        yield uow


@contextmanager
def keeping(settings: Settings) -> Iterator[Workshop]:
    """
    What a service keeps, for a command that opens it again and again; the database is brought up to date first.

    :raises ConfigError: there is no database yet, or it cannot be used.
    """
    path = make_url(settings.database_url).database if settings.is_sqlite else None
    if path and not Path(path).exists():
        raise ConfigError(f"There is no database {path}. Check CORR_VAR and CORR_DATABASE_URL.")
    database, _ = open_database(settings.database_url)
    with closing(database):
        # Nothing is signed by a command.
        yield Workshop(database, service_clock(settings, database), Registry.discover(), secret=b"")


def rehearse(settings: Settings, factor: int) -> Rehearsal:
    """
    Let the time of an empty database run faster from now on; it serves as nothing but a rehearsal for ever.

    :raises ConfigError: others could reach the service, or the database cannot be used.
    :raises InputError: the factor is out of bounds.
    :raises NotAllowedError: the database has been in use.
    """
    check_alone(settings)
    make_folder(settings.var)
    database, _ = open_database(settings.database_url)
    with closing(database), Workshop(database, SystemClock(), Registry([]), secret=b"").open() as uow:
        return become_rehearsal(uow, factor)


def migrate(settings: Settings) -> Layout:
    """
    Bring the database up to date; how far it was before.

    :raises ConfigError: the folder for it or the database cannot be used.
    """
    make_folder(settings.var)
    database, before = open_database(settings.database_url)
    database.close()
    return before


def make_folder(folder: Path) -> None:
    """
    Make the folder for everything that is kept, readable for its owner alone.

    :raises ConfigError: it cannot be made.
    """
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as fault:
        raise ConfigError(f"CORR_VAR: the folder {folder} cannot be made: {fault.strerror}.") from None
    if not os.access(folder, os.W_OK | os.X_OK):
        raise ConfigError(f"CORR_VAR: nothing can be written into the folder {folder}.")
