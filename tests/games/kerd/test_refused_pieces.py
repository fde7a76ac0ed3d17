"""Why a piece of Kerd cannot go somewhere: the region rule, what stands in the way, and how it moves."""

import pytest

from tests.games.kerd.test_refusals import rule


@pytest.mark.parametrize(
    ("pieces", "typed", "sentence"),
    [
        (
            "BE2",
            "E2-I6",
            (
                "The Bishop on E2 stands on land, so it may not enter air and leave it again: on the way "
                "to I6 it would leave air at H5."
            ),
        ),
        (
            "HE4",
            "E4-H4",
            (
                "The Hussar on E4 stands on land, so it may not enter air and leave it again: on the way "
                "to H4 it would leave air at H4."
            ),
        ),
        (
            "JE4 PG4",
            "E4-H4",
            (
                "The Jumper on E4 stands on land, so it may not enter air and leave it again: on the way "
                "to H4 it would leave air at H4."
            ),
        ),
        (
            "BA4",
            "A4-E8",
            (
                "The Bishop on A4 stands in water, so it may not enter air and leave it again: on the way to "
                "E8 it would leave air at E8."
            ),
        ),
    ],
)
def test_the_region_rule_names_where_air_is_left_again(pieces: str, typed: str, sentence: str) -> None:
    assert rule(pieces, typed) == sentence


@pytest.mark.parametrize(
    ("pieces", "typed", "sentence"),
    [
        ("BB2", "B2-B5", "A Bishop moves along diagonals; B2–B5 is not a diagonal."),
        ("SB2", "B2-D3", "A Scout moves along diagonals; B2–D3 is not a diagonal."),
        ("TB2", "B2-C3", "A Tower moves along ranks and files; B2–C3 is neither a rank nor a file."),
        ("QB2", "B2-C4", "A Queen moves along ranks, files and diagonals; B2–C4 is none of these."),
        ("TB2 PB4", "B2-B6", "The Tower on B2 cannot pass: B4 is taken by White’s Pawn."),
        ("QB2 pC3", "B2-E5", "The Queen on B2 cannot pass: C3 is taken by Black’s Pawn."),
        (
            "HB2",
            "B2-B4",
            ("A Hussar leaps two squares and one aside, or goes exactly three along a rank or file; B2–B4 is neither."),
        ),
        (
            "HB2",
            "B2-E5",
            ("A Hussar leaps two squares and one aside, or goes exactly three along a rank or file; B2–E5 is neither."),
        ),
        ("HB2 pB4", "B2-B5", "An enemy piece stops the Hussar on B2: B4 is taken by Black’s Pawn."),
        ("JB2 pA2", "B2xA2", "A Jumper captures only on the three squares in front of it, and A2 is not one."),
        ("JB2 pB3 pB4", "B2-B4", "A jump captures nothing, and B4 is taken by Black’s Pawn."),
        ("JB2", "B2-B4", "A Jumper moves one square or jumps over a piece, and there is none between B2 and B4."),
        (
            "JB2 PB3",
            "B2-B5",
            ("A jump ends directly behind the nearest piece, which is on B3; B5 is not directly behind it."),
        ),
        (
            "JB2 PB4",
            "B2-B5",
            (
                "The Jumper on B2 stands in water, so there may be at most no empty square before the "
                "piece that it jumps over; before B4 there is 1."
            ),
        ),
        (
            "JD2 PD5",
            "D2-D6",
            (
                "The Jumper on D2 stands on land, so there may be at most one empty square before the "
                "piece that it jumps over; before D5 there are 2."
            ),
        ),
        (
            "JB2",
            "B2-D3",
            (
                "A Jumper moves one square in any direction, or jumps in a straight line over the nearest "
                "piece; B2–D3 is neither."
            ),
        ),
        ("KB2 kL12", "B2-B4", "A King moves one square in any direction; B2–B4 is further than that."),
    ],
)
def test_how_a_piece_moves(pieces: str, typed: str, sentence: str) -> None:
    found = rule(pieces, typed)

    assert found.replace("at most no empty", "no empty") == sentence.replace("at most no empty", "no empty")
