"""
The composition root, which puts the parts of a service together as the settings say.

Here are the data of a service and its clock, which is another one in a rehearsal; and the data alone, for commands. A
whole service has a module of its own, so that a command loads no more than it needs.
"""

import os
from collections.abc import Iterator
from contextlib import closing, contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path

from sqlalchemy.engine import make_url

from corr.administration.installation import Rehearsal, become_rehearsal, find_rehearsal
from corr.base.uow import Reader, ServiceClock, UnitOfWork, Workshop
from corr.config import Settings
from corr.errors import ConfigError
from corr.games.registry import Registry
from corr.store.db import Database
from corr.store.migrate import Layout, open_database

_NOT_HERE = (
    "A rehearsal runs only where CORR_URL, CORR_WEB_LISTEN, CORR_MAIL_LISTEN, CORR_LMTP_LISTEN, CORR_SMTP_URL and "
    "CORR_IMAP_URL name this machine alone, by loopback addresses, and no CORR_PROXIES are set."
)
_A_WHILE = timedelta(days=1)
"""The least time that the calendar of a rehearsal must have left."""


class SystemClock:
    """The clock of this machine."""

    def now(self) -> datetime:
        """The present moment, aware and UTC."""
        return datetime.now(UTC)

    def machine(self, span: timedelta) -> timedelta:
        """The same *span*: this clock runs as fast as the machine's."""
        return span


class RehearsalClock:
    """The clock of a rehearsal, which runs faster and is the same for all processes."""

    def __init__(self, rehearsal: Rehearsal) -> None:
        self._rehearsal = rehearsal

    def now(self) -> datetime:
        """The present moment of the rehearsal."""
        return self._rehearsal.at(datetime.now(UTC))

    def machine(self, span: timedelta) -> timedelta:
        """A *span* of the machine's time in the time of the rehearsal."""
        return span * self._rehearsal.factor


def check_alone(settings: Settings) -> None:
    """
    Make sure that only this machine can reach a rehearsal.

    :raises ConfigError: others could reach it.
    """
    if not settings.is_on_one_machine:
        raise ConfigError(_NOT_HERE)


def service_clock(settings: Settings, database: Database) -> ServiceClock:
    """
    The clock of the service that uses *database*.

    :raises ConfigError: the database is a rehearsal, and others can reach the service, or its calendar has ended.
    """
    with Workshop(database, SystemClock(), Registry([]), secret=b"").look() as reader:
        rehearsal = find_rehearsal(reader)
    if rehearsal is None:
        return SystemClock()
    if not settings.is_on_one_machine:
        raise ConfigError(f"This database belongs to a rehearsal, in which time runs faster. {_NOT_HERE}")
    clock = RehearsalClock(rehearsal)
    try:
        clock.now() + clock.machine(_A_WHILE)
    except OverflowError:
        raise ConfigError("This rehearsal has come to the end of the calendar. Begin another one.") from None
    return clock


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
