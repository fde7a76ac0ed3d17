"""Energy, the end of a turn, and what a turn leaves behind in Kelasu."""

import pytest

from corr.errors import IllegalError
from corr.games.api import Progress
from corr.games.seats import FIRST, SECOND
from tests.games.kelasu.samples import RULES, STRICT, a_draft, a_position, legal, played

_TWO = a_position("SS8", "10", "10", "3B2B3", "10", "10", "10", "10", "9b", "9s")
"""Two Stones, and two Blanks far from each other."""


def test_energy_is_the_number_of_own_stones_at_the_start_of_the_turn() -> None:
    assert a_draft().energy == 4
    assert a_draft(_TWO).energy == 2


def test_a_converted_stone_gives_no_energy_in_the_same_turn() -> None:
    board = a_position("SS8", "10", "10", "3D6", "4s5", "10", "W9", "10", "9b", "9s")

    assert a_draft(board, "D3%E4").energy == 1


def test_every_action_but_a_merge_costs_one_energy() -> None:
    assert a_draft(_TWO, "D3-E3").energy == 1
    assert a_draft(_TWO, "D3-E3, D6-E6").energy == 0


def test_a_piece_moves_at_most_once_in_a_turn() -> None:
    assert not any(action.startswith("E3") for action in legal(a_draft(_TWO, "D3-E3")))


def test_the_turn_is_complete_when_no_energy_is_left() -> None:
    assert RULES.progress(a_draft(_TWO, "D3-E3, D6-E6")) is Progress.COMPLETE


def test_the_turn_is_complete_when_no_legal_action_is_left() -> None:
    board = a_position("sbsbs4S", "B8S", "10", "10", "10", "10", "10", "10", "10", "10")
    draft = a_draft(board, "B0-B1")

    assert draft.energy == 1
    assert RULES.progress(draft) is Progress.COMPLETE
    assert draft.unused() == ""


def test_a_turn_has_at_least_one_action() -> None:
    draft = a_draft(_TWO)

    assert RULES.progress(draft) is Progress.MUST_GO_ON
    with pytest.raises(IllegalError, match="at least one action"):
        played(RULES, draft)


def test_a_turn_may_stop_with_energy_left_and_says_so() -> None:
    draft = a_draft(None, "B3-C3")

    assert RULES.progress(draft) is Progress.MAY_STOP
    assert draft.unused() == "3 energy unused"
    assert played(RULES, draft).seat == SECOND


def test_with_spend_all_a_turn_may_not_stop_while_an_action_is_possible() -> None:
    draft = a_draft(_TWO, "D3-E3", rules=STRICT)

    assert STRICT.progress(draft) is Progress.MUST_GO_ON
    with pytest.raises(IllegalError, match="All energy must be spent"):
        played(STRICT, draft)


def test_with_spend_all_a_turn_ends_when_all_is_spent() -> None:
    assert played(STRICT, a_draft(_TWO, "D3-E3, D6-E6", rules=STRICT)).seat == SECOND


def test_only_the_player_whose_turn_it_is_has_actions() -> None:
    start = RULES.start()

    assert RULES.due(start) == {FIRST}
    assert list(RULES.begin(start, SECOND).actions()) == []


def test_making_an_action_changes_neither_the_draft_nor_the_position() -> None:
    draft = a_draft()
    before = RULES.format_position(draft.position), legal(draft)

    draft.after(next(draft.actions()))

    assert (RULES.format_position(draft.position), legal(draft)) == before


@pytest.mark.parametrize(
    ("what", "turn"),
    [
        ("a Blank’s move", "E0-F0"),
        ("a merge", "E0+E1=W@E0"),
        ("a capture", "D5xD6"),
        ("a conversion", "D8%E9"),
        ("a recall with a capture", "J4@A4"),
    ],
)
def test_progress_starts_the_count_of_quiet_turns_anew(what: str, turn: str) -> None:
    board = a_position("SS2b5", "10", "10", "5Wb1D1", "BB7b", "10", "10", "10", "9b", "ss2W5", quiet=7)

    assert played(RULES, a_draft(board, turn)).quiet == 0, what


@pytest.mark.parametrize("turn", ["D5-E5", "D8-D9", "D5-E5, D8-C8"])
def test_other_moves_are_counted_as_quiet(turn: str) -> None:
    board = a_position("SS2b5", "10", "10", "5Wb1D1", "BB7b", "10", "10", "10", "9b", "ss2W5", quiet=7)

    assert played(RULES, a_draft(board, turn)).quiet == 8


def test_a_recall_without_a_capture_is_quiet() -> None:
    board = a_position("SS8", "10", "10", "10", "10", "10", "10", "10", "9b", "ss2W5", quiet=7)

    assert played(RULES, a_draft(board, "J4@A4")).quiet == 8


def test_the_log_of_actions_is_kept_in_order() -> None:
    assert RULES.write(a_draft(None, "b4-c4 b3-c3").made) == "B4-C4, B3-C3"
