"""`corr league roster` and `corr league standings`: players as CSV, standings for people and for programs."""

import json
import os
from collections.abc import Iterator, Sequence

import click

from corr.base.uow import Reader
from corr.cli.game_parameters import read_file, write_text
from corr.config import read_settings
from corr.core.spans import filled, width_of
from corr.errors import ConflictError, InputError, NotFoundError
from corr.leagues.division_tables import division_tables
from corr.leagues.rows import SeasonRow, find_latest_season, get_season_numbered, organisers_of
from corr.leagues.rules.explanations import explanation
from corr.leagues.rules.roster_file import LARGEST
from corr.leagues.rules.spreadsheets import BOM, write_csv
from corr.leagues.rules.tiebreaks import TieBreak
from corr.leagues.rules.typed_values import FaultsError
from corr.leagues.season_search import league_named
from corr.leagues.seasons.rosters import ImportRoster, import_roster, roster_csv
from corr.leagues.views.division_view import DivisionView, StandingRow, division_in_time, division_view
from corr.leagues.views.league_files import standings_file
from corr.players.names import isolated
from corr.wiring import changing, looking


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


def _latest_season(reader: Reader, league_id: str) -> SeasonRow:
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
    season = _latest_season(reader, league_id)
    return season.id, organisers_of(reader, season.league_id)[0][0]


@click.command(short_help="Print the standings of a season.")
@click.argument("league")
@click.option("--season", type=int, metavar="NUMBER", help="Which season; without it, the latest.")
@click.option("--division", type=int, metavar="NUMBER", help="Which division, 1 for the highest; without it, all.")
@click.option("--csv", "as_csv", is_flag=True, help="Write a table for a spreadsheet.")
@click.option("--json", "as_json", is_flag=True, help="Write JSON for a program.")
@click.option("--why", is_flag=True, help="Explain every place.")
def standings(*, league: str, season: int | None, division: int | None, as_csv: bool, as_json: bool, why: bool) -> None:
    """
    Print the standings of LEAGUE, by the short name in its address.

    Of a season that runs they are those of this moment. CSV and JSON are those of the pages, for all divisions in one.
    """
    if as_csv and as_json:
        raise InputError("Choose one of --csv and --json.")
    with looking(read_settings(os.environ)) as reader:
        views = views_of(reader, league, season, division)
    if as_json:
        bodies = [_body(view, has_reasons=why) for view in views]
        write_text("-", json.dumps(bodies, ensure_ascii=False, indent=1) + "\n")
    elif as_csv:
        write_text("-", BOM + csv_text(views, has_reasons=why))
    else:
        click.echo("\n\n".join(division_text(view, has_reasons=why) for view in views))


def views_of(reader: Reader, league_id: str, number: int | None, tier: int | None) -> tuple[DivisionView, ...]:
    """
    The divisions of season *number*, or of the latest; only the one of *tier* if that is given.

    :raises NotFoundError: there is no such league, season or division.
    :raises ConflictError: the season has not begun.
    """
    season = _latest_season(reader, league_id)
    if number is not None:
        season = get_season_numbered(reader, season.league_id, number)
    tiers = [division.tier for division in division_tables(reader, season)]
    if not tiers:
        raise ConflictError(f"{season.name} has no standings: it has not begun.")
    if tier is not None and tier not in tiers:
        raise NotFoundError(f"{season.name} has no division {tier}; its divisions are 1 to {len(tiers)}.")
    return tuple(
        division_in_time(reader, division_view(reader, season, one)) for one in (tiers if tier is None else [tier])
    )


def division_text(view: DivisionView, *, has_reasons: bool = False) -> str:
    """The standings of a division as text, in columns as wide as the names need."""
    # The lot itself tells nobody anything.
    tie_breaks = [each for each in view.head.division.season.settings.tie_breaks if each is not TieBreak.LOT]
    heads = ["", "", "points", "played", *(code.value for code in tie_breaks), ""]
    rows = [list(_cells(row, tie_breaks)) for row in view.rows]
    widths = [max(map(width_of, cells)) for cells in zip(heads, *rows, strict=True)]
    lines = [
        f"{view.head.division.season.name}, {view.head.division.name}",
        *(_line(cells, widths) for cells in (heads, *rows)),
    ]
    reasons = [_why(view, row) for row in view.rows] if has_reasons else []
    return "\n\n".join(["\n".join(lines), *reasons])


def csv_text(views: Sequence[DivisionView], *, has_reasons: bool) -> str:
    """The standings of several divisions as one table for a spreadsheet."""
    files = [standings_file(view) for view in views]
    header = ("division", *files[0].columns, *(["why"] if has_reasons else []))
    rows = [
        (str(view.head.division.tier), *cells, *([_why(view, row)] if has_reasons else []))
        for view, file in zip(views, files, strict=True)
        for row, cells in zip(view.rows, file.rows, strict=True)
    ]
    return write_csv(header, rows)


def _body(view: DivisionView, *, has_reasons: bool) -> dict[str, object]:
    body = dict(standings_file(view).body)
    return body | {"why": {row.entry.name: _why(view, row) for row in view.rows}} if has_reasons else body


def _why(view: DivisionView, row: StandingRow) -> str:
    return explanation(view.shown.standings, row.entry.id, view.head.division.names()).text


def _cells(row: StandingRow, tie_breaks: Sequence[TieBreak]) -> Iterator[str]:
    yield row.place
    yield isolated(row.entry.name)
    yield row.points
    yield "–" if row.standing is None else str(row.standing.played)
    yield from (row.value(code) for code in tie_breaks)
    yield "withdrawn" if row.entry.is_withdrawn else row.zone.value


def _line(cells: Sequence[str], widths: Sequence[int]) -> str:
    """A line with words to the left and numbers to the right."""
    last = len(cells) - 1
    padded = (
        filled(cell, width) if column in {1, last} else cell.rjust(width)
        for column, (cell, width) in enumerate(zip(cells, widths, strict=True))
    )
    return "  ".join(padded).rstrip()
