"""
Writing very many rows at once: by COPY on PostgreSQL, by one statement for many rows on SQLite.

A row is a list of cells, which are made from values beforehand: rows that differ in a few cells share the others.
"""

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime
from itertools import chain, islice
from typing import Any

import psycopg
from sqlalchemy import Column, Connection, Table, insert, text
from sqlalchemy.engine import Dialect, make_url

from corr.store.db import Database

Cell = Any
"""A value as the database's driver takes it: of any type on SQLite, a text on PostgreSQL."""
_AT_ONCE = 5_000
_NOTHING = "\\N"
_ESCAPES = str.maketrans({"\\": "\\\\", "\t": "\\t", "\n": "\\n", "\r": "\\r"})
_UNIQUE = """
SELECT change || ' DROP ' || name, change || ' ADD ' || name || ' ' || pg_get_constraintdef(key)
FROM (
    SELECT oid AS key, 'ALTER TABLE ' || conrelid::regclass AS change, 'CONSTRAINT ' || quote_ident(conname) AS name
    FROM pg_constraint AS one
    WHERE contype IN ('p', 'u') AND conrelid::regclass::text = ANY(%s)
    AND NOT EXISTS (SELECT FROM pg_constraint AS other WHERE other.contype = 'f' AND other.conindid = one.conindid)
) AS found
"""
_INDEXES = """
SELECT 'DROP INDEX ' || indexrelid::regclass, pg_get_indexdef(indexrelid)
FROM pg_index
WHERE indrelid::regclass::text = ANY(%s)
AND NOT EXISTS (SELECT FROM pg_constraint WHERE contype IN ('p', 'u') AND conindid = indexrelid)
"""
"""What drops, and what makes, unique keys and other indexes of some tables."""


class Loader:
    """
    Writes rows into some columns of one table, in the transaction of *connection*.

    :param columns: the columns of each row, in this order; all others get their defaults.
    """

    def __init__(self, connection: Connection, rows: Table, columns: Sequence[str]) -> None:
        self._connection = connection
        self._rows = rows
        self._columns = columns

    def write(self, rows: Iterable[Sequence[Cell]]) -> None:
        """Add *rows*, whose cells were made by `cells_of`."""
        if self._connection.dialect.name == "sqlite":
            self._insert(rows)
        else:
            self._copy(rows)

    def _insert(self, rows: Iterable[Sequence[Cell]]) -> None:
        new = insert(self._rows).values(dict.fromkeys(self._columns))
        compiled = new.compile(dialect=self._connection.dialect, column_keys=list(self._columns))
        order = [self._columns.index(name) for name in compiled.positiontup or ()]
        left = iter(rows)
        while some := [tuple(row[at] for at in order) for row in islice(left, _AT_ONCE)]:
            self._connection.exec_driver_sql(str(compiled), some)

    def _copy(self, rows: Iterable[Sequence[Cell]]) -> None:
        quote = self._connection.dialect.identifier_preparer.quote
        names = ", ".join(map(quote, self._columns))
        driver = self._connection.connection.driver_connection
        assert driver is not None
        left = iter(rows)
        with driver.cursor() as cursor, cursor.copy(f"COPY {quote(self._rows.name)} ({names}) FROM STDIN") as copy:
            while some := list(islice(left, _AT_ONCE)):
                copy.write("\n".join(map("\t".join, some)) + "\n")


def cells_of(column: Column[Any], dialect: Dialect) -> Callable[[Any], Cell]:
    """A function that makes cells from values of *column*."""
    if dialect.name != "sqlite":
        return _written
    make = column.type.dialect_impl(dialect).bind_processor(dialect)
    return make if make is not None else lambda value: value


def make_room(connection: Connection) -> None:
    """
    Prepare a transaction that writes very much.

    SQLite gets a large cache; PostgreSQL has no time limit, does not wait for the disk at the end, and looks up no key
    in other tables: the rows are known to fit, and each lookup costs as much as the row.
    """
    if connection.dialect.name == "sqlite":
        connection.execute(text("PRAGMA cache_size = -400000"))
    else:
        connection.execute(text("SET LOCAL statement_timeout = 0"))
        connection.execute(text("SET LOCAL synchronous_commit = off"))
        connection.execute(text("SET LOCAL session_replication_role = replica"))


@contextmanager
def without_indexes(database: Database, tables: Iterable[Table]) -> Iterator[None]:
    """
    Fill *tables* of PostgreSQL without indexes, and make these in the end, from sorted rows.

    Keys that other tables point at stay, and so do all indexes of SQLite.
    """
    if database.is_sqlite:
        yield
        return
    names = [rows.name for rows in tables]
    with _patient(database) as connection:
        found = [connection.execute(asked, [names]).fetchall() for asked in (_UNIQUE, _INDEXES)]
        for drop, _ in chain(*found):
            connection.execute(drop)
    try:
        yield
    finally:
        with _patient(database) as connection:
            connection.execute("SET maintenance_work_mem = '256MB'")
            for _, make in chain(*found):
                connection.execute(make)


def tidy(database: Database) -> None:
    """Let PostgreSQL update the statistics of its tables at once, as it would do after a while."""
    if not database.is_sqlite:
        with _patient(database) as connection:
            connection.execute("VACUUM (ANALYZE)")


def _patient(database: Database) -> psycopg.Connection[Any]:
    """A connection past the service's own, which wait for no answer for minutes."""
    url = make_url(database.url)
    return psycopg.connect(host=str(url.query["host"]), user=url.username, dbname=url.database, autocommit=True)


def _written(value: Any) -> str:  # noqa: ANN401 - whatever a row holds
    """A value in the text form of COPY."""
    if value is None:
        return _NOTHING
    if isinstance(value, str):
        return value.translate(_ESCAPES)
    if isinstance(value, datetime | int | float):
        return str(value)
    return json.dumps(value).translate(_ESCAPES)
