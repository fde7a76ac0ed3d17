"""Views of a division: its standings with explanations, its games, and its places over time."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from sqlalchemy import Select, bindparam, select

from corr.base.sentences import Sentence
from corr.base.uow import Reader
from corr.errors import NotFoundError
from corr.game.game_row import GAME
from corr.leagues.division_forecasts import DivisionForecast, EntryForecast, forecast_of
from corr.leagues.division_tables import DivisionTable, division_tables
from corr.leagues.rows import PAIRING, SeasonRow
from corr.leagues.rules.division_table import EntryId, holding_up
from corr.leagues.rules.explanations import Explanation, explanation
from corr.leagues.rules.standings_history import Day, standings_over_time
from corr.leagues.rules.tiebreaks import Criterion
from corr.leagues.views.division_games import Cells, ResultSet, Round, cross_table, notes_of, rounds_of, set_results
from corr.leagues.views.league_view import viewer_of
from corr.leagues.views.open_games import OpenGame, open_games_of, slowest_first
from corr.leagues.views.standings_rows import DivisionRows, StandingRow, rows_of
from corr.players.names import isolated
from corr.store.tables.games import GameState

_ENDED: Select[Any] = (
    select(GAME.c.id, GAME.c.ended_at)
    .join(PAIRING, PAIRING.c.game_id == GAME.c.id)
    .where(PAIRING.c.division_id == bindparam("division"), GAME.c.state == GameState.OVER.value)
)


def history_of(reader: Reader, division: DivisionTable, season: SeasonRow) -> tuple[Day, ...]:
    """The standings of a division at the end of each day, in UTC, on which games ended: one statement."""
    rows = reader.connection.execute(_ENDED, {"division": division.id})
    ended = {row.id: row.ended_at for row in rows if row.ended_at is not None}
    return standings_over_time(division.table, season.settings, ended)


@dataclass(frozen=True, slots=True)
class DivisionHead:
    """The head of every page of a division."""

    season: SeasonRow
    tier: int
    name: str
    path: str
    tiers: tuple[tuple[int, str], ...]
    """All divisions of the season with their names."""
    game_title: str
    seat_titles: tuple[str, str]
    finished: int
    open: int
    held_up_by: int
    """How many last open games hold the division up; 0 while it is not held up."""


@dataclass(frozen=True, slots=True)
class DivisionView:
    """A division with its tables."""

    head: DivisionHead
    tie_breaks: tuple[Criterion, ...]
    """In the organiser's order."""
    shown: DivisionRows
    cells: Mapping[EntryId, Cells]
    """The rows of the cross-table."""
    notes: Mapping[EntryId, Sentence]
    """The notes beside rows."""
    set_results: tuple[ResultSet, ...]
    forecast: DivisionForecast | None = None
    """Its forecast; None if the season does not run, and before `division_in_time` added it."""
    history: tuple[Day, ...] = ()
    """Its standings after each day on which games ended; empty before `division_in_time` added them."""

    @property
    def rows(self) -> tuple[StandingRow, ...]:
        """The standings in order."""
        return self.shown.rows

    def find_forecast(self, entry: EntryId) -> EntryForecast | None:
        """The forecast of an entry; None without one, and for an entry that left the table."""
        return self.forecast.entries.get(entry) if self.forecast else None

    @property
    def signs(self) -> frozenset[str]:
        """The signs that occur in the cells, which the legend explains."""
        return frozenset(game.sign for cells in self.cells.values() for cell in cells if cell for game in cell)

    @property
    def has_left(self) -> bool:
        """Whether the results of a player who withdrew early left the table."""
        return any(row.standing is None for row in self.rows)


@dataclass(frozen=True, slots=True)
class RoundsView:
    """A division round by round."""

    head: DivisionHead
    rounds: tuple[Round, ...]


@dataclass(frozen=True, slots=True)
class ScheduleView:
    """The open games of a division."""

    head: DivisionHead
    games: tuple[OpenGame, ...]
    """Those with the least time left first; in a division that is held up the slowest first."""


def division_view(reader: Reader, season: SeasonRow, tier: int, viewer: int | None = None) -> DivisionView:
    """The view of the division of that tier: three statements, and one more if somebody was replaced."""
    tables, table = _tables(reader, season, tier)
    shown = next(each for each in rows_of(season, tables, viewer) if each.division.id == table.id)
    results = _set_results(reader, season, table)
    return DivisionView(
        head=_head(reader, season, tables, table),
        tie_breaks=season.settings.criteria,
        shown=shown,
        cells=cross_table(table, shown.order, _ids(results)),
        notes=notes_of(reader, table.entries),
        set_results=results,
    )


def division_in_time(reader: Reader, view: DivisionView) -> DivisionView:
    """The same with its history, and while its season runs with its forecast: one statement, and three more."""
    season, division = view.head.season, view.shown.division
    forecast = forecast_of(reader, division, season) if season.is_running else None
    return replace(view, forecast=forecast, history=history_of(reader, division, season))


def reasons_of(view: DivisionView) -> Mapping[EntryId, Explanation]:
    """The explanation of each place."""
    names = {entry: isolated(name) for entry, name in view.shown.division.names().items()}
    return {row.entry: explanation(view.shown.standings, row.entry, names) for row in view.rows}


def rounds_view(reader: Reader, season: SeasonRow, tier: int, viewer: int | None = None) -> RoundsView:
    """The rounds of that division: three statements."""
    tables, table = _tables(reader, season, tier)
    results = _set_results(reader, season, table)
    mine = table.find_entry(viewer)
    rounds = rounds_of(table, _ids(results), mine.id if mine else None)
    return RoundsView(_head(reader, season, tables, table), rounds)


def schedule_view(reader: Reader, season: SeasonRow, tier: int, viewer: int | None) -> ScheduleView:
    """The open games of that division; only its players and organisers see until when players are away."""
    tables, table = _tables(reader, season, tier)
    games = open_games_of(reader, season.id, table.id)
    is_told = table.find_entry(viewer) is not None or viewer_of(reader, season.league_id, viewer).is_organiser
    head = _head(reader, season, tables, table)
    shown = slowest_first(games) if head.held_up_by else games
    return ScheduleView(head, shown if is_told else tuple(map(_without_absences, shown)))


def _without_absences(game: OpenGame) -> OpenGame:
    first, second = (replace(side, away_until=None) for side in game.sides)
    return replace(game, sides=(first, second))


def _tables(reader: Reader, season: SeasonRow, tier: int) -> tuple[tuple[DivisionTable, ...], DivisionTable]:
    tables = division_tables(reader, season)
    table = next((found for found in tables if found.tier == tier), None)
    if table is None:
        raise NotFoundError("There is no such division in this season.")
    return tables, table


def _head(
    reader: Reader, season: SeasonRow, tables: tuple[DivisionTable, ...], division: DivisionTable
) -> DivisionHead:
    info = reader.registry.get_rules(season.settings.ruleset).info
    return DivisionHead(
        season=season,
        tier=division.tier,
        name=division.name,
        path=f"{season.path}/{division.tier}",
        tiers=tuple((each.tier, each.name) for each in tables),
        game_title=info.title,
        seat_titles=(info.seats[0], info.seats[1]),
        finished=len(division.table.counted()),
        open=len(division.table.open()),
        held_up_by=len(holding_up(division.table)) if season.is_running else 0,
    )


def _set_results(reader: Reader, season: SeasonRow, division: DivisionTable) -> tuple[ResultSet, ...]:
    info = reader.registry.get_rules(season.settings.ruleset).info
    found = set_results(reader, season.id, info)
    return tuple(result for result in found if result.division_id == division.id)


def _ids(results: tuple[ResultSet, ...]) -> frozenset[str]:
    return frozenset(result.game_id for result in results)
