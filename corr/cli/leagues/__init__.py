"""`corr league`: leagues as files, rosters, standings and simulated seasons."""

import click

from corr.cli import LEAGUE_COMMANDS, ListedCommands


class _LeagueCommands(ListedCommands):
    listed = LEAGUE_COMMANDS


@click.group(cls=_LeagueCommands)
def league() -> None:
    """
    Found leagues from files, and show their standings.

    Rosters come in and go out as CSV, and settings can be tried with invented players.
    """
