"""
The base of tables and statements: metadata, the few column kinds that all tables share, rows read as values; and
statements that SQLAlchemy spells differently for the two databases, with hints for their query planners.
"""

from collections.abc import Mapping, Sequence
from dataclasses import fields
from enum import Enum, StrEnum
from functools import cache
from typing import TYPE_CHECKING, Any, TypeVar, get_args, get_type_hints

from sqlalchemy import (
    CheckConstraint,
    ColumnElement,
    Delete,
    FromClause,
    Insert,
    MetaData,
    String,
    Table,
    Update,
    bindparam,
    column,
    func,
    select,
    text,
    tuple_,
)
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.engine import Connection
from sqlalchemy.ext.compiler import compiles
from sqlalchemy.sql.compiler import SQLCompiler
from sqlalchemy.sql.functions import FunctionElement
from sqlmodel import SQLModel

from corr.store.compiled_statements import CompiledChange

CONVENTION = {
    "ix": "ix_%(table_name)s_%(column_0_N_name)s",
    "uq": "uq_%(table_name)s_%(column_0_N_name)s",
    "ck": "ck_%(table_name)s_%(constraint_name)s",
    "fk": "fk_%(table_name)s_%(column_0_N_name)s_%(referred_table_name)s",
    "pk": "pk_%(table_name)s",
}
if TYPE_CHECKING:
    from _typeshed import DataclassInstance
Value = TypeVar("Value", bound="DataclassInstance")
_HIGHEST_ID = 2**31 - 1
_LIMITS = ("statement_timeout", "lock_timeout", "idle_in_transaction_session_timeout")


class Row(SQLModel):
    """A row of some table. Tables check nothing in Python: judge before you build a row."""

    # On the class's own metadata, before any table exists: set later it would name nothing, and SQLite's batch
    # migrations need the names.
    metadata = MetaData(naming_convention=CONVENTION)


def is_id(number: int) -> bool:
    """Whether *number* can be the id of a row; any other PostgreSQL would not even compare with one."""
    return 0 < number <= _HIGHEST_ID


def one_of(name: str, words: type[StrEnum]) -> CheckConstraint:
    """A CHECK that the text column *name* holds one of *words*; enums are stored as text, not as Enum columns."""
    check: ColumnElement[bool] = column(name).in_([word.value for word in words])
    return CheckConstraint(check, name=name)


def table(row: type[Row]) -> Table:
    """The table behind *row*, for statements that fetch columns instead of objects."""
    found = row.metadata.tables[str(row.__tablename__)]
    assert isinstance(found, Table)
    return found


def columns_of(names: Sequence[str], *tables: FromClause) -> list[ColumnElement[Any]]:
    """
    The columns with these *names*, in their order, each of the only one of *tables* that has it.

    :raises ValueError: none of them has it, or several have.
    """
    columns: list[ColumnElement[Any]] = []
    for name in names:
        found = [each.c[name] for each in tables if name in each.c]
        if len(found) != 1:
            raise ValueError(f"{len(found)} of the tables have a column {name}.")
        columns += found
    return columns


def value_of(kind: type[Value], row: Mapping[Any, Any], **more: object) -> Value:
    """A value of the dataclass *kind*, with *more* and, for its other fields, the columns of *row* with their names."""
    for name, words in _fields(kind):
        if name not in more:
            found = row[name]
            more[name] = found if words is None or found is None else words(found)
    return kind(**more)


@cache
def _fields(kind: type[Value]) -> tuple[tuple[str, type[Enum] | None], ...]:
    """The fields of a dataclass, each with its enum if it holds one."""
    hints = get_type_hints(kind)
    kinds = {name: [hint for hint in (hint, *get_args(hint)) if isinstance(hint, type)] for name, hint in hints.items()}
    enums = {name: next((one for one in found if issubclass(one, Enum)), None) for name, found in kinds.items()}
    return tuple((field.name, enums[field.name]) for field in fields(kind))


def unindexed(column: ColumnElement[Any]) -> ColumnElement[Any]:
    """
    A column of text as a value, so that SQLite does not use an index on it.

    SQLite prefers the wrong index: it would read all running games to find the few of one player or season.
    """
    return func.coalesce(column, "")


class _Filled(FunctionElement[str]):
    """A text with gaps, and the values that fill them."""

    type = String()
    inherit_cache = True


@compiles(_Filled)
def _filled_text(element: _Filled, compiler: SQLCompiler, **how: Any) -> str:  # noqa: ANN401 - SQLAlchemy's own signature
    name = "printf" if compiler.dialect.name == "sqlite" else "format"
    return f"{name}({compiler.process(element.clauses, **how)})"


def filled(text: str, *values: ColumnElement[Any]) -> ColumnElement[str]:
    """
    A *text* whose gaps, each "%s", are filled with *values*; where one is NULL, with nothing.

    For many cells of many rows, SQLite takes half as long as to put them together by `||`.
    """
    return _Filled(bindparam(None, text, String), *values)


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
