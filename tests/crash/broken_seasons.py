"""Breaks of leagues and ratings: a season begins by half, or ends with wrong places and untold; no game is counted."""

from collections.abc import Mapping
from dataclasses import replace

from corr.core.leagues.settings import SeasonSettings
from corr.core.leagues.standings import settled_ranks
from corr.core.leagues.table import EntryId, Table
from corr.service.leagues.seasons import ending, starting
from corr.service.leagues.seasons.plans import SeasonPlan
from corr.service.ratings import counting
from corr.service.uow import UnitOfWork
from tests.crash.replacing import put


def begin_by_half() -> None:
    """The last pairing of each division gets no game."""
    start = starting._start_games

    def by_half(uow: UnitOfWork, plan: SeasonPlan, division_ids: dict[int, int]) -> None:
        fewer = (replace(division, pairings=division.pairings[:-1]) for division in plan.divisions)
        start(uow, replace(plan, divisions=tuple(fewer)), division_ids)

    put(starting, "_start_games", by_half)


def end_badly() -> None:
    """Final places stand upside down, and nobody is told of the end."""

    def upside_down(table: Table, settings: SeasonSettings) -> Mapping[EntryId, int]:
        places = settled_ranks(table, settings)
        return {entry: len(places) + 1 - place for entry, place in places.items()}

    put(ending, "settled_ranks", upside_down)
    put(ending, "_tell", lambda *_: None)


def count_nothing() -> None:
    """No game is counted for ratings."""
    put(counting, "note_due", lambda *_: None)
