"""Bringing a database to the newest layout, and asking how far it is."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from alembic import command
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import text
from sqlalchemy.engine import Connection

from corr.resources import migrations_folder
from corr.store.db import Database

_LOCK = 7_263_418_905
"""The number of the advisory lock that migrations hold on PostgreSQL; nothing else uses it."""


@dataclass(frozen=True, slots=True)
class Layout:
    """How far a database is."""

    current: str | None
    """The last migration that ran; None for an empty database."""
    newest: str

    @property
    def is_newest(self) -> bool:
        """Whether nothing is left to be done."""
        return self.current == self.newest


def upgrade(database: Database) -> Layout:
    """
    Run every migration that has not run yet; what the layout was before. Several at once are safe: one works, the
    others wait and find nothing to do.
    """
    with _one_at_a_time(database) as connection:
        before = _layout(connection)
        if not before.is_newest:
            config = _config()
            config.attributes["connection"] = connection
            command.upgrade(config, "head")
        return before


def layout(database: Database) -> Layout:
    """How far the database is, without changing it."""
    with database.engine.connect() as connection:
        return _layout(connection)


def _layout(connection: Connection) -> Layout:
    newest = ScriptDirectory.from_config(_config()).get_current_head()
    assert newest is not None
    return Layout(MigrationContext.configure(connection).get_current_revision(), newest)


@contextmanager
def _one_at_a_time(database: Database) -> Iterator[Connection]:
    """One transaction around all migrations: they run wholly or not at all, on SQLite too."""
    with database.writing() as session:
        connection = session.connection()
        if not database.is_sqlite:
            connection.execute(text("SELECT pg_advisory_xact_lock(:number)"), {"number": _LOCK})
        yield connection


def _config() -> Config:
    config = Config()
    config.set_main_option("script_location", str(migrations_folder()).replace("%", "%%"))
    return config
