"""`corr league`: leagues as files, rosters, standings and simulated seasons."""

import click

from corr.cli import LEAGUE_COMMANDS, ListedCommands


class _LeagueCommands(ListedCommands):
    listed = LEAGUE_COMMANDS


@click.group(cls=_LeagueCommands)
def league() -> None:
    """Make leagues from files, bring rosters in and out, show standings, and see settings at work."""
