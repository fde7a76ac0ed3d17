"""Leagues as a whole: random years of a league are what a simple model of the promises says."""

from random import Random

import pytest

from tests.playing import Room, a_room
from tests.service.leagues.years import Years

STEPS = 60


@pytest.mark.parametrize("seed", range(5))
def test_years_of_anything_are_what_is_promised(sqlite_url: str, seed: int) -> None:
    with a_room(sqlite_url) as room:
        play(room, seed)


@pytest.mark.parametrize("seed", [8])
def test_years_of_anything_are_what_is_promised_on_postgresql(postgresql_url: str, seed: int) -> None:
    with a_room(postgresql_url) as room:
        play(room, seed)


def play(room: Room, seed: int) -> None:
    """Some random years; as they go on, all that is shown is compared."""
    years = Years(room, Random(seed))
    years.begin()
    for _ in range(STEPS):
        years.step()
