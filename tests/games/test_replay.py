"""Games from their logs, and counts of sequences, with a game of a few lines."""

import traceback

import pytest

from corr.errors import IllegalError
from corr.games.api import Outcome, Progress
from corr.games.perft import perft
from corr.games.replay import CorruptLogError, Track, replay
from corr.games.seats import FIRST, SECOND
from tests.games.conformance.walking import walked_perft
from tests.games.counting import Counting, Sum

RULES = Counting()


def test_a_log_is_replayed_to_its_position() -> None:
    track = replay(RULES, [{FIRST: "1, 2"}, {SECOND: "1"}])

    assert (track.text, track.rounds, track.outcome) == ("4 1", 2, None)
    assert track.due == {FIRST}


def test_a_game_that_ended_has_an_outcome_and_nobody_is_due() -> None:
    track = replay(RULES, [{FIRST: "1, 2"}, {SECOND: "2"}])

    assert track.outcome == Outcome(SECOND, "goal")
    assert track.due == frozenset()


def test_a_step_further_leaves_the_earlier_track_as_it_was() -> None:
    before = Track.begin(RULES)

    after = before.after_texts({FIRST: "2"})

    assert (before.text, after.text) == ("0 1", "2 2")


def test_a_game_may_start_at_a_position_that_was_set_up() -> None:
    assert replay(RULES, [{SECOND: "1"}], Sum(3, SECOND)).text == "4 1"


@pytest.mark.parametrize(
    ("log", "number", "reason"),
    [
        ([{SECOND: "1"}], 1, "One should have been due"),
        ([{FIRST: "1"}, {SECOND: "7"}], 2, "Only 1 and 2 are possible."),
        ([{FIRST: "1"}, {SECOND: "what"}], 2, "Write numbers."),
        ([{FIRST: ""}], 1, "at least one action"),
        ([{FIRST: "2 2"}, {SECOND: "1"}, {FIRST: "1"}], 3, "nobody should have been due"),
        ([{}], 1, "One should have been due"),
    ],
)
def test_a_damaged_log_is_no_refusal_but_an_error_that_names_the_round(
    log: list[dict[int, str]], number: int, reason: str
) -> None:
    with pytest.raises(CorruptLogError) as caught:
        replay(RULES, log)  # type: ignore[arg-type]  # Seats are whole numbers.

    assert caught.value.number == number
    assert reason in caught.value.reason


def test_what_is_logged_of_a_damaged_log_quotes_no_turn() -> None:
    log = [{FIRST: "1"}, {SECOND: "a-secret"}]

    with pytest.raises(CorruptLogError) as caught:
        replay(RULES, log)

    assert "a-secret" not in "".join(traceback.format_exception(caught.value))


def test_a_turn_that_must_go_on_is_not_played() -> None:
    with pytest.raises(IllegalError, match="at least one action"):
        RULES.play(RULES.start(), {FIRST: RULES.begin(RULES.start(), FIRST)})


def test_progress_follows_from_the_draft() -> None:
    draft = RULES.begin(RULES.start(), FIRST)

    assert [RULES.progress(RULES.read(draft, text)) for text in ("", "1", "1 1")] == list(Progress)


def test_the_voluntary_end_counts_as_an_action_and_the_necessary_one_does_not() -> None:
    start = RULES.empty_turn(Sum(3, FIRST))

    # From 3: 1 (then 1, 2 or the end) or 2, which ends the game.
    assert [perft(RULES, start, depth) for depth in range(4)] == [1, 2, 3, 2]


def test_both_ways_of_counting_agree() -> None:
    start = RULES.empty_turn(RULES.start())

    counts = [perft(RULES, start, depth) for depth in range(11)]

    assert counts == [walked_perft(RULES, start, depth) for depth in range(11)]
    assert counts[-1] == 0
    assert counts[4] > 0
