"""Shuffles, deploys, Towers, Queens, and the end of a turn of Kyo."""

import pytest

from corr.errors import IllegalError
from corr.games.api import Progress
from corr.games.seats import SECOND
from tests.games.kyo.samples import RULES, TALL, a_draft, a_position, after, legal, played, ways

# -- shuffles ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("stack", "orders"),
    [
        ("DLH", "LD"),
        ("DDH", ""),
        ("DH", ""),
        ("dLDH", "DL"),
        ("DdLH", ""),
        ("DDLH", "LD LDD"),
        ("DLLK", "LDL LLD"),
        ("DL+H", "LD"),
        ("DL+++H", "LD"),
        ("DL++++H", ""),
        ("LDLLLLLH", ""),
        ("DLLLLH", "LDLLL LLDLL LLLDL LLLLD"),
        ("DDLP", ""),
        ("DLT", "LD"),
        ("DL", "LD"),
        ("LDDDDD", "DDDDDL DDDDLD DDDLDD DDLDDD DLDDDD"),
        ("DL+", ""),
    ],
)
def test_the_mana_among_the_lifted_chips_change_places(stack: str, orders: str) -> None:
    # kyo: Actions, 3. Up to five chips under a pawn, Shields among them, and any number without one.
    found = [way[1:] for way in ways(a_position(D4=stack), "D4", "").split() if way[0] == "~"]

    assert " ".join(found) == orders


def test_a_shuffle_is_written_in_capitals_for_both_players() -> None:
    assert "D4~LD" in legal(a_draft(a_position("r", D4="dlh")))
    assert after(a_position("r", D4="Ddlh"), "D4~LD", "D4") == "Dldh"


def test_shields_stay_above_shuffled_mana() -> None:
    assert after(a_position(D4="dDL++H"), "D4~LD", "D4") == "dLD++H"


@pytest.mark.parametrize("stack", ["DLH", "DLK", "DL"])
def test_a_shuffle_ends_the_turn(stack: str) -> None:
    assert legal(a_draft(a_position(D4=stack), "D4~LD")) == set()


def test_a_shuffle_is_a_first_move_only() -> None:
    assert "~" not in ways(a_position(D4="DH", D5="DL"), "D5", turn="D4>D5")
    assert "~" not in ways(a_position(D4="DK", D5="DL"), "D5", turn="D4>D5")


def test_a_queen_may_shuffle_before_between_and_after_mana_moves() -> None:
    board = a_position(D4="DLQ", D5="DL", D6="LD")

    assert after(board, "D4~LD, D4>D5, D5~LD, D5>D6, D6~DL", "D4", "D5", "D6") == "LD LD DLQ"


@pytest.mark.parametrize("turn", ["D4~LD, D4-C3", "D4~LD, D4xE5", "D4~LD, D4/C3:1", "D4~LD, D4*C4"])
def test_a_queen_may_shuffle_before_her_direct_move_or_strike_that_end_the_turn(turn: str) -> None:
    board = a_position(D4="DLQ", E5="h", C4="+")

    assert legal(a_draft(board, turn)) == set()


def test_two_shuffles_in_a_row_are_one() -> None:
    assert "~" not in ways(a_position(D4="DLQ"), "D4", turn="D4~LD")


def test_a_queens_shuffle_does_not_count_as_a_first_move() -> None:
    assert {"-E5", "/E5:1"} <= set(ways(a_position(D4="DLQ"), "D4", turn="D4~LD").split())


def test_all_shuffles_of_a_tall_stack_are_counted_and_listed_lazily() -> None:
    draft = a_draft(TALL)
    shuffles = 10_400_599

    assert draft.count() == shuffles + 8 * 26 + 3
    assert draft.accepts(next(a for a in draft.actions() if "~" in RULES.write_action(a)))


# -- deploys and Towers -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("stack", "counts"),
    [("+H", "1"), ("D+++K", "1 2 3"), ("+++++++T", "1 2 3 4 5"), ("D+Q", "1"), ("D+P", ""), ("DH", ""), ("D+", "")],
)
def test_one_to_five_shields_directly_under_a_pawn_are_deployed(stack: str, counts: str) -> None:
    # kyo: Actions, 4.
    found = ways(a_position(D4=stack), "D4", "^E4").split()

    assert " ".join(way[4:] for way in found) == counts


@pytest.mark.parametrize(("on", "then"), [("", "+"), ("D", "D+"), ("d", "d+"), ("d+", "d++")])
def test_shields_are_deployed_to_a_tile_without_a_pawn(on: str, then: str) -> None:
    assert after(a_position(D4="D++H", E4=on), "D4^E4:1", "D4", "E4") == f"D+H {then}"


@pytest.mark.parametrize("on", ["P", "h", "+k"])
def test_shields_are_not_deployed_to_a_pawn(on: str) -> None:
    assert "^" not in ways(a_position(D4="D++H", E4=on), "D4", "E4")


@pytest.mark.parametrize("pawn", ["H", "Q", "K"])
def test_for_any_pawn_but_the_tower_a_deploy_is_a_direct_move(pawn: str) -> None:
    board = a_position(D4=f"D++{pawn}", D5="L")

    assert legal(a_draft(board, "D4^E4:1")) == set()
    assert "^" not in ways(a_position(D4=f"D+{pawn}", D5="L"), "D5", turn="D4>D5:1")


def test_a_tower_deploys_again_and_to_the_same_tile_too() -> None:
    board = a_position(D4="++T")

    assert after(board, "D4^E4:1, D4^E4:1", "D4", "E4") == "T ++"
    assert RULES.write(a_draft(board, "D4^E4:1, D4^E4:1").made) != RULES.write(a_draft(board, "D4^E4:2").made)


def test_a_tower_deploys_before_between_and_after_its_mana_moves() -> None:
    board = a_position(D4="D+++T", D5="D")

    turn = "D4^C4:1, D4>D5:2, D5^C5:1, D5>D6:1, D6^C6:1"
    assert after(board, turn, "C4", "D5", "C5", "D6", "C6") == "+ D + T +"


@pytest.mark.parametrize("turn", ["D4-E5:2", "D4xE4:2", "D4~LD", "D4/E5:4"])
def test_after_its_direct_move_strike_or_shuffle_a_tower_only_deploys(turn: str) -> None:
    board = a_position(D4="DL+++T", E4="h")
    draft = a_draft(board, turn)

    assert {action[2] for action in legal(draft)} == ({"^"} if "+" in draft.stacks[draft.actor] else set())


def test_a_towers_deploys_do_not_count_as_a_first_move() -> None:
    board = a_position(D4="DL++T")

    assert {"-E4", "/E5:2", "~LD"} <= set(ways(board, "D4", turn="D4^C4:1").split())


# -- one stack, and the end of the turn -------------------------------------------------------------------------


def test_all_actions_of_a_turn_are_made_by_one_stack() -> None:
    board = a_position(D4="DH", D5="d", G4="DH")

    assert {action[:2] for action in legal(a_draft(board, "D4>D5"))} == {"D5"}
    assert {action[:2] for action in legal(a_draft(a_position(D4="++T", G4="DH"), "D4^D5:1"))} == {"D4"}


def test_a_turn_has_at_least_one_action() -> None:
    draft = a_draft()

    assert RULES.progress(draft) is Progress.MUST_GO_ON
    with pytest.raises(IllegalError, match="at least one action"):
        played(draft)


def test_a_turn_may_stop_after_any_action_while_more_are_possible() -> None:
    draft = a_draft(a_position(D4="DH", D5="L"), "D4>D5")

    assert RULES.progress(draft) is Progress.MAY_STOP
    assert played(draft).seat == SECOND


def test_a_turn_without_a_legal_action_left_is_over() -> None:
    assert RULES.progress(a_draft(a_position(D4="DH"), "D4>D5")) is Progress.COMPLETE


@pytest.mark.parametrize(
    ("stacks", "turn", "sentence"),
    [
        ({"D4": "LH"}, "D4-E4", "A Direct move ends the turn."),
        ({"D4": "LH"}, "D4/E4:1", "A Direct move ends the turn."),
        ({"D4": "D"}, "D4-E4:1", "A Direct move ends the turn."),
        ({"D4": "H", "D5": "h"}, "D4xD5", "A strike ends the turn."),
        ({"D4": "H", "D5": "k", "A9": "d"}, "D4xD5", "The King was struck, which ends the game."),
        ({"D4": "H", "D5": "+"}, "D4*D5", "Striking a Shield ends the turn; the Heavy Pawn stays where it is."),
        ({"D4": "DLH"}, "D4~LD", "A shuffle ends the turn, except for a Queen."),
        ({"D4": "+H"}, "D4^D5:1", "A deploy ends the turn, except for a Tower."),
        ({"D4": "T"}, "D4-D5", "After a Direct move a Tower may only deploy, and it has nothing to deploy on D5."),
        (
            {"D4": "T", "D5": "h"},
            "D4xD5",
            "After a strike a Tower may only deploy, and it has nothing to deploy on D5.",
        ),
        ({"D4": "DLT"}, "D4~LD", "After a shuffle a Tower may only deploy, and it has nothing to deploy on D4."),
        (
            {"D4": "DH"},
            "D4>D5",
            "No further Mana move is possible from D5: however many chips are lifted, no Mana is on top of what stays.",
        ),
        ({"J4": "DH", "J5": "dd", "J6": "P"}, "J4>J5", "No further Mana move is possible from J5."),
        ({"A0": "DL+Q", "A1": "P", "B0": "P", "B1": "P"}, "A0~LD", "Nothing further is possible from A0."),
        ({"D4": "DH", "D5": "L"}, "D4>D5", ""),
        ({}, "", ""),
    ],
)
def test_it_is_said_why_the_turn_is_over(stacks: dict[str, str], turn: str, sentence: str) -> None:
    assert RULES.why_over(a_draft(a_position(**stacks), turn)) == sentence
