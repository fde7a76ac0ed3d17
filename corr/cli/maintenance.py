"""`corr ratings`: ratings worked out anew from all games."""

import os
import time

import click

from corr.config import read_settings
from corr.ratings import recount
from corr.ratings.recount import Comparison
from corr.wiring.database_access import keeping


@click.group()
def ratings() -> None:
    """Look after the ratings of players."""


@ratings.command(short_help="Work all ratings out anew.")
@click.option("--dry-run", is_flag=True, help="Only say what would change.")
def recompute(*, dry_run: bool) -> None:
    """
    Work all ratings out from the very first game, and put right what differs.

    The running service comes to the same numbers by itself, so there is nothing to do but after a fault. Games may be
    played meanwhile.
    """
    with keeping(read_settings(os.environ)) as workshop:
        if dry_run:
            with workshop.look() as reader:
                found = recount.compare(reader)
        else:
            found = recount.recompute(workshop, time.sleep)
    if found.days:
        click.echo(_words(found, "would change" if dry_run else "changed"))
    elif found.until is None:
        click.echo("No rated game is over yet: there is nothing to work out.")
    if found.until is not None:
        click.echo(f"Games of {found.until} wait to be counted: from that day on nothing was compared.")


def _words(found: Comparison, changed: str) -> str:
    compared = f"{_of(found.days, found.players)} worked out"
    if not found.differing:
        return f"{compared}: all as it was."
    return f"{compared}: {_of(len(found.differing), found.differing_players)} {changed}."


def _of(days: int, players: int) -> str:
    return f"{days:,} day{'' if days == 1 else 's'} of {players:,} player{'' if players == 1 else 's'}"
