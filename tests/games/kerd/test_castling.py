"""Castling in Kerd."""

import pytest

from tests.games.kerd.samples import a_position, fields_after, specials

_BOTH = "O-O O-O-O"
_READY = "KG1* TA1* TL1* kG12"


def castlings(pieces: str, side: str = "w") -> str:
    """The legal castlings."""
    return specials(a_position(pieces, side), "O-O")


def test_short_castling_takes_the_king_to_j_and_the_tower_to_i() -> None:
    assert fields_after(a_position(_READY), "O-O")[0].split("/")[11] == "T*7TK2"


def test_long_castling_takes_the_king_to_c_and_the_tower_to_e() -> None:
    assert fields_after(a_position(_READY), "O-O-O")[0].split("/")[11] == "2K1T6T*"


def test_black_castles_on_rank_12() -> None:
    board = a_position("KG1 kG12* tA12* tL12*", "b")

    assert specials(board, "O-O") == _BOTH
    assert fields_after(board, "O-O")[0].split("/")[0] == "t*7tk2"


def test_castling_needs_a_king_and_a_tower_that_have_not_moved() -> None:
    assert castlings("KG1 TA1* TL1* kG12") == ""
    assert castlings("KG1* TA1 TL1* kG12") == "O-O"
    assert castlings("KG1* TA1* TL1 kG12") == "O-O-O"
    assert castlings("KG2* TA2* TL2* kG12") == ""


@pytest.mark.parametrize(
    ("piece", "left"), [("SH1", "O-O-O"), ("SI1", "O-O-O"), ("SJ1", "O-O-O"), ("SC1", "O-O"), ("SF1", "O-O")]
)
def test_the_squares_between_the_king_and_the_jumpers_home_are_empty(piece: str, left: str) -> None:
    assert castlings(f"{_READY} {piece}") == left


def test_an_own_piece_may_stand_on_the_jumpers_home() -> None:
    assert castlings(f"{_READY} JB1 SK1") == _BOTH


def test_an_enemy_piece_may_not_stand_on_the_jumpers_home() -> None:
    assert castlings(f"{_READY} pB1 pK1") == ""


def test_the_king_is_not_attacked() -> None:
    assert castlings(f"{_READY} tG9") == ""


@pytest.mark.parametrize(
    ("file", "left"),
    [("H", "O-O-O"), ("I", "O-O-O"), ("J", "O-O-O"), ("F", "O-O"), ("E", "O-O"), ("D", "O-O"), ("C", "O-O")],
)
def test_the_king_passes_and_lands_on_no_attacked_square(file: str, left: str) -> None:
    assert castlings(f"{_READY} t{file}9") == left


@pytest.mark.parametrize("file", ["A", "B", "K", "L"])
def test_the_towers_way_and_the_jumpers_home_may_be_attacked(file: str) -> None:
    assert castlings(f"{_READY} t{file}9") == _BOTH


def test_the_way_is_tested_with_the_home_square_of_the_king_empty() -> None:
    # A Hussar on F1 reaches I1 once the King has left G1; one on I1 reaches F1.
    assert castlings("KG1* TL1* hF1 kG12") == ""
    assert castlings("KG1* TA1* hI1 kG12") == ""


def test_castling_is_not_affected_by_regions() -> None:
    assert castlings(_READY) == _BOTH
