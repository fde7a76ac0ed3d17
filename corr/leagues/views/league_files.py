"""A league as files: a league file, by which one like it can be founded, and a division as JSON and CSV."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from fractions import Fraction
from typing import Any

from corr.base.uow import Reader
from corr.errors import NotFoundError
from corr.games.seats import FIRST
from corr.leagues.division_tables import DivisionTable
from corr.leagues.rows import find_latest_season, get_league, get_season_numbered, organisers_of
from corr.leagues.rules.league_file import LeagueFile, write_document
from corr.leagues.rules.spreadsheets import write_csv
from corr.leagues.rules.table_words import written
from corr.leagues.views.division_games import DivisionGame
from corr.leagues.views.division_view import DivisionView, StandingRow

_DIGITS = 6
_SLASH = "\N{FRACTION SLASH}"
"""Stands in fractions without a sign of their own, such as 3/7; a plain slash would be taken for a date."""
_RESULTS = {
    "1": "win",
    "+": "win",
    "0": "loss",
    "−": "loss",
    "½": "draw",
    "–": "none",
    "·": "open",
}
_SHORT = {"1": "1", "+": "1F", "0": "0", "−": "0F", "½": "½", "–": "n", "·": "."}
"""The cells of the cross-table as CSV; a sign such as + would be taken for a formula."""


def league_document(reader: Reader, league_id: str, number: int | None = None) -> str:
    """
    The league file of a league, with the settings of one of its seasons, or of the latest.

    :raises NotFoundError: there is no such league, or no such season.
    """
    league = get_league(reader, league_id)
    season = find_latest_season(reader, league.id)
    if number is not None:
        season = get_season_numbered(reader, league.id, number)
    if season is None:
        raise NotFoundError(f"{league.name} has no season yet.")
    names = tuple(name for _, name in organisers_of(reader, league.id))
    file = LeagueFile(league.id, league.name, league.description, names, season.dates_so_far, season.settings)
    return write_document(file, reader.registry.get_info(season.settings.ruleset))


@dataclass(frozen=True, slots=True)
class TableFile:
    """A table that is the same as CSV and as JSON."""

    name: str
    """One word: "standings", "crosstable" or "rounds"."""
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    body: Mapping[str, Any]
    """The table as JSON."""

    def csv(self) -> str:
        """The table as CSV: no cell is taken for a formula."""
        return write_csv(self.columns, self.rows)


def standings_file(view: DivisionView) -> TableFile:
    """Places, points and the value of each tie-break; with a forecast also the possible places."""
    lines = [_standing(view, row) for row in view.rows]
    told = [{name: _told(value) for name, value in line.items()} for line in lines]
    tie_breaks = [each.value for each in view.head.division.season.settings.tie_breaks]
    return _file(view, "standings", lines, tie_breaks=tie_breaks, rows=told, **_forecast(view))


def cross_table_file(view: DivisionView) -> TableFile:
    """The cross-table: the results of every player against every other."""
    numbers = {row.entry.id: row.number for row in view.rows}
    columns = ("number", "player", *(str(row.number) for row in view.rows), "points", "points_decimal")
    cells = view.cells
    rows = tuple(
        (
            str(row.number),
            row.entry.name,
            *(
                "x" if games is None else " ".join(_SHORT[game.signs[seat]] for game, seat in games)
                for games in cells[row.entry.id]
            ),
            _cell(_points(row)),
            _cell(_decimal(_points(row))),
        )
        for row in view.rows
    )
    lines = [
        {
            "number": row.number,
            "player": row.entry.name,
            "against": [
                {"opponent": numbers[opponent], "games": [_game(*game) for game in games]}
                for opponent, games in zip(view.shown.order, cells[row.entry.id], strict=True)
                if games is not None
            ],
        }
        for row in view.rows
    ]
    return TableFile("crosstable", columns, rows, _body(view.head.division, "crosstable", rows=lines))


def rounds_file(view: DivisionView) -> TableFile:
    """All games with their rounds, seats and results."""
    lines = [_meeting(game) for game in view.games]
    return _file(view, "rounds", lines, rows=lines)


def _file(view: DivisionView, table: str, lines: Sequence[Mapping[str, Any]], **more: object) -> TableFile:
    columns = tuple(lines[0]) if lines else ()
    rows = tuple(tuple(_cell(line[column]) for column in columns) for line in lines)
    return TableFile(table, columns, rows, _body(view.head.division, table, **more))


def _body(division: DivisionTable, table: str, **more: object) -> dict[str, Any]:
    season = division.season
    return {
        "table": table,
        "version": 1,
        "league": season.league_id,
        "league_name": season.league,
        "season": season.number,
        "state": season.state.value,
        "began_at": _moment(season.started_at),
        "ends_at": _moment(season.dates.ends_at),
        "ended_at": _moment(season.ended_at),
        "division": division.tier,
        "division_name": division.name,
        "game": season.settings.ruleset,
        "games_finished": division.finished,
        "games_open": division.open,
        **more,
    }


def _standing(view: DivisionView, row: StandingRow) -> dict[str, Any]:
    standing = row.standing
    line: dict[str, Any] = {
        "place": None if standing is None else standing.place,
        "is_shared": row.is_shared,
        "player": row.entry.name,
        "player_number": row.entry.first_player_id,
        "points": _points(row),
        "points_decimal": _decimal(_points(row)),
    }
    for code in view.head.division.season.settings.tie_breaks:
        value = None if standing is None else standing.values.get(code)
        line |= {code.value: value, f"{code.value}_decimal": _decimal(value)}
    for name in ("played", "won", "drawn", "lost", "open"):
        line[name] = 0 if standing is None else getattr(standing, name)
    return line | {"zone": row.zone.value, "has_withdrawn": row.entry.is_withdrawn, **_possible(view, row)}


def _possible(view: DivisionView, row: StandingRow) -> dict[str, Any]:
    """The possible places of a player; empty for one who left the table, and once the season is over."""
    found = view.find_forecast(row.entry.id)
    return {
        "possible_best": None if found is None else found.best,
        "possible_worst": None if found is None else found.worst,
        "certain": [] if found is None else [each.value for each in found.certain],
    }


def _forecast(view: DivisionView) -> dict[str, Any]:
    """Whether the possible places are exact, and the simulation."""
    if view.forecast is None:
        return {"possible_is_exact": None, "simulation": None}
    forecast, simulation = view.forecast, view.forecast.simulation
    names = view.head.division.names()
    told = simulation and {
        "playouts": simulation.playouts,
        "worked_out_at": _moment(simulation.worked_out_at),
        "is_current": simulation.is_current,
        "shares": {names[entry]: [_decimal(share) for share in one.shares] for entry, one in forecast.entries.items()},
    }
    return {"possible_is_exact": forecast.is_exact, "simulation": told}


def _game(game: DivisionGame, seat: int) -> dict[str, Any]:
    """A game from the side of one seat."""
    sign = game.signs[seat]
    return {
        "game": game.meeting.game_id,
        "round": game.meeting.round,
        "has_first_seat": seat == FIRST,
        "result": _RESULTS[sign],
        "is_forfeit": sign in {"+", "−"},
        "is_set": game.ruling is not None,
    }


def _meeting(game: DivisionGame) -> dict[str, Any]:
    meeting, ruling = game.meeting, game.ruling
    first, second = (_RESULTS[sign] for sign in game.signs)
    return {
        "round": meeting.round,
        "first": game.players[0],
        "second": game.players[1],
        "first_result": first,
        "second_result": second,
        "is_forfeit": meeting.is_forfeit and meeting.result is not None,
        "is_set": ruling is not None,
        "game": meeting.game_id,
        "set_by": "" if ruling is None else ruling.by,
        "set_reason": "" if ruling is None else ruling.reason,
        "was": "" if ruling is None else ruling.was,
    }


def _points(row: StandingRow) -> Fraction | None:
    return None if row.standing is None else row.standing.points


def _moment(moment: datetime | None) -> str | None:
    return None if moment is None else moment.isoformat(timespec="seconds")


def _told(value: object) -> object:
    """A value as JSON can hold it."""
    return str(value) if isinstance(value, Fraction) else value


def _decimal(value: Fraction | None) -> float | None:
    return None if value is None else round(float(value), _DIGITS)


def _cell(value: object) -> str:
    if value is None:
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list):
        return " ".join(value)
    if isinstance(value, Fraction):
        return written(value).replace("/", _SLASH)
    if isinstance(value, float):
        return f"{value:.{_DIGITS}f}".rstrip("0").rstrip(".")
    return str(value)
