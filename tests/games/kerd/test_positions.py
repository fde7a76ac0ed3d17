"""The text of a position of Kerd: what is accepted and what is refused, with the place named."""

import pytest

from corr.errors import PositionError
from corr.games.kerd.rules import START
from tests.games.kerd.samples import BEGUN, RULES, a_position

_BOARD = BEGUN.partition(" ")[0]


def refused(text: str) -> str:
    """Why a text is no position."""
    with pytest.raises(PositionError) as caught:
        RULES.parse_position(text)
    return caught.value.sentence


@pytest.mark.parametrize(
    "text",
    [
        START,
        START.replace("?,?", "F11,?"),
        START.replace("?,?", "?,!"),
        BEGUN,
        BEGUN.replace("F11,E2", "!,-"),
        BEGUN.replace("F11,E2", "+,!"),
        a_position("KA5* kC9* TB2* tB9*"),
        a_position("KA5 kC9 hE5", recapture="E5", reserve="CBSHJTQcbshjtq", checked="+"),
    ],
)
def test_positions_are_read_and_written_to_the_letter(text: str) -> None:
    assert RULES.format_position(RULES.parse_position(text)) == text


def test_the_game_starts_with_the_choice_of_infiltrators() -> None:
    assert RULES.format_position(RULES.start()) == START


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "six fields"),
        (f"{_BOARD} w - - -", "this has 5"),
        (f"{_BOARD} w - - - ?,? 7", "this has 7"),
        (f"{_BOARD}  w - - - ?,?", "this has 7"),
        (f"{_BOARD} x - - - ?,?", "The side to move is “w” for White, “b” for Black, or “*”"),
        (f"{_BOARD} w ? - - ?,?", "The third field is “+” once check was given"),
        (f"{_BOARD} w - M1 - ?,?", "The fourth field is the square where an ordinary Pawn was captured"),
        (f"{_BOARD} w - E5 - ?,?", "no piece of Black stands there"),
        (f"{_BOARD} w - E2 - ?,?", "no piece of Black stands there"),
        (f"{_BOARD} b - E11 - ?,?", "no piece of White stands there"),
        (f"{_BOARD} w - - BC ?,?", "in the order CBSHJTQcbshjtq, White’s before Black’s: “CB”, not “BC”"),
        (f"{_BOARD} w - - cC ?,?", "“Cc”, not “cC”"),
        (f"{_BOARD} w - - P ?,?", "it has “P”"),
        (f"{_BOARD} w - - K ?,?", "it has “K”"),
        (f"{_BOARD} w - -  ?,?", "it has “”"),
        (f"{_BOARD} w - - - F11", "White’s and Black’s infiltrator with a comma between them"),
        (f"{_BOARD} w - - - F11,E2,?", "White’s and Black’s infiltrator with a comma between them"),
        (f"{_BOARD} w - - - M11,?", "White’s infiltrator in the last field is a square"),
        (f"{_BOARD} w - - - f11,?", "White’s infiltrator in the last field is a square"),
        (f"{_BOARD} w - - - E6,?", "White’s infiltrator in the last field is on E6, but no piece stands there"),
        (f"{_BOARD} w - - - E2,?", "that Pawn is White’s own; it names a Black piece"),
        (f"{_BOARD} w - - - ?,E11", "that Pawn is Black’s own; it names a White piece"),
        (f"{_BOARD} w - - - G12,?", "but a King cannot be one"),
        (f"{_BOARD} w - - - F12,?", "but a Queen cannot be one"),
        (f"{_BOARD} w - - - ?,A1", "but a Tower cannot be one"),
        (f"{_BOARD} w - - - ?,C1", "but a Scout cannot be one"),
        (f"{_BOARD} * - - - F11,E2", "The side is “*” only while an infiltrator is still to be chosen"),
        (f"{_BOARD} * - - - !,!", "The side is “*” only while an infiltrator is still to be chosen"),
        (a_position("kA12"), "White must have exactly one King; here it has none"),
        (a_position("KA1"), "Black must have exactly one King; here it has none"),
        (a_position("KA1 KB5 kA12"), "White must have exactly one King; here it has 2: A1, B5"),
        (a_position("KA1 kA12 kC12"), "Black must have exactly one King; here it has 2: A12, C12"),
        (a_position("KL1 kA12 TA1"), "It is White’s turn, but Black’s King on A12 is attacked by the Tower on A1"),
        (a_position("KA1 kL12 tA9", "b"), "It is Black’s turn, but White’s King on A1 is attacked by the Tower on A9"),
        (a_position("KA1 kA2"), "Black’s King on A2 is attacked by the King on A1"),
        (a_position("KL1 kF6 CE7", recapture="F6"), "Black’s King on F6 is attacked by the Commander Pawn on E7"),
    ],
)
def test_a_refusal_names_the_place(text: str, sentence: str) -> None:
    assert sentence in refused(text)


@pytest.mark.parametrize(
    ("row", "sentence"),
    [
        ("13", "Row 5: “13” is not a run of empty squares"),
        ("012", "Row 5: “012” is not a run of empty squares"),
        ("0", "Row 5: “0” is not a run of empty squares"),
        ("55", "Row 5: “55” is not a run of empty squares"),
        ("11", "Row 5 must have 12 squares; “11” has 11"),
        ("PPPPPPPPPPPPP", "Row 5 must have 12 squares; “PPPPPPPPPPPPP” has 13"),
        ("12P", "Row 5 must have 12 squares; “12P” has 13"),
        ("X11", "Row 5: “X” is not a piece"),
        ("\u041011", "Row 5: “\u0410” is a Cyrillic letter; write the Latin A"),
        ("٣9", "Row 5: “٣” is not a piece"),
        ("", "Row 5 must have 12 squares"),
        ("S*11", "Row 5: the “*” after “S” is wrong"),
        ("Q*11", "Row 5: the “*” after “Q” is wrong"),
        ("p**11", "Row 5: the “*” after “*” is wrong"),
        ("*12", "Row 5: the “*” at the beginning is wrong"),
        ("10*2", "Row 5: the “*” after “0” is wrong"),
    ],
)
def test_a_wrong_row_is_named(row: str, sentence: str) -> None:
    assert refused(f"6k5/12/12/12/12/12/12/{row}/12/12/12/6K5 w - - - -,-").startswith(sentence)


def test_the_number_of_rows_is_checked() -> None:
    assert "12 rows" in refused("6k5/12/12/6K5 w - - - -,-")


def test_a_very_long_text_is_refused() -> None:
    assert len(refused("k" * 100_000)) < 500
    assert len(refused(f"{'P' * 100_000} w - - - -,-")) < 500
    assert len(refused(f"{_BOARD} w - - {'Q' * 50_000}q{'Q' * 50_000} -,-")) < 500


def test_a_commander_may_recapture_no_king_that_captured_elsewhere() -> None:
    assert RULES.parse_position(a_position("KL1 kF6 CE7 hA5", recapture="A5"))
