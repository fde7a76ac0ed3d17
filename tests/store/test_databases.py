"""The databases that the suite makes for itself."""

import pytest
from sqlalchemy import Connection, inspect, text

from corr.store.db import Database
from corr.store.tables.games import Game

pytestmark = pytest.mark.both_databases


def test_a_fresh_database_has_every_table_and_no_rows(database_url: str) -> None:
    database = Database(database_url)

    with database.writing() as connection:
        tables = set(inspect(connection).get_table_names())
        rows = _rows(connection)

    assert set(Game.metadata.tables) <= tables
    assert rows == 0
    database.close()


def _rows(connection: Connection) -> int:
    counts = " + ".join(f"(SELECT count(*) FROM {name})" for name in Game.metadata.tables)  # noqa: S608 - our own names
    return int(connection.execute(text(f"SELECT {counts}")).scalar_one())
