"""How the pieces of Kelasu move: the table of the rules, row by row, for both sides."""

import pytest

from tests.games.kelasu.samples import a_draft, a_position, goals, legal

_HOME = "SS7B"
_AWAY = "ss7b"


def a_board(**rows: str) -> str:
    """A position with Stones of both out of the way and the named rows, Blue to move."""
    return board_for("b", **rows)


def board_for(side: str, **rows: str) -> str:
    """The same with *side* to move."""
    return a_position(*[rows.get(row, {"A": _HOME, "J": _AWAY}.get(row, "10")) for row in "ABCDEFGHIJ"], side=side)


def test_a_blank_moves_one_square_forward_or_sideways() -> None:
    assert goals(a_board(E="4B5"), "E4") == "-E3 -E5 -F4"
    assert goals(board_for("r", E="4b5", D="B9"), "E4") == "-D4 -E3 -E5"


def test_a_blank_never_captures() -> None:
    assert goals(a_board(E="3bBb4", F="4b5"), "E4") == ""


def test_no_piece_leaves_the_board_at_its_edges() -> None:
    assert goals(a_board(E="B9", F="B8B"), "F9") == "-F8 -G9"
    assert goals(a_board(E="B9", F="B8B"), "F0") == "-F1 -G0"


def test_a_warrior_moves_or_captures_forward_and_sideways() -> None:
    assert goals(a_board(E="4W5"), "E4") == "-E3 -E5 -F4"
    assert goals(a_board(E="3bWb4", F="4b5"), "E4") == "xE3 xE5 xF4"


def test_a_warrior_goes_diagonally_forward_only_to_capture() -> None:
    assert goals(a_board(E="4W5", F="3b1b4", D="3b1b4"), "E4") == "-E3 -E5 -F4 xF3 xF5"
    assert goals(board_for("r", E="4w5", F="3B1B4", D="3B1B4"), "E4") == "-D4 -E3 -E5 xD3 xD5"


def test_a_warrior_on_the_far_rank_is_recalled_over_anything_between() -> None:
    assert goals(a_board(A="SS8", B="4b5", E="4B5", J="ss2W5"), "J4") == "-J3 -J5 @A4"
    assert goals(board_for("r", A="SS2w5", E="4B5"), "A4") == "-A3 -A5 @J4"


def test_a_recall_captures_an_enemy_piece_but_no_own_one() -> None:
    assert "J4@A4" in legal(a_draft(a_board(A="SS2b5", J="ss2W5")))
    assert "J4@A4" not in legal(a_draft(a_board(A="SS2B5", J="ss2W5")))


def test_a_warrior_elsewhere_is_not_recalled() -> None:
    assert "@" not in goals(a_board(I="4W5"), "I4")


def test_a_runner_moves_diagonally_any_distance_until_something_stands_there() -> None:
    assert goals(a_board(E="4R5", C="2B7", G="6b3"), "E4") == "-A8 -B7 -C6 -D3 -D5 -F3 -F5 -G2 -H1 -I0 xG6"


def test_a_runner_captures_from_a_distance_of_two_but_not_beside_it() -> None:
    assert "xF5" not in goals(a_board(E="4R5", F="5b4"), "E4")
    assert "xG6" in goals(a_board(E="4R5", G="6b3"), "E4")


def test_a_diplomat_moves_up_to_three_squares_straight_and_never_captures() -> None:
    assert goals(a_board(E="4D5"), "E4") == "-B4 -C4 -D4 -E1 -E2 -E3 -E5 -E6 -E7 -F4 -G4 -H4"
    assert "E6" not in goals(a_board(E="4D1b3"), "E4")


def test_a_diplomat_converts_any_piece_diagonally_and_is_gone() -> None:
    board = a_board(E="4D5", D="3s6", F="5g4")

    after = a_draft(board, "E4%F5")

    assert {"E4%D3", "E4%F5"} <= legal(a_draft(board))
    assert not any(action.startswith("E4") for action in legal(after))
    assert "F5-I2" in legal(after)


def test_a_champion_goes_far_ahead_three_sideways_one_diagonally_and_far_back() -> None:
    assert goals(a_board(E="4C5"), "E4") == ("-A4 -B4 -C4 -D4 -E1 -E2 -E3 -E5 -E6 -E7 -F3 -F4 -F5 -G4 -H4 -I4 -J4")


def test_a_champion_captures_everywhere_but_backward() -> None:
    board = a_board(C="4b5", E="2b1C1b3", F="3b1b4", H="4b5")

    assert goals(board, "E4") == "-D4 -E3 -E5 -F4 -G4 xE2 xE6 xF3 xF5 xH4"


def test_a_red_champion_has_its_diagonals_towards_blue() -> None:
    assert goals(board_for("r", E="4c5", D="3B1B4", F="3B1B4"), "E4").endswith("xD3 xD5")


def test_a_general_goes_any_distance_in_all_eight_directions() -> None:
    found = goals(a_board(E="4G5", G="2b1b1b3"), "E4")

    assert found == (
        "-A4 -A8 -B1 -B4 -B7 -C2 -C4 -C6 -D3 -D4 -D5 -E0 -E1 -E2 -E3 -E5 -E6 -E7 -E8 -E9 -F3 -F4 -F5 xG2 xG4 xG6"
    )


def test_a_slider_stops_at_an_own_piece() -> None:
    assert "-E6" not in goals(a_board(E="4G1B3"), "E4")
    assert "-E5" in goals(a_board(E="4G1B3"), "E4")


@pytest.mark.parametrize("piece", "BWRDCG")
def test_a_stone_never_moves_and_every_other_piece_does(piece: str) -> None:
    assert goals(a_board(E=f"4{piece}5"), "A0") == ""
    assert goals(a_board(E=f"4{piece}5"), "E4") != ""


def test_stones_can_be_captured() -> None:
    assert "E4xF4" in legal(a_draft(a_board(E="4W5", F="4s5")))
