"""The databases that the suite makes for itself."""

import pytest
from sqlalchemy import inspect
from sqlmodel import Session, text

from corr.store.db import Database
from corr.store.tables import Game

pytestmark = pytest.mark.both_databases


def test_a_fresh_database_has_every_table_and_no_rows(database_url: str) -> None:
    database = Database(database_url)

    with database.writing() as session:
        tables = set(inspect(session.connection()).get_table_names())
        rows = _rows(session)

    assert set(Game.metadata.tables) <= tables
    assert rows == 0
    database.close()


def _rows(session: Session) -> int:
    counts = " + ".join(f"(SELECT count(*) FROM {name})" for name in Game.metadata.tables)  # noqa: S608 - our own names
    return int(session.connection().execute(text(f"SELECT {counts}")).scalar_one())
