"""`corr record`: a game of this service as one text file."""

import os

import click

from corr.base.uow import Reader
from corr.cli.game_parameters import read_seat, write_text
from corr.config import Settings, read_settings
from corr.play.game_record import record_of
from corr.play.views import game_view
from corr.records.format import write_record
from corr.wiring.database_access import looking


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
