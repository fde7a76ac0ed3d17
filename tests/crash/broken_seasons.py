"""Breaks of leagues: a season begins by half, or ends with wrong places, untold and uncounted."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from corr.core.leagues.standings import ranks
from corr.core.leagues.table import EntryId
from corr.service.leagues.seasons import ending, starting
from corr.service.leagues.seasons.planning import SeasonPlan
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
    """Final places stand upside down, nobody is told of the end, and no game is counted for ratings."""

    def upside_down(*table: Any, **how: Any) -> Mapping[EntryId, int]:  # noqa: ANN401 - whatever is asked
        places = ranks(*table, **how)
        return {entry: len(places) + 1 - place for entry, place in places.items()}

    put(ending, "ranks", upside_down)
    put(ending, "_tell", lambda *_: None)
    put(counting, "note_due", lambda *_: None)
