"""Leagues as a whole: random years of a league are what a simple model of the promises says."""

from random import Random

import pytest

from corr.store.tables.leagues import LeagueEvent
from tests.leagues.years import Years
from tests.playing import Room, a_room

pytestmark = pytest.mark.slow

STEPS = 60
SEEDS = {
    19: "ended asked time-is-up:no-result extended ruled",
    26: "ended withdrawn:forfeits replaced ruled ruling-undone",
    27: "ended withdrawn:removed time-is-up:draw called-off",
    101: "ended paused resumed ruled withdrawn:forfeits",
    107: "ended called-off replaced ruled ruling-undone",
}
"""Years in which much happens, with some of it: whoever changes what chance chooses has to look for others."""


@pytest.mark.parametrize("seed", SEEDS)
def test_years_of_anything_are_what_is_promised(sqlite_url: str, seed: int) -> None:
    with a_room(sqlite_url) as room:
        play(room, seed)

        assert set(SEEDS[seed].split()) <= happened(room)


@pytest.mark.parametrize("seed", [27])
def test_years_of_anything_are_what_is_promised_on_postgresql(postgresql_url: str, seed: int) -> None:
    with a_room(postgresql_url) as room:
        play(room, seed)

        assert set(SEEDS[seed].split()) <= happened(room)


def play(room: Room, seed: int) -> None:
    """Some random years; as they go on, all that is shown is compared."""
    years = Years(room, Random(seed))
    years.begin()
    for _ in range(STEPS):
        years.step()


def happened(room: Room) -> set[str]:
    """What stands in the journal of the league, some of it with how it was done."""
    found = set()
    for row in room.rows(LeagueEvent):
        how = row["facts"].get("becomes") or row["facts"].get("rule")
        found.add(f"{row['kind']}:{how}" if how else row["kind"])
    return found
