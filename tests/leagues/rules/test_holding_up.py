"""Which games hold a division up."""

from itertools import combinations

import pytest

from corr.leagues.rules.division_table import Entrant, EntryId, Meeting, Table, holding_up
from corr.states import Result


def table(players: int, left: int, removed: int = 0) -> Table:
    """A single round robin with so many games open."""
    ids = [EntryId(number) for number in range(1, players + 1)]
    meetings = tuple(
        Meeting(1, one, other, None if number < left else Result.DRAW, game_id=f"g{number}")
        for number, (one, other) in enumerate(combinations(ids, 2))
    )
    return Table(tuple(Entrant(each, is_removed=each > players - removed) for each in ids), meetings)


@pytest.mark.parametrize(
    ("players", "left", "is_held_up"),
    [
        (3, 0, False),
        (3, 1, True),
        (3, 2, False),
        (4, 2, True),
        (4, 3, False),
        (10, 5, True),
        (10, 6, False),
        (20, 10, True),
    ],
)
def test_a_division_is_held_up_by_less_than_a_round(players: int, left: int, *, is_held_up: bool) -> None:
    assert len(holding_up(table(players, left))) == (left if is_held_up else 0)


def test_games_of_a_player_whose_results_left_the_table_hold_nothing_up() -> None:
    # Three games are open, one of them against player 4, whose results left: two are still too many for three players.
    kept = table(4, 3, removed=1)

    assert len(kept.open()) == 2
    assert holding_up(kept) == ()
