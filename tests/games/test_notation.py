"""Reading that is the same in all games, turns typed as lists, and rows of boards."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from corr.errors import PositionError
from corr.games.grid import Board
from corr.games.notation import action_pattern, folded, foreign_letter, parts, shown, unlisted_turn

_BOARD = Board(("10", "9", "8"), "ABCDEFGHIJKL", ("file", "rank"))
_LETTER_PAIR = action_pattern("[a-z] - [a-z]")


@pytest.mark.parametrize(
    ("typed", "plain"),
    [
        ("a–b", "a-b"),
        ("a—b", "a-b"),
        ("a−b", "a-b"),
        ("a→b", "a-b"),
        ("a⇒b", "a-b"),
        ("a×b", "axb"),
        ("Ａ９", "A9"),
        ("a٣", "a3"),
        ("a\u200bb\ufeff\u202ec\xad", "abc"),
        ("a\xa0b\u2003c", "a b c"),
        ("a\nb", "a\nb"),
        ("İı", "Ii"),
        ("plain - TEXT", "plain - TEXT"),
    ],
)
def test_what_certainly_means_the_same_is_folded(typed: str, plain: str) -> None:
    assert folded(typed) == plain


@given(st.text(max_size=200))
def test_folding_twice_is_folding_once(text: str) -> None:
    assert folded(folded(text)) == folded(text)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("\u0410\u0033", "“\u0410” is a Cyrillic letter; write the Latin A."),
        ("x \u0441", "“\u0441” is a Cyrillic letter; write the Latin c."),
        ("\u0392", "“\u0392” is a Greek letter; write the Latin B."),
        ("\u0416", "“\u0416” is a Cyrillic letter; write Latin letters."),
        ("B3-C3", None),
        ("é", None),
    ],
)
def test_a_letter_of_another_alphabet_is_named(text: str, sentence: str | None) -> None:
    assert foreign_letter(text) == sentence


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("\u041c\u0032", "“\u041c” is a Cyrillic letter; write Latin letters."),
        ("\u0410\u0032", "“\u0410” is a Cyrillic letter; write the Latin A."),
        ("\u0430\u0032", "“\u0430” is a Cyrillic letter; write the Latin a."),
        ("m\u043ev\u0435", "“\u043e” is a Cyrillic letter; write the Latin o."),
    ],
)
def test_no_letter_is_proposed_that_names_no_square(text: str, sentence: str) -> None:
    assert foreign_letter(text, "ABCDEFGHIJ") == sentence


@given(st.text(max_size=500))
def test_what_is_shown_is_short_and_printable(text: str) -> None:
    assert len(shown(text)) <= 61
    assert shown(text).isprintable()


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("a-b, c-d", ["a-b", "c-d"]),
        ("a-b;c-d\ne-f", ["a-b", "c-d", "e-f"]),
        ("a-b. c-d!", ["a-b", "c-d"]),
        ("A-B what is this c-d", ["A-B", "?what is this", "c-d"]),
        ("a-b-c", ["?a-b-c"]),
        (",;", []),
        ("", []),
        ("a-b, ...", ["a-b"]),
    ],
)
def test_a_turn_is_parted_into_actions_and_the_rest(text: str, found: list[str]) -> None:
    parted = [part.text if part.match else f"?{part.text}" for part in parts(text, _LETTER_PAIR)]

    assert parted == found


@given(st.text(alphabet="a-b,;.! \n?", max_size=80))
def test_parting_always_comes_to_an_end_and_loses_no_letter(text: str) -> None:
    parted = "".join(part.text for part in parts(text, _LETTER_PAIR))

    assert parted.count("a") == text.count("a")
    assert parted.count("?") == text.count("?")


def test_rows_are_written_as_they_are_read() -> None:
    squares = _BOARD.read("x11/12/1x10", "x")

    assert {name: letter for name, letter in zip(_BOARD.names, squares, strict=True) if letter} == {
        "A10": "x",
        "B8": "x",
    }
    assert _BOARD.write(squares) == "x11/12/1x10"


@pytest.mark.parametrize("row", ["13", "012", "0", "120", "x12", "66", "1200", ""])
def test_a_row_that_is_not_canonical_is_refused(row: str) -> None:
    with pytest.raises(PositionError, match="Row 2"):
        Board("12", "ABCDEFGHIJKL", ("file", "rank")).read(f"12/{row}", "x")


# -- turns that are typed as lists ------------------------------------------------------------------------------


_ACTIONS = frozenset({"up", "c3", "down", "1. left", "1.\nup"})


def formed(text: str) -> bool:
    return text in _ACTIONS


@pytest.mark.parametrize(
    ("typed", "plain"),
    [
        ("1. up\n2. down", "up\ndown"),
        ("1) up\n(2) down", "up\ndown"),
        ("- up\n* down\n• up", "up\ndown\nup"),
        ("a. up\n\nb) down", "up\n\ndown"),
        ("**up**\n`down`", "up\ndown"),
        ("✅ up\n👉 down", "up\ndown"),
        ("→ up\n=> down", "up\ndown"),
        ("-down\n-down", "down\ndown"),
        ("c 3", "c3"),
        ("/move up", "up"),
        ("(up)", "up"),
    ],
)
def test_the_signs_of_a_list_are_left_out(typed: str, plain: str) -> None:
    assert unlisted_turn(typed, formed) == plain


@pytest.mark.parametrize("text", ["up", "1. left", "1.\nup", "1. sideways", "up 2. down", "", " \n "])
def test_what_is_no_list_of_actions_stays_as_it_is(text: str) -> None:
    assert unlisted_turn(text, formed) == text
