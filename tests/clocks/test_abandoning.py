"""Untimed games in which nobody acts are closed, but never without a warning two weeks before."""

from datetime import timedelta

import pytest
from sqlalchemy import insert, update

from corr.administration.game_freezes import FreezeOrder, freeze
from corr.base.uow import UnitOfWork
from corr.errors import ConflictError
from corr.play.endings import offer_draw
from corr.play.messages import SendMessage, send_message
from corr.play.time_outs import close_next_abandoned
from corr.store.base import table
from corr.store.tables.clocks import Outage
from corr.store.tables.games import Game
from corr.store.tables.mails import Outbox, OutboxState
from tests.mail.office import IDENTITY, Office
from tests.playing import DAY, Room, TestGame, a_game
from tests.racing import together


def run(room: Room) -> int:
    """How much the job finds to do."""
    done = 0
    while True:
        with room.workshop.open() as uow:
            if not close_next_abandoned(uow):
                return done
        done += 1


def sent(room: Room) -> None:
    """Let all letters be on their way."""
    with room.workshop.open() as uow:
        uow.connection.execute(update(table(Outbox)).values(state=OutboxState.SENT.value, sent_at=uow.now))


def warned(room: Room) -> TestGame:
    """A game whose players were warned just now."""
    game = a_game(room, "A1", pace="untimed")
    room.clock.move(46 * DAY)
    run(room)
    sent(room)
    return game


def state(game: TestGame) -> tuple[bool, str]:
    """Whether the game is over, and why."""
    view = game.view()
    return view.is_over, view.reason


def test_nothing_happens_for_46_days(room: Room) -> None:
    a_game(room, "A1", pace="untimed")

    room.clock.move(46 * DAY - timedelta(seconds=1))

    assert run(room) == 0


def test_both_are_warned_once_two_weeks_before(room: Room) -> None:
    game = warned(room)

    assert run(room) == 0
    assert sorted(room.letters("abandoning")) == [(player, 2) for player in sorted(game.players)]
    assert state(game) == (False, "")


def test_the_game_is_closed_without_a_result_and_both_are_told(room: Room) -> None:
    game = warned(room)
    room.clock.move(14 * DAY - timedelta(seconds=1))
    assert run(room) == 0

    room.clock.move(timedelta(seconds=1))

    assert run(room) == 1
    assert state(game) == (True, "abandoned")
    assert game.view().winner is None
    assert room.events() == ["abandoned"]
    assert sorted(room.letters("game-over")) == [(player, 2) for player in sorted(game.players)]


def _turn(game: TestGame) -> None:
    game.play("B2")


def _draw(game: TestGame) -> None:
    with game.room.workshop.open() as uow:
        offer_draw(uow, game.id, game.players[0], "web")


def _message(game: TestGame) -> None:
    with game.room.workshop.open() as uow:
        send_message(uow, SendMessage(game.id, game.players[1], "Still there?", "web", "said"))


@pytest.mark.both_databases
@pytest.mark.parametrize("act", [_turn, _draw, _message])
def test_whatever_somebody_does_keeps_the_game_open_and_is_followed_by_a_warning_of_its_own(
    room: Room, act: object
) -> None:
    game = warned(room)
    room.clock.move(13 * DAY)
    assert callable(act)
    act(game)

    room.clock.move(46 * DAY - timedelta(seconds=1))
    run(room)
    assert len(room.letters("abandoning")) == 2
    room.clock.move(timedelta(seconds=1))
    run(room)

    assert len(room.letters("abandoning")) == 4
    assert state(game) == (False, "")


def test_after_a_long_outage_there_are_still_two_weeks_after_the_warning(room: Room) -> None:
    game = a_game(room, "A1", pace="untimed")
    room.clock.move(200 * DAY)
    run(room)
    sent(room)

    room.clock.move(14 * DAY - timedelta(seconds=1))
    run(room)

    assert state(game) == (False, "")


def test_a_warning_that_was_sent_late_counts_from_then(room: Room) -> None:
    game = a_game(room, "A1", pace="untimed")
    room.clock.move(46 * DAY)
    run(room)
    room.clock.move(20 * DAY)
    run(room)
    assert state(game) == (False, "")
    sent(room)

    room.clock.move(14 * DAY - timedelta(seconds=1))
    run(room)
    assert state(game) == (False, "")
    room.clock.move(timedelta(seconds=1))
    run(room)

    assert state(game) == (True, "abandoned")


def test_who_gets_no_letters_has_two_weeks_after_the_warning_too(room: Room) -> None:
    game = a_game(room, "A1", pace="untimed")
    room.clock.move(70 * DAY)
    run(room)
    with room.workshop.open() as uow:
        uow.connection.execute(update(table(Outbox)).values(state=OutboxState.WITHHELD.value))

    room.clock.move(14 * DAY - timedelta(seconds=1))
    run(room)
    early = state(game)
    room.clock.move(timedelta(seconds=1))
    run(room)

    assert (early, state(game)) == ((False, ""), (True, "abandoned"))


@pytest.mark.parametrize("is_known", [True, False])
def test_a_mail_that_waits_and_may_be_for_the_game_keeps_it_open(room: Room, *, is_known: bool) -> None:
    game = warned(room)
    room.clock.move(14 * DAY - timedelta(seconds=1))
    office = Office(game)
    address = office.new_address("Ada") if is_known else IDENTITY.sender_address
    office.store("From: ada@example.org\n\nB2\n", address, "ada@example.org")
    room.clock.move(timedelta(minutes=1))

    assert run(room) == 0
    assert state(game) == (False, "")


def test_nothing_is_closed_while_the_doors_are_closed(room: Room) -> None:
    game = warned(room)
    room.clock.move(14 * DAY)
    with room.workshop.open() as uow:
        uow.connection.execute(insert(table(Outage)), {"began_at": uow.now})

    assert run(room) == 0
    assert state(game) == (False, "")


def test_a_timed_game_and_a_frozen_one_are_left_alone(room: Room) -> None:
    game = a_game(room, "A1", pace="untimed")
    a_game(room, "A1", pace="90d/turn", names="Cleo Dan")
    with room.workshop.open() as uow:
        freeze(uow, FreezeOrder(game.id, "A look is needed."))

    room.clock.move(80 * DAY)

    assert run(room) == 0


@pytest.mark.both_databases
def test_four_at_once_warn_and_close_each_game_once(room: Room) -> None:
    for number in range(3):
        a_game(room, "A1", pace="untimed", names=f"Ada{number} Bob{number}")

    def work(_owner: str) -> bool:
        with room.workshop.open() as uow:
            return close_next_abandoned(uow)

    room.clock.move(46 * DAY)
    together(work)
    sent(room)
    room.clock.move(14 * DAY)
    together(work)

    assert len(room.letters("abandoning")) == 6
    assert [row["reason"] for row in room.rows(Game)] == ["abandoned"] * 3
    assert room.events() == ["abandoned"] * 3
    assert len(room.letters("game-over")) == 6


def _close_and_fail(uow: UnitOfWork) -> None:
    close_next_abandoned(uow)
    raise ConflictError("Something else.")


def test_what_was_cut_off_in_the_middle_is_done_once_afterwards(room: Room) -> None:
    game = warned(room)
    room.clock.move(14 * DAY)
    with pytest.raises(ConflictError), room.workshop.open() as uow:
        _close_and_fail(uow)
    assert state(game) == (False, "")

    assert run(room) == 1
    assert len(room.letters("game-over")) == 2
