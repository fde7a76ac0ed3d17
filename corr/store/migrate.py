"""Bringing a database to the newest layout, and asking how far it is."""

import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache

from sqlalchemy import inspect, text
from sqlalchemy.engine import Connection

from corr.errors import ConfigError
from corr.lazy_import import LazyImport
from corr.resources import migrations_folder
from corr.store.db import Database
from corr.store.statements import lift_limits

_OWN_NOTE = "alembic_version"
"""The table in which migrations note how far they are."""
_RUN: LazyImport[Callable[[Connection], None]] = LazyImport("corr.store.run_migrations:run_migrations")
"""Loaded only where something has to be done, which is once after an upgrade."""
_LOCK = 7_263_418_905
"""The number of the advisory lock that migrations hold on PostgreSQL; nothing else uses it."""
_LOG = logging.getLogger(__name__)


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
            _RUN.load()(connection)
        return before


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
