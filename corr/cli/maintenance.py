"""`corr migrate`, `rehearse`, `admin`, `ratings` and `record`: maintenance of a service's data, and games of it."""

import os
import sys
import time

import click

from corr.administration.installation import FASTEST
from corr.base.uow import Reader
from corr.cli.game_parameters import read_seat, write_text
from corr.config import Settings, read_settings
from corr.play.game_record import record_of
from corr.play.views import game_view
from corr.players import profiles
from corr.players.profiles import AdminReceipt
from corr.ratings import recount
from corr.ratings.recount import Comparison
from corr.records.format import write_record
from corr.wiring import changing, keeping, looking
from corr.wiring import migrate as bring_up_to_date
from corr.wiring import rehearse as begin_rehearsal


@click.command()
def migrate() -> None:
    """
    Bring the database up to date.

    Each process does so by itself when it starts.
    """
    os.umask(0o077)
    before = bring_up_to_date(read_settings(os.environ))
    if before.is_newest:
        click.echo("The database is up to date.")
    else:
        click.echo(f"The database went from {before.current or 'empty'} to {before.newest}.")


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


@click.group()
def admin() -> None:
    """
    Say which players are administrators.

    They look after the service: its mail, its processes, and games that need somebody.
    """


@admin.command()
@click.argument("player", metavar="NAME|ADDRESS")
def grant(player: str) -> None:
    """Make a player an administrator, by name or by mail address."""
    with changing(read_settings(os.environ)) as uow:
        receipt = profiles.grant(uow, player)
    click.echo(_words_of_admins(receipt, "is an administrator"))


@admin.command()
@click.argument("player", metavar="NAME|ADDRESS")
def revoke(player: str) -> None:
    """Make an administrator a plain player again."""
    with changing(read_settings(os.environ)) as uow:
        receipt = profiles.revoke(uow, player)
    click.echo(_words_of_admins(receipt, "is a plain player"))


@admin.command(name="list")
def list_all() -> None:
    """List the administrators with their mail addresses."""
    with looking(read_settings(os.environ)) as reader:
        found = profiles.admins(reader)
    for line in found:
        click.echo(f"{line.name}\t{', '.join(line.addresses)}")
    if not found:
        click.echo("There is no administrator yet. Make one with: corr admin grant NAME", err=True)


def _words_of_admins(receipt: AdminReceipt, state: str) -> str:
    return f"{receipt.name} {state} {'now' if receipt.is_changed else 'already'}."


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
        click.echo(_words_of_ratings(found, "would change" if dry_run else "changed"))
    elif found.until is None and not found.waiting:
        click.echo("No rated game is over yet: there is nothing to work out.")
    if found.until is not None:
        click.echo(f"Games of {found.until} wait to be counted: from that day on nothing was compared.")
    for each in found.waiting:
        click.echo(f"{each.words} From that day on nothing of it was compared.", err=True)
    if found.waiting:
        sys.exit(1)


def _words_of_ratings(found: Comparison, changed: str) -> str:
    compared = f"{_of(found.days, found.players)} worked out"
    if not found.differing:
        return f"{compared}: all as it was."
    return f"{compared}: {_of(len(found.differing), found.differing_players)} {changed}."


def _of(days: int, players: int) -> str:
    return f"{days:,} day{'' if days == 1 else 's'} of {players:,} player{'' if players == 1 else 's'}"


@click.command()
@click.argument("game_id")
@click.option(
    "--seat",
    "-s",
    metavar="SEAT",
    help="What this seat may know, its secrets included; without it, what everybody may know. Its letter or name.",
)
@click.option("--output", "-o", metavar="FILE", default="-", help="Where to write it, if not to standard output.")
def record(game_id: str, seat: str | None, output: str) -> None:
    """
    Write the whole game GAME_ID as one text file.

    It has who played, each turn and when it came, the end and the last position; `corr check --record FILE` plays it
    again. The settings say where the games are, as for `corr serve`.
    """
    settings = read_settings(os.environ)
    with looking(settings) as reader:
        text = record_for(reader, game_id, seat, settings)
    write_text(output, text)


def record_for(reader: Reader, game_id: str, seat: str | None, settings: Settings) -> str:
    """
    The record of a game, as far as *seat* may know it; None for the public.

    :raises NotFoundError: there is no such game.
    :raises InputError: it has no such seat.
    """
    viewer = None
    if seat is not None:
        view = game_view(reader, game_id, None)
        viewer = view.seats[read_seat(reader.registry.get_info(view.ruleset), seat)].player_id
    return write_record(record_of(reader, game_id, viewer, site=settings.url))
