"""The `corr league` group with its commands."""

import click

from corr.cli.leagues.files import create, export, sample, schema
from corr.cli.leagues.roster_commands import roster
from corr.cli.leagues.simulate import simulate
from corr.cli.leagues.tables import standings


@click.group(commands=[create, export, roster, sample, schema, simulate, standings])
def league() -> None:
    """Make leagues from files, bring rosters in and out, show standings, and see settings at work."""
