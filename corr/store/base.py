"""The base of every table: its metadata, the few column kinds that all share, and rows read as values."""

from collections.abc import Mapping
from dataclasses import fields
from enum import Enum, StrEnum
from functools import cache
from typing import TYPE_CHECKING, Any, TypeVar, get_args, get_type_hints

from sqlalchemy import CheckConstraint, ColumnElement, MetaData, Table, column
from sqlmodel import SQLModel

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
