"""Reminders before deadlines: each once, none that is of no use."""

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import pytest
from sqlalchemy import update

from corr.base.uow import UnitOfWork
from corr.clocks.clock_preferences import ClockPreferences, set_clock_preferences
from corr.clocks.reminders import remind_next
from corr.clocks.take_leave import TakeLeave, take_leave
from corr.core.days_off import ForDays
from corr.play.turns import submit_turn
from corr.store.base import table
from corr.store.tables.games import Game
from corr.store.tables.mails import Outbox
from tests.playing import Room, a_game, another_game
from tests.racing import meanwhile

HOUR = timedelta(hours=1)
DAY = timedelta(days=1)
SECOND = timedelta(seconds=1)


def test_a_reminder_comes_once_a_day_before_the_deadline(room: Room) -> None:
    game = a_game(room)
    room.clock.move(2 * DAY - SECOND)
    too_early = remind(room)
    room.clock.move(SECOND)

    assert (too_early, remind(room), remind(room)) == (0, 1, 0)
    assert room.letters("reminder") == [(game.players[0], 1)]


def test_no_reminder_comes_where_it_would_be_in_the_first_half_of_the_time(room: Room) -> None:
    a_game(room, pace="1d/turn")
    room.clock.move(20 * HOUR - SECOND)

    assert remind(room) == 0


def test_several_games_at_one_tick_are_one_letter(room: Room) -> None:
    game = a_game(room)
    room.clock.move(HOUR)
    second = another_game(room, game.players)
    room.clock.move(2 * DAY)

    remind(room)

    facts = [row["facts"] for row in room.rows(Outbox) if row["kind"] == "reminder"]
    assert facts == [{"turns": [[game.id, 1], [second.id, 1]]}]


def test_nobody_is_reminded_of_a_turn_that_was_made(room: Room) -> None:
    game = a_game(room)
    game.play("A1")
    room.clock.move(2 * DAY)

    remind(room)

    assert [player for player, _ in room.letters("reminder")] == [game.players[1]]


def test_nobody_is_reminded_after_the_deadline(room: Room) -> None:
    a_game(room)
    room.clock.move(4 * DAY)

    remind(room)

    assert room.letters("reminder") == []


@pytest.mark.both_databases
def test_four_reminding_ticks_at_once_are_one_letter(room: Room) -> None:
    a_game(room)
    room.clock.move(2 * DAY)

    with ThreadPoolExecutor(4) as threads:
        list(threads.map(lambda _: remind(room), range(4)))

    assert len(room.letters("reminder")) == 1


def test_each_lead_of_a_player_comes_once(room: Room) -> None:
    game = a_game(room, pace="10d/turn")
    wish(room, game.players[0], 48, 24, 2)

    came = []
    for hour in range(10 * 24):
        room.clock.move(HOUR)
        came += [10 * 24 - hour - 1] * remind(room)

    assert came == [48, 24, 2]
    keys = [row["key"].rsplit(":", 1)[1] for row in room.rows(Outbox) if row["kind"] == "reminder"]
    assert keys == ["48", "24", "2"]


def test_after_an_outage_the_latest_lead_alone_is_told(room: Room) -> None:
    a_game(room, pace="10d/turn")
    room.clock.move(10 * DAY - HOUR)

    assert (remind(room), remind(room)) == (1, 0)


def test_a_lead_does_not_come_again_when_the_deadline_moves(room: Room) -> None:
    game = a_game(room)
    room.clock.move(2 * DAY)
    remind(room)
    with room.workshop.open() as uow:
        take_leave(uow, TakeLeave(game.players[0], ForDays(2), "web", "form"))

    came = []
    for hour in range(3 * 24 - 1):
        room.clock.move(HOUR)
        came += [hour + 1] * remind(room)

    assert came == [3 * 24 - 4]


def test_who_wants_no_reminders_gets_none(room: Room) -> None:
    game = a_game(room)
    wish(room, game.players[0])
    room.clock.move(3 * DAY - HOUR)

    assert remind(room) == 0


def test_a_lead_that_was_just_wished_and_is_past_does_not_come_at_once(room: Room) -> None:
    game = a_game(room, pace="10d/turn")
    room.clock.move(9 * DAY - HOUR)
    wish(room, game.players[0], 72, 12)

    assert remind(room) == 0
    assert game.seats()[0]["remind_at"] == game.seats()[0]["due_at"] - 12 * HOUR


@pytest.mark.both_databases
def test_nobody_is_reminded_in_a_frozen_game(room: Room) -> None:
    game = a_game(room)
    room.clock.move(2 * DAY)
    games = table(Game)
    with room.workshop.open() as uow:
        uow.connection.execute(update(games).where(games.c.id == game.id).values(frozen_at=uow.now))

    remind(room)

    assert room.letters("reminder") == []


@pytest.mark.both_databases
def test_a_turn_that_is_made_as_the_reminder_is_claimed_is_not_reminded_of(room: Room) -> None:
    game = a_game(room)
    room.clock.move(2 * DAY)
    order = game.order("A1")

    def play() -> None:
        with room.workshop.open() as uow:
            submit_turn(uow, order)

    with meanwhile(room, "UPDATE game_seat SET remind_at", work=play):
        remind(room)

    reminded = [row["seat"] for row in game.seats() if row["reminded"] is not None]
    assert len(game.view().turns) == 1
    assert reminded == []


def test_a_reminder_that_dies_before_it_is_committed_comes_with_the_next_tick(room: Room) -> None:
    a_game(room)
    room.clock.move(2 * DAY)
    with pytest.raises(KeyboardInterrupt), room.workshop.open() as uow:
        die_after(uow)

    assert remind(room) == 1
    assert len(room.letters("reminder")) == 1


def die_after(uow: UnitOfWork) -> None:
    remind_next(uow)
    raise KeyboardInterrupt


def wish(room: Room, player: int, *leads: int) -> None:
    with room.workshop.open() as uow:
        set_clock_preferences(uow, player, ClockPreferences(leads))


def remind(room: Room) -> int:
    done = 0
    while True:
        with room.workshop.open() as uow:
            if not remind_next(uow):
                return done
        done += 1
