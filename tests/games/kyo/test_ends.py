"""How games of Kyo end."""

import pytest

from corr.games.api import Outcome
from corr.games.kyo.position import Position
from corr.games.seats import FIRST, SECOND
from tests.games.kyo.samples import RULES, a_draft, a_position, ended


def the_outcome(position: str) -> Outcome | None:
    """How the game is over in a position."""
    return RULES.outcome(RULES.parse_position(position))


@pytest.mark.parametrize("attacker", ["H", "T", "Q", "+T"])
def test_the_mover_wins_by_striking_the_king(attacker: str) -> None:
    # kyo: End of the game.
    assert ended(a_draft(a_position(D4=f"D{attacker}", D5="dk", A5="d"), "D4xD5")) == "g king"
    assert ended(a_draft(a_position("r", D4=f"d{attacker.lower()}", D5="DK", A5="D"), "D4xD5")) == "r king"


def test_the_mover_wins_when_no_enemy_mana_is_left_on_the_board() -> None:
    assert ended(a_draft(a_position(D4="H", D5="d", J9="k"), "D4-D5")) == "g mana"
    assert ended(a_draft(a_position(D4="H", D5="dh", J9="k"), "D4xD5")) == "g mana"
    assert ended(a_draft(a_position(D4="H", D5="dd", J9="dk"), "D4-D5")) == ""


def test_enemy_mana_inside_a_stack_of_the_mover_counts_as_on_the_board() -> None:
    assert ended(a_draft(a_position(D4="dDH", E5="d", J9="k"), "D4-E5:1")) == ""


def test_a_king_that_falls_with_the_last_mana_is_named() -> None:
    assert ended(a_draft(a_position(D4="H", D5="dk"), "D4xD5")) == "g king"


def test_a_player_without_a_legal_action_draws_the_game() -> None:
    # Gold's King is shut in by Light Pawns that outnumber nobody, and its one Mana lies under a Red pawn.
    board = "K,P,Dp,7/P,P,p,7/p,p,1,p,6/10/10/10/10/10/10/9,dk r"

    assert ended(a_draft(board, "D2-C2")) == "draw no-action"
    assert the_outcome(board) is None


@pytest.mark.parametrize(
    ("position", "outcome"),
    [
        ("DK,9/10/10/10/10/10/10/10/10/9,d g", Outcome(FIRST, "king")),
        ("DK,9/10/10/10/10/10/10/10/10/9,d r", Outcome(FIRST, "king")),
        ("D,9/10/10/10/10/10/10/10/10/9,dk g", Outcome(SECOND, "king")),
        ("DK,9/10/10/10/10/10/10/10/10/9,k r", Outcome(FIRST, "mana")),
        ("DK,9/10/10/10/10/10/10/10/10/9,k g", Outcome(FIRST, "mana")),
        ("K,9/10/10/10/10/10/10/10/10/9,dk g", Outcome(SECOND, "mana")),
        # When both have lost, the one who moved last won; the King comes before the Mana.
        ("10/10/10/10/10/10/10/10/10/10 g", Outcome(SECOND, "king")),
        ("10/10/10/10/10/10/10/10/10/10 r", Outcome(FIRST, "king")),
        ("K,9/10/10/10/10/10/10/10/10/9,k r", Outcome(FIRST, "mana")),
        ("K,9/10/10/10/10/10/10/10/10/9,d r", Outcome(FIRST, "king")),
        ("K,9/10/10/10/10/10/10/10/10/9,d g", Outcome(SECOND, "mana")),
    ],
)
def test_a_text_shows_that_the_game_is_over(position: str, outcome: Outcome) -> None:
    parsed = RULES.parse_position(position)

    assert RULES.outcome(parsed) == outcome
    assert RULES.due(parsed) == frozenset()
    assert list(RULES.begin(parsed, parsed.seat).actions()) == []
    assert RULES.format_position(parsed) == position


def test_no_repetition_is_known() -> None:
    assert RULES.repetition_key(RULES.start()) is None
    assert RULES.outcome(RULES.start(), seen=100) is None


def test_positions_with_the_same_stacks_and_side_are_equal_whatever_led_there() -> None:
    start = RULES.parse_position(a_position(D4="H"))
    there = RULES.play(start, {FIRST: RULES.read(RULES.begin(start, FIRST), "D4-D5")})

    assert isinstance(there, Position)
    assert there == RULES.parse_position(a_position("r", D5="H"))
    assert there.planes == RULES.parse_position(a_position("r", D5="H")).planes
