"""`corr league standings`: the tables of a season, for people and for programs."""

import json
import os
from collections.abc import Iterator, Sequence
from typing import Any

import click

from corr.cli.leagues.rosters import latest_season
from corr.config import read_settings
from corr.core.leagues.explaining import explanation
from corr.core.leagues.settings import TieBreak
from corr.core.leagues.spreadsheets import write_csv
from corr.errors import ConflictError, InputError, NotFoundError
from corr.service.leagues.rows import SeasonRow, get_season_numbered
from corr.service.leagues.tables import division_tables
from corr.service.leagues.views.rows_shown import DivisionRows, StandingRow, Zone, rows_of
from corr.service.uow import Reader
from corr.wiring import looking

_ZONES = {Zone.UP: "up", Zone.DOWN: "down", Zone.NONE: ""}
_NUMBERED = ("place", "points", "played", "won", "drawn", "lost", "open")


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

    Of a season that runs they are those of this moment.
    """
    if as_csv and as_json:
        raise InputError("Choose one of --csv and --json.")
    with looking(read_settings(os.environ)) as reader:
        found, shown = tables_of(reader, league, season, division)
    if as_json:
        click.echo(json_text(found, shown))
    elif as_csv:
        click.echo(csv_text(found, shown, has_reasons=why), nl=False)
    else:
        click.echo("\n\n".join(division_text(found, each, has_reasons=why) for each in shown))


def tables_of(
    reader: Reader, league_id: str, number: int | None, tier: int | None
) -> tuple[SeasonRow, tuple[DivisionRows, ...]]:
    """
    A season, or the latest one, with the standings of its divisions, or of one of them.

    :raises NotFoundError: there is no such league, season or division.
    :raises ConflictError: the season has not begun.
    """
    season = latest_season(reader, league_id)
    if number is not None:
        season = get_season_numbered(reader, season.league_id, number)
    shown = rows_of(season, division_tables(reader, season))
    if not shown:
        raise ConflictError(f"{season.name} has no standings: it has not begun.")
    wanted = tuple(each for each in shown if tier in {None, each.division.tier})
    if not wanted:
        raise NotFoundError(f"{season.name} has no division {tier}; its divisions are 1 to {len(shown)}.")
    return season, wanted


def division_text(season: SeasonRow, shown: DivisionRows, *, has_reasons: bool = False) -> str:
    """The standings of a division for people, as wide as its names need."""
    tie_breaks = _told(season)
    heads = ["", "", "points", "played", *(each.value for each in tie_breaks), ""]
    lines = [[row.place, row.name, row.points, _count(row, "played"), *_values(row, tie_breaks), _sign(row)]
             for row in shown.rows]  # fmt: skip
    widths = [max(len(cells[column]) for cells in (heads, *lines)) for column in range(len(heads))]
    table = [f"{season.name}, {shown.division.name}", *(_line(cells, widths) for cells in (heads, *lines))]
    if has_reasons:
        table += ["", *(_why(shown, row) for row in shown.rows)]
    return "\n".join(table)


def csv_text(season: SeasonRow, shown: Sequence[DivisionRows], *, has_reasons: bool) -> str:
    """The standings as one table for a spreadsheet."""
    tie_breaks = _told(season)
    header = ["division", "place", "name", *_NUMBERED[1:], *(each.value for each in tie_breaks), "zone"]
    rows = [
        [
            str(each.division.tier),
            row.place,
            row.name,
            row.points,
            *(_count(row, name) for name in _NUMBERED[2:]),
            *_values(row, tie_breaks),
            _sign(row),
            *([_why(each, row)] if has_reasons else []),
        ]
        for each in shown
        for row in each.rows
    ]
    return write_csv([*header, *(["why"] if has_reasons else [])], rows)


def json_text(season: SeasonRow, shown: Sequence[DivisionRows]) -> str:
    """The standings for a program; fractions as texts such as "5/2"."""
    body = {
        "league": season.league_id,
        "season": season.number,
        "state": season.state.value,
        "divisions": [
            {"tier": each.division.tier, "name": each.division.name, "rows": [_row(each, row) for row in each.rows]}
            for each in shown
        ],
    }
    return json.dumps(body, ensure_ascii=False, indent=2)


def _row(shown: DivisionRows, row: StandingRow) -> dict[str, Any]:
    place = row.standing
    known = {"name": row.name, "has_withdrawn": row.has_withdrawn, "zone": row.zone.value, "why": _why(shown, row)}
    if place is None:
        return {"place": None, **known}
    counts = {name: getattr(place, name) for name in _NUMBERED if name != "points"}
    values = {code.value: str(value) for code, value in place.values.items()}
    return {**counts, "points": str(place.points), "tie_breaks": values, **known}


def _told(season: SeasonRow) -> list[TieBreak]:
    """The tie-breaks that stand in columns; a lot only separates."""
    return [each for each in season.settings.tie_breaks if each is not TieBreak.LOT]


def _values(row: StandingRow, tie_breaks: Sequence[TieBreak]) -> list[str]:
    return [row.value(each) for each in tie_breaks]


def _count(row: StandingRow, name: str) -> str:
    return "–" if row.standing is None else str(getattr(row.standing, name))


def _sign(row: StandingRow) -> str:
    return "withdrawn" if row.has_withdrawn else _ZONES[row.zone]


def _why(shown: DivisionRows, row: StandingRow) -> str:
    return explanation(shown.standings, row.entry, shown.division.names()).text


def _line(cells: Sequence[str], widths: Sequence[int]) -> str:
    return "  ".join(_padded(cells, widths)).rstrip()


def _padded(cells: Sequence[str], widths: Sequence[int]) -> Iterator[str]:
    """Words to the left, numbers to the right."""
    for number, (cell, width) in enumerate(zip(cells, widths, strict=True)):
        yield cell.ljust(width) if number in {1, len(cells) - 1} else cell.rjust(width)
