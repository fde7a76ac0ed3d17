"""All turns of a game in notation and in words: what each viewer may know of them."""

import pytest

from corr.play.endings import resign
from corr.play.past_positions import ToldTurns, told_turns
from tests.playing import Room, TestGame, a_game

_KERD = ((0, "infiltrator F11"), (1, "infiltrator E2"), (0, "A2-A3"), (1, "A11-A10"))


def told(game: TestGame, viewer: int | None = None, number: int | None = None) -> ToldTurns:
    """A page of the turns."""
    with game.room.workshop.look() as reader:
        return told_turns(reader, game.id, viewer, number)


def test_each_action_of_a_turn_is_told(room: Room) -> None:
    game = a_game(room, "B3-C3, B4-C4", "I3-H3", ruleset="kelasu/1")

    found = told(game)

    assert [(turn.line.number, turn.line.text) for turn in found.page.items] == [(1, "B3-C3, B4-C4"), (2, "I3-H3")]
    assert [(step.text, step.sentence) for step in found.page.items[0].steps] == [
        ("B3-C3", "Blank on B3 moves to C3"),
        ("B4-C4", "Blank on B4 moves to C4"),
    ]
    assert len(found.page.items[1].steps) == 1
    assert (found.last, found.turns, found.span) == (1, 2, "")


@pytest.mark.both_databases
def test_what_was_chosen_in_secret_is_told_to_its_seat_alone_until_the_end(room: Room) -> None:
    game = a_game(room, ruleset="kerd/1")
    for seat, turn in _KERD:
        game.play(turn, seat=seat)

    running = [repr(told(game, viewer)) for viewer in (*game.players, None)]
    with room.workshop.open() as uow:
        resign(uow, game.id, game.players[0], "web")
    over = [repr(told(game, viewer)) for viewer in (*game.players, None)]

    assert ["F11" in seen for seen in running] == [True, False, False]
    assert ["E2" in seen for seen in running] == [False, True, False]
    assert all("F11" in seen for seen in over)
    assert all("Pawn" in seen for seen in running)


def test_where_both_chose_together_there_are_no_words_of_a_turn(room: Room) -> None:
    game = a_game(room, ruleset="kerd/1")
    for seat, turn in _KERD:
        game.play(turn, seat=seat)

    found = told(game, game.players[0])

    assert [bool(turn.steps) for turn in found.page.items] == [False, False, True, True]
