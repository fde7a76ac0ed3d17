"""Turns that are made while their player is on leave: allowed, and neither earned by nor paid for."""

from datetime import timedelta

import pytest

from corr.clocks.take_leave import TakeLeave, come_back, take_leave
from corr.core.days_off import ForDays
from corr.core.pace import Terms
from tests.playing import Room, TestGame, a_game, terms

DAY = timedelta(days=1)
HOUR = timedelta(hours=1)
MILLISECOND = timedelta(milliseconds=1)


def away(room: Room, agreed: Terms, after: timedelta) -> TestGame:
    """A game in which Ada, who is due, went on leave for five days *after* her turn began."""
    game = a_game(room, "A1", "C3", agreed=agreed)
    room.clock.move(after)
    with room.workshop.open() as uow:
        take_leave(uow, TakeLeave(game.players[0], ForDays(5), "web", "a form"))
    return game


def bank(game: TestGame) -> timedelta:
    """What Ada has in the bank."""
    found: int = game.seats()[0]["bank_ms"]
    return found * MILLISECOND


@pytest.mark.parametrize(
    ("pace", "after", "left"),
    [
        # An hour went by before the first turn, which was made up for by its bonus where there is one.
        ("10d+1d/20d", 4 * DAY, 11 * DAY - HOUR - 4 * DAY),
        ("10d+0d/20d", 4 * DAY, 10 * DAY - HOUR - 4 * DAY),
        ("3d+2d/5d", 4 * DAY + 12 * HOUR, DAY),
        ("3d/turn", 2 * DAY, 36 * HOUR),
    ],
)
def test_a_turn_on_leave_earns_no_bonus_but_leaves_half_of_one(
    room: Room, pace: str, after: timedelta, left: timedelta
) -> None:
    game = away(room, terms(pace), after)
    room.clock.move(2 * DAY)

    game.play("B2")

    assert bank(game) == left


def test_a_game_without_leave_knows_no_turns_on_leave(room: Room) -> None:
    game = away(room, terms("10d+1d/20d", leave=False), 4 * DAY)
    room.clock.move(2 * DAY)

    game.play("B2")

    assert bank(game) == 11 * DAY - HOUR - 6 * DAY + DAY


def test_in_a_game_without_leave_a_turn_that_arrives_during_leave_runs_at_once(room: Room) -> None:
    game = a_game(room, agreed=terms("3d/turn", leave=False))
    with room.workshop.open() as uow:
        take_leave(uow, TakeLeave(game.players[1], ForDays(5), "web", "a form"))

    game.play("A1")

    assert game.view().due_at == room.clock.now() + 3 * DAY


def test_a_turn_after_coming_back_earns_the_bonus(room: Room) -> None:
    game = away(room, terms("10d+1d/20d"), 4 * DAY)
    room.clock.move(2 * DAY)
    with room.workshop.open() as uow:
        come_back(uow, game.players[0])
    room.clock.move(HOUR)

    game.play("B2")

    assert bank(game) == 11 * DAY - HOUR - 4 * DAY - HOUR + DAY


def test_a_turn_that_arrives_during_leave_waits_frozen(room: Room) -> None:
    game = away(room, terms("3d/turn"), HOUR)
    game.play("B2")
    room.clock.move(HOUR)

    game.play("C1")

    # The leave ends four days and 23 hours from now.
    assert game.view().due_at == room.clock.now() + 5 * DAY - HOUR + bank(game)
