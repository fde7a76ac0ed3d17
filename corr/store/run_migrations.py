"""Running the migrations. Alembic is known here alone, and loaded only by a process that has some to run."""

from alembic import command
from alembic.config import Config
from sqlalchemy.engine import Connection

from corr.resources import migrations_folder


def run_migrations(connection: Connection) -> None:
    """Run every migration that has not run yet, inside the transaction of *connection*."""
    config = Config()
    config.set_main_option("script_location", str(migrations_folder()).replace("%", "%%"))
    config.attributes["connection"] = connection
    command.upgrade(config, "head")
