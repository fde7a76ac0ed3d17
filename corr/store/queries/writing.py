"""Statements that both databases know but SQLAlchemy spells in two ways."""

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

from sqlalchemy import Insert, Table
from sqlalchemy.dialects import postgresql, sqlite
from sqlmodel import Session


def add_new(session: Session, rows: Table, values: Sequence[Mapping[str, Any]], *, unique: str) -> None:
    """Insert those of *values* whose *unique* column is not there yet. All must have the same keys."""
    connection = session.connection()
    # A list of values, even of one, goes through the driver's executemany: one statement, compiled once.
    connection.execute(_insert(rows, unique, connection.dialect.name), [dict(value) for value in values])


@cache
def _insert(rows: Table, unique: str, dialect: str) -> Insert:
    if dialect == "sqlite":
        return sqlite.insert(rows).on_conflict_do_nothing(index_elements=[unique])
    return postgresql.insert(rows).on_conflict_do_nothing(index_elements=[unique])
