"""Strikes of Kyo, who outnumbers whom, and enemy Mana under a pawn that ends its turn."""

import pytest

from corr.games.seats import FIRST
from tests.games.kyo.samples import a_draft, a_position, after, legal, played, ways

# -- Shields ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("pawn", ["P", "H", "Q", "K"])
def test_a_struck_shield_is_removed_and_the_attacker_stays(pawn: str) -> None:
    # kyo: Strike a Shield.
    board = a_position(D4=f"DL{pawn}", D5="d++")

    assert after(board, "D4*D5", "D4", "D5") == f"DL{pawn} d+"
    assert legal(a_draft(board, "D4*D5")) == set()


def test_a_light_pawn_strikes_a_shield_without_outnumbering() -> None:
    assert ways(a_position(D4="P", D5="+", C3="h", E3="h", C5="h"), "D4", "D5") == "*D5"


@pytest.mark.parametrize("stack", ["DH", "LH", "+H", "H", "D+H"])
def test_as_a_first_move_a_shield_may_always_be_struck(stack: str) -> None:
    assert "*D5" in ways(a_position(D4=stack, D5="+"), "D4", "D5")


@pytest.mark.parametrize(
    ("there", "goals"),
    [
        ("l", "C4 C6 E4 E6"),
        ("LD", "C4 C6 D6 E4 E6"),
        ("DL", "C4 C6 D6 E4 E6"),
        ("D", "D6"),
        ("dL", "C4 C6 D6 E4 E6"),
        ("ld", "D6"),
    ],
)
def test_after_a_mana_move_a_shield_is_struck_where_some_lift_makes_it_a_mana_move(there: str, goals: str) -> None:
    shields = dict.fromkeys(("C4", "C5", "C6", "D6", "E4", "E5", "E6"), "+")
    board = a_position(D4="DH", D5=there, **shields)
    found = [way for way in ways(board, "D5", turn="D4>D5").split() if way[0] == "*"]

    assert " ".join(way[1:] for way in found) == goals


def test_a_tower_never_strikes_a_shield() -> None:
    assert "*" not in ways(a_position(D4="DT", D5="+"), "D4")
    assert "*" not in ways(a_position(D4="DT", D5="D", D6="+"), "D5", turn="D4>D5")


def test_a_pawn_that_moved_and_struck_a_shield_ends_its_turn_where_it_stands() -> None:
    board = a_position(D4="DDH", D5="ld", D6="d+")

    assert after(board, "D4>D5:1, D5*D6", "D4", "D5", "D6") == "D DH d"


# -- pawns ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("struck", "then"),
    [
        ("h", "H"),
        ("dlh", "H"),
        ("Dh", "DH"),
        ("dDlh", "dDH"),
        ("d+h", "d+H"),
        ("dl++q", "dl++H"),
    ],
)
def test_a_struck_pawn_goes_with_its_mana_down_to_the_first_other_piece(struck: str, then: str) -> None:
    # kyo: Strike a pawn.
    assert after(a_position(D4="H", D5=struck), "D4xD5", "D4", "D5") == f". {then}"


def test_the_group_lands_on_what_is_left() -> None:
    assert after(a_position(D4="DDLH", D5="Ldh"), "D4xD5:2", "D4", "D5") == "D LDLH"


def test_onto_shields_that_are_left_the_group_carries_no_mana() -> None:
    assert ways(a_position(D4="DL+H", D5="d+h"), "D4", "xD5") == "xD5 xD5:1"
    assert after(a_position(D4="DL+H", D5="d+h"), "D4xD5:1", "D4", "D5") == "DL d++H"


@pytest.mark.parametrize("pawn", ["P", "H", "Q", "K"])
def test_a_strike_ends_the_turn(pawn: str) -> None:
    assert legal(a_draft(a_position(D4=f"D+{pawn}", D5="h", C4="D", C5="D", E4="D"), "D4xD5")) == set()


def test_as_a_first_move_a_strike_may_be_a_mana_move_or_a_direct_move() -> None:
    assert ways(a_position(D4="DLH", D5="h"), "D4", "xD5") == "xD5 xD5:1 xD5:2"


def test_after_a_mana_move_a_strike_must_be_a_mana_move() -> None:
    board = a_position(D4="DLH", D5="D", D6="h", E6="h")

    assert ways(board, "D5", "x", turn="D4>D5:1") == "xD6:1 xE6"


def test_after_a_mana_move_a_strike_keeps_the_direction_over_the_same_kind() -> None:
    board = a_position(D4="DH", D5="D", D6="h", E5="h")

    assert ways(board, "D5", "x", turn="D4>D5") == "xD6"


def test_a_tower_may_deploy_after_a_strike() -> None:
    found = ways(a_position(D4="+T", D5="h"), "D5", turn="D4xD5:1")

    assert found == "^C4:1 ^C5:1 ^C6:1 ^D4:1 ^D6:1 ^E4:1 ^E5:1 ^E6:1"


def test_a_tower_that_strikes_the_king_does_not_deploy() -> None:
    assert legal(a_draft(a_position(D4="+T", D5="k", A9="d"), "D4xD5:1")) == set()


# -- Light Pawns ------------------------------------------------------------------------------------------------


def test_a_light_pawn_strikes_only_what_it_outnumbers() -> None:
    # kyo: Where a step may go. The pawn itself is one stack, and the target is one stack against it.
    assert ways(a_position(D4="P", D5="h"), "D4", "x") == ""
    assert ways(a_position(D4="P", D5="h", E6="D"), "D4", "x") == "xD5"


def test_the_own_stacks_are_counted_around_the_target() -> None:
    assert ways(a_position(D4="P", D5="h", D3="D"), "D4", "x") == ""


def test_the_stacks_of_the_target_are_counted_around_the_light_pawn() -> None:
    friends = {"C5": "D", "E5": "D"}

    assert ways(a_position(D4="P", D5="h", **friends), "D4", "x") == "xD5"
    assert ways(a_position(D4="P", D5="h", C3="d", **friends), "D4", "x") == "xD5"
    assert ways(a_position(D4="P", D5="h", C3="d", E3="d", **friends), "D4", "x") == ""
    assert ways(a_position(D4="P", D5="h", C3="d", D6="d", E6="l", **friends), "D4", "x") == "xD5"


def test_a_stack_that_a_shield_tops_counts_for_nobody() -> None:
    assert ways(a_position(D4="P", D5="h", E5="D+"), "D4", "x") == ""
    assert ways(a_position(D4="P", D5="h", E5="D", C3="d+"), "D4", "x") == "xD5"


def test_row_0_and_column_a_count_like_all_others() -> None:
    assert ways(a_position(B1="P", B0="h", A0="D"), "B1", "x") == "xB0"
    assert ways(a_position(B0="P", B1="h", A0="d", C2="D"), "B0", "x") == ""
    assert ways(a_position(B1="P", A1="h", A2="D"), "B1", "x") == "xA1"


@pytest.mark.parametrize("on", ["d", "l", "Dd", "dd"])
def test_light_pawns_enter_tiles_topped_by_enemy_mana_freely(on: str) -> None:
    assert ways(a_position(D4="P", D5=on, C5="d", E5="d"), "D4", "D5") == "-D5"


# -- enemy Mana under a pawn that ends its turn -----------------------------------------------------------------


@pytest.mark.parametrize(
    ("on", "turn", "then"),
    [
        ("d", "D4-D5", "H"),
        ("ld", "D4-D5", "H"),
        ("dDl", "D4-D5", "dDH"),
        ("d", "D4-D5:2", "LLH"),
        ("Dd", "D4-D5:1", "DLH"),
        ("D", "D4-D5:1", "DLH"),
    ],
)
def test_enemy_mana_below_what_was_brought_is_removed(on: str, turn: str, then: str) -> None:
    # kyo: Enemy Mana under a pawn that ends its turn.
    assert after(a_position(D4="LLH", D5=on), turn, "D5") == then


def test_passing_over_enemy_mana_does_not_hurt_it() -> None:
    board = a_position(D4="DH", D5="d")

    assert after(board, "D4>D5, D5>D6", "D5", "D6") == "d H"


def test_a_pawn_makes_mana_moves_off_enemy_mana() -> None:
    assert ways(a_position(D4="dH"), "D4", "E4") == ">E4"
    assert after(a_position(D4="dH"), "D4>E4", "D4", "E4") == "d H"


def test_a_pawn_back_where_it_began_removes_too() -> None:
    board = a_position(D4="ddH", E4="L", D5="D")

    assert after(board, "D4>E4, E4>D5, D5>D4", "D4", "E4", "D5") == "H L D"


def test_a_pawn_that_made_no_step_removes_nothing() -> None:
    assert after(a_position(D4="dDH"), "D4/E4:1", "D4") == "dH"
    assert after(a_position(D4="dH", D5="+"), "D4*D5", "D4") == "dH"
    assert after(a_position(D4="d+T"), "D4^E4:1", "D4") == "dT"


def test_loose_mana_removes_nothing() -> None:
    assert after(a_position(D4="D", D5="d"), "D4-D5:1", "D5") == "dD"


def test_only_what_was_brought_in_the_last_step_counts() -> None:
    board = a_position(D4="DLLH", D5="D", D6="d")

    # Two chips came to D5 and one of them went on to D6, where it lies on enemy Mana.
    assert after(board, "D4>D5:2, D5>E6:1", "D5", "E6") == "DL LH"
    assert after(a_position(D4="DDDH", D5="D", D6="d"), "D4>D5:2, D5>D6:1", "D5", "D6") == "DD DH"


def test_a_tower_that_deploys_its_one_shield_stands_directly_on_the_mana() -> None:
    board = a_position(D4="+T", D5="d")

    assert after(board, "D4-D5:1", "D5") == "+T"
    assert after(board, "D4-D5:1, D5^E5:1", "D5", "E5") == "T +"


def test_a_tower_that_deploys_the_shields_it_stepped_on_stands_on_the_mana() -> None:
    board = a_position(D4="T", D5="d++")

    assert after(board, "D4-D5, D5^E5:1", "D5", "E5") == "d+T +"
    assert after(board, "D4-D5, D5^E5:2", "D5", "E5") == "T ++"


@pytest.mark.parametrize(
    ("stack", "turn", "then"),
    [("++T", "D4-D5:2, D5^E5:1", "+T"), ("D+T", "D4-D5:2, D5^E5:1", "DT"), ("+++T", "D4-D5:3, D5^E5:1, D5^E5:1", "+T")],
)
def test_each_deployed_shield_is_one_chip_less_that_was_brought(stack: str, turn: str, then: str) -> None:
    assert after(a_position(D4=stack, D5="d"), turn, "D5") == then


def test_a_shuffle_after_the_last_step_does_not_change_what_was_brought() -> None:
    assert after(a_position(D4="DDLQ", D5="Ld"), "D4>D5:2, D5~LD", "D5") == "LLDQ"


def test_what_a_tower_brought_does_not_fall_below_zero() -> None:
    board = a_position(D4="+T", D5="d+++")

    assert after(board, "D4-D5:1, D5^E5:2, D5^E5:2", "D5", "E5") == "T ++++"


def test_shields_deployed_before_the_step_are_not_counted() -> None:
    board = a_position(D4="++T", D5="d")

    assert after(board, "D4^E4:1, D4-D5:1", "D5") == "+T"


def test_mana_below_shields_that_stay_is_not_removed() -> None:
    assert after(a_position(D4="T", D5="d+"), "D4-D5", "D5") == "d+T"
    assert after(a_position(D4="+T", D5="d"), "D4^D5:1", "D5") == "d+"


def test_own_mana_under_the_pawn_stays() -> None:
    assert played(a_draft(a_position(D4="H", D5="dL"), "D4-D5")).stacks[53] == "dLH"
    assert played(a_draft(a_position("r", D4="h", D5="dL"), "D4-D5")).seat == FIRST
    assert after(a_position("r", D4="h", D5="dL"), "D4-D5", "D5") == "dh"
