"""A verification finds nothing where nothing is wrong, and says in words what is."""

import pytest

from corr.service.upkeep.verifying import verify_games
from tests.playing import Room
from tests.service.upkeep.worlds import RULESETS, World


def findings(room: Room) -> list[str]:
    """All that is found."""
    return [finding.words for finding in verify_games(room.workshop)]


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_nothing_is_found_where_everything_happened_as_it_should(room: Room, seed: int) -> None:
    world = World(room, seed)
    for ruleset in RULESETS:
        for _ in range(4):
            world.begin(ruleset)

    world.go_on(250)

    assert findings(room) == []
