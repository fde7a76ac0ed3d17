"""Reminders before deadlines: each once, none that is of no use."""

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

from corr.service.clocks.reminding import remind_next
from corr.store.tables import Outbox
from tests.playing import Room, a_game, another_game

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


def test_four_reminding_ticks_at_once_are_one_letter(room: Room) -> None:
    a_game(room)
    room.clock.move(2 * DAY)

    with ThreadPoolExecutor(4) as threads:
        list(threads.map(lambda _: remind(room), range(4)))

    assert len(room.letters("reminder")) == 1


def remind(room: Room) -> int:
    done = 0
    while True:
        with room.workshop.open() as uow:
            if not remind_next(uow):
                return done
        done += 1
