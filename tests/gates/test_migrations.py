"""The migrations and the tables say the same, on both databases."""

from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Engine, create_engine, inspect

from corr.resources import migrations_folder
from corr.store.base import Row, table
from corr.store.db import Database
from corr.store.migrate import layout_of, upgrade
from corr.store.tables.games import Game

pytestmark = pytest.mark.both_databases


def test_there_is_one_newest_migration() -> None:
    script = ScriptDirectory(str(migrations_folder()))

    assert len(script.get_heads()) == 1
    assert len(script.get_bases()) == 1


def test_migrations_follow_the_numbers_of_their_files() -> None:
    script = ScriptDirectory(str(migrations_folder()))

    newest_first = [Path(step.path).name for step in script.walk_revisions()]

    assert newest_first == sorted(newest_first, reverse=True)
    assert all(step.revision == Path(step.path).name[:4] for step in script.walk_revisions())


def test_a_migrated_database_has_the_columns_and_keys_of_the_tables(database_url: str) -> None:
    engine = create_engine(database_url)

    with engine.connect() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True, "compare_server_default": True})
        differences = compare_metadata(context, Row.metadata)

    engine.dispose()
    assert differences == []


def test_a_migrated_database_has_the_checks_of_the_tables(database_url: str) -> None:
    engine = create_engine(database_url)
    migrated = _checks(engine)

    # Each kind of database puts a check in its own words, so it is asked about unmigrated tables too.
    Row.metadata.drop_all(engine)
    Row.metadata.create_all(engine)
    declared = _checks(engine)

    engine.dispose()
    assert migrated == declared


@pytest.mark.parametrize("table", sorted(table(Game).metadata.tables))
def test_every_constraint_has_a_name(table: str) -> None:
    nameless = [one for one in Row.metadata.tables[table].constraints if one.name is None]

    assert nameless == []


def test_a_second_upgrade_changes_nothing(database_url: str) -> None:
    database = Database(database_url)

    before = upgrade(database)

    assert before.is_newest
    with database.reading() as connection:
        assert layout_of(connection).is_newest
    database.close()


def _checks(engine: Engine) -> dict[tuple[str, str | None], str]:
    """The text of every CHECK, by its table and its name."""
    found = inspect(engine)
    return {
        (table, check["name"]): " ".join(check["sqltext"].split())
        for table in Row.metadata.tables
        for check in found.get_check_constraints(table)
    }
