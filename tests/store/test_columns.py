"""Columns that are found by their names."""

import pytest

from corr.game.game_row import GAME, PLAYER, SEAT
from corr.store.base import columns_of


def test_columns_come_in_the_order_of_their_names() -> None:
    assert columns_of(("bank_ms", "ruleset", "seat"), GAME, SEAT) == [SEAT.c.bank_ms, GAME.c.ruleset, SEAT.c.seat]


@pytest.mark.parametrize("name", ["id", "no_such_column"])
def test_a_name_that_does_not_say_which_column_is_refused(name: str) -> None:
    with pytest.raises(ValueError, match=name):
        columns_of((name,), GAME, PLAYER)
