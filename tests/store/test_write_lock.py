"""Writers on SQLite wait for each other, but not for ever."""

import fcntl
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy import func, insert, select

from corr.errors import UnreachableError
from corr.store.base import table
from corr.store.db import Database, WriteLock
from corr.store.tables.clocks import Setting

SOON = 0.2
SETTING = table(Setting)


@pytest.fixture
def database(sqlite_url: str) -> Iterator[Database]:
    """A database whose writers wait for a moment alone."""
    database = Database(sqlite_url, SOON)
    yield database
    database.close()


def write(database: Database, name: str) -> None:
    """Store something."""
    with database.writing() as connection:
        connection.execute(insert(SETTING).values(name=name, value="yes"))


def count(database: Database) -> int:
    """How much was stored."""
    with database.reading() as connection:
        return int(connection.execute(select(func.count()).select_from(SETTING)).scalar_one())


def test_a_process_that_was_stopped_while_it_wrote_lets_nobody_wait_for_ever(database: Database) -> None:
    lock = Path(database.url.removeprefix("sqlite:///") + ".lock")
    with lock.open("w") as held:
        fcntl.flock(held, fcntl.LOCK_EX)
        with pytest.raises(UnreachableError):
            write(database, "during")

    write(database, "afterwards")

    assert count(database) == 1


def test_a_thread_that_writes_for_long_lets_nobody_wait_for_ever(database: Database) -> None:
    with ThreadPoolExecutor() as others, database.writing():
        waiting = [others.submit(write, database, f"during {number}") for number in range(3)]
        faults = [type(found.exception()) for found in waiting]

    write(database, "afterwards")

    assert faults == [UnreachableError] * 3
    assert count(database) == 1


def hold(lock: WriteLock, limit: float) -> None:
    """Hold a lock for no time at all."""
    with lock.held(limit):
        pass


def test_a_writer_whose_time_is_over_already_keeps_no_place_among_those_who_wait(tmp_path: Path) -> None:
    with closing(WriteLock(tmp_path / "lock")) as lock, ThreadPoolExecutor() as others:
        with lock.held(SOON):
            late = others.submit(hold, lock, -SOON).exception()

        afterwards = others.submit(hold, lock, SOON).exception()

    assert type(late) is UnreachableError
    assert afterwards is None
