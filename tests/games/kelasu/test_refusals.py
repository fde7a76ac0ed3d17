"""A refused turn teaches: the sentence names the rule, the squares and the pieces, and shows what is legal."""

import pytest

from corr.errors import IllegalError
from corr.games.seats import SECOND
from tests.games.kelasu.samples import RULES, a_draft, a_position

_BOARD = a_position("2S4S2", "10", "1R4d3", "4b1w3", "2D5C1", "3b1s4", "W9", "1G4r3", "2c3s3", "4b3s1", quiet=5)
_BLANKS = a_position("SSSSSS4", "BB8", "10", "BBB1B5", "3b1W4", "10", "10", "10", "9b", "9s")


def refused(position: str | None, text: str) -> IllegalError:
    """What is said about an illegal turn."""
    with pytest.raises(IllegalError) as caught:
        a_draft(position, text)
    return caught.value


@pytest.mark.parametrize(
    ("position", "typed", "sentence"),
    [
        (None, "D5-E5", "There is no piece on D5."),
        (None, "I3-H3", "The Blank on I3 is Red’s, and it is Blue’s turn."),
        (None, "C0-D0", "The Stone on C0 cannot move; Stones never do."),
        (None, "B3-B3", "The Blank on B3 must leave its square."),
        (None, "B3-B4", "B4 is taken by Blue’s own Blank."),
        (None, "B3-D3", "A Blank moves one square forward or sideways; B3–D3 is neither."),
        (None, "B3-C3, B3-C3", "There is no piece on B3 any more: it left in action 1."),
        (None, "B3-C3, C3-D3", "The Blank on C3 already moved in action 1; a piece moves at most once in a turn."),
        (None, "B1-C1 B3-C3 B4-C4 B5-C5 B6-C6", "The turn is over after action 4: no energy is left."),
        (_BOARD, "C1-C2", "A Runner moves diagonally, any distance; C1–C2 is not a diagonal."),
        (_BOARD, "C1-H6", None),
        (_BOARD, "E2-F1", "A Diplomat goes diagonally only to convert an enemy piece, and F1 is empty."),
        (_BOARD, "E2-E6", "A Diplomat goes at most 3 squares in that direction; E2 to E6 is 4."),
        (_BOARD, "E8-E3", "A Champion goes at most 3 squares in that direction; E8 to E3 is 5."),
        (_BOARD, "E8-G6", "A Champion goes at most one square in that direction; E8 to G6 is 2."),
        (_BOARD, "E8-D7", "A Champion goes any distance forward or back, up to three squares sideways, and one square"),
        (_BOARD, "H1-H9", "The way of the General from H1 to H9 is blocked on H6 by Red’s Runner."),
        (_BOARD, "H1-B1", "The way of the General from H1 to B1 is blocked on C1 by Blue’s Runner."),
        (_BOARD, "H1-J2", "A General goes any distance in a straight or diagonal line; H1–J2 is no such line."),
        (_BOARD, "G0-H1", "H1 is taken by Blue’s own General."),
        (_BOARD, "G0-F0", "A Warrior moves or captures one square forward or sideways, and captures one square"),
        (_BOARD, "G0-A0", "A Warrior is recalled to its first rank only from rank J; this one stands on G0."),
        (_BLANKS, "D3-E3", "There is no piece on D3."),
        (_BLANKS, "D2-E3", "A Blank moves one square forward or sideways; D2–E3 is neither."),
        (_BLANKS, "E5-F6", "A Warrior goes diagonally only to capture, and F6 is empty."),
        (_BLANKS, "D1+D2+D0=R@D0", "A Runner takes exactly 4 Blanks; these are 3."),
        (_BLANKS, "merge General at D1 with D1", "A General takes exactly 10 Blanks; this is only one."),
        (
            _BLANKS,
            "D1+D4=W@D1",
            "D4 is not connected with D1: the Blanks must touch by edges; diagonals do not connect.",
        ),
        (_BLANKS, "B0+B1=W@B0", "The Blank on B0 stands in Blue’s first two ranks, A and B: no merge there."),
        (_BLANKS, "D1+D2=W@D0", "The target D0 must be one of the Blanks that merge."),
        (_BLANKS, "D1+D1=W@D1", "D1 is named twice; a merge takes different Blanks."),
        (_BLANKS, "D1+E1=W@D1", "There is no piece on E1."),
        (_BLANKS, "D2+E3=W@D2", "The Blank on E3 is Red’s, and it is Blue’s turn."),
        (_BLANKS, "D4+E5=W@D4", "The Warrior on E5 cannot merge; only Blanks do."),
        (
            _BLANKS,
            "D1+D2=B@D1",
            "Blanks merge into a Warrior, Runner, Diplomat, Champion, General or Stone, never to a",
        ),
        (_BLANKS, "D0-E0, E0+D1=W@D1", "The Blank on E0 moved in action 1 and cannot merge in the same turn."),
        (_BLANKS, "D0+D1=W@D0, D1-E1", "There is no piece on D1 any more: it was merged in action 1."),
    ],
)
def test_the_sentence_names_the_rule_that_was_broken(position: str | None, typed: str, sentence: str | None) -> None:
    if sentence is None:
        assert a_draft(position, typed).made
    else:
        assert sentence in refused(position, typed).refusal.rule


def test_a_blank_is_told_that_it_never_captures() -> None:
    board = a_position("SS8", "10", "10", "4B5", "4w5", "10", "10", "10", "9b", "9s")

    assert refused(board, "D4-E4").refusal.rule == (
        "A Blank only moves and never captures, and Red’s Warrior stands on E4."
    )


def test_a_runner_is_told_that_it_does_not_capture_beside_it() -> None:
    board = a_position("SS8", "10", "10", "4R5", "5w4", "10", "10", "10", "9b", "9s")

    assert "captures from a distance of two squares on" in refused(board, "D4xE5").refusal.rule


def test_a_champion_is_told_that_it_does_not_capture_backward() -> None:
    board = a_position("SS8", "4w5", "10", "4C5", "10", "10", "10", "10", "9b", "9s")

    assert "does not capture backward" in refused(board, "D4xB4").refusal.rule


def test_a_diplomat_is_told_that_it_does_not_capture() -> None:
    board = a_position("SS8", "10", "10", "4D5", "4w5", "10", "10", "10", "9b", "9s")

    assert refused(board, "D4xE4").refusal.rule == (
        "A Diplomat does not capture that way, and Red’s Warrior stands on E4."
    )


def test_what_is_legal_from_that_square_is_shown() -> None:
    assert refused(_BLANKS, "D2-F2").refusal.legal == ("D2-D3", "D2-E2")


def test_from_an_empty_square_is_shown_what_may_go_to_the_target() -> None:
    assert refused(None, "D5-C5").refusal.legal == ("B5-C5",)


def test_legal_merges_to_the_same_piece_on_the_same_square_are_shown() -> None:
    assert refused(_BLANKS, "D1+D4=W@D1").refusal.legal == ("D0+D1=W@D1", "D1+D2=W@D1")


def test_long_lists_of_legal_actions_are_cut() -> None:
    refusal = refused(_BOARD, "H1-J2").refusal

    assert len(refusal.legal) == 12
    assert refusal.more


def test_a_finished_game_says_so() -> None:
    over = a_position("SS7B", *["10"] * 8, "9b")

    assert refused(over, "A9-B9").refusal.rule == "The game is over."


def test_a_turn_that_won_says_so() -> None:
    board = a_position("SSSS6", "10", "10", "4BB4", "4B5", "4WS4", "10", "10", "9b", "9s")

    assert refused(board, "D5-E5, D4-D5").refusal.rule == (
        "The game is over after action 1: all four victory squares were taken."
    )


def test_the_other_player_is_told_whose_turn_it_is() -> None:
    start = RULES.start()

    with pytest.raises(IllegalError, match="It is Blue’s turn"):
        RULES.read(RULES.begin(start, SECOND), "I3-H3")


def test_a_piece_without_any_move_is_said_to_have_none() -> None:
    board = a_position("SS8", "10", "10", "10", "R9", "1b8", "10", "10", "10", "9s")
    free, bound = (
        refused(board, "E0-E1").refusal,
        refused(a_position("SBB7", "WWW7", *["10"] * 7, "8bs"), "A1-C1").refusal,
    )

    assert "no legal move" not in free.rule
    assert bound.rule.endswith("The Blank on A1 has no legal move at all.")
    assert bound.legal == ()
