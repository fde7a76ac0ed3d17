"""`corr rehearse`: a database in which time runs faster."""

import os

import click

from corr.administration.installation import FASTEST
from corr.config import read_settings
from corr.wiring.database_access import rehearse as begin_rehearsal


@click.command()
@click.option(
    "--factor",
    type=int,
    required=True,
    metavar="NUMBER",
    help=f"How many times as fast time runs in it, from 1 to {FASTEST:,}.",
)
def rehearse(*, factor: int) -> None:
    """
    Let time run faster in an empty database, for trying things out.

    Every process that uses the database goes by its time from then on. It can never serve others: only this machine may
    reach a rehearsal.
    """
    os.umask(0o077)
    rehearsal = begin_rehearsal(read_settings(os.environ), factor)
    click.echo(f"A rehearsal begins: time runs {rehearsal.factor:,} times as fast from {rehearsal.origin:%F %T} on.")
