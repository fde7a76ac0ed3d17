"""`corr league standings`: the standings of a season, for people and for programs."""

import json
import os
from collections.abc import Iterator, Sequence

import click

from corr.base.uow import Reader
from corr.cli.game_parameters import write_text
from corr.cli.leagues.roster_commands import latest_season
from corr.config import read_settings
from corr.core.text_width import filled, width_of
from corr.errors import ConflictError, InputError, NotFoundError
from corr.leagues.division_tables import division_tables
from corr.leagues.rows import get_season_numbered
from corr.leagues.rules.explanations import explanation
from corr.leagues.rules.spreadsheets import BOM, write_csv
from corr.leagues.rules.tiebreaks import TieBreak
from corr.leagues.views.division_view import DivisionView, StandingRow, division_in_time, division_view
from corr.leagues.views.league_files import standings_file
from corr.players.names import isolated
from corr.wiring.database_access import looking


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
    season = latest_season(reader, league_id)
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
