"""Counts that are raised together come to the same as counts that are raised one after the other."""

from datetime import timedelta
from random import Random

import pytest

from corr.base.rate_limits import Charge, Counts, Limit, are_within
from corr.store.tables.player_accounts import RateCount
from tests.playing import Room, a_room

pytestmark = pytest.mark.both_databases
LIMITS = [Limit(f"limit {number}", 5 + number, timedelta(hours=1)) for number in range(4)]


def kept(room: Room) -> dict[str, int]:
    """The counts of the latest hour, by key."""
    rows = room.rows(RateCount)
    latest = max(row["window_at"] for row in rows)
    return {row["key"]: row["count"] for row in rows if row["count"] and row["window_at"] == latest}


@pytest.mark.parametrize("seed", range(5))
def test_charges_at_once_are_judged_as_if_each_came_alone(database_url: str, seed: int) -> None:
    chance = Random(seed)
    chains = [
        [Charge(chance.choice(LIMITS), chance.choice("abc"), chance.randint(1, 3)) for _ in range(chance.randint(0, 4))]
        for _ in range(20)
    ]
    with a_room(database_url) as room:
        with room.workshop.open() as uow:
            alone = [are_within(uow, *charges) for charges in chains]
        one_by_one = kept(room)
        room.clock.move(timedelta(hours=1))
        with room.workshop.open() as uow:
            counts = Counts(uow, [charge for charges in chains for charge in charges])
            together = [counts.are_within(charges) for charges in chains]
            counts.settle()

        assert together == alone
        assert {False, True} == set(alone)
        assert kept(room) == one_by_one


def test_nothing_is_counted_for_nothing(database_url: str) -> None:
    with a_room(database_url) as room, room.workshop.open() as uow:
        assert are_within(uow)
        assert Counts(uow, ()).times == {}
