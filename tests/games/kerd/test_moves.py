"""Where Bishops, Scouts, Hussars, Jumpers, Towers, Queens and Kings of Kerd may go."""

import pytest

from tests.games.kerd.samples import a_position, goals, reached


def squares(moves: str) -> set[str]:
    """The targets without their signs."""
    return {move[1:] for move in moves.split()}


# -- region rule ------------------------------------------------------------------------------------------------


def test_a_bishop_from_land_may_stay_in_air_but_not_leave_it_again() -> None:
    found = squares(reached("BE2", "E2"))

    assert {"F3", "G4"} <= found
    assert not {"H5", "I6", "J7"} & found


def test_air_that_follows_other_air_was_not_left() -> None:
    assert {"F5", "G6", "H7"} <= squares(reached("BE4", "E4"))
    assert "I8" not in squares(reached("BE4", "E4"))


def test_a_bishop_from_water_may_not_cross_air_ranks() -> None:
    found = squares(reached("BA4", "A4"))

    assert {"B5", "C6", "D7"} <= found
    assert "E8" not in found


def test_a_bishop_that_starts_in_air_may_leave_and_enter_it_again() -> None:
    found = squares(reached("BC7", "C7"))

    assert {"D8", "E9", "F10", "G11", "H12"} <= found


def test_a_bishop_that_never_enters_air_is_not_restricted() -> None:
    assert {"B2", "C3", "D4", "E5", "F6", "G7"} <= squares(reached("BA1", "A1"))
    assert "H8" not in squares(reached("BA1", "A1"))


@pytest.mark.parametrize(("piece", "target"), [("S", "H5"), ("Q", "H5"), ("Q", "H2"), ("T", "H2"), ("T", "E9")])
def test_scouts_towers_and_queens_are_not_affected_by_regions(piece: str, target: str) -> None:
    assert target in squares(reached(f"{piece}E2", "E2"))


# -- sliding pieces ---------------------------------------------------------------------------------------------


def test_sliding_pieces_stop_before_own_and_on_enemy_pieces() -> None:
    assert reached("TB2 PB4 pD2", "B2") == "-A2 -B1 -B3 -C2 xD2"
    assert reached("SB2 PC3 pA1 pC1", "B2") == "-A3 xA1 xC1"


def test_a_queen_goes_in_all_eight_directions() -> None:
    found = squares(reached("QC3", "C3"))

    assert {"C12", "C1", "A3", "K3", "L12", "A1", "A5", "E1"} <= found
    assert "D5" not in found


# -- hussar -----------------------------------------------------------------------------------------------------


def test_a_hussar_leaps_over_anything_and_captures() -> None:
    around = "PB2 PB3 PB4 PC4 PD4 PD3 PD2 PC2"

    assert {"-A2", "-B1", "-A4", "-B5", "-D1", "-E2", "-D5", "xE4"} <= set(reached(f"HC3 {around} pE4", "C3").split())


def test_the_leap_of_a_hussar_is_not_affected_by_regions() -> None:
    assert {"G5", "H4"} & squares(reached("HE4 PG5", "E4")) == set()
    assert "D8" in squares(reached("HC6", "C6"))
    assert {"G5", "G3", "F6"} <= squares(reached("HE4", "E4"))


def test_a_hussar_goes_exactly_three_along_ranks_and_files() -> None:
    found = squares(reached("HC3", "C3"))

    assert {"C6", "F3"} <= found
    assert not {"C4", "C5", "D3", "E3"} & found


def test_own_pieces_between_do_not_stop_a_hussar() -> None:
    assert "xC6" in reached("HC3 PC4 PC5 pC6", "C3").split()


@pytest.mark.parametrize("between", ["C4", "C5"])
def test_an_enemy_piece_between_stops_a_hussar(between: str) -> None:
    assert "C6" not in squares(reached(f"HC3 p{between}", "C3"))


def test_the_line_of_a_hussar_obeys_the_region_rule() -> None:
    assert "H4" not in squares(reached("HE4", "E4"))
    assert "G4" in squares(reached("HD4", "D4"))
    assert "E8" not in squares(reached("HE5", "E5"))
    assert {"I4", "C4"} <= squares(reached("HF4", "F4"))


# -- jumper -----------------------------------------------------------------------------------------------------


def test_a_jumper_moves_one_square_in_any_direction() -> None:
    assert reached("JB3", "B3") == "-A2 -A3 -A4 -B2 -B4 -C2 -C3 -C4"


def test_a_jumper_captures_on_the_three_squares_in_front_alone() -> None:
    enemies = "pA4 pB4 pC4 pA3 pC3 pA2 pB2 pC2"
    blocked = "pD1 pB5 pD5 pD3 pB1"

    assert reached(f"JB3 {enemies} {blocked}", "B3") == "xA4 xB4 xC4"


def test_a_black_jumper_captures_downwards() -> None:
    board = a_position("KL1 kA12 jB9 PA8 PB8 PC8 PB10", "b")

    assert [move for move in goals(board, "B9").split() if move[0] == "x"] == ["xA8", "xB8", "xC8"]


def test_a_jump_goes_over_own_and_enemy_pieces_and_captures_nothing() -> None:
    assert {"-B5", "-D3"} <= set(reached("JB3 PB4 pC3", "B3").split())
    assert "D3" not in squares(reached("JB3 pC3 pD3", "B3"))


@pytest.mark.parametrize(
    ("source", "most", "too_many"),
    [("B2", "B3 B4", "B4 B5"), ("D1", "D3 D4", "D4 D5"), ("G2", "G5 G6", "G6 G7")],
)
def test_a_jumper_sees_by_region(source: str, most: str, too_many: str) -> None:
    # kerd: Jumper. 0, 1 or 2 empty squares in water, land or air.
    over, behind = most.split()
    far, beyond = too_many.split()

    assert behind in squares(reached(f"J{source} P{over}", source))
    assert beyond not in squares(reached(f"J{source} P{far}", source))


def test_a_jump_is_over_the_nearest_piece_to_the_square_directly_behind_it() -> None:
    found = squares(reached("JG2 PG4", "G2"))

    assert "G5" in found
    assert "G6" not in found
    assert "G5" not in squares(reached("JG2 PG3 PG4", "G2"))


def test_a_jump_obeys_the_region_rule_with_the_jumped_square_counted() -> None:
    assert "H4" not in squares(reached("JE4 PG4", "E4"))
    assert "G4" in squares(reached("JE4 PF4", "E4"))
    assert "I4" in squares(reached("JF4 PH4", "F4"))
    assert "H8" not in squares(reached("JE5 pG7", "E5"))


# -- king -------------------------------------------------------------------------------------------------------


def test_a_king_moves_one_square_in_any_direction() -> None:
    assert goals(a_position("KC3 kG12"), "C3") == "-B2 -B3 -B4 -C2 -C4 -D2 -D3 -D4"


def test_kings_do_not_stand_side_by_side() -> None:
    assert goals(a_position("KC3 kC5"), "C3") == "-B2 -B3 -C2 -D2 -D3"


def test_a_king_may_not_hide_behind_its_own_square() -> None:
    assert "-B3" not in goals(a_position("KC3 kL12 tJ3"), "C3").split()


def test_a_king_may_capture_an_attacker_that_nothing_guards() -> None:
    assert goals(a_position("KA1 kL12 tA2"), "A1") == "-B1 xA2"
    assert "xA2" not in goals(a_position("KA1 kL12 tA2 tA9"), "A1").split()


def test_a_king_may_not_capture_a_pawn_beside_an_enemy_commander() -> None:
    assert goals(a_position("KG5 kG12 pF6 cF7"), "G5") == "-F4 -F5 -G4 -H4 -H5 -H6"


def test_a_king_may_capture_a_pawn_that_no_commander_stands_beside() -> None:
    assert "xF6" in goals(a_position("KG5 kG12 pF6 cE8"), "G5").split()


def test_a_king_may_capture_another_piece_beside_an_enemy_commander() -> None:
    assert "xF6" in goals(a_position("KG5 kG12 sF6 cE5"), "G5").split()


def test_the_recapture_of_the_last_turn_does_not_forbid_the_kings_move() -> None:
    board = a_position("KG5 kG12 hF7 cE7", recapture="F7")

    assert "xF6" not in goals(board, "G5")
    assert "-G6" in goals(board, "G5").split()
