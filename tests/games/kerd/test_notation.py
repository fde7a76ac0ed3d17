"""Turns of Kerd as people type them."""

import pytest

from corr.errors import IllegalError, UnreadableError
from corr.games.seats import FIRST, SECOND, Seat
from tests.games.kerd.samples import KINGS, RULES, a_draft, a_position

_HUNT = a_position("KL1 kA12 TB2 pB9 PE7 bF8 CF7", reserve="HQ", checked="+", marks="B9,-")
_CASTLE = a_position("KG1* TA1* TL1* kG12")
_BLACK = a_position("KG1 kG12* tA12* tL12*", "b")


def understood(typed: str, position: str | None = None) -> str:
    """What is read, in canonical notation."""
    return RULES.write(a_draft(position, typed).made)


@pytest.mark.parametrize(
    ("typed", "canonical"),
    [
        ("B2-B5", "B2-B5"),
        ("b2-b5", "B2-B5"),
        ("B2 - B5", "B2-B5"),
        ("B2–B5", "B2-B5"),
        ("B2→B5", "B2-B5"),
        ("B2 -> B5", "B2-B5"),
        ("B2⇒B5", "B2-B5"),
        ("B2 to B5", "B2-B5"),
        ("B2B5", "B2-B5"),
        ("b2 b5", "B2-B5"),
        ("TB2-B5", "B2-B5"),
        ("tb2b5", "B2-B5"),
        ("B2-B5.", "B2-B5"),
        ("B2xB9", "B2xB9"),
        ("B2:B9", "B2xB9"),
        ("B2×B9", "B2xB9"),
        ("B2 x B9", "B2xB9"),
        ("TB2XB9", "B2xB9"),
        ("B2-B9", "B2xB9"),
        ("B2B9", "B2xB9"),
        ("B2xB5", "B2-B5"),
        ("E7-E8", "E7-E8"),
        ("E7-E8=Q", "E7-E8=Q"),
        ("e7-e8=q", "E7-E8=Q"),
        ("PE7-E8 = Q", "E7-E8=Q"),
        ("E7E8=queen", "E7-E8=Q"),
        ("E7-F8", "E7xF8"),
        ("F7-G7&E7-F7", None),
        ("E7-E8&F7-F8", None),
        ("reveal B9", "reveal B9"),
        ("REVEAL b9", "reveal B9"),
        ("reveal", "reveal B9"),
        ("Reveal.", "reveal B9"),
        ("execute E7", "execute E7"),
        ("Execute f7", "execute F7"),
    ],
)
def test_a_turn_is_read_however_it_is_typed(typed: str, canonical: str | None) -> None:
    assert RULES.formed(typed)
    if canonical is None:
        with pytest.raises(IllegalError):
            understood(typed, _HUNT)
    else:
        assert understood(typed, _HUNT) == canonical


@pytest.mark.parametrize(
    "typed",
    [
        "F2-F3&F3-F4",
        "f2-f3 & f3-f4",
        "F2F3&F3F4",
        "F2-F3 and F3-F4",
        "f2 f3 AND f3 f4",
        "CF2-F3&PF3-F4",
        "F3-F4&F2-F3",
        "F2&F3-F4",
        "f2&f3f4",
        "F3&F2-F3",
        "F2 & F3 - F4",
        "F2xF3&F3xF4",
    ],
)
def test_a_pair_is_read_in_either_order_and_in_short(typed: str) -> None:
    assert understood(typed) == "F2-F3&F3-F4"
    assert RULES.formed(typed)


@pytest.mark.parametrize("typed", ["E7&D7-D8=H", "E7-E8&D7-D8=h", "D7-D8=H&E7-E8", "D7&E7-E8=H"])
def test_a_pair_with_a_replacement_is_read(typed: str) -> None:
    assert understood(typed, a_position("KL1 kA12 CE7 PD7", reserve="H")) == "E7-E8&D7-D8=H"


@pytest.mark.parametrize("typed", ["O-O", "o-o", "0-0", "O–O", "G1-J1", "KG1-J1", "g1j1", "0 - 0"])
def test_short_castling_is_read_however_it_is_typed(typed: str) -> None:
    assert understood(typed, _CASTLE) == "O-O"
    assert RULES.formed(typed)


@pytest.mark.parametrize("typed", ["O-O-O", "o-o-o", "0-0-0", "G1-C1", "KG1-C1"])
def test_long_castling_is_read_however_it_is_typed(typed: str) -> None:
    assert understood(typed, _CASTLE) == "O-O-O"


@pytest.mark.parametrize(("typed", "canonical"), [("G12-J12", "O-O"), ("g12-c12", "O-O-O"), ("0-0-0", "O-O-O")])
def test_black_castles_likewise(typed: str, canonical: str) -> None:
    assert understood(typed, _BLACK) == canonical


@pytest.mark.parametrize("typed", ["infiltrator F11", "Infiltrator f11", "INFILTRATOR F11", "infiltrator F11."])
def test_a_choice_is_read_however_it_is_typed(typed: str) -> None:
    draft = RULES.begin(RULES.start(), FIRST)

    assert RULES.write(RULES.read(draft, typed).made) == "infiltrator F11"
    assert RULES.formed(typed)


def test_two_digit_ranks_are_read_without_a_connector() -> None:
    assert understood("A11A12", a_position("KL1 kK12 PA11")) == "A11-A12"
    assert understood("A10B11", a_position("KL1 kK12 JA10")) == "A10-B11"


def test_a_wrong_piece_letter_is_refused() -> None:
    with pytest.raises(IllegalError, match=r"On B2 stands a Tower \(T\), not a Jumper \(J\)"):
        understood("JB2-B5", _HUNT)
    with pytest.raises(IllegalError, match=r"On F3 stands a Pawn \(P\), not a Commander Pawn \(C\)"):
        understood("CF2-F3&CF3-F4")


@pytest.mark.parametrize(
    ("typed", "index", "quoted", "sentence"),
    [
        ("hello there", 0, "hello there", "no turn of Kerd"),
        ("B1-D3-E4", 0, "B1-D3-E4", "no turn of Kerd"),
        ("A2A3A4", 0, "A2A3A4", "no turn of Kerd"),
        ("M3-M4", 0, "M3-M4", "M3 is not on the board: files are A to L, ranks 1 to 12"),
        ("A13-A12", 0, "A13-A12", "A13 is not on the board"),
        ("A2-A0", 0, "A2-A0", "A0 is not on the board"),
        ("A2-A03", 0, "A2-A03", "A03 is not on the board"),
        ("B2xM9", 0, "B2xM9", "M9 is not on the board"),
        ("reveal Z9", 0, "reveal Z9", "Z9 is not on the board"),
        ("execute", 0, "execute", "Write the square after the word, like execute E2"),
        ("infiltrator", 0, "infiltrator", "Write the square after the word, like infiltrator F11"),
        ("infiltrator ?", 0, "infiltrator ?", "Write the square after the word"),
        (
            "\u0410\u0032-\u0410\u0033",
            0,
            "\u0410\u0032-\u0410\u0033",
            "“\u0410” is a Cyrillic letter; write the Latin A",
        ),
        ("A2-\u0391\u0033", 0, "A2-\u0391\u0033", "“\u0391” is a Greek letter; write the Latin A"),
        ("pass", 0, "pass", "nobody may pass"),
        ("A2-A3, hello", 1, "hello", "no turn of Kerd"),
        ("A2-A3\x00", 0, "A2-A3�", "It has a control character, U+0000"),
        ("\ud800", 0, "�", "It has a control character, U+D800"),
        ("A2", 0, "A2", "no turn of Kerd"),
        ("O-O-O-O", 0, "O-O-O-O", "no turn of Kerd"),
    ],
)
def test_what_cannot_be_read_is_quoted_with_its_number(typed: str, index: int, quoted: str, sentence: str) -> None:
    with pytest.raises(UnreadableError) as caught:
        a_draft(None, typed)

    assert (caught.value.index, caught.value.typed) == (index, quoted)
    assert sentence in caught.value.sentence
    assert not RULES.formed(typed)


@pytest.mark.parametrize(
    "text",
    [
        "I resign",
        "ok",
        "I will reveal it soon",
        "execute that plan",
        "reveal your infiltrator",
        "infiltrator?",
        "Pawn from A2: to A3",
        "> A2-A3",
        "A2",
        "a b",
        "O",
        "see you at 10-12",
        "execute E2 please",
        "it was F11 to me",
        "O-O is best",
        "Q",
    ],
)
def test_other_text_is_not_formed(text: str) -> None:
    assert not RULES.formed(text)


def test_an_illegal_turn_is_formed_nevertheless() -> None:
    assert RULES.formed("A1-L12")
    assert RULES.formed("A1-L12 reveal\nexecute G1")


def test_a_turn_has_one_action() -> None:
    with pytest.raises(IllegalError) as caught:
        a_draft(None, "A2-A3, B2-B3")

    assert (caught.value.index, caught.value.typed, caught.value.begun) == (1, "B2-B3", "A2-A3")
    assert caught.value.refusal.rule == "A turn of this game has one action."


@pytest.mark.parametrize(("seat", "sample"), [(FIRST, "infiltrator F11"), (SECOND, "infiltrator F2")])
def test_a_lone_square_instead_of_a_choice_is_told_how_to_write_it(seat: Seat, sample: str) -> None:
    with pytest.raises(UnreadableError, match=f"A choice is written like {sample}, and this is none"):
        RULES.read(RULES.begin(RULES.start(), seat), "E11")


def test_a_pair_typed_as_two_actions_is_explained() -> None:
    with pytest.raises(IllegalError, match="move together are written like F2-F3&F3-F4"):
        a_draft(a_position(f"{KINGS} CB3 PC3"), "B3-B4, C3-C4")


def test_a_reveal_without_a_square_is_black_s_own_for_black() -> None:
    board = a_position("KL1 kA12 PB2 pB9", "b", checked="+", marks="B9,B2")

    assert RULES.write(a_draft(board, "reveal", SECOND).made) == "reveal B2"
