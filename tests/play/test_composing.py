"""Turns before they are handed in: typed, or made click by click."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta

import pytest

from corr.errors import IllegalError, NotAllowedError, UnreadableError
from corr.game.refusals import GameOverError, LateError, NotYourTurnError, StaleTurnError
from corr.game.views import ComposeView, PreviewView, StepView
from corr.games.api import Progress
from corr.games.scene import Trace
from corr.play.turn_drafts import compose_turn, game_and_turn, preview_turn
from tests.playing import Room, TestGame, a_game, a_room


@pytest.fixture
def room(sqlite_url: str) -> Iterator[Room]:
    with a_room(sqlite_url) as made:
        yield made


def test_a_preview_shows_what_was_understood_and_changes_nothing(room: Room) -> None:
    game = a_game(room, ruleset="kelasu/1")
    before = game.view()

    found = preview(game, "b3→c3; b4 - c4")

    assert found.text == "B3-C3, B4-C4"
    assert [step.text for step in found.steps] == ["B3-C3", "B4-C4"]
    assert all(step.sentence for step in found.steps)
    assert (found.stop.may_submit, found.stop.must_go_on, found.stop.remark) == (True, "", "2 energy unused")
    assert game.view() == before


def test_a_preview_is_the_position_after_the_turn_is_played(room: Room) -> None:
    game = a_game(room, "B3-C3", ruleset="kelasu/1")
    found = preview(game, "I3-H3", seat=1)

    game.play("I3-H3")

    assert found.stop.position == game.view().position


def test_a_preview_tells_how_the_game_would_end(room: Room) -> None:
    game = a_game(room, "A1", "B1", "A2", "B2")

    assert preview(game, "A3").stop.outcome_words == "Cross won: three stood in a row."


def test_a_preview_counts_repetitions(room: Room) -> None:
    again = ("C4-C3", "H4-H3", "C3-C4", "H3-H4")
    game = a_game(room, "B4-C4", "I4-H4", *again * 2, *again[:3], ruleset="kelasu/1")

    found = preview(game, "H3-H4", seat=1)

    assert found.stop.outcome_words == "The game is a draw: the position occurred for the fourth time."


def test_a_preview_of_nothing_says_what_a_turn_needs(room: Room) -> None:
    game = a_game(room)

    found = preview(game, "")

    assert (found.stop.may_submit, found.stop.must_go_on) == (False, "A turn has at least one action.")


def test_a_turn_that_cannot_be_played_is_refused_in_the_preview_too(room: Room) -> None:
    game = a_game(room)

    with pytest.raises(UnreadableError):
        preview(game, "hello")


def test_a_turn_begins_with_a_question_and_things_to_click(room: Room) -> None:
    game = a_game(room)

    view = compose(game)

    assert (view.begun, view.question, view.stop.progress) == ("", "Choose a square.", Progress.MUST_GO_ON)
    assert [pick.square for pick in view.picks][:2] == ["A1", "B1"]
    assert view.listing.actions[:2] == ("A1", "A2")
    assert view.stop.may_submit is False


def test_picks_that_finish_an_action_make_it_part_of_the_turn(room: Room) -> None:
    game = a_game(room)

    view = compose(game, picks=("B2",))

    assert (view.begun, view.before_last, view.picked, view.picks) == ("B2", "", (), ())
    assert view.steps == (StepView("B2", "Cross on B2", Trace(("B2",))),)
    assert (view.stop.may_submit, view.question, view.stop.progress) == (True, "", Progress.COMPLETE)


def test_a_half_made_action_keeps_its_picks(room: Room) -> None:
    game = a_game(room, ruleset="kelasu/1")

    view = compose(game, begun="B3-C3, B4-C4", picks=("B5",))

    assert (view.begun, view.before_last, view.picked) == ("B3-C3, B4-C4", "B3-C3", ("B5",))
    assert "C5" in {pick.square for pick in view.picks}
    assert view.stop.may_submit


def test_the_board_of_a_half_made_turn_is_shown(room: Room) -> None:
    game = a_game(room)

    view = compose(game, picks=("B2",))

    assert view.scene.marked == {"B2"}
    assert [square.name for square in view.scene.squares if square.pieces] == ["B2"]


def test_made_up_picks_are_refused(room: Room) -> None:
    game = a_game(room)

    with pytest.raises(IllegalError):
        compose(game, picks=("Z9",))


def test_only_who_is_due_now_may_make_a_turn(room: Room) -> None:
    game = a_game(room, "A1")

    with pytest.raises(NotYourTurnError):
        compose(game, seat=0, number=2)
    with pytest.raises(StaleTurnError, match=r"already played turn 1: A1\. It is Bob’s turn\."):
        compose(game, seat=0, number=1)
    with pytest.raises(NotAllowedError), room.workshop.look() as reader:
        compose_turn(reader, game.id, room.player("Eve"), 2)


def test_nothing_is_made_after_the_deadline_or_the_end(room: Room) -> None:
    late = a_game(room)
    over = a_game(room, "A1", "B1", "A2", "B2", "A3", names="Cid Dan")
    room.clock.move(timedelta(days=3))

    with pytest.raises(LateError):
        compose(late)
    with pytest.raises(GameOverError):
        compose(over, seat=1, number=6)


def test_the_game_and_the_empty_turn_come_together_for_who_is_due(room: Room) -> None:
    game = a_game(room)

    with room.workshop.look() as reader:
        view, turn = game_and_turn(reader, game.id, game.players[0])

    assert view == game.view(game.players[0])
    assert turn is not None
    assert replace(turn, listing=compose(game).listing) == compose(game)


def test_who_is_not_due_or_too_late_gets_the_game_alone(room: Room) -> None:
    game = a_game(room)

    with room.workshop.look() as reader:
        waiting = [game_and_turn(reader, game.id, viewer)[1] for viewer in (None, game.players[1], room.player("Eve"))]
    room.clock.move(timedelta(days=3))
    with room.workshop.look() as reader:
        view, late = game_and_turn(reader, game.id, game.players[0])

    assert waiting == [None, None, None]
    assert (view.is_your_turn, late) == (True, None)


def preview(game: TestGame, text: str, *, seat: int = 0) -> PreviewView:
    with game.room.workshop.look() as reader:
        return preview_turn(reader, game.id, game.players[seat], game.view().turn_number, text=text)


def compose(
    game: TestGame, *, begun: str = "", picks: tuple[str, ...] = (), seat: int = 0, number: int = 1
) -> ComposeView:
    with game.room.workshop.look() as reader:
        return compose_turn(reader, game.id, game.players[seat], number, begun=begun, picks=picks)
