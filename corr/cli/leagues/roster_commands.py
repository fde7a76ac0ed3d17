"""`corr league roster`: the players of a season as CSV for spreadsheets."""

import os

import click

from corr.base.uow import Reader
from corr.cli.game_parameters import read_file, write_text
from corr.config import read_settings
from corr.errors import InputError, NotFoundError
from corr.leagues.rows import SeasonRow, find_latest_season, organisers_of
from corr.leagues.rules.roster_file import LARGEST
from corr.leagues.rules.spreadsheets import BOM
from corr.leagues.rules.typed_values import FaultsError
from corr.leagues.season_search import league_named
from corr.leagues.seasons.rosters import ImportRoster, import_roster, roster_csv
from corr.wiring.database_access import changing, looking


@click.command(short_help="Ask players to join by a CSV file, or write who is in.")
@click.argument("league")
@click.option("--in", "brought", metavar="FILE", help="A CSV file of players to ask; “-” for standard input.")
@click.option("--out", "taken", metavar="FILE", help="Where to write it, if not to standard output.")
def roster(league: str, brought: str | None, taken: str | None) -> None:
    """
    Write who is in the latest season of LEAGUE as CSV, or ask those of a CSV file to join.

    Each of them gets a letter, and plays only after saying yes; who lets the organisers enter them is in at once.

    A file that comes in has a player's name in each line; or a first line that names its columns, of which “name” and
    “division” are read; the others that are written may stay. Commas, semicolons or tabs may part them. Mail addresses
    are not taken. Nobody is asked if anything in the file is wrong: every fault is told with its line.
    """
    settings = read_settings(os.environ)
    if brought is None:
        with looking(settings) as reader:
            text = roster_csv(reader, *_season_and_organiser(reader, league))
        write_text("-" if taken is None else taken, BOM + text)
        return
    if taken is not None:
        raise InputError("A roster comes in or goes out: choose one of --in and --out.")
    body = read_file(brought, LARGEST)
    with changing(settings) as uow:
        season_id, organiser = _season_and_organiser(uow, league)
        try:
            receipt = import_roster(uow, ImportRoster(season_id, organiser, body))
        except FaultsError as refused:
            raise InputError("\n".join(fault.sentence for fault in refused.faults)) from refused
    click.echo(receipt.sentence)


def latest_season(reader: Reader, league_id: str) -> SeasonRow:
    """
    The latest season of a league.

    :raises NotFoundError: there is no such league, or no season of it yet.
    """
    league = league_named(reader, league_id)
    season = find_latest_season(reader, league.id)
    if season is None:
        raise NotFoundError(f"{league.name} has no season yet.")
    return season


def _season_and_organiser(reader: Reader, league_id: str) -> tuple[int, int]:
    """The ids of the latest season, and of the organiser in whose name commands act."""
    season = latest_season(reader, league_id)
    return season.id, organisers_of(reader, season.league_id)[0][0]
