"""A refused turn of Kerd teaches: the sentence names the rule, the squares and the pieces, and shows what is legal."""

import pytest

from corr.errors import IllegalError
from corr.games.seats import FIRST, SECOND, Seat
from tests.games.kerd.samples import BEGUN, RULES, a_draft, a_position


def refused(position: str | None, text: str, seat: Seat | None = None) -> IllegalError:
    """What is said about an illegal turn."""
    with pytest.raises(IllegalError) as caught:
        a_draft(position, text, seat)
    return caught.value


def rule(pieces: str, text: str, **fields: str) -> str:
    """The rule that a turn breaks, the Kings out of the way."""
    kings = "" if "K" in pieces else "KL1 kA12 "
    return refused(a_position(f"{kings}{pieces}", **fields), text).refusal.rule


# -- what stands there ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ("D5-E5", "There is no piece on D5."),
        ("A11-A10", "The Pawn on A11 is Black’s, and it is White’s turn."),
        ("B1-B1", "The Jumper on B1 must leave its square."),
        ("G1-G2", "G2 is taken by White’s own Commander Pawn. The King on G1 has no legal move at all."),
        ("execute D5", "There is no piece on D5."),
        ("execute D11", "The Pawn on D11 is Black’s, and it is White’s turn."),
        ("F2-F3&E5-E6", "There is no piece on E5."),
    ],
)
def test_only_own_pieces_move(typed: str, sentence: str) -> None:
    assert refused(None, typed).refusal.rule == sentence


# -- pawns ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("pieces", "typed", "sentence"),
    [
        ("PA2*", "A2-A4", "The Pawn on A2 stands in water, so its first move is at most 1 square."),
        ("PD2*", "D2-D5", "The Pawn on D2 stands on land, so its first move is at most 2 squares."),
        ("CF2*", "F2-F6", "The Commander Pawn on F2 stands in air, so its first move is at most 3 squares."),
        ("PF4", "F4-F6", "The Pawn on F4 has moved before, so it goes one square forward."),
        (
            "PF4* pF5",
            "F4-F6",
            "The Pawn on F4 cannot pass: F5 is taken by Black’s Pawn. The Pawn on F4 has no legal move at all.",
        ),
        (
            "PF4 pF5",
            "F4-F5",
            (
                "A Pawn does not capture straight ahead, and F5 is taken by Black’s Pawn. "
                "The Pawn on F4 has no legal move at all."
            ),
        ),
        ("PF4", "F4-G5", "A Pawn goes diagonally only to capture, and G5 is empty."),
        (
            "PF4",
            "F4-F3",
            ("A Pawn moves straight forward and captures one square diagonally forward; F4–F3 is neither."),
        ),
        (
            "CF4 hG4",
            "F4xG4",
            (
                "A Commander Pawn captures in another direction only where the opponent has captured a "
                "Pawn in the turn just played; on G4 none was captured."
            ),
        ),
    ],
)
def test_how_a_pawn_moves(pieces: str, typed: str, sentence: str) -> None:
    assert rule(pieces, typed) == sentence


@pytest.mark.parametrize(
    ("pieces", "typed", "sentence"),
    [
        ("PB8", "B8-B9=Q", "Only a Pawn that starts in air is replaced; the Pawn on B8 stands in water."),
        ("PB6", "B6-B7=Q", "A Pawn of White is replaced only on a square of rank 8 outside air; B7 is on rank 7."),
        ("PG7", "G7-G8=Q", "A Pawn of White is replaced only on a square of rank 8 outside air; G8 is air."),
        ("PB7", "B7-B8=T", "White cannot bring back a Tower; the reserve holds: Bishop, Queen."),
        ("PB7", "B7-B8=P", "White cannot bring back a Pawn; the reserve holds: Bishop, Queen."),
        ("PB7", "B7-B8=X", "White cannot bring back “X”; the reserve holds: Bishop, Queen."),
        ("CB7", "B7-B8=Q", "Only an ordinary Pawn is replaced; on B7 stands a Commander Pawn."),
        ("TB7", "B7-B8=Q", "Only an ordinary Pawn is replaced; on B7 stands a Tower."),
        ("CB7 PC7", "B7-B8&C7-C8=T", "White cannot bring back a Tower; the reserve holds: Bishop, Queen."),
        ("CB3 PC3", "B3-B4&C3-C4=Q", "Only a Pawn that starts in air is replaced; the Pawn on C3 stands in water."),
    ],
)
def test_what_may_be_brought_back(pieces: str, typed: str, sentence: str) -> None:
    assert rule(pieces, typed, reserve="BQ") == sentence


def test_an_empty_reserve_is_named() -> None:
    assert rule("PB7", "B7-B8=Q").endswith("the reserve holds: nothing.")


@pytest.mark.parametrize(
    ("pieces", "typed", "sentence"),
    [
        ("CF2 TF3", "F2-F3&F3-F4", "Only a Commander Pawn and a Pawn move together; on F3 stands a Tower."),
        (
            "CF2 CG2",
            "F2-F3&G2-G3",
            "A Commander Pawn moves together with an ordinary Pawn; on F2 and G2 stand two Commander Pawns.",
        ),
        (
            "PF2 PG2",
            "F2-F3&G2-G3",
            "One of the two that move together is a Commander Pawn; on F2 and G2 stand two ordinary Pawns.",
        ),
        ("CF2 PH2", "F2-F3&H2-H3", "The Pawn on H2 is not on one of the 8 squares around the Commander Pawn on F2."),
        ("CF2* PG2*", "F2-F3&G2-G4", "Both go straight forward by the same number of squares, 1 to 3."),
        (
            "CF2* PE2*",
            "F2-F5&E2-E5",
            "The Pawn on E2 stands on land, so its first move is at most 2 squares. The smaller limit holds for both.",
        ),
        (
            "CF2 PG2*",
            "F2-F4&G2-G4",
            (
                "The Commander Pawn on F2 has moved before, so it goes one square forward. "
                "The smaller limit holds for both."
            ),
        ),
        ("CF2 PG2 hG3", "F2-F3&G2-G3", "The two cannot pass: G3 is taken by Black’s Hussar; a pair captures nothing."),
    ],
)
def test_which_two_move_together(pieces: str, typed: str, sentence: str) -> None:
    assert rule(pieces, typed) == sentence


# -- the king ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("pieces", "typed", "sentence"),
    [
        (
            "KA1 kL12 BA3 tA9",
            "A3-B4",
            ("White’s King on A1 would be attacked by Black’s Tower on A9. The Bishop on A3 has no legal move at all."),
        ),
        ("KA1 kL12 BA3 tA9", "execute A3", "White’s King on A1 would be attacked by Black’s Tower on A9."),
        ("KA1 kL12 tB9", "A1-B1", "White’s King on B1 would be attacked by Black’s Tower on B9."),
        (
            "KA1 kL12 tA9 PD2",
            "D2-D3",
            (
                "White’s King on A1 is attacked by Black’s Tower on A9, and this does not help. "
                "The Pawn on D2 has no legal move at all."
            ),
        ),
        ("KA3 kA12 CC3 PD3 tJ3", "C3-C4&D3-D4", "White’s King on A3 would be attacked by Black’s Tower on J3."),
        (
            "KG5 kG12 pF6 cF7",
            "G5xF6",
            (
                "White’s King may not capture the Pawn on F6: it stands next to Black’s "
                "Commander "
                "Pawn on F7, which could recapture."
            ),
        ),
    ],
)
def test_the_own_king_is_not_left_attacked(pieces: str, typed: str, sentence: str) -> None:
    assert rule(pieces, typed) == sentence


@pytest.mark.parametrize(
    ("pieces", "typed", "sentence"),
    [
        ("KG1 TL1* kG12", "O-O", "O-O is not possible: the King on G1 has moved before."),
        ("KG1* TL1 kG12", "O-O", "O-O is not possible: the Tower on L1 has moved before."),
        ("KG1* TL1 kG12", "O-O-O", "O-O-O needs White’s Tower on A1, and it is not there."),
        ("KF1* TL1* kG12", "O-O", "O-O needs White’s King on G1, and it is not there."),
        ("KG1* TL1* SI1 kG12", "G1-J1", "O-O is not possible: I1 is taken by White’s Scout."),
        (
            "KG1* TL1* pK1 kG12",
            "O-O",
            ("O-O is not possible: K1 is taken by Black’s Pawn; only an own piece may stand there."),
        ),
        ("KG1* TL1* tG9 kB12", "O-O", "O-O is not possible: White’s King on G1 is attacked."),
        ("KG1* TL1* tI9 kG12", "O-O", "O-O is not possible: the King would be attacked on I1."),
        ("KG1* TA1* tC9 kG12", "G1-C1", "O-O-O is not possible: the King would be attacked on C1."),
    ],
)
def test_why_the_king_cannot_castle(pieces: str, typed: str, sentence: str) -> None:
    assert rule(pieces, typed) == sentence


# -- infiltrators -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("checked", "marks", "typed", "sentence"),
    [
        (
            "-",
            "B9,-",
            "reveal",
            ("No player has given check in this game yet; an infiltrator may be revealed only after that."),
        ),
        ("+", "B9,-", "reveal C9", "White’s infiltrator stands on B9, not on C9."),
        ("+", "-,-", "reveal", "White’s infiltrator is lost: it is no longer on the board."),
        ("+", "-,-", "reveal B9", "White’s infiltrator is lost: it is no longer on the board."),
        ("+", "+,-", "reveal B9", "White’s infiltrator was revealed already."),
        ("+", "!,-", "reveal", "This text does not tell where White’s infiltrator stands."),
        ("+", "?,-", "reveal", "White has no infiltrator."),
        ("+", "-,+", "execute B2", "Black has revealed the infiltrator, so nothing may be executed any more."),
        (
            "+",
            "-,-",
            "execute C2",
            (
                "A Tower cannot be executed, since it cannot be an infiltrator; only a Pawn, "
                "Commander Pawn, Bishop, Hussar or Jumper can."
            ),
        ),
        (
            "+",
            "-,-",
            "infiltrator B9",
            ("Infiltrators are named before the first turn only; the game goes on with moves."),
        ),
    ],
)
def test_when_infiltrators_are_revealed_and_pieces_executed(
    checked: str, marks: str, typed: str, sentence: str
) -> None:
    assert rule("PB2 TC2 bB9", typed, checked=checked, marks=marks) == sentence


def test_a_reveal_that_does_not_help_the_king_is_refused() -> None:
    found = rule("KL1 kA12 tL9 bC9", "reveal", checked="+", marks="C9,-")

    assert found == "White’s King on L1 is attacked by Black’s Tower on L9, and this does not help."


@pytest.mark.parametrize(
    ("seat", "typed", "sentence"),
    [
        (
            FIRST,
            "B1-C3",
            ("Before the first turn White names one of Black’s pieces as infiltrator; write it like infiltrator F11."),
        ),
        (
            SECOND,
            "reveal",
            ("Before the first turn Black names one of White’s pieces as infiltrator; write it like infiltrator F2."),
        ),
        (FIRST, "infiltrator F6", "There is no piece on F6."),
        (FIRST, "infiltrator F2", "The Commander Pawn on F2 is White’s own; an infiltrator is one of Black’s pieces."),
        (
            FIRST,
            "infiltrator F12",
            ("A Queen cannot be an infiltrator; only a Pawn, Commander Pawn, Bishop, Hussar or Jumper can."),
        ),
        (
            SECOND,
            "infiltrator A1",
            ("A Tower cannot be an infiltrator; only a Pawn, Commander Pawn, Bishop, Hussar or Jumper can."),
        ),
    ],
)
def test_while_choosing_only_a_choice_is_accepted(seat: Seat, typed: str, sentence: str) -> None:
    found = refused(RULES.format_position(RULES.start()), typed, seat).refusal

    assert found.rule == sentence
    assert all(action.startswith("infiltrator ") for action in found.legal)
    assert found.more


def test_whoever_has_chosen_waits() -> None:
    half = RULES.format_position(RULES.start()).replace("?,?", "F11,?")

    sentence = refused(half, "infiltrator F10", FIRST).refusal.rule

    assert sentence == "White’s infiltrator is chosen already; Black is still to choose one."


def test_only_one_infiltrator_is_named() -> None:
    found = refused(RULES.format_position(RULES.start()), "infiltrator F11, infiltrator F10", FIRST)

    assert found.refusal.rule == "A turn of this game has one action."


# -- whose turn, and what would be legal ------------------------------------------------------------------------


def test_it_is_the_other_players_turn() -> None:
    assert refused(BEGUN, "A11-A10", SECOND).refusal.rule == "It is White’s turn."


def test_nothing_is_played_when_the_game_is_over() -> None:
    assert rule("KL1 kA12 TC12 TC11", "A12-A11", side="b") == "The game is over."


@pytest.mark.parametrize(
    ("typed", "shown"),
    [
        ("F3-G4", ("F3-F4", "F3-F5", "F3-F6")),
        ("F2-F4", ("F2-F3&F3-F4", "F2-F4&F3-F5", "F2-F5&F3-F6")),
        ("A12-B3", ("B1-B3", "B2-B3")),
        ("F2-F3&E2-E4", ("F2-F3&F3-F4", "F2-F4&F3-F5", "F2-F5&F3-F6")),
    ],
)
def test_a_refusal_shows_what_is_legal_instead(typed: str, shown: tuple[str, ...]) -> None:
    assert refused(None, typed).refusal.legal == shown


def test_a_piece_without_any_move_is_not_answered_with_the_moves_of_others() -> None:
    refusal = refused(None, "Kg1-h2").refusal

    assert refusal.rule.endswith("The King on G1 has no legal move at all.")
    assert refusal.legal == ()


def test_a_refused_reveal_shows_the_right_one() -> None:
    board = a_position("KL1 kA12 bB9", checked="+", marks="B9,-")

    assert refused(board, "reveal A12").refusal.legal == ("reveal B9",)


@pytest.mark.parametrize("typed", ["reveal", "reveal A2", "infiltrator B9", "execute C2"])
def test_where_nothing_of_the_kind_is_possible_moves_are_shown(typed: str) -> None:
    board = a_position("KL1 kA12 TC2 bB9", marks="-,-")

    assert "C2-A2" in refused(board, typed).refusal.legal
