"""Views of a division: its standings with explanations, its games, and its places over time."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import lru_cache

from corr.base.sentences import Sentence
from corr.base.uow import Reader
from corr.core.spans import ordinal
from corr.errors import NotFoundError
from corr.games.api import Info
from corr.leagues.division_forecasts import DivisionForecast, EntryForecast, forecast_of
from corr.leagues.division_tables import DivisionTable, division_tables, movers_of
from corr.leagues.rows import EntryRow, SeasonRow
from corr.leagues.rules.division_table import EntryId, Table
from corr.leagues.rules.divisions import Move
from corr.leagues.rules.explanations import Explanation, explanations
from corr.leagues.rules.settings import SeasonSettings
from corr.leagues.rules.standings import Day, Standings, StandingsPlace, standings, standings_over_time
from corr.leagues.rules.table_words import points_written, written
from corr.leagues.rules.tiebreaks import TieBreak
from corr.leagues.views.division_games import (
    Cells,
    DivisionGame,
    OpenGame,
    Round,
    cross_table,
    games_of,
    notes_of,
    open_games_of,
    rounds_of,
    rulings_of,
    slowest_first,
)
from corr.leagues.views.league_view import viewer_of
from corr.players.names import isolated

_EXPLAINED_KEPT = 32
"""The number of tables of which the explanations are kept: some 100 kB for each of 20 players."""


class Zone(StrEnum):
    """Whether a place leads to promotion, to relegation, or to neither."""

    UP = "up"
    DOWN = "down"
    NONE = ""


@dataclass(frozen=True, slots=True)
class StandingRow:
    """A player in the standings."""

    number: int
    """The number of the row, and of the column in the cross-table."""
    entry: EntryRow
    standing: StandingsPlace | None
    """None if all results left the table."""
    is_shared: bool
    """Whether others have the same place."""
    zone: Zone
    is_you: bool

    @property
    def place_words(self) -> str:
        """The place in words: "2nd place", "shared 2nd place"; empty without one."""
        if self.standing is None:
            return ""
        return f"{'shared ' if self.is_shared else ''}{ordinal(self.standing.place)} place"

    @property
    def place(self) -> str:
        """The place as a number, with an equals sign if it is shared; a dash without one."""
        if self.standing is None:
            return "–"
        return f"{self.standing.place}{'=' if self.is_shared else ''}"

    @property
    def points(self) -> str:
        """The points as people write them."""
        return "–" if self.standing is None else written(self.standing.points)

    @property
    def points_words(self) -> str:
        """The points with their word: "6½ points"."""
        return "no points" if self.standing is None else points_written(self.standing.points)

    def value(self, tie_break: TieBreak) -> str:
        """The value of a tie-break as people write it; a dash without one."""
        found = None if self.standing is None else self.standing.values.get(tie_break)
        return "–" if found is None else written(found)


@dataclass(frozen=True, slots=True)
class DivisionRows:
    """A division with its standings."""

    division: DivisionTable
    standings: Standings
    rows: tuple[StandingRow, ...]

    @property
    def order(self) -> tuple[EntryId, ...]:
        """The entries in the order of the rows."""
        return tuple(row.entry.id for row in self.rows)

    @property
    def has_zones(self) -> bool:
        """Whether any row is in a zone of promotion or relegation."""
        return any(row.zone is not Zone.NONE for row in self.rows)

    @property
    def has_shared(self) -> bool:
        """Whether any place is shared."""
        return any(row.is_shared for row in self.rows)


def rows_of(divisions: Sequence[DivisionTable], viewer: int | None = None) -> tuple[DivisionRows, ...]:
    """The standings of all divisions of a season as they are now."""
    found = [standings(each.table, each.season.settings) for each in divisions]
    zones = _zones(divisions, found)
    return tuple(
        DivisionRows(each, ranked, tuple(_rows(each, ranked, zones, viewer)))
        for each, ranked in zip(divisions, found, strict=True)
    )


def _rows(
    division: DivisionTable, ranked: Standings, zones: Mapping[int, Zone], viewer: int | None
) -> Iterator[StandingRow]:
    entries = {entry.id: entry for entry in division.entries}
    sharing = Counter(place.place for place in ranked.places)
    listed = [(place.entry, place) for place in ranked.places] + [(entry, None) for entry in ranked.removed]
    for number, (entry_id, place) in enumerate(listed, 1):
        entry = entries[entry_id]
        zone = zones.get(entry.player_id, Zone.NONE) if ranked.finished else Zone.NONE
        is_shared = place is not None and sharing[place.place] > 1
        yield StandingRow(number, entry, place, is_shared, zone, is_you=entry.player_id == viewer)


def _zones(divisions: Sequence[DivisionTable], found: Sequence[Standings]) -> Mapping[int, Zone]:
    """The zones by player id, as if the season ended now."""
    movers = movers_of(divisions, {place.entry: place.place for ranked in found for place in ranked.places})
    zones = {Move.PROMOTED: Zone.UP, Move.RELEGATED: Zone.DOWN}
    return {mover.player_id: zones.get(mover.move, Zone.NONE) for mover in movers}


@dataclass(frozen=True, slots=True)
class DivisionHead:
    """The head of every page of a division."""

    division: DivisionTable
    divisions: tuple[DivisionTable, ...]
    """All divisions of the season."""
    info: Info
    """What the game is called, and its seats."""


@dataclass(frozen=True, slots=True)
class DivisionView:
    """A division with its tables."""

    head: DivisionHead
    shown: DivisionRows
    games: tuple[DivisionGame, ...]
    """By round."""
    notes: Mapping[EntryId, Sentence]
    """The notes beside rows."""
    set_games: tuple[DivisionGame, ...]
    """Those whose results were set, the oldest first."""
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
    def cells(self) -> Mapping[EntryId, Cells]:
        """The rows of the cross-table."""
        return cross_table(self.games, self.shown.order)

    @property
    def signs(self) -> frozenset[str]:
        """The signs that occur in the cells, which the legend explains."""
        return frozenset(sign for game in self.games for sign in game.signs)

    @property
    def has_left(self) -> bool:
        """Whether the results of a player who withdrew early left the table."""
        return any(row.standing is None for row in self.rows)


@dataclass(frozen=True, slots=True)
class ReasonsView:
    """A division with the reasons why everybody stands where they stand."""

    head: DivisionHead
    reasons: tuple[tuple[StandingRow, Explanation], ...]
    """In the order of the standings."""


@dataclass(frozen=True, slots=True)
class RoundsView:
    """A division round by round."""

    head: DivisionHead
    rounds: tuple[Round, ...]
    own: EntryId | None
    """The viewer's entry, if there is one."""


@dataclass(frozen=True, slots=True)
class ScheduleView:
    """The open games of a division."""

    head: DivisionHead
    games: tuple[OpenGame, ...]
    """Those with the least time left first; in a division that is held up the slowest first."""


def division_view(reader: Reader, season: SeasonRow, tier: int, viewer: int | None = None) -> DivisionView:
    """The view of the division of that tier: three statements, and one more if somebody was replaced."""
    head = _head(reader, season, tier)
    rulings = rulings_of(reader, season)
    games = games_of(head.division, rulings)
    by_id = {game.meeting.game_id: game for game in games}
    return DivisionView(
        head=head,
        shown=_shown_of(head, viewer),
        games=games,
        notes=notes_of(reader, head.division.entries),
        set_games=tuple(by_id[game_id] for game_id in rulings if game_id in by_id),
    )


def _shown_of(head: DivisionHead, viewer: int | None) -> DivisionRows:
    return next(each for each in rows_of(head.divisions, viewer) if each.division is head.division)


def division_in_time(reader: Reader, view: DivisionView) -> DivisionView:
    """The same with its history, and while its season runs with its forecast: two statements for that."""
    division = view.head.division
    forecast = forecast_of(reader, division, len(view.head.divisions)) if division.season.is_running else None
    return replace(view, forecast=forecast, history=history_of(division))


def history_of(division: DivisionTable) -> tuple[Day, ...]:
    """The standings of a division at the end of each day, in UTC, on which games ended."""
    return standings_over_time(division.table, division.season.settings, division.ended)


def reasons_view(reader: Reader, season: SeasonRow, tier: int, viewer: int | None = None) -> ReasonsView:
    """The reasons for all places in that division: two statements."""
    head = _head(reader, season, tier)
    division = head.division
    names = tuple((entry, isolated(name)) for entry, name in division.names().items())
    explained = _explanations(division.table, division.season.settings, names)
    shown = _shown_of(head, viewer)
    return ReasonsView(head, tuple((row, explained[row.entry.id]) for row in shown.rows))


@lru_cache(maxsize=_EXPLAINED_KEPT)
def _explanations(
    table: Table, settings: SeasonSettings, names: tuple[tuple[EntryId, str], ...]
) -> Mapping[EntryId, Explanation]:
    """The explanation of the place of each entry; kept, since every reader of a page asks for the same."""
    return explanations(standings(table, settings), dict(names))


def rounds_view(reader: Reader, season: SeasonRow, tier: int, viewer: int | None = None) -> RoundsView:
    """The rounds of that division: three statements."""
    head = _head(reader, season, tier)
    games = games_of(head.division, rulings_of(reader, season))
    mine = head.division.find_entry(viewer)
    return RoundsView(head, tuple(rounds_of(head.division, games)), mine.id if mine else None)


def schedule_view(reader: Reader, season: SeasonRow, tier: int, viewer: int | None) -> ScheduleView:
    """The open games of that division; only its players and organisers see until when players are away."""
    head = _head(reader, season, tier)
    games = open_games_of(reader, season.id, head.division.id)
    is_told = head.division.find_entry(viewer) is not None or viewer_of(reader, season.league_id, viewer).is_organiser
    shown = slowest_first(games) if head.division.held_up_by else games
    return ScheduleView(head, shown if is_told else tuple(map(_without_absences, shown)))


def _without_absences(game: OpenGame) -> OpenGame:
    first, second = (replace(side, away_until=None) for side in game.sides)
    return replace(game, sides=(first, second))


def _head(reader: Reader, season: SeasonRow, tier: int) -> DivisionHead:
    divisions = division_tables(reader, season)
    found = next((division for division in divisions if division.tier == tier), None)
    if found is None:
        raise NotFoundError("There is no such division in this season.")
    return DivisionHead(found, divisions, reader.registry.get_rules(season.settings.ruleset).info)
