"""The base of every table: one metadata with one naming convention, and the few column kinds that all share."""

from enum import StrEnum

from sqlalchemy import CheckConstraint, ColumnElement, MetaData, Table, column
from sqlmodel import SQLModel

CONVENTION = {
    "ix": "ix_%(table_name)s_%(column_0_N_name)s",
    "uq": "uq_%(table_name)s_%(column_0_N_name)s",
    "ck": "ck_%(table_name)s_%(constraint_name)s",
    "fk": "fk_%(table_name)s_%(column_0_N_name)s_%(referred_table_name)s",
    "pk": "pk_%(table_name)s",
}
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
