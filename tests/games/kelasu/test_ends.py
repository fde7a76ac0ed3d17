"""Every end of a game of Kelasu."""

import pytest

from corr.games.api import Outcome
from corr.games.replay import Track
from corr.games.seats import FIRST, SECOND
from tests.games.kelasu.samples import RULES, a_draft, a_position, ended_after, played


def test_the_mover_wins_with_pieces_on_all_four_victory_squares() -> None:
    board = a_position("SS8", "10", "10", "4BB4", "4B5", "4WS4", "10", "10", "9b", "9s")

    assert ended_after(board, "D5-E5") == "b victory-squares"


def test_a_conversion_on_a_victory_square_counts() -> None:
    board = a_position("SS8", "10", "10", "4D1B3", "4Bb4", "4WS4", "10", "10", "9b", "9s")

    assert ended_after(board, "D4%E5") == "b victory-squares"


def test_the_mover_wins_when_the_opponent_has_no_stone() -> None:
    board = a_position("SS8", "10", "10", "4W5", "4s5", "10", "10", "10", "9b", "10")

    assert ended_after(board, "D4xE4") == "b no-stone"


def test_the_mover_wins_when_the_opponent_has_only_stones() -> None:
    board = a_position("SS8", "10", "10", "4W5", "4b5", "10", "10", "10", "10", "9s")

    assert ended_after(board, "D4xE4") == "b only-stones"


def test_the_opponent_wins_when_the_last_diplomat_converts_a_stone() -> None:
    board = a_position("S9", "10", "10", "3D6", "4s5", "10", "10", "10", "b9", "9s")

    assert ended_after(board, "D3%E4") == "r only-stones"


def test_the_opponent_wins_when_all_blanks_become_a_stone() -> None:
    board = a_position("S9", "10", "10", "BBBBBBBBBB", "B9", "BBBBBBBBBB", "10", "10", "b9", "9s")
    blanks = "+".join([*(f"D{file}" for file in range(10)), "E0", *(f"F{file}" for file in range(10))])

    assert ended_after(board, f"{blanks}=S@E0") == "r only-stones"


def test_taking_the_last_enemy_stone_comes_before_having_only_stones() -> None:
    board = a_position("S9", "10", "10", "3D6", "4s5", "10", "10", "10", "b9", "10")

    assert ended_after(board, "D3%E4") == "b no-stone"


def test_no_action_is_possible_after_the_game_was_won_in_the_middle_of_a_turn() -> None:
    board = a_position("SSSS6", "10", "10", "4BB4", "4B5", "4WS4", "10", "10", "9b", "9s")
    draft = a_draft(board, "D5-E5")

    assert list(draft.actions()) == []
    assert draft.count() == 0
    assert not draft.may_stop


def test_a_hundred_and_twenty_eight_quiet_turns_are_a_draw() -> None:
    board = a_position("S9", "10", "10", "5W4", "10", "10", "10", "10", "4w5", "9s", quiet=127)

    assert ended_after(board, "D5-D6") == "draw quiet"


def test_the_fourth_occurrence_of_a_position_is_a_draw() -> None:
    track = Track.begin(RULES, RULES.parse_position(a_position("S9", "10", "10", "5W4", *["10"] * 4, "4w5", "9s")))
    there_and_back = ["D5-D6", "I4-I3", "D6-D5", "I3-I4"] * 3

    outcomes = []
    for turn in there_and_back:
        (seat,) = track.due
        track = track.after_texts({seat: turn})
        outcomes.append(track.outcome)

    assert outcomes == [None] * 11 + [Outcome(None, "repetition")]


def test_a_lone_position_starts_without_history() -> None:
    assert RULES.outcome(RULES.start()) is None
    assert RULES.outcome(RULES.start(), seen=3) is None
    assert RULES.outcome(RULES.start(), seen=4) == Outcome(None, "repetition")


def test_the_same_board_with_the_other_side_to_move_is_no_repetition() -> None:
    first, second = (RULES.parse_position(a_position("S8B", *["10"] * 8, "b8s", side=side)) for side in "br")

    assert RULES.repetition_key(first) != RULES.repetition_key(second)


def test_the_quiet_turns_do_not_matter_for_repetition() -> None:
    first, second = (RULES.parse_position(a_position("S8B", *["10"] * 8, "b8s", quiet=quiet)) for quiet in (3, 9))

    assert RULES.repetition_key(first) == RULES.repetition_key(second)


def test_a_player_without_a_legal_action_is_a_draw() -> None:
    board = a_position("sbsbs4S", "B9", *["10"] * 8)

    assert ended_after(board, "B0-C0") == "draw no-action"


def test_lone_blanks_on_both_sides_are_a_draw() -> None:
    board = a_position("S9", "10", "1D8", "2s7", "10", "5B4", "10", "10", "4b5", "9s")

    assert ended_after(board, "C1%D2") == "draw dead"


@pytest.mark.parametrize("stones", ["SS", "ss"])
def test_lone_blanks_play_on_while_three_stones_stand_on_victory_squares(stones: str) -> None:
    third = stones[0]
    row_f = f"4{third}5"
    board = a_position("S9", "10", "10", "10", f"4{stones}4", row_f, "5B4", "10", "4b5", "9s")

    assert RULES.outcome(RULES.parse_position(board)) is None


def test_two_stones_on_victory_squares_do_not_help_lone_blanks() -> None:
    board = a_position("S9", "10", "10", "10", "4SS4", "10", "5B4", "10", "4b5", "9s")

    assert RULES.outcome(RULES.parse_position(board)) == Outcome(None, "dead")


@pytest.mark.parametrize(
    ("position", "outcome"),
    [
        (a_position("SS8", *["10"] * 3, "4BB4", "4BB4", *["10"] * 2, "9b", "9s", side="r"), (FIRST, "victory-squares")),
        (a_position("SS7B", *["10"] * 8, "9b", side="r"), (FIRST, "no-stone")),
        (a_position("SS7B", *["10"] * 8, "9b", side="b"), (FIRST, "no-stone")),
        (a_position("9B", *["10"] * 8, "s8b", side="r"), (SECOND, "no-stone")),
        (a_position("10", *["10"] * 8, "s8b", side="r"), (SECOND, "no-stone")),
        (a_position("10", *["10"] * 8, "s8b", side="b"), (SECOND, "no-stone")),
        (a_position("SS7B", *["10"] * 8, "s9", side="r"), (FIRST, "only-stones")),
        (a_position("SS8", *["10"] * 8, "s8b", side="r"), (SECOND, "only-stones")),
        (a_position("SS7W", *["10"] * 8, "s8b", side="r", quiet=128), (None, "quiet")),
        (a_position("sbsbs4S", "10", "B9", *["10"] * 7, side="r"), (None, "no-action")),
        (a_position("SS7B", *["10"] * 8, "s8b", side="r"), (None, "dead")),
    ],
)
def test_ends_can_be_seen_in_a_position_given_as_text(position: str, outcome: tuple[int | None, str]) -> None:
    parsed = RULES.parse_position(position)
    found = RULES.outcome(parsed)

    assert found is not None
    assert (found.winner, found.reason) == outcome
    assert RULES.due(parsed) == frozenset()
    assert list(RULES.begin(parsed, parsed.seat).actions()) == []


def test_victory_squares_of_the_side_to_move_do_not_end_a_position_given_as_text() -> None:
    board = a_position("SS8", *["10"] * 3, "4BB4", "4BB4", *["10"] * 2, "9b", "9s")

    assert RULES.outcome(RULES.parse_position(board)) is None


def test_every_end_reason_has_words_for_people() -> None:
    assert set(RULES.info.endings) == {
        "victory-squares", "no-stone", "only-stones", "quiet", "repetition", "no-action", "dead",
    }  # fmt: skip


def test_a_turn_that_decides_nothing_lets_the_game_go_on() -> None:
    assert RULES.outcome(played(RULES, a_draft(None, "B3-C3"))) is None
