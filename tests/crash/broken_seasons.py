"""Breaks of leagues and ratings: a season begins by half, or ends with wrong places and untold; no game is counted."""

from collections.abc import Mapping
from dataclasses import replace

from corr.base.uow import UnitOfWork
from corr.leagues.rules.division_table import EntryId, Table
from corr.leagues.rules.settings import SeasonSettings
from corr.leagues.rules.standings import ranks
from corr.leagues.seasons import season_end, season_start
from corr.leagues.seasons.division_plans import SeasonPlan
from corr.ratings import counting
from tests.crash.replacing import put


def begin_by_half() -> None:
    """The last pairing of each division gets no game."""
    start = season_start._start_games

    def by_half(uow: UnitOfWork, plan: SeasonPlan, division_ids: dict[int, int]) -> None:
        fewer = (replace(division, pairings=division.pairings[:-1]) for division in plan.divisions)
        start(uow, replace(plan, divisions=tuple(fewer)), division_ids)

    put(season_start, "_start_games", by_half)


def end_badly() -> None:
    """Final places stand upside down, and nobody is told of the end."""

    def upside_down(table: Table, settings: SeasonSettings) -> Mapping[EntryId, int]:
        places = ranks(table, settings)
        return {entry: len(places) + 1 - place for entry, place in places.items()}

    put(season_end, "ranks", upside_down)
    put(season_end, "_tell", lambda *_: None)


def count_nothing() -> None:
    """No game is counted for ratings."""
    put(counting, "note_due", lambda *_: None)
