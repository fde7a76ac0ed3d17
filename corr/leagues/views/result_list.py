"""The list of a season's results, for organisers, who may set them."""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from corr.base.uow import Reader
from corr.leagues.division_tables import DivisionTable, division_tables
from corr.leagues.rows import SeasonRow, check_organiser
from corr.leagues.rules.division_table import Meeting
from corr.leagues.views.division_games import ResultSet, set_results, signs_of

MOST_LINES = 400


class Shown(StrEnum):
    """Which games are listed."""

    ALL = "all"
    OPEN = "open"
    OVER = "over"
    SET = "set"


@dataclass(frozen=True, slots=True)
class ResultLine:
    """A game of a season."""

    game_id: str
    round: int
    first: str
    """The name of the player with the first seat."""
    second: str
    result: str
    """The signs of both sides as in the cross-table; empty while the game goes on."""
    was_set: ResultSet | None
    """The ruling, if the result was set."""
    may_set: bool
    """Whether the viewer may set it now: nobody may in the division in which they play."""

    @property
    def may_undo(self) -> bool:
        """Whether the viewer may restore the result that was played."""
        return self.may_set and self.was_set is not None and bool(self.was_set.was)


@dataclass(frozen=True, slots=True)
class ResultsView:
    """Games of a season."""

    season: SeasonRow
    shown: Shown
    tier: int | None
    """The division; None for all."""
    tiers: tuple[tuple[int, str], ...]
    """All divisions, with tier and name."""
    divisions: tuple[tuple[str, tuple[ResultLine, ...]], ...]
    """The names of the listed divisions, each with its games."""
    has_more: bool
    """Whether games were left out, since there are too many."""
    own: str
    """The division in which the viewer plays, and therefore may not set results; empty without one."""


def results_view(
    reader: Reader, season: SeasonRow, shown: Shown, tier: int | None, *, by_player_id: int
) -> ResultsView:
    """The games of a season, or of one of its divisions."""
    check_organiser(reader, season.league_id, by_player_id)
    tables = division_tables(reader, season)
    rulings = {
        found.game_id: found
        for found in set_results(reader, season.id, reader.registry.get_rules(season.settings.ruleset).info)
    }
    divisions, left = [], MOST_LINES
    has_more = False
    for table in tables:
        if tier in {None, table.tier}:
            may_set = season.is_running and table.find_entry(by_player_id) is None
            lines = tuple(_lines(table, rulings, shown, may_set=may_set))
            has_more = has_more or len(lines) > left
            divisions.append((table.name, lines[:left]))
            left -= len(lines[:left])
    listed = tuple((name, lines) for name, lines in divisions if lines)
    own = next((each.name for each in tables if each.find_entry(by_player_id)), "") if season.is_running else ""
    return ResultsView(season, shown, tier, tuple((each.tier, each.name) for each in tables), listed, has_more, own)


def _lines(
    division: DivisionTable, rulings: dict[str, ResultSet], shown: Shown, *, may_set: bool
) -> Iterator[ResultLine]:
    names = division.names()
    for meeting in sorted(division.table.meetings, key=lambda found: found.round):
        was_set = rulings.get(meeting.game_id)
        if _is_wanted(meeting, was_set, shown):
            result = "" if meeting.result is None else " : ".join(signs_of(meeting))
            first, second = names[meeting.first], names[meeting.second]
            yield ResultLine(meeting.game_id, meeting.round, first, second, result, was_set, may_set)


def _is_wanted(meeting: Meeting, was_set: ResultSet | None, shown: Shown) -> bool:
    return {
        Shown.ALL: True,
        Shown.OPEN: meeting.result is None,
        Shown.OVER: meeting.result is not None,
        Shown.SET: was_set is not None,
    }[shown]
