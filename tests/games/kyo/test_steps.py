"""Where stacks of Kyo may go: lifting, Mana moves, Direct moves, and what lies on the target."""

import pytest

from corr.games.kyo.position import TILES
from tests.games.kyo.samples import a_draft, a_position, after, legal, ways


@pytest.mark.parametrize(
    ("stack", "counts"),
    [
        ("H", "0"),
        ("DDH", "0 1 2"),
        ("dDH", "0 1"),
        ("DdH", "0"),
        ("DdLH", "0 1"),
        ("DDDDDDDH", "0 1 2 3 4 5"),
        ("DD+++H", "0 1 2 3 4 5"),
        ("DD++++++H", "0 1 2 3 4 5"),
        ("d++H", "0 1 2"),
        ("DDP", "0"),
        ("D++P", "0"),
        ("K", "0"),
        ("LLK", "0 1 2"),
        ("D+Q", "0 1 2"),
        ("DDT", "0 1 2"),
        ("DDDDDDD", "1 2 3 4 5 6 7"),
        ("DdDD", "1 2"),
    ],
)
def test_own_mana_and_shields_below_the_pawn_are_lifted_up_to_the_first_enemy_mana(stack: str, counts: str) -> None:
    # kyo: What a player may lift.
    found = ways(a_position(D4=stack), "D4", "E4").split()
    steps = [way for way in found if way[0] in ">-"]

    assert " ".join(sorted(way[4:] or "0" for way in steps)) == counts


@pytest.mark.parametrize(
    ("stack", "is_own"), [("dH", True), ("dD", True), ("Dd", False), ("D+", False), ("+", False), ("Dh", False)]
)
def test_only_a_stack_with_an_own_piece_on_top_acts(stack: str, is_own: bool) -> None:  # noqa: FBT001 - what is expected
    assert bool(ways(a_position(D4=stack), "D4")) == is_own


def test_nothing_is_lifted_from_a_stack_that_a_shield_tops() -> None:
    assert ways(a_position(D4="DD+"), "D4") == ""


# -- Mana moves -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("stack", "orthogonal", "diagonal"),
    [
        ("DH", ">E4 -E4:1", "-E5 -E5:1"),
        ("LH", "-E4 -E4:1", ">E5 -E5:1"),
        ("dH", ">E4", "-E5"),
        ("lH", "-E4", ">E5"),
        ("LDH", ">E4 -E4:1 -E4:2", "-E5 >E5:1 -E5:2"),
        ("dLH", "-E4 >E4:1", ">E5 -E5:1"),
        ("D+T", "-E4 >E4:1 -E4:2", "-E5 -E5:1 -E5:2"),
        ("DK", ">E4 -E4:1", "-E5 -E5:1"),
        ("DQ", ">E4 -E4:1", "-E5 -E5:1"),
        ("DP", "-E4", "-E5"),
        ("lP", "-E4", "-E5"),
        ("DD", "-E4:1 -E4:2", "-E5:1 -E5:2"),
    ],
)
def test_the_piece_that_is_left_on_top_decides_what_is_a_mana_move(stack: str, orthogonal: str, diagonal: str) -> None:
    # kyo: Actions, 1. Dark orthogonally, Light diagonally, of either player; never a Light Pawn or loose chips.
    board = a_position(D4=stack)

    def steps(goal: str) -> set[str]:
        return {way for way in ways(board, "D4", goal).split() if way[0] in ">-"}

    assert steps("E4") == set(orthogonal.split())
    assert steps("E5") == set(diagonal.split())


def test_after_a_mana_move_only_mana_moves_follow() -> None:
    board = a_position(D4="DH", D5="LL")

    assert ways(board, "D5", turn="D4>D5") == ">C4 >C4:1 >C6 >C6:1 >E4 >E4:1 >E6 >E6:1"


def test_a_further_mana_move_lifts_any_legal_number_anew() -> None:
    board = a_position(D4="DLH", D5="DDL")

    assert ways(board, "D5", "D6", turn="D4>D5:1") == ">D6:2 >D6:3"
    assert ways(board, "D5", "E6", turn="D4>D5:1") == ">E6 >E6:1"


@pytest.mark.parametrize(
    ("there", "goals"),
    [("D", "D6"), ("d", "D6"), ("l", "C4 C6 E4 E6"), ("L", "C4 C6 E4 E6")],
)
def test_two_mana_moves_in_a_row_over_the_same_kind_keep_the_direction(there: str, goals: str) -> None:
    board = a_position(D4="DH", D5=there)
    found = {way[1:3] for way in ways(board, "D5", turn="D4>D5").split()}

    assert " ".join(sorted(found)) == goals


def test_the_direction_rule_looks_at_the_last_mana_move_alone() -> None:
    board = a_position(D4="DH", D5="L", E6="d")

    assert ways(board, "E6", turn="D4>D5, D5>E6") == ">D6 >E5 >E7 >F6"


def test_light_mana_keeps_a_diagonal_direction() -> None:
    board = a_position(D4="LH", E5="l")

    assert ways(board, "E5", turn="D4>E5") == ">F6"


def test_a_shuffle_in_between_does_not_lift_the_direction_rule() -> None:
    board = a_position(D4="DQ", D5="DL")

    assert ways(board, "D5", turn="D4>D5, D5~LD") == ">C4:1 >C6:1 >D6 >E4:1 >E6:1"


def test_a_deploy_in_between_does_not_lift_the_direction_rule() -> None:
    board = a_position(D4="D+T", D5="D")
    found = ways(board, "D5", turn="D4>D5:1, D5^C5:1").split()

    assert [way for way in found if way[0] == ">"] == [">D6"]


def test_a_pawn_may_make_mana_moves_in_a_ring() -> None:
    board = a_position(D4="DDH", D5="L", E4="D")

    assert after(board, "D4>D5, D5>E4, E4>D4", "D4", "D5", "E4") == "DDH L D"


# -- Direct moves -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("turn", ["D4-E4", "D4-E4:1", "D4/E4:1", "D4-D5"])
def test_a_direct_move_ends_the_turn(turn: str) -> None:
    assert legal(a_draft(a_position(D4="LH"), turn)) == set()


def test_a_direct_move_is_a_first_move_only() -> None:
    board = a_position(D4="DH", D5="DL")

    assert not any(way[0] in "-/" for way in ways(board, "D5", turn="D4>D5").split())


def test_chips_from_under_the_pawn_have_at_least_one_mana_among_them() -> None:
    board = a_position(D4="LL++H")

    assert ways(board, "D4", "/E4") == "/E4:3 /E4:4"
    assert ways(board, "D4", "^E4") == "^E4:1 ^E4:2"


def test_chips_from_under_the_pawn_leave_it_where_it_is() -> None:
    assert after(a_position(D4="DL+H", E4="d"), "D4/E4:2", "D4", "E4") == "DH dL+"


def test_the_top_chips_of_a_stack_without_a_pawn_move() -> None:
    assert after(a_position(D4="dDLD", E4="l"), "D4-E4:2", "D4", "E4") == "dD lLD"


# -- where a step may go ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("on", ["", "D", "d", "Dl"])
def test_any_group_goes_to_an_empty_tile_and_onto_mana(on: str) -> None:
    draft = a_draft(a_position(D4="DLT", E4=on), "D4-E4:2")
    assert draft.stacks[TILES["E4"]] == f"{on}DLT"
    assert after(a_position(D4="DLT", E4=on), "D4/E4:1", "D4", "E4") == f"DT {on}L"
    assert after(a_position(D4="DL+T", E4=on), "D4/E4:2", "D4", "E4") == f"DT {on}L+"


@pytest.mark.parametrize(("stack", "found"), [("T", "-E4"), ("+T", "-E4 -E4:1 ^E4:1"), ("DT", "/E4:1 >E4")])
def test_a_tower_steps_onto_a_shield_without_mana_only(stack: str, found: str) -> None:
    assert ways(a_position(D4=stack, E4="d+"), "D4", "E4") == found


def test_a_tower_lands_on_the_shield() -> None:
    assert after(a_position(D4="D+T", E4="D+"), "D4>E4:1", "D4", "E4") == "D D++T"


@pytest.mark.parametrize("pawn", ["P", "H", "Q", "K"])
def test_any_other_pawn_strikes_the_shield(pawn: str) -> None:
    assert ways(a_position(D4=pawn, E4="d+"), "D4", "E4") == "*E4"


@pytest.mark.parametrize(
    ("on", "then"),
    [
        ("l+", "lD+"),
        ("++", "D++"),
        ("P", "DP"),
        ("l+P", "lD+P"),
        ("dLh", "dLDh"),
        ("d++q", "dD++q"),
        ("k", "Dk"),
    ],
)
def test_mana_goes_in_above_all_mana_and_below_shields_and_pawn(on: str, then: str) -> None:
    assert after(a_position(D4="DD", E4=on), "D4-E4:1", "D4", "E4") == f"D {then}"
    assert after(a_position(D4="DDH", E4=on), "D4/E4:1", "D4", "E4") == f"DH {then}"


@pytest.mark.parametrize("on", ["+", "d+", "P", "h", "+h"])
def test_mana_with_a_shield_among_it_goes_under_nothing(on: str) -> None:
    assert "/" not in ways(a_position(D4="DD+H", E4=on), "D4", "E4")


@pytest.mark.parametrize("stack", ["DDH", "DDT", "P", "K"])
def test_no_pawn_goes_onto_an_own_pawn(stack: str) -> None:
    assert set(ways(a_position(D4=stack, E4="P"), "D4", "E4").split()) <= {"/E4:1", "/E4:2"}


def test_a_pawn_goes_with_its_chips_in_their_order() -> None:
    assert after(a_position(D4="DDLL+H"), "D4-E5:4", "D4", "E5") == "D DLL+H"


def test_at_the_edge_there_are_fewer_tiles_around() -> None:
    assert ways(a_position(A0="P"), "A0") == "-A1 -B0 -B1"
    assert ways(a_position(J0="P", A0="DK"), "J0") == "-I0 -I1 -J1"
