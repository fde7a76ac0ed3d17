"""Check, checkmate and stalemate in Kerd."""

import pytest

from corr.games.api import Outcome
from corr.games.seats import FIRST, SECOND
from tests.games.kerd.samples import RULES, a_draft, a_position, fields_after, played

_STALE = "kA12 KL1 TB1 TC11"


def ended(position: str) -> Outcome | None:
    """How the game ended in a position."""
    return RULES.outcome(RULES.parse_position(position))


def test_a_player_who_is_attacked_without_a_legal_turn_has_lost() -> None:
    assert ended(a_position("kA12 KL1 TC12 TC11", "b")) == Outcome(FIRST, "checkmate")
    assert ended(a_position("KA1 kL12 tC1 tC2")) == Outcome(SECOND, "checkmate")


def test_a_player_who_is_not_attacked_without_a_legal_turn_draws() -> None:
    assert ended(a_position(_STALE, "b")) == Outcome(None, "stalemate")


def test_nobody_is_due_when_the_game_is_over() -> None:
    position = RULES.parse_position(a_position(_STALE, "b"))

    assert RULES.due(position) == frozenset()
    assert not list(RULES.begin(position, SECOND).actions())


def test_executing_counts_as_a_legal_turn() -> None:
    assert ended(a_position(f"{_STALE} pE1", "b")) is None
    assert ended(a_position(f"{_STALE} pE1", "b", marks="+,-")) == Outcome(None, "stalemate")


def test_revealing_counts_as_a_legal_turn() -> None:
    board = "kA12 KL1 TH11 HC10"

    assert ended(a_position(board, "b", checked="+")) == Outcome(None, "stalemate")
    assert ended(a_position(board, "b", checked="+", marks="-,C10")) is None
    assert ended(a_position(board, "b", checked="-", marks="-,C10")) == Outcome(None, "stalemate")


def test_whoever_can_only_reveal_is_not_mated() -> None:
    board = "kA12 KL1 TH11 HC10 HB10"

    assert ended(a_position(board, "b", checked="+", marks="-,B10")) is None
    assert ended(a_position(board, "b", checked="+", marks="-,C10")) == Outcome(FIRST, "checkmate")
    assert ended(a_position(board, "b", checked="+", marks="-,-")) == Outcome(FIRST, "checkmate")
    assert ended(a_position(board, "b", checked="+", marks="-,+")) == Outcome(FIRST, "checkmate")


def test_mate_and_stalemate_are_not_decided_where_the_text_hides_the_infiltrator() -> None:
    assert ended(a_position("kA12 KL1 TC12 TC11", "b", checked="+", marks="-,!")) is None
    assert ended(a_position(_STALE, "b", checked="+", marks="-,!")) is None
    assert ended(a_position(_STALE, "b", checked="+", marks="!,-")) == Outcome(None, "stalemate")


def test_recapturing_counts_as_a_legal_turn() -> None:
    board = "kA12 cC5 TC4 KL1 TB1 TD11"

    assert "C5xC4" in RULES.listing(a_draft(a_position(board, "b", recapture="C4"))).actions


@pytest.mark.parametrize(
    ("pieces", "turn"),
    [
        ("KL1 kA12 TB1", "B1-A1"),
        ("KL1 kA12 TA1 HA3", "A3-B5"),
        ("KG1* kI12 TL1*", "O-O"),
        ("KL1 kB10 CF10 PE10 TL10", "F10-F11&E10-E11"),
        ("KL1 kB9 PA7", "A7-A8"),
    ],
)
def test_check_is_remembered_for_good(pieces: str, turn: str) -> None:
    assert fields_after(a_position(pieces), turn)[2] == "+"


def test_a_turn_without_check_leaves_the_field_as_it_was() -> None:
    assert fields_after(a_position("KL1 kA12 TB1"), "B1-C1")[2] == "-"
    assert fields_after(a_position("KL1 kA12 TB1", checked="+"), "B1-C1")[2] == "+"


def test_a_pinned_piece_attacks_too() -> None:
    # The black Tower on B5 shields its own King, and still the white King may not enter its rank.
    position = RULES.parse_position(a_position("KD4 kB12 tB5 TB1"))

    assert "D4-D5" not in RULES.listing(RULES.begin(position, FIRST)).actions


@pytest.mark.parametrize(
    ("attacker", "square"),
    [
        ("p", "B4"),
        ("c", "D4"),
        ("j", "C4"),
        ("j", "B4"),
        ("h", "D5"),
        ("h", "C6"),
        ("h", "F3"),
        ("b", "E5"),
        ("s", "A5"),
        ("t", "C9"),
        ("q", "L3"),
        ("q", "A1"),
    ],
)
def test_a_king_is_attacked_by_what_could_capture_it(attacker: str, square: str) -> None:
    assert RULES.scene(a_draft(a_position(f"KC3 kK12 {attacker}{square}"))).alerts == ("White is in check.",)


@pytest.mark.parametrize(
    ("pieces", "reason"),
    [
        ("KC3 pB2", "a Pawn captures forward"),
        ("KC3 pC4", "a Pawn does not capture straight ahead"),
        ("KC3 jB3", "a Jumper captures forward"),
        ("KC3 jC5 pC4", "a jump captures nothing"),
        ("KC3 PC4 hC6", "an enemy of the Hussar stands between"),
        ("KD3 bH7", "the Bishop in air may leave it"),
    ],
)
def test_a_king_is_not_attacked_otherwise(pieces: str, reason: str) -> None:
    alerts = RULES.scene(a_draft(a_position(f"{pieces} kK12"))).alerts

    assert bool(alerts) == (reason == "the Bishop in air may leave it")


def test_a_bishop_does_not_attack_across_air() -> None:
    assert RULES.scene(a_draft(a_position("KE4 kK12 bH1"))).alerts == ()
    assert RULES.scene(a_draft(a_position("KG2 kK12 bH1"))).alerts != ()


def test_own_pieces_do_not_stop_an_attacking_hussar() -> None:
    assert RULES.scene(a_draft(a_position("KC3 pC4 pC5 hC6 kK12"))).alerts == ("White is in check.",)


def test_a_piece_between_may_not_let_a_hussar_through() -> None:
    moves = RULES.listing(a_draft(a_position("KC3 TC4 hC6 kK12"))).actions

    assert "C4-D4" not in moves
    assert "C4-C5" in moves


def test_kerd_knows_no_repetition() -> None:
    position = RULES.parse_position(a_position("KL1 kA12 TB1"))

    assert RULES.repetition_key(position) is None
    assert RULES.outcome(position, seen=100) is None


def test_the_turn_passes_on() -> None:
    assert played(a_position("KL1 kA12 TB1"), "B1-C1").seat == SECOND


def test_every_end_reason_has_words_for_people() -> None:
    assert set(RULES.info.endings) == {"checkmate", "stalemate"}
