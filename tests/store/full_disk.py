"""A disk that is full, and a database that is away, as far as SQLite is concerned."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from sqlalchemy import event
from sqlalchemy.engine import Connection

from corr.store.db import Database


@contextmanager
def out_of_reach(database: Database) -> Iterator[None]:
    """While it lasts, there is no database file that could be opened."""
    path = Path(str(database.engine.url.database))
    database.close()
    path.rename(path.with_suffix(".away"))
    path.mkdir()
    try:
        yield
    finally:
        path.rmdir()
        path.with_suffix(".away").rename(path)


@contextmanager
def full_disk(database: Database) -> Iterator[None]:
    """While it lasts, the database gets no page more than it has: SQLite says then what it says of a full disk."""

    def fill(connection: Connection) -> None:
        # It holds for this connection alone, and becomes as many as there are where there are more.
        connection.exec_driver_sql("PRAGMA max_page_count = 1")

    def free(connection: Connection) -> None:
        connection.exec_driver_sql("PRAGMA max_page_count = 1000000000")

    event.listen(database.engine, "begin", fill)
    try:
        yield
    finally:
        event.remove(database.engine, "begin", fill)
        event.listen(database.engine, "begin", free)
