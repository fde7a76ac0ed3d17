"""Turns of Kyo as people type them."""

import pytest

from corr.errors import AmbiguousError, IllegalError, UnreadableError
from tests.games.kyo.samples import RULES, a_draft, a_position

_BOARD = a_position(A0="LDDDH", B1="DDL", C2="D", E4="DL++T", G4="DLQ", G7="DD")


def understood(text: str, position: str = _BOARD) -> str:
    """What a typed turn is in canonical notation."""
    return RULES.write(a_draft(position, text).made)


@pytest.mark.parametrize(
    "typed",
    [
        "A0>A1:2, A1>A2:1",
        "a0>a1:2, a1>a2:1",
        "A0>A1:2,A1>A2:1",
        "A0>A1:2; A1>A2:1",
        "A0>A1:2 A1>A2:1",
        "A0>A1:2\nA1>A2:1",
        "A0>A1:2\r\n\r\nA1>A2:1.",
        "  A0 > A1 : 2 ,  A1 > A2 : 1  ",
        "A0>A1:2>A2:1",
        "a0 > a1 : 2 > a2 : 1",
        "A0⎯→A1:2⎯→A2:1",
        "A0 ⎯⎯→ A1:2, A1⎯ →A2:1",
        "Ａ０＞Ａ１：２，Ａ１＞Ａ２：１",
        "A\u200b0>A1:2\u2060, \u202aA1>A2:1\u202c",
        "A0>A1:٢, A1>A2:01",
        "\ufeffA0>A1:2, A1>A2:1!",
    ],
)
def test_mana_moves_are_read_however_they_are_typed(typed: str) -> None:
    board = a_position(A0="DDDH", A1="D")

    assert understood(typed, board) == "A0>A1:2, A1>A2:1"
    assert RULES.formed(typed)


@pytest.mark.parametrize(
    ("typed", "canonical"),
    [
        ("D4-E5", "D4-E5"),
        ("D4–E5", "D4-E5"),
        ("D4—E5", "D4-E5"),
        ("D4−E5", "D4-E5"),
        ("D4→E5:0", "D4-E5"),
        ("D4➔E5:0", "D4-E5"),
        ("D4⇒E5:0", "D4-E5"),
        ("D4->E5", "D4-E5"),
        ("D4=>E5", "D4-E5"),
        ("D4 to E5", "D4-E5"),
        ("D4-E5:0", "D4-E5"),
        ("D4⇒E5:1", "D4-E5:1"),
        ("D4⇏E5:1", "D4/E5:1"),
        ("D4⇏ E5 : 1", "D4/E5:1"),
        ("D4∕E5:1", "D4/E5:1"),
        ("D4×D5", "D4xD5"),
        ("D4:D5", "D4xD5"),
        ("d4Xd5:1", "D4xD5:1"),
        ("D4∗C4", "D4*C4"),
        ("D4*C4:0", "D4*C4"),
    ],
)
def test_steps_and_strikes_are_read_however_they_are_typed(typed: str, canonical: str) -> None:
    board = a_position(D4="DH", D5="h", C4="+")

    assert understood(typed, board) == canonical
    assert RULES.formed(typed)


@pytest.mark.parametrize("typed", ["E4^E5:1", "e4 ^ e5 : 1", "E4⇥E5:1", "E4ˆE5:1"])
def test_deploys_are_read_however_they_are_typed(typed: str) -> None:
    assert understood(typed) == "E4^E5:1"
    assert RULES.formed(typed)


@pytest.mark.parametrize("typed", ["G4~LD", "g4~ld", "G4 ~ LD", "G4↺▯▮", "G4 ↺ ▯▮", "G4∼LD", "G4～LD", "g4~Ld."])
def test_shuffles_are_read_however_they_are_typed(typed: str) -> None:
    assert understood(typed) == "G4~LD"
    assert RULES.formed(typed)


def test_mana_that_stays_where_it_is_may_be_written_in_a_shuffle() -> None:
    board = a_position(D4="dLDDLH")

    assert understood("D4~LDLD", board) == "D4~LD"
    assert understood("D4↺▮▯▮▯▮", board) == "D4~LD"


@pytest.mark.parametrize(
    ("typed", "canonical"),
    [
        ("D4-E4", "D4>E4"),
        ("D4xE4", "D4>E4"),
        ("D4>E5", "D4-E5"),
        ("D4-D5", "D4xD5"),
        ("D4>D5", "D4xD5"),
        ("D4*D5", "D4xD5"),
        ("D4xC4", "D4*C4"),
        ("D4-C4", "D4*C4"),
    ],
)
def test_a_wrong_connector_is_read_where_only_one_action_is_legal(typed: str, canonical: str) -> None:
    assert understood(typed, a_position(D4="dDH", D5="h", C4="+")) == canonical


@pytest.mark.parametrize("typed", ["D4/E5:0", "D4^E5:0", "D4⇥E5:0", "D4*C4:1", "D4-E4:1"])
def test_a_pawn_that_stays_is_not_read_as_one_that_goes_nor_the_other_way_round(typed: str) -> None:
    with pytest.raises(IllegalError):
        understood(typed, a_position(D4="dDH", D5="h", C4="+", E4="P"))


def test_a_wrong_connector_that_may_mean_two_actions_is_ambiguous() -> None:
    with pytest.raises(AmbiguousError) as caught:
        understood("D4xE4:1", a_position(D4="DDH"))

    assert caught.value.refusal.legal == ("D4>E4:1", "D4/E4:1")
    told = "The sign does not fit, and D4>E4:1 (a Mana move) or D4/E4:1 (chips from under the pawn) is possible"
    assert told in caught.value.sentence


@pytest.mark.parametrize(
    ("typed", "canonical"),
    [
        ("D4E4", "D4>E4"),
        ("d4 e4", "D4>E4"),
        ("D4  E5", "D4-E5"),
        ("D4D5", "D4xD5"),
        ("D4 C4", "D4*C4"),
        ("D4 E4, E4 F4", "D4>E4, E4>F4"),
        ("D4E4 then E4F4", "D4>E4, E4>F4"),
    ],
)
def test_the_sign_may_be_left_out_where_one_action_alone_is_legal(typed: str, canonical: str) -> None:
    assert understood(typed, a_position(D4="dDH", D5="h", E4="d", C4="+")) == canonical


@pytest.mark.parametrize("typed", ["D4E4:1", "D4 E4:1", "D4  E4 : 1"])
def test_without_a_sign_two_legal_actions_are_ambiguous(typed: str) -> None:
    with pytest.raises(AmbiguousError, match="There is no sign between the tiles") as caught:
        understood(typed, a_position(D4="DDH"))

    assert caught.value.refusal.legal == ("D4>E4:1", "D4/E4:1")


def test_a_chain_may_end_with_a_strike() -> None:
    assert understood("D4>D5xE6", a_position(D4="DH", D5="L", E6="h")) == "D4>D5, D5xE6"


def test_the_fault_of_a_chain_is_named_with_its_action() -> None:
    with pytest.raises(IllegalError) as caught:
        understood("C1>C2, D4>D5>E5>E6", a_position(C1="DQ", D4="DH", D5="L"))
    assert (caught.value.index, caught.value.typed) == (1, "D4>D5")

    with pytest.raises(IllegalError) as caught:
        understood("D4>D5>E5>E6", a_position(D4="DH", D5="L"))
    assert (caught.value.index, caught.value.typed, caught.value.begun) == (1, "D5>E5", "D4>D5")


@pytest.mark.parametrize("typed", ["D4-E4", "D4>E4", "D4xE4"])
def test_with_chips_alone_the_number_is_always_written(typed: str) -> None:
    with pytest.raises(IllegalError, match="how many chips go") as caught:
        understood(typed, a_position(D4="DD"))

    assert set(caught.value.refusal.legal) <= {"D4-E4:1", "D4-E4:2"}


def test_the_actions_are_made_after_those_already_made() -> None:
    begun = a_draft(a_position(D4="DH", D5="L"), "D4>D5")

    assert RULES.write(RULES.read(begun, "D5>E6").made) == "D4>D5, D5>E6"


@pytest.mark.parametrize(
    ("typed", "index", "quoted", "sentence"),
    [
        ("hello there", 0, "hello there", "no action of Kyo"),
        ("E4^E5:1, hello E4^E5:1", 1, "hello", "no action of Kyo"),
        ("A0", 0, "A0", "no action of Kyo"),
        ("A0>", 0, "A0>", "no action of Kyo"),
        ("A0>A1:", 0, "A0>A1:", "no action of Kyo"),
        ("A0>A1:12345", 0, "A0>A1:12345", "no action of Kyo"),
        ("A0A1A2", 0, "A0A1A2", "no action of Kyo"),
        ("A0 A1-A2", 0, "A0", "no action of Kyo"),
        ("K0-A1", 0, "K0-A1", "K0 is not on the board: columns are A to J, rows 0 to 9."),
        ("A0-A10", 0, "A0-A10", "A10 is not on the board"),
        ("A0xK9", 0, "A0xK9", "K9 is not on the board"),
        ("AA0-A1", 0, "AA0-A1", "AA0 is not on the board"),
        ("0A-1A", 0, "0A-1A", "A0, not 0A"),
        ("\u0410\u0030-B1", 0, "\u0410\u0030-B1", "“\u0410” is a Cyrillic letter; write the Latin A."),
        ("A0>\u0392\u0031", 0, "A0>\u0392\u0031", "is a Greek letter; write the Latin B"),
        ("F0~", 0, "F0~", "A shuffle names its tile and the new order of the Mana"),
        ("F0~LX", 0, "F0~LX", "A shuffle names its tile and the new order"),
        ("end", 0, "end", "The end of a turn is not written"),
        ("E4^E5:1, pass", 1, "pass", "The end of a turn is not written"),
        ("A0-B1\x00", 0, "A0-B1�", "It has a control character, U+0000"),
        ("\ud800", 0, "�", "It has a control character, U+D800"),
        ("E4^E5:1 (a comment)", 1, "(a comment)", "no action of Kyo"),
    ],
)
def test_what_cannot_be_read_is_quoted_with_its_number(typed: str, index: int, quoted: str, sentence: str) -> None:
    with pytest.raises(UnreadableError) as caught:
        understood(typed)

    assert (caught.value.index, caught.value.typed) == (index, quoted)
    assert sentence in caught.value.sentence
    assert not RULES.formed(typed)


@pytest.mark.parametrize(
    "text", ["I resign", "A0>A1 and so on", "ok", "Heavy Pawn from A0: Mana move to A1", "> A0-B1"]
)
def test_other_text_is_not_formed(text: str) -> None:
    assert not RULES.formed(text)


def test_an_illegal_turn_is_formed_nevertheless() -> None:
    assert RULES.formed("A0-J9, F0~LLLLLDDDDD, A0^B3:9")


def test_the_number_0_is_not_written() -> None:
    assert understood("A0>A1:0") == "A0>A1"
