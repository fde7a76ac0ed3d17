"""Statements that SQLAlchemy spells differently for the two databases, and hints for their query planners."""

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

from sqlalchemy import ColumnElement, Delete, Insert, Table, Update, func, select, text, tuple_
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.engine import Connection

from corr.store.compiled_statements import CompiledChange

_LIMITS = ("statement_timeout", "lock_timeout", "idle_in_transaction_session_timeout")


def unindexed(column: ColumnElement[Any]) -> ColumnElement[Any]:
    """
    A column of text as a value, so that SQLite does not use an index on it.

    SQLite prefers the wrong index: it would read all running games to find the few of one player or season.
    """
    return func.coalesce(column, "")


def lift_limits(connection: Connection) -> None:
    """Lift the time limits that PostgreSQL sets to the transaction and its waits for locks."""
    if connection.dialect.name == "postgresql":
        for name in _LIMITS:
            connection.execute(text(f"SET LOCAL {name} = 0"))


def add_new(connection: Connection, rows: Table, values: Sequence[Mapping[str, Any]], *, unique: str) -> None:
    """Insert those of *values* whose *unique* column is not there yet. All must have the same keys."""
    if values:
        _insert(rows, unique, connection.dialect.name, tuple(values[0])).run_many(connection, values)


def add_missing(connection: Connection, rows: Table, values: Sequence[Mapping[str, Any]]) -> None:
    """Insert those of *values* that are not there yet, by whatever is unique. All must have the same keys."""
    if values:
        connection.execute(_insert_missing(rows, connection.dialect.name), [dict(value) for value in values])


def some_of(rows: Table, which: ColumnElement[bool], most: int) -> ColumnElement[bool]:
    """
    The condition that a row is one of up to *most* rows that meet *which*, and is not locked by somebody else.

    A long piece of work is done in parts like this: nobody waits for it, and several processes can share it.
    """
    keys = list(rows.primary_key.columns)
    # A common table expression, since PostgreSQL might run a subquery again for each row.
    found = select(*keys).where(which).limit(most).with_for_update(skip_locked=True).cte("found")
    return tuple_(*keys).in_(select(*found.c))


def changed(connection: Connection, statement: Update | Delete) -> int:
    """Run *statement*; how many rows it changed."""
    # SQLite's driver does not count them if a statement begins with a common table expression.
    assert isinstance(statement.table, Table)
    keys = list(statement.table.primary_key.columns)
    return len(connection.execute(statement.returning(*keys)).all())


@cache
def _insert(rows: Table, unique: str, dialect: str, columns: tuple[str, ...]) -> CompiledChange:
    insert = sqlite.insert if dialect == "sqlite" else postgresql.insert
    return CompiledChange(insert(rows).on_conflict_do_nothing(index_elements=[unique]), columns)


@cache
def _insert_missing(rows: Table, dialect: str) -> Insert:
    insert = sqlite.insert if dialect == "sqlite" else postgresql.insert
    return insert(rows).on_conflict_do_nothing()
