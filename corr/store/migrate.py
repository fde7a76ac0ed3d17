"""Opening the database when a process starts: it is brought to the newest layout, or it is said why that cannot be."""

import logging
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

from sqlalchemy import inspect, text
from sqlalchemy.engine import Connection, make_url
from sqlalchemy.exc import DBAPIError, SQLAlchemyError

from corr.config.values import PostgresAccess
from corr.errors import ConfigError, UnreachableError
from corr.lazy_import import LazyImport
from corr.resources import migrations_folder
from corr.store.base import lift_limits
from corr.store.db import DIRECT, Database

if TYPE_CHECKING:
    from alembic.config import Config

_OWN_NOTE = "alembic_version"
"""The table in which migrations note how far they are."""
_ALEMBIC_CONFIG: LazyImport[type["Config"]] = LazyImport("alembic.config:Config")
_ALEMBIC_UPGRADE: LazyImport[Callable[["Config", str], None]] = LazyImport("alembic.command:upgrade")
"""Alembic is loaded only where something has to be done, which is once after an upgrade."""
_LOCK = 7_263_418_905
"""The number of the advisory lock that migrations hold on PostgreSQL; nothing else uses it."""
_LOG = logging.getLogger(__name__)
_LONGEST = 300


@dataclass(frozen=True, slots=True)
class Layout:
    """How far a database is."""

    current: str | None
    """The last migration that ran; None for an empty database."""
    newest: str
    """The last one of this version."""
    is_known: bool
    """Whether this version knows where the database is; not if a newer one was there."""

    @property
    def is_newest(self) -> bool:
        """Whether nothing is left to be done."""
        return self.current == self.newest


def upgrade(database: Database) -> Layout:
    """
    Run every migration that has not run yet; what the layout was before. Several at once are safe: one works, the
    others wait and find nothing to do.

    :raises ConfigError: the database was made by a newer version, or holds tables of another program.
    """
    with _one_at_a_time(database) as connection:
        before = layout_of(connection)
        if not before.is_newest:
            _check_ours(connection, before)
            _run_migrations(connection)
        return before


def _run_migrations(connection: Connection) -> None:
    """Run every migration that has not run yet, inside the transaction of *connection*."""
    config = _ALEMBIC_CONFIG.load()()
    config.set_main_option("script_location", str(migrations_folder()).replace("%", "%%"))
    config.attributes["connection"] = connection
    _ALEMBIC_UPGRADE.load()(config, "head")


def layout_of(connection: Connection) -> Layout:
    """How far the database is, without changing it."""
    current = _current(connection)
    known = _known()
    return Layout(current, known[-1], is_known=current is None or current in known)


def _current(connection: Connection) -> str | None:
    """The last migration that ran; None if none did."""
    if not inspect(connection).has_table(_OWN_NOTE):
        return None
    current: str | None = connection.execute(text(f"SELECT version_num FROM {_OWN_NOTE}")).scalar_one_or_none()  # noqa: S608 - our own name
    return current


@cache
def _known() -> tuple[str, ...]:
    """All migrations of this version in their order, by the numbers that their files begin with."""
    return tuple(sorted(path.name.partition("_")[0] for path in (migrations_folder() / "versions").glob("[0-9]*_*.py")))


def _check_ours(connection: Connection, found: Layout) -> None:
    """
    Make sure that migrations can begin where the database is.

    :raises ConfigError: they cannot.
    """
    if found.current is None and set(inspect(connection).get_table_names()) - {_OWN_NOTE}:
        raise ConfigError(
            "The database holds tables of another program. Name an empty one with CORR_DATABASE_URL, or another folder "
            "with CORR_VAR."
        )
    if not found.is_known:
        raise ConfigError(
            f"The database was made by a newer version of Corr: its layout is {found.current}, and this version knows "
            f"none after {found.newest}. Install that version again, or restore a backup."
        )


@contextmanager
def _one_at_a_time(database: Database) -> Iterator[Connection]:
    """One transaction around all migrations: they run wholly or not at all, on SQLite too."""
    with database.patience.within(None), database.writing() as connection:
        if not database.is_sqlite:
            _wait_for_lock(connection)
        yield connection


def _wait_for_lock(connection: Connection) -> None:
    """Wait as long as it takes: until another process has finished, and for each step of one's own."""
    lift_limits(connection)
    lock = {"number": _LOCK}
    if not connection.execute(text("SELECT pg_try_advisory_xact_lock(:number)"), lock).scalar_one():
        _LOG.warning("Another process is at work on the layout of the database; this one waits for it.")
        connection.execute(text("SELECT pg_advisory_xact_lock(:number)"), lock)


def open_database(url: str, limit: float | None = None, access: PostgresAccess = DIRECT) -> tuple[Database, Layout]:
    """
    The database at *url*, brought up to date, and how far it was before.

    :param limit: how many seconds a unit of work may wait for it afterwards; None for as long as it takes.
    :param access: how the servers of PostgreSQL are used.
    :raises ConfigError: there is none, it cannot be reached, it is damaged, or it is none of ours.
    """
    try:
        database = Database(url, limit, access)
    except (SQLAlchemyError, ValueError):
        setting = "CORR_DATABASE_REPLICA_URL" if _is_readable(url) else "CORR_DATABASE_URL"
        raise ConfigError(
            f"{setting} cannot be read. Check its host and port; in a password, write @ as %40, / as %2F and % as %25."
        ) from None
    try:
        before = upgrade(database)
        _check_writable(database)
    except (DBAPIError, OSError, UnreachableError) as fault:
        database.close()
        _LOG.debug("the database could not be opened", exc_info=True)
        raise ConfigError(_told(database, fault.__cause__ if isinstance(fault, UnreachableError) else fault)) from None
    except ConfigError:
        database.close()
        raise
    _check_replica(database, access.replica_url)
    return database, before


def _is_readable(url: str) -> bool:
    try:
        make_url(url)
    except (SQLAlchemyError, ValueError):
        return False
    return True


def _check_replica(database: Database, url: str | None) -> None:
    """
    Make sure that the replica's address is one that the driver understands; the replica may be away.

    :raises ConfigError: it is none.
    """
    try:
        with suppress(UnreachableError), database.watching():
            pass
    except DBAPIError as fault:
        database.close()
        raise ConfigError(
            f"The replica cannot be used: {_reason(url or '', fault)}. Check CORR_DATABASE_REPLICA_URL."
        ) from None


def _check_writable(database: Database) -> None:
    """
    Make sure that something can be written: what is up to date was only read so far.

    :raises ConfigError: nothing can.
    """
    if database.is_sqlite:
        path = make_url(database.url).database or ""
        if not os.access(path, os.W_OK):
            raise ConfigError(f"Nothing can be written into the database {path}. Let it belong to this account.")
    else:
        with database.engine.connect() as connection:
            state = connection.execute(text("SHOW transaction_read_only")).scalar_one()
        if state == "on":
            raise ConfigError("Nothing can be written into the database: it is a replica, or set to be read only.")


def _told(database: Database, fault: BaseException | None) -> str:
    """What the driver or the system says, without the password that it may repeat."""
    reason = _reason(database.url, fault)
    if database.is_sqlite:
        path = make_url(database.url).database
        return f"The database {path} cannot be used: {reason}. Check CORR_VAR and CORR_DATABASE_URL."
    return f"The database cannot be used: {reason}. Check CORR_DATABASE_URL, and that the server runs."


def _reason(address: str, fault: BaseException | None) -> str:
    said = fault.strerror or "" if isinstance(fault, OSError) else str(getattr(fault, "orig", fault))
    reason, url = " ".join(said.split()), make_url(address)
    if url.password:
        reason = reason.replace(str(url.password), "…")
    return reason[:_LONGEST].rstrip(".?!")
