"""Where Pawns and Commander Pawns of Kerd may go, alone and together, and what they become."""

import pytest

from tests.games.kerd.samples import a_draft, a_position, fields_after, goals, legal, reached, specials


@pytest.mark.parametrize("letter", ["P", "C"])
def test_a_pawn_goes_one_square_straight_forward(letter: str) -> None:
    assert reached(f"{letter}B3", "B3") == "-B4"
    assert reached(f"{letter}F3", "F3") == "-F4"


@pytest.mark.parametrize("letter", ["P", "C"])
@pytest.mark.parametrize(("square", "found"), [("B2", "-B3"), ("D2", "-D3 -D4"), ("F2", "-F3 -F4 -F5")])
def test_a_first_move_is_1_2_or_3_in_water_land_or_air(letter: str, square: str, found: str) -> None:
    assert reached(f"{letter}{square}*", square) == found


def test_black_pawns_go_down() -> None:
    board = a_position("KL1 kA12 pF10* pH9 pB8", "b")

    assert goals(board, "F10") == "-F7 -F8 -F9"
    assert goals(board, "H9") == "-H8"


def test_all_squares_on_the_way_and_the_target_must_be_empty() -> None:
    assert reached("PF2* pF3", "F2") == ""
    assert reached("PF2* PF4", "F2") == "-F3"
    assert reached("PF2* pF5", "F2") == "-F3 -F4"


@pytest.mark.parametrize("letter", ["P", "C"])
def test_a_pawn_captures_one_square_diagonally_forward(letter: str) -> None:
    assert reached(f"{letter}B3 pA4 pB4 pC4 pA2 pC3", "B3") == "xA4 xC4"


def test_there_is_no_capture_en_passant() -> None:
    assert fields_after(a_position("KL1 kA12 PE2* pF4"), "E2-E4")[3] == "-"
    assert goals(a_position("KL1 kA12 PE4 pF4", "b"), "F4") == "-F3"


def test_a_pawn_does_not_promote_on_the_last_rank() -> None:
    assert reached("PC11", "C11") == "-C12"
    assert reached("PC12", "C12") == ""


def test_a_pawn_that_has_moved_loses_its_first_move() -> None:
    assert fields_after(a_position("KL1 kA12 PF2*"), "F2-F3")[0].split("/")[9] == "5P6"


# -- bringing back ----------------------------------------------------------------------------------------------


def test_a_pawn_that_goes_from_air_to_rank_8_may_be_replaced() -> None:
    assert goals(a_position("KL1 kA12 PB7", reserve="BQ"), "B7") == "-B8 -B8=B -B8=Q"


def test_a_black_pawn_is_replaced_on_rank_5() -> None:
    assert goals(a_position("KL1 kA12 pB6", "b", reserve="BQct"), "B6") == "-B5 -B5=C -B5=T"


def test_a_capture_may_end_with_a_replacement_and_a_file_of_air_is_air() -> None:
    assert goals(a_position("KL1 kA12 PF7 bE8", reserve="H"), "F7") == "-F8 xE8 xE8=H"


def test_a_square_of_rank_8_in_air_brings_nothing_back() -> None:
    assert goals(a_position("KL1 kA12 PG7", reserve="Q"), "G7") == "-G8"


def test_a_pawn_that_does_not_start_in_air_brings_nothing_back() -> None:
    assert goals(a_position("KL1 kA12 PA4", reserve="Q"), "A4") == "-A5"
    assert goals(a_position("KL1 kA12 PE9 bF10", reserve="Q"), "E9") == "-E10 xF10"


def test_only_start_and_target_count_for_bringing_back() -> None:
    assert goals(a_position("KL1 kA12 PB6*", reserve="Q"), "B6") == "-B7 -B8 -B8=Q -B9"


def test_identical_pieces_in_the_reserve_give_one_turn() -> None:
    assert goals(a_position("KL1 kA12 PB7", reserve="TTT"), "B7") == "-B8 -B8=T"


def test_a_commander_pawn_is_not_replaced() -> None:
    assert goals(a_position("KL1 kA12 CB7", reserve="Q"), "B7") == "-B8"


def test_the_piece_that_is_brought_back_leaves_the_reserve_and_the_pawn_is_gone() -> None:
    fields = fields_after(a_position("KL1 kA12 PB7*", reserve="TTTq"), "B7-B8=T")

    assert fields[0].split("/")[4:6] == ["1T10", "12"]
    assert fields[4] == "TTq"


def test_a_replaced_pawn_that_was_an_infiltrator_is_lost() -> None:
    assert fields_after(a_position("KL1 kA12 PB7", reserve="T", marks="-,B7"), "B7-B8=T")[5] == "-,-"
    assert fields_after(a_position("KL1 kA12 PB7", reserve="T", marks="-,B7"), "B7-B8")[5] == "-,B8"


# -- pair moves -------------------------------------------------------------------------------------------------


def pairs(pieces: str, side: str = "w", reserve: str = "-") -> str:
    """The legal pair moves."""
    found = legal(a_draft(a_position(f"KL1 kA12 {pieces}", side, reserve=reserve)))
    return " ".join(sorted(action for action in found if "&" in action))


@pytest.mark.parametrize("pawn", ["A4", "B4", "C4", "A3", "C3", "A2", "B2", "C2"])
def test_a_commander_moves_together_with_a_pawn_around_it(pawn: str) -> None:
    assert pairs(f"CB3 P{pawn}") == f"B3-B4&{pawn}-{pawn[0]}{int(pawn[1]) + 1}"


def test_a_pawn_farther_away_does_not_go_along() -> None:
    assert pairs("CB3 PD3 PB5") == ""


def test_a_commander_does_not_move_together_with_a_commander_or_an_enemy() -> None:
    assert pairs("CB3 CC3 pA3 JB2") == ""


def test_the_smaller_limit_of_the_two_holds_for_both() -> None:
    assert pairs("CF3* PE3*") == "F3-F4&E3-E4 F3-F5&E3-E5"
    assert pairs("CF3* PE3") == "F3-F4&E3-E4"
    assert pairs("CF3 PG3*") == "F3-F4&G3-G4"
    assert pairs("CD3* PC3*") == "D3-D4&C3-C4"


def test_two_on_one_file_may_go_in_line() -> None:
    assert pairs("CF2* PF3*") == "F2-F3&F3-F4 F2-F4&F3-F5 F2-F5&F3-F6"
    assert pairs("CF3* PF2*") == "F3-F4&F2-F3 F3-F5&F2-F4 F3-F6&F2-F5"


def test_all_squares_on_both_ways_must_be_empty_and_nothing_is_captured() -> None:
    assert pairs("CF2* PF3* pF5") == "F2-F3&F3-F4"
    assert pairs("CF2* PG2* PG4") == "F2-F3&G2-G3"
    assert pairs("CF2 PG2 pF3") == ""


def test_black_pairs_go_down() -> None:
    assert pairs("cG11* pG10*", "b").split()[0] == "G11-G10&G10-G9"


def test_both_count_as_moved() -> None:
    assert fields_after(a_position("KL1 kA12 CF2* PF3*"), "F2-F3&F3-F4")[0].split("/")[8:11] == ["5P6", "5C6", "12"]


def test_the_marks_move_with_both_in_one_step() -> None:
    board = "KL1 kA12 CF2* PF3*"

    assert fields_after(a_position(board, marks="-,F2"), "F2-F3&F3-F4")[5] == "-,F3"
    assert fields_after(a_position(board, marks="-,F3"), "F2-F3&F3-F4")[5] == "-,F4"


def test_the_pawn_of_a_pair_may_be_replaced_but_not_the_commander() -> None:
    assert pairs("CF7 PE7", reserve="H") == "F7-F8&E7-E8 F7-F8&E7-E8=H"
    assert pairs("CE7 PF7", reserve="H") == "E7-E8&F7-F8"


def test_the_pawn_of_a_pair_that_was_replaced_is_lost_as_infiltrator() -> None:
    fields = fields_after(a_position("KL1 kA12 CF7 PE7", reserve="HT", marks="-,E7"), "F7-F8&E7-E8=H")

    assert fields[0].split("/")[4] == "4HC6"
    assert (fields[4], fields[5]) == ("T", "-,-")


def test_a_pair_may_not_leave_two_squares_that_shield_the_king_together() -> None:
    assert specials(a_position("KA3 kA12 CC3 PD3 tJ3"), "C3-") == "C3-C4"


# -- recapture --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("commander", ["A4", "B4", "C4", "A3", "C3", "A2", "B2", "C2"])
def test_a_commander_recaptures_in_any_direction(commander: str) -> None:
    board = a_position(f"KL1 kA12 C{commander} hB3", recapture="B3")

    assert "xB3" in goals(board, commander).split()


def test_a_recapture_that_is_also_a_diagonal_capture_is_one_turn() -> None:
    draft = a_draft(a_position("KL1 kA12 CA2 hB3", recapture="B3"))

    assert [RULE for RULE in map(str, sorted(legal(draft))) if RULE == "A2xB3"] == ["A2xB3"]
    assert draft.count() == len(legal(draft))


def test_a_recapture_follows_the_capture_of_an_ordinary_pawn_by_any_piece() -> None:
    board = a_position("KL1 kA12 CB5 PB4 hD5", "b")

    assert fields_after(board, "D5xB4")[3] == "B4"
    assert fields_after(board, "D5xB4", "B5xB4")[0].split("/")[8] == "1C10"


def test_the_capture_of_a_commander_or_another_piece_gives_no_recapture() -> None:
    assert fields_after(a_position("KL1 kA12 CB5 CB4 hD5", "b"), "D5xB4")[3] == "-"
    assert fields_after(a_position("KL1 kA12 CB5 TB4 hD5", "b"), "D5xB4")[3] == "-"


def test_a_recapture_is_possible_in_the_next_turn_only() -> None:
    board = a_position("KL1 kA12 CB5 PB4 hD5", "b")
    later = fields_after(board, "D5xB4", "L1-L2", "A12-A11")

    assert later[3] == "-"
    assert "xB4" not in goals(" ".join(later), "B5")


def test_only_a_commander_beside_the_square_recaptures() -> None:
    assert "xB4" not in goals(a_position("KL1 kA12 CB6 hB4", recapture="B4"), "B6")
    assert "xB4" not in goals(a_position("KL1 kA12 PB5 hB4", recapture="B4"), "B5")


def test_what_replaced_a_capturing_pawn_may_be_recaptured() -> None:
    board = a_position("KL1 kA12 PF7 pE8 cE9 cD8", reserve="H")

    assert "xE8" in goals(" ".join(fields_after(board, "F7xE8=H")), "D8").split()


def test_a_recapture_of_an_ordinary_pawn_may_itself_be_avenged() -> None:
    board = a_position("KL1 kA12 CB5 pB4 cC3", recapture="B4")

    assert fields_after(board, "B5xB4")[3] == "B4"


def test_the_recapture_must_leave_the_own_king_safe() -> None:
    assert "xB4" not in goals(a_position("KB1 kA12 CB3 hC3 tB9", recapture="C3"), "B3")
