"""Stacks that are higher than any in a game, as somebody may set them up: nothing of them is kept for later."""

import gc
import tracemalloc
from random import Random

import pytest

from corr.games.kyo.rules import KyoRules
from corr.games.seats import FIRST

_RULES = KyoRules()
_SHOWN = 20


def _a_board(chance: Random, height: int) -> str:
    """A board with one stack of loose Mana, in an order that was hardly ever seen."""
    stack = "".join(chance.choice("DL") for _ in range(height))
    return f"DK,9/10/10/5,{stack},4/10/10/10/10/10/9,dk g"


def _look(text: str) -> None:
    draft = _RULES.begin(_RULES.parse_position(text), FIRST)
    _RULES.listing(draft, 20)
    _RULES.choices(draft, ())
    _RULES.hints(draft)
    assert draft.has_action()


@pytest.mark.slow
def test_what_was_found_of_high_stacks_is_not_kept() -> None:
    chance = Random(7)
    boards = [_a_board(chance, 900) for _ in range(_SHOWN)]
    _look(boards[0])

    tracemalloc.start()
    try:
        for board in boards:
            _look(board)
        gc.collect()
        kept, _ = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()

    assert kept / _SHOWN < 20_000


def test_a_high_stack_has_the_same_actions_as_a_low_one_and_more() -> None:
    low, high = (
        set(_RULES.listing(_RULES.begin(_RULES.parse_position(board), FIRST)).actions)
        for board in (_a_board(Random(1), 30), _a_board(Random(1), 40))
    )

    assert {action for action in low if "-" in action} < {action for action in high if "-" in action}
    assert len([action for action in high if action.startswith("F3-")]) == 40 * 8
