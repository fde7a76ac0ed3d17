"""Boards to try things on: positions of any game, and turns of both sides."""

import pytest

from corr.errors import IllegalError, PositionError
from corr.games.api import AnyRules
from corr.games.registry import Registry
from corr.play.practice_boards import MOST_TURNS, BrokenLineError, compose_turn, set_up_board
from tests.tiny_game import TinyRules
from tests.wandering import wandering

TINY = TinyRules()


def _kelasu() -> AnyRules:
    return Registry.discover().get_rules("kelasu/1")


def test_an_empty_text_is_the_start_of_the_game() -> None:
    assert set_up_board(TINY, "", ()).track.text == "......... x"


def test_turns_are_played_from_the_position_and_written_as_they_were_understood() -> None:
    table = set_up_board(TINY, "x...o.... x", ("a2", "c3"))

    assert table.track.text == "xx..o...o x"
    assert [(turn.number, turn.seat_title, turn.text) for turn in table.turns] == [
        (1, "Cross", "A2"),
        (2, "Nought", "C3"),
    ]
    assert table.course.touched == {"C3"}


def test_a_text_that_is_no_position_is_refused() -> None:
    with pytest.raises(PositionError):
        set_up_board(TINY, "nonsense", ())


def test_a_turn_that_cannot_follow_is_named_with_the_board_before_it() -> None:
    with pytest.raises(BrokenLineError) as broken:
        set_up_board(TINY, "", ("A1", "A1", "B2"))

    assert broken.value.sentence == "Turn 2 (Nought) cannot be played. “A1”: A1 is marked already."
    assert broken.value.table.track.text == "x........ o"


@pytest.mark.parametrize("turn", ["", "   ", "A1, A2"])
def test_what_is_no_whole_turn_cannot_follow(turn: str) -> None:
    with pytest.raises(BrokenLineError, match="Turn 1 "):
        set_up_board(TINY, "", (turn,))


def test_no_turn_follows_the_end() -> None:
    with pytest.raises(BrokenLineError) as broken:
        set_up_board(TINY, "", ("A1", "B1", "A2", "B2", "A3", "B3"))

    assert broken.value.sentence == "The game is over here, so turn 6 cannot follow."
    assert broken.value.table.outcome_words == "Cross won: three stood in a row."


def test_there_is_a_most_of_turns() -> None:
    with pytest.raises(BrokenLineError) as broken:
        set_up_board(_kelasu(), "", wandering(MOST_TURNS + 1))

    assert broken.value.sentence == f"At most {MOST_TURNS} turns can follow a position."
    assert len(broken.value.table.turns) == MOST_TURNS


def test_a_turn_in_the_making_tells_that_it_would_repeat_the_position_too_often() -> None:
    there_and_back = ("C4-C3", "H4-H3", "C3-C4", "H3-H4")
    table = set_up_board(_kelasu(), "", ("B4-C4", "I4-H4", *there_and_back * 2, *there_and_back[:3]))

    assert "The game is a draw" in compose_turn(table, "H3-H4").stop.outcome_words
    assert compose_turn(table, "H3-G3").stop.outcome_words == ""


def test_picks_that_lead_nowhere_are_refused() -> None:
    with pytest.raises(IllegalError):
        compose_turn(set_up_board(TINY, "", ("A1",)), "", ("A1",))


def test_what_was_picked_is_told_in_the_words_of_the_links() -> None:
    made = compose_turn(set_up_board(_kelasu(), "", ("B3-C3, B4-C4", "I3-H3")), "", ("C3", "=W"))

    assert made.chosen[0] == "C3"
    assert made.chosen[1].startswith("merge into a Warrior")
