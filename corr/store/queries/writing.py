"""Statements that both databases know but SQLAlchemy spells in two ways."""

from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import Table
from sqlalchemy.dialects import postgresql, sqlite
from sqlmodel import Session


def add_new(session: Session, rows: Table, values: Sequence[Mapping[str, Any]], *, unique: str) -> None:
    """Insert those of *values* whose *unique* column is not there yet. All must have the same keys."""
    if session.get_bind().dialect.name == "sqlite":
        statement: Any = sqlite.insert(rows).on_conflict_do_nothing(index_elements=[unique])
    else:
        statement = postgresql.insert(rows).on_conflict_do_nothing(index_elements=[unique])
    # A list of values, even of one, goes through the driver's executemany: one statement, compiled once.
    session.execute(statement, [dict(value) for value in values])
