"""Position texts of Kyo."""

import pytest

from corr.errors import PositionError
from corr.games.kyo.rules import KyoRules
from corr.games.seats import FIRST
from tests.games.kyo.samples import RULES, a_position

_HOME = "DDDH,DDLH,DLLH,LLLH,+++K,DL+Q,LLLH,DLLH,DDLH,DDDH"
_AWAY = "dddh,ddlh,dllh,lllh,+++k,dl+q,lllh,dllh,ddlh,dddh"
_TRENCH = f"{_HOME}/4,++T,++T,4/10/P,P,P,P,2,P,P,P,P/10/10/p,p,p,p,2,p,p,p,p/10/4,++t,++t,4/{_AWAY} g"
_OPEN = f"{_HOME}/P,P,P,P,++T,++T,P,P,P,P/10/10/10/10/10/10/p,p,p,p,++t,++t,p,p,p,p/{_AWAY} g"
_DEADLOCK = f"{_HOME}/4,++T,++T,4/10/10/P,P,P,P,2,P,P,P,P/p,p,p,p,2,p,p,p,p/10/10/4,++t,++t,4/{_AWAY} g"
_LEFT = "DK,dk,8/10/10/10/10/10/10/10/10/10 g"


@pytest.mark.parametrize(
    ("options", "text"),
    [
        ({}, _TRENCH),
        ({"start": "trench"}, _TRENCH),
        ({"start": "open-field"}, _OPEN),
        ({"start": "deadlock"}, _DEADLOCK),
    ],
)
def test_the_three_starts_are_those_of_the_rules(options: dict[str, str], text: str) -> None:
    rules = KyoRules(options)

    assert rules.format_position(rules.start()) == text


@pytest.mark.parametrize("text", [_TRENCH, _OPEN, _DEADLOCK, _LEFT, _LEFT.replace(" g", " r"), a_position(E5="Dl++q")])
def test_writing_what_was_read_gives_the_same_text(text: str) -> None:
    assert RULES.format_position(RULES.parse_position(text)) == text


def test_positions_are_values() -> None:
    first, second = RULES.parse_position(_TRENCH), RULES.parse_position(_TRENCH)

    assert first == second
    assert len({first, second}) == 1
    with pytest.raises(AttributeError):
        first.seat = 1  # type: ignore[misc, assignment]  # That it cannot be set is what is tested.


def test_everybody_may_see_everything() -> None:
    start = RULES.start()

    assert RULES.observe(start, None) == start
    assert RULES.secret("A0>A1", start) is None


def test_more_pieces_than_a_game_has_are_no_fault_of_a_text() -> None:
    text = a_position(A0="D" * 300, B0="++++++++++H", C0="T", D0="T", E0="T")

    assert RULES.format_position(RULES.parse_position(text)) == text


def test_what_follows_from_the_largest_position_can_be_read() -> None:
    position = RULES.parse_position(a_position(E5="D" * 996))
    draft = RULES.read(RULES.begin(position, FIRST), "E5-F6:1")
    after = RULES.play(position, {FIRST: draft})

    assert len(RULES.format_position(after)) > len(RULES.format_position(position))
    assert RULES.parse_position(RULES.format_position(after)) == after


def row(number: int, text: str) -> str:
    """A board whose only fault is in one row."""
    rows = _LEFT.removesuffix(" g").split("/")
    rows[number] = text
    return "/".join(rows) + " g"


@pytest.mark.parametrize(
    ("position", "sentence"),
    [
        ("", "two fields"),
        (_LEFT.removesuffix(" g"), "two fields"),
        (f"{_LEFT} 0", "two fields with one space between them, BOARD SIDE; this has 3"),
        (_LEFT.replace(" ", "  "), "two fields"),
        (f" {_LEFT}", "two fields"),
        (f"{_LEFT}\n", "not “g”"),
        (_LEFT.replace(" g", " b"), "“g” for Gold or “r” for Red, not “b”"),
        (_LEFT.replace(" g", " G"), "“g” for Gold or “r” for Red, not “G”"),
        (_LEFT.replace("10/", "", 1), "10 rows with “/” between them; this has 9"),
        (f"10/{_LEFT}", "10 rows with “/” between them; this has 11"),
        (row(1, "9"), "Row 1 must have 10 tiles; “9” has 9"),
        (row(1, "10,D"), "Row 1 must have 10 tiles; “10,D” has 11"),
        (row(2, "11"), "Row 2: “11” is not a run of empty tiles"),
        (row(2, "55"), "Row 2: “55” is not a run"),
        (row(2, "5,5"), "Row 2: “5” is not a run of empty tiles here; neighbouring empty tiles are one number"),
        (row(2, "010"), "Row 2: “010” is not a run"),
        (row(2, "0,D,9"), "Row 2: “0” is not a run"),
        (row(2, "D,,8"), "Row 2: there is nothing between two commas"),
        (row(2, "9,D,"), "Row 2: there is nothing between two commas or at an end"),
        (row(2, ""), "Row 2: there is nothing"),
        (row(3, "2,DX,7"), "Row 3, C3: “X” is not a piece; the letters are P H T Q K D L"),
        (row(3, "2,D5,7"), "Row 3, C3: “5” is not a piece"),
        (row(3, "2,DDDP.7"), "Row 3, C3: “.” is not a piece"),
        (row(3, "9,\u041a"), "Row 3, J3: “\u041a” is a Cyrillic letter; write the Latin K."),
        (row(3, "\u0663,7"), "Row 3, A3: “\u0663” is not a piece"),
        (row(3, "9,D\x00"), "Row 3, J3: “�” is not a piece"),
        (
            row(4, "4,D+L,5"),
            "Row 4, E4: Mana lies above a Shield in “D+L”. A stack is Mana, then Shields, then at most",
        ),
        (row(4, "4,+dP,5"), "Row 4, E4: Mana lies above a Shield"),
        (row(4, "4,DHH,5"), "Row 4, E4: there are two pawns in “DHH”"),
        (row(4, "4,HTh,5"), "Row 4, E4: there are 3 pawns"),
        (row(4, "4,HD,5"), "Row 4, E4: a Heavy Pawn does not stand on top in “HD”"),
        (row(4, "4,T+,5"), "Row 4, E4: a Tower does not stand on top"),
        (row(5, "4,K,5"), "Gold has 2 Kings, on A0 and E5; a side has at most one"),
        (row(5, "4,q,1,q,1,q,1"), "Red has 3 Queens, on E5 and G5"),
        (row(6, "D" * 100_000), "at most 1,200 characters; this has 100,"),
        (row(6, "D" * 1_100 + ",9"), "at most 1,000 pieces; this has 1,104"),
        (row(6, "D," * 10 + "PP"), "Row 6: there are two pawns in “PP”"),
        (row(6, "D" * 900 + "X"), "Row 6, A6: “X” is not a piece"),
    ],
)
def test_a_text_that_is_no_position_is_refused_with_its_place(position: str, sentence: str) -> None:
    with pytest.raises(PositionError) as caught:
        RULES.parse_position(position)

    assert sentence in caught.value.sentence
    assert len(caught.value.sentence) < 300
