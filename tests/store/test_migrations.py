"""Migrations: from nothing to the tables, on both databases, by many at once."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from uuid import uuid4

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import CheckConstraint, inspect, text
from sqlalchemy.engine import Connection

from corr.store.base import Row
from corr.store.db import Database
from corr.store.migrate import layout, upgrade
from tests.postgresql import Cluster


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Database]:
    """A database without any table."""
    if request.param == "sqlite":
        url = f"sqlite:///{tmp_path / 'new.sqlite'}"
    else:
        cluster: Cluster = request.getfixturevalue("postgresql")
        name = f"empty_{uuid4().hex}"
        cluster.run(f"CREATE DATABASE {name}")
        url = cluster.url(name)
    database = Database(url)
    yield database
    database.close()


def test_migrating_an_empty_database_makes_exactly_the_tables(database: Database) -> None:
    upgrade(database)

    with database.engine.connect() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        differences = compare_metadata(context, Row.metadata)
        inspector = inspect(connection)
        checks = {
            check["name"] for name in inspector.get_table_names() for check in inspector.get_check_constraints(name)
        }
    assert differences == []
    assert checks == _named_checks()


def test_a_second_migration_finds_nothing_to_do(database: Database) -> None:
    first = upgrade(database)

    second = upgrade(database)

    assert first.current is None
    assert second.is_newest
    assert layout(database).is_newest


def test_many_may_migrate_at_once(database: Database) -> None:
    databases = [Database(database.url) for _ in range(6)]

    with ThreadPoolExecutor(6) as threads:
        before = list(threads.map(upgrade, databases))

    for other in databases:
        other.close()
    assert sorted(found.is_newest for found in before) == [False] + [True] * 5


def test_a_migration_that_fails_leaves_nothing_behind(database: Database) -> None:
    with database.engine.begin() as connection:
        connection.execute(text("CREATE VIEW turn AS SELECT 1 AS in_the_way"))

    with pytest.raises(Exception, match="already exists"):
        upgrade(database)

    with database.engine.connect() as connection:
        tables = inspect(connection).get_table_names()
    assert tables == []


def _checks_of(connection: Connection) -> set[str | None]:
    inspector = inspect(connection)
    return {check["name"] for name in inspector.get_table_names() for check in inspector.get_check_constraints(name)}


def _named_checks() -> set[str | None]:
    return {
        str(constraint.name)
        for found in Row.metadata.tables.values()
        for constraint in found.constraints
        if isinstance(constraint, CheckConstraint)
    }
