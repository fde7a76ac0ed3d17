"""Turns of Kelasu as people type them."""

import pytest

from corr.errors import AmbiguousError, IllegalError, UnreadableError
from tests.games.kelasu.samples import RULES, a_draft, a_position

_BOARD = a_position("SSSSSS4", "10", "10", "BBBBB5", "3D1b4", "4b5", "R8b", "10", "9b", "ss2W5")
"""Something of everything: a merge, a capture, a conversion, a recall."""


def understood(text: str, position: str = _BOARD) -> str:
    """What a typed turn is in canonical notation."""
    return RULES.write(a_draft(position, text).made)


@pytest.mark.parametrize(
    "typed",
    [
        "B3-C3, B4-C4",
        "b3-c3, b4-c4",
        "B3-C3,B4-C4",
        "B3-C3;B4-C4",
        "B3-C3 ; B4-C4",
        "B3-C3 B4-C4",
        "B3-C3\nB4-C4",
        "B3-C3\r\n\r\nB4-C4\r\n",
        "  B3 - C3 ,  B4 - C4  ",
        "B3–C3, B4—C4",
        "B3−C3, B4‑C4",
        "B3→C3, B4⇒C4",
        "B3->C3, B4 -> C4",
        "B3=>C3, B4-->C4",
        "B3xC3, B4:C4",
        "B3×C3, B4%C4",
        "B3@C3, B4-C4.",
        "B3-C3. B4-C4!",
        "B3 to C3, B4 to C4",
        "[B3]=>(C3), [B4]→(C4)",
        "move 13 to 23, move 14 to 24",
        "MOVE 13 TO 23\nmove 14 24",
        "move B3 to C3 move 14-24",
        "Ｂ３－Ｃ３，Ｂ４－Ｃ４",
        "B\u200b3-C3\u2060, \u202aB4-C4\u202c",
        "B٣-C3, B4-C４",
        "\ufeffB3-C3, B4-C4",
        "B3\xa0-\xa0C3,\u2003B4-C4",
        "B3-C3,, B4-C4,",
        "B3C3 B4C4",
        "b3 c3, b4 c4",
        "B3 C3 B4 C4",
        "B3-C3 & B4-C4",
        "B3-C3&B4-C4",
        "B3-C3 and B4-C4",
        "B3C3 then B4C4",
        "B3 to C3, and then B4 to C4.",
    ],
)
def test_moves_are_read_however_they_are_typed(typed: str) -> None:
    assert RULES.write(a_draft(None, typed).made) == "B3-C3, B4-C4"
    assert RULES.formed(typed)


@pytest.mark.parametrize(
    "typed",
    [
        "D0+D1+D2+D3=R@D3",
        "d0 + d1 + d2 + d3 = r @ d3",
        "D3+D1+D2+D0=Runner@D3",
        "D0+D1+D2+D3=RUNNER @ D3",
        "merge Runner at 33 with 30 31 32",
        "merge r at 33 with 33 30 31 32",
        "merge runner at D3 with D0, D1, D2",
        "merge runner at D3 with D0 and D1 and D2",
        "MERGE R AT 33 WITH 30, 31 and 32",
        "[D0|D1|D2]=>(D3)R",
        "[D0|D1|D2|D3] => (D3) runner",
        "[D0|D1|D2]⇒(D3) R.",
        "[D0, D1, D2]→(D3)Runner",
    ],
)
def test_merges_are_read_however_they_are_typed(typed: str) -> None:
    assert understood(typed) == "D0+D1+D2+D3=R@D3"
    assert RULES.formed(typed)


@pytest.mark.parametrize(
    ("typed", "canonical"),
    [
        ("merge W at 30 with 31, D4-D5", "D0+D1=W@D0, D4-D5"),
        ("merge W at 30 with 31 D4-D5", "D0+D1=W@D0, D4-D5"),
        ("merge W at 30 with 31 D4 - D5", "D0+D1=W@D0, D4-D5"),
        ("merge W at 30 with 31, D2+D3=W@D3", "D0+D1=W@D0, D2+D3=W@D3"),
        ("merge W at 30 with 31\nmove 34 to 35", "D0+D1=W@D0, D4-D5"),
        ("[D0|D1]=>(D1) D4-D5", "D0+D1=W@D1, D4-D5"),
        ("[D0|D1]=>(D1), D4-D5", "D0+D1=W@D1, D4-D5"),
    ],
)
def test_a_merge_in_words_ends_where_the_next_action_begins(typed: str, canonical: str) -> None:
    assert understood(typed) == canonical


@pytest.mark.parametrize("sign", ["-", "x", ":", "%", "@", "→"])
@pytest.mark.parametrize(("squares", "canonical"), [("D7 E8", "D7%E8"), ("J4 A4", "J4@A4"), ("G0 A6", "G0-A6")])
def test_a_wrong_connector_is_read_where_only_one_action_is_legal(squares: str, sign: str, canonical: str) -> None:
    board = a_position("SSS7", "10", "10", "7D2", "8b1", "10", "R9", "10", "9b", "ss2W5")
    source, goal = squares.split()

    assert understood(f"{source}{sign}{goal}", board) == canonical


def test_a_capital_i_with_a_dot_is_an_i() -> None:
    assert understood("merge DİPLOMAT at 30 with 31 32 33") == "D0+D1+D2+D3=D@D0"
    assert understood("İ9-H9", _BOARD.replace(" b ", " r ")) == "I9-H9"


@pytest.mark.parametrize("typed", ["[D0]=>(D1)W", "[D0]=>(D1) W", "[D0] → (D1) warrior", "[D0]=>(D1) Warrior."])
def test_a_picture_of_one_blank_and_a_piece_is_a_merge(typed: str) -> None:
    assert understood(typed) == "D0+D1=W@D1"
    assert understood(f"{typed} D4-D5") == "D0+D1=W@D1, D4-D5"


def test_a_picture_without_a_piece_is_the_only_piece_of_that_price() -> None:
    assert understood("[D0|D1]=>(D1)") == "D0+D1=W@D1"
    assert understood("[D0|D1|D2|D3|D4]=>(D4)") == "D0+D1+D2+D3+D4=C@D4"


def test_a_picture_of_four_blanks_without_a_piece_is_ambiguous() -> None:
    with pytest.raises(AmbiguousError) as caught:
        understood("[D0|D1|D2]=>(D3)")

    assert caught.value.refusal.legal == ("D0+D1+D2+D3=R@D3", "D0+D1+D2+D3=D@D3")


def test_a_picture_of_a_number_that_becomes_nothing_is_refused() -> None:
    with pytest.raises(IllegalError, match="3 Blanks become no piece"):
        understood("[D0|D1]=>(D2)")


def test_the_actions_are_made_after_those_already_made() -> None:
    begun = a_draft(None, "B3-C3")

    assert RULES.write(RULES.read(begun, "B4-C4").made) == "B3-C3, B4-C4"


@pytest.mark.parametrize(
    ("typed", "index", "quoted", "sentence"),
    [
        ("hello there", 0, "hello there", "no action of Kelasu"),
        ("B3-C3, hello B4-C4", 1, "hello", "no action of Kelasu"),
        ("B3-C3-D3", 0, "B3-C3-D3", "no action of Kelasu"),
        ("B3-C3B4-C4", 0, "B3-C3B4-C4", "no action of Kelasu"),
        ("K3-C3", 0, "K3-C3", "K3 is not on the board"),
        ("B10-C10", 0, "B10-C10", "B10 is not on the board"),
        ("B3xK9", 0, "B3xK9", "“B3xK9”: K9 is not on the board"),
        ("B3XC12", 0, "B3XC12", "“B3XC12”: C12 is not on the board"),
        ("B3-C3xD3", 0, "B3-C3xD3", "no action of Kelasu"),
        ("AA1-B1", 0, "AA1-B1", "AA1 is not on the board"),
        ("3B-3C", 0, "3B-3C", "B3, not 3B"),
        ("\u0412\u0033-C3", 0, "\u0412\u0033-C3", "“\u0412” is a Cyrillic letter; write the Latin B"),
        ("B3-\u0393\u0033", 0, "B3-\u0393\u0033", "is a Greek letter; write Latin letters"),
        ("end", 0, "end", "The end of a turn is not written"),
        ("C3+C4=W", 0, "C3+C4=W", "A merge names its Blanks, the new piece and its square"),
        ("C3+C4", 0, "C3+C4", "A merge names its Blanks, the new piece and its square"),
        ("B3-C3, B3", 1, "B3", "no action of Kelasu"),
        ("B3-C3\x00", 0, "B3-C3�", "It has a control character, U+0000"),
        ("B3-C3, \x1b[31mB4-C4", 1, "�[31mB4-C4", "It has a control character, U+001B"),
        ("\ud800", 0, "�", "It has a control character, U+D800"),
        ("B3-C3 (a comment)", 1, "(a comment)", "no action of Kelasu"),
    ],
)
def test_what_cannot_be_read_is_quoted_with_its_number(typed: str, index: int, quoted: str, sentence: str) -> None:
    with pytest.raises(UnreadableError) as caught:
        a_draft(None, typed)

    assert (caught.value.index, caught.value.typed) == (index, quoted)
    assert sentence in caught.value.sentence
    assert not RULES.formed(typed)


def test_a_long_part_is_quoted_cut() -> None:
    with pytest.raises(UnreadableError) as caught:
        a_draft(None, "y" * 500)

    assert len(caught.value.typed) < 70


@pytest.mark.parametrize("text", ["I resign", "B3-C3 and so on", "ok", "Blank from B3: to C3", "> B3-C3", "B3"])
def test_other_text_is_not_formed(text: str) -> None:
    assert not RULES.formed(text)


def test_an_illegal_turn_is_formed_nevertheless() -> None:
    assert RULES.formed("A0-J9, C3+C9=G@A0")
