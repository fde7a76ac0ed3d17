"""`corr migrate`: bringing the database of a service up to date."""

import os

import click

from corr.config import read_settings
from corr.wiring.database_access import migrate as bring_up_to_date


@click.command()
def migrate() -> None:
    """Bring the database up to date; each process does so by itself when it starts."""
    os.umask(0o077)
    before = bring_up_to_date(read_settings(os.environ))
    if before.is_newest:
        click.echo("The database is up to date.")
    else:
        click.echo(f"The database went from {before.current or 'empty'} to {before.newest}.")
