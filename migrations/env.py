"""How Alembic meets the database: by the connection of `corr.store.migrate`, inside its transaction."""

from alembic import context
from sqlalchemy.engine import Connection

from corr.store.base import Row, table
from corr.store.tables.games import Game

TARGET = Row.metadata
# The tables are known to the metadata because their package was imported.
assert table(Game).metadata is TARGET


def run() -> None:
    """Run the migrations on the connection that was handed over."""
    connection = context.config.attributes["connection"]
    assert isinstance(connection, Connection)
    # SQLite cannot change a column or a constraint in place: a batch makes the table anew.
    is_sqlite = connection.dialect.name == "sqlite"
    context.configure(connection=connection, target_metadata=TARGET, render_as_batch=is_sqlite, compare_type=True)
    with context.begin_transaction():
        context.run_migrations()


run()
