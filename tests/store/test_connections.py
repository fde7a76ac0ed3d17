"""Connections to PostgreSQL: how views end, and what becomes of one that died in the pool."""

from collections.abc import Iterator
from contextlib import closing
from typing import NamedTuple

import pytest
from sqlalchemy import Connection, select, text

from corr.errors import NotFoundError, UnreachableError
from corr.store.base import table
from corr.store.compiled_statements import CompiledQuery
from corr.store.db import Database
from corr.store.tables.clocks import Setting

_OFTEN = 8
"""More often than the driver waits before it prepares a statement."""


class _Value(NamedTuple):
    value: str


_VALUES = CompiledQuery(select(table(Setting).c.value), _Value)
_PREPARED = text("SELECT count(*) FROM pg_prepared_statements WHERE statement LIKE '%setting.value%'")
_OTHERS = text(
    "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity "
    "WHERE datname = current_database() AND pid <> pg_backend_pid()"
)


@pytest.fixture
def database(postgresql_url: str) -> Iterator[Database]:
    """A database on PostgreSQL."""
    with closing(Database(postgresql_url, limit=10)) as made:
        yield made


def test_a_statement_that_is_often_read_is_planned_once(database: Database) -> None:
    for _ in range(_OFTEN):
        with database.reading() as connection:
            _VALUES.all(connection, {})

    with database.reading() as connection:
        assert connection.execute(_PREPARED).scalar_one() == 1


def test_a_refusal_does_not_make_it_forgotten(database: Database) -> None:
    for _ in range(_OFTEN):
        with pytest.raises(NotFoundError), database.reading() as connection:
            _refuse(connection)

    with database.reading() as connection:
        assert connection.execute(_PREPARED).scalar_one() == 1


def test_a_view_ends_with_the_block(database: Database) -> None:
    with database.reading():
        pass

    with database.writing() as connection:
        states = connection.execute(text("SELECT state FROM pg_stat_activity WHERE datname = current_database()"))
        assert "idle in transaction" not in list(states.scalars())


@pytest.mark.parametrize("way", ["reading", "writing"])
def test_connections_that_died_in_the_pool_are_replaced(database: Database, postgresql_url: str, way: str) -> None:
    with database.reading(), database.reading():
        pass
    assert _lose(postgresql_url) >= 2

    with getattr(database, way)() as connection:
        assert _VALUES.all(connection, {}) == []


def test_a_glance_replaces_a_connection_that_died_in_the_pool(database: Database, postgresql_url: str) -> None:
    with database.reading(), database.reading():
        pass
    assert _lose(postgresql_url) >= 2

    assert database.glance(lambda connection: _VALUES.all(connection, {})) == []


def test_a_glance_replaces_all_connections_that_died_since_the_last_ones(
    database: Database, postgresql_url: str
) -> None:
    assert database.glance(lambda _: database.glance(lambda other: _VALUES.all(other, {}))) == []
    assert _lose(postgresql_url) >= 2

    assert database.glance(lambda connection: _VALUES.all(connection, {})) == []


def test_a_glance_begins_no_transaction_and_leaves_none(database: Database) -> None:
    state = text("SELECT pg_current_xact_id_if_assigned() IS NULL, transaction_timestamp() = statement_timestamp()")

    assert tuple(database.glance(lambda connection: connection.execute(state).one())) == (True, True)
    with database.reading() as connection:
        states = connection.execute(text("SELECT state FROM pg_stat_activity WHERE datname = current_database()"))
        assert "idle in transaction" not in list(states.scalars())


def test_a_view_is_read_only_and_stays_as_it_was(database: Database) -> None:
    with database.reading() as connection:
        kind = connection.execute(
            text("SELECT current_setting('transaction_isolation'), current_setting('transaction_read_only')")
        ).one()

    assert tuple(kind) == ("repeatable read", "on")


def _refuse(connection: Connection) -> None:
    _VALUES.all(connection, {})
    raise NotFoundError("There is none.")


@pytest.mark.parametrize("way", ["reading", "writing"])
def test_a_connection_that_dies_within_the_block_is_out_of_reach(
    database: Database, postgresql_url: str, way: str
) -> None:
    with pytest.raises(UnreachableError), getattr(database, way)() as connection:
        _read_when_lost(connection, postgresql_url)


def _read_when_lost(connection: Connection, url: str) -> None:
    _lose(url)
    connection.execute(select(table(Setting).c.value))


def _lose(url: str) -> int:
    """End all connections to a database; how many there were."""
    with closing(Database(url)) as other, other.writing() as connection:
        return len(connection.execute(_OTHERS).all())
