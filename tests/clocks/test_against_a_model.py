"""All clocks together: random weeks of several games are what a simple model of the promises says."""

from datetime import UTC, datetime
from random import Random

import pytest

from tests.clocks.weeks import Weeks
from tests.playing import Room, a_room

STEPS, FEW_STEPS = 40, 25
BEGINS = (
    # In these weeks clocks are changed: in America, Europe, Chile and New Zealand. In the last ones is a leap day.
    datetime(2026, 3, 2, 12, tzinfo=UTC),
    datetime(2026, 3, 24, 7, 30, tzinfo=UTC),
    datetime(2026, 10, 20, 21, 15, tzinfo=UTC),
    datetime(2028, 2, 24, 3, 45, tzinfo=UTC),
)


@pytest.mark.parametrize("seed", range(8))
def test_weeks_of_anything_are_what_is_promised(sqlite_url: str, seed: int) -> None:
    with a_room(sqlite_url) as room:
        play(room, seed, FEW_STEPS)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(8, 10))
def test_weeks_of_anything_are_what_is_promised_on_postgresql(postgresql_url: str, seed: int) -> None:
    with a_room(postgresql_url) as room:
        play(room, seed, STEPS)


def play(room: Room, seed: int, steps: int) -> None:
    """Some random weeks; as they go on, all that is shown is compared."""
    room.clock.move(BEGINS[seed % len(BEGINS)] - room.clock.now())
    weeks = Weeks(room, Random(seed))
    weeks.begin()
    for _ in range(steps):
        weeks.step()
