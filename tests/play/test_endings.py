"""Resigning, and draws offered, withdrawn, declined and agreed."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import pytest
from sqlalchemy import delete

from corr.errors import ConflictError, CorrError, NotAllowedError
from corr.game.refusals import GameOverError, LateError
from corr.game.views import ActReceipt
from corr.game.words import EventKind
from corr.play.endings import accept_draw, decline_draw, offer_draw, resign, withdraw_draw
from corr.store.base import table
from corr.store.tables.games import GameEvent
from tests.playing import DAY, Room, TestGame, a_game

Act = Callable[..., ActReceipt]
ACTS = (resign, offer_draw, withdraw_draw, accept_draw, decline_draw)


def test_resigning_wins_the_game_for_the_other_at_any_time(room: Room) -> None:
    game = a_game(room)

    receipt = act(game, resign, 1)

    view = game.view()
    assert receipt.sentence == view.outcome_words == "Cross won: Nought resigned."
    assert (view.is_over, view.winner, view.reason) == (True, 0, "resignation")
    assert room.letters("game-over") == [(game.players[0], 1)]
    assert room.events() == ["resigned"]
    assert [seat["due_at"] for seat in game.seats()] == [None, None]


def test_resigning_twice_is_once(room: Room) -> None:
    game = a_game(room)
    act(game, resign, 1)

    receipt = act(game, resign, 1)

    assert receipt.repeated
    assert room.events() == ["resigned"]


def test_a_game_that_the_other_gave_up_cannot_be_resigned(room: Room) -> None:
    game = a_game(room)
    act(game, resign, 1)

    with pytest.raises(GameOverError, match="Nought resigned"):
        act(game, resign, 0)


@pytest.mark.both_databases
def test_both_resigning_at_once_is_one_result(room: Room) -> None:
    game = a_game(room)

    with ThreadPoolExecutor(2) as threads:
        results = list(threads.map(lambda seat: tried(game, resign, seat), (0, 1)))

    assert sorted(type(result).__name__ for result in results) == ["ActReceipt", "GameOverError"]
    assert room.events() == ["resigned"]


def test_an_offer_is_told_to_the_other_and_stands(room: Room) -> None:
    game = a_game(room)

    receipt = act(game, offer_draw, 0)

    view = game.view(game.players[1])
    assert receipt.sentence == "You have offered a draw. The offer stands until Nought’s next turn."
    assert (game.draw_offered_by(), view.draw_offered_to_you, view.draw_offered_by_you) == (0, True, False)
    assert room.letters("draw-offered") == [(game.players[1], 1)]


def test_an_accepted_offer_ends_the_game_in_a_draw(room: Room) -> None:
    game = a_game(room)
    act(game, offer_draw, 0)

    receipt = act(game, accept_draw, 1)

    view = game.view()
    assert receipt.sentence == view.outcome_words == "The game is a draw: the players agreed."
    assert (view.winner, view.reason, game.draw_offered_by()) == (None, "agreement", None)
    assert room.letters("game-over") == [(game.players[0], 1)]
    assert act(game, accept_draw, 1).repeated


@pytest.mark.both_databases
def test_a_declined_offer_is_gone_and_told(room: Room) -> None:
    game = a_game(room)
    act(game, offer_draw, 0)

    act(game, decline_draw, 1)

    assert game.draw_offered_by() is None
    assert room.letters("draw-declined") == [(game.players[0], 1)]
    assert act(game, decline_draw, 1).repeated
    with pytest.raises(ConflictError, match="no draw offer standing"):
        act(game, accept_draw, 1)


@pytest.mark.both_databases
def test_a_withdrawn_offer_is_gone_and_told(room: Room) -> None:
    game = a_game(room)
    act(game, offer_draw, 0)

    act(game, withdraw_draw, 0)

    assert game.draw_offered_by() is None
    assert room.letters("draw-withdrawn") == [(game.players[1], 1)]
    assert act(game, withdraw_draw, 0).repeated


def test_an_offer_stands_through_ones_own_turn_and_falls_with_the_others(room: Room) -> None:
    game = a_game(room)
    act(game, offer_draw, 0)

    game.play("A1")
    after_own = game.draw_offered_by()
    game.play("B1")
    after_others = game.draw_offered_by()

    assert (after_own, after_others) == (0, None)


def test_a_choice_that_was_made_before_an_offer_is_no_answer_to_it(room: Room) -> None:
    game = a_game(room, ruleset="hide/1")
    game.play("hide B2", seat=1)
    room.clock.move(DAY / 24)
    act(game, offer_draw, 0)
    room.clock.move(DAY / 24)
    game.play("hide A1", seat=0)
    act(game, resign, 1)

    assert not any("played on" in str(event.sentence) for event in game.view().events)


def test_the_history_tells_how_each_offer_ended(room: Room) -> None:
    game = a_game(room)

    def history() -> list[str]:
        return [str(event.sentence) for event in game.view().events]

    act(game, offer_draw, 0)
    game.play("A1")
    standing = history()
    game.play("B1")
    passed = history()
    act(game, offer_draw, 0)
    act(game, withdraw_draw, 0)
    game.play("A2")

    over = ["Cross offered a draw.", "Nought declined the draw by playing on."]
    assert standing == over[:1]
    assert passed == over
    assert history() == [*over, "Cross offered a draw.", "Cross took the draw offer back."]


def test_the_history_of_an_older_game_tells_that_an_offer_was_passed_over(room: Room) -> None:
    game = a_game(room)
    act(game, offer_draw, 0)
    game.play("A1")
    game.play("B1")
    with room.workshop.open() as uow:
        # Such turns made no events.
        uow.connection.execute(delete(table(GameEvent)).where(table(GameEvent).c.kind == EventKind.DRAW_PASSED.value))

    assert [str(event.sentence) for event in game.view().events] == ["Cross offered a draw, and Nought played on."]


def test_one_offer_may_be_made_for_each_own_turn(room: Room) -> None:
    game = a_game(room)
    act(game, offer_draw, 0)
    act(game, withdraw_draw, 0)

    with pytest.raises(ConflictError, match="after your next turn"):
        act(game, offer_draw, 0)

    assert game.view(game.players[0]).may_offer_draw is False
    game.play("A1")
    assert game.view(game.players[0]).may_offer_draw is True
    assert act(game, offer_draw, 0).repeated is False
    assert len(room.letters("draw-offered")) == 2


def test_offering_again_while_the_offer_stands_changes_nothing(room: Room) -> None:
    game = a_game(room)
    act(game, offer_draw, 0)

    assert act(game, offer_draw, 0).repeated
    assert room.events() == ["draw-offered"]


def test_an_offer_against_an_offer_is_told_to_accept_it(room: Room) -> None:
    game = a_game(room)
    act(game, offer_draw, 0)

    receipt = act(game, offer_draw, 1)

    assert receipt.sentence == "Cross has offered a draw: you can accept or decline it."
    assert (game.draw_offered_by(), room.events()) == (0, ["draw-offered"])


def test_ones_own_offer_cannot_be_accepted(room: Room) -> None:
    game = a_game(room)
    act(game, offer_draw, 0)

    with pytest.raises(ConflictError):
        act(game, accept_draw, 0)

    assert game.view().is_over is False


@pytest.mark.parametrize("what", ACTS)
def test_nothing_can_be_done_after_the_end(room: Room, what: Act) -> None:
    game = a_game(room, "A1", "B1", "A2", "B2", "A3")

    with pytest.raises(GameOverError, match="Cross won: three stood in a row"):
        act(game, what, 1)


@pytest.mark.parametrize("what", ACTS)
def test_a_stranger_can_do_nothing(room: Room, what: Act) -> None:
    game = a_game(room)
    stranger = room.player("Eve")

    with pytest.raises(NotAllowedError), room.workshop.open() as uow:
        what(uow, game.id, stranger, "web")


@pytest.mark.parametrize("what", ACTS)
def test_nothing_can_be_done_once_time_has_run_out(room: Room, what: Act) -> None:
    game = a_game(room)
    room.clock.move(timedelta(days=3))

    with pytest.raises(LateError):
        act(game, what, 1)


def test_a_mail_that_came_in_time_may_still_accept_a_draw(room: Room) -> None:
    game = a_game(room)
    act(game, offer_draw, 0)
    received_at = room.clock.now() + timedelta(days=2)
    room.clock.move(timedelta(days=3))

    with room.workshop.open() as uow:
        accept_draw(uow, game.id, game.players[1], "mail", received_at=received_at)

    assert game.view().reason == "agreement"


def test_the_history_tells_what_happened(room: Room) -> None:
    game = a_game(room)
    act(game, offer_draw, 0)
    act(game, decline_draw, 1)
    act(game, resign, 0)

    assert [str(event.sentence) for event in game.view().events] == [
        "Cross offered a draw.",
        "Nought declined the draw.",
        "Cross resigned.",
    ]


def act(game: TestGame, what: Act, seat: int) -> ActReceipt:
    with game.room.workshop.open() as uow:
        return what(uow, game.id, game.players[seat], "web")


def tried(game: TestGame, what: Act, seat: int) -> ActReceipt | CorrError:
    try:
        return act(game, what, seat)
    except CorrError as refusal:
        return refusal
