"""Leave that is taken while turns pass, games start and deadlines fall: no clock misses it, and nobody waits."""

from collections.abc import Callable
from datetime import timedelta
from functools import partial

import pytest

from corr.base.uow import UnitOfWork
from corr.clocks.take_leave import TakeLeave, come_back, take_leave
from corr.core.clock import Clock
from corr.core.days_off import ForDays, Span
from corr.play.deadlines import enforce_next_deadline
from corr.play.lifecycle import NewGame, start_game
from corr.play.turns import submit_turn
from corr.store.tables.clocks import Leave
from corr.store.tables.games import Game, GameSeat
from tests.playing import Room, a_game, another_game, terms
from tests.racing import in_units_of_work, meeting

pytestmark = pytest.mark.both_databases

DAY = timedelta(days=1)
SECOND = timedelta(seconds=1)
MEETINGS = [
    ("FROM game",),
    ("FROM player",),
    ("INSERT INTO leave",),
    ("INSERT INTO game_seat",),
    ("UPDATE game SET",),
    ("UPDATE game_seat",),
]
"""Before which statements all wait for each other."""


def leave(player_id: int, key: str = "a form") -> Callable[[UnitOfWork], object]:
    return partial(take_leave, order=TakeLeave(player_id, ForDays(3), "web", key))


def start(players: tuple[int, int]) -> Callable[[UnitOfWork], object]:
    return partial(start_game, order=NewGame("tiny/1", {}, terms("3d/turn"), players))


def clocks_that_miss_a_leave(room: Room) -> list[dict[str, object]]:
    """The seats that are due, and whose deadline is not what their bank and their player's leaves make it."""
    leaves = room.rows(Leave)
    missing = []
    for row in room.rows(GameSeat):
        spans = tuple(Span(one["begins_at"], one["ends_at"]) for one in leaves if one["player_id"] == row["player_id"])
        if row["since"] and Clock(row["since"], row["bank_ms"], leaves=spans).deadline != row["due_at"]:
            missing.append(row)
    return missing


@pytest.mark.parametrize("words", MEETINGS, ids=lambda words: words[0].lower().replace(" ", "-"))
def test_no_clock_misses_a_leave_that_is_taken_as_it_begins_to_run(room: Room, words: tuple[str, ...]) -> None:
    game = a_game(room, "A1")
    games = [game, another_game(room, game.players, "A1"), another_game(room, game.players, "A1")]
    ada, bob = game.players
    turns = [partial(submit_turn, order=game.order("C3")) for game in games]

    with meeting(room, *words, count=4):
        in_units_of_work(room, leave(ada), leave(bob), *turns, start((ada, bob)), start((bob, ada)))

    assert len(room.rows(Leave)) == 2
    assert len([row for row in room.rows(GameSeat) if row["due_at"]]) == 5
    assert clocks_that_miss_a_leave(room) == []


@pytest.mark.parametrize("words", MEETINGS[:3] + MEETINGS[4:], ids=lambda words: words[0].lower().replace(" ", "-"))
def test_a_turn_and_the_leave_that_begins_by_itself_are_in_one_order(room: Room, words: tuple[str, ...]) -> None:
    game = a_game(room, "A1", "C3")
    others = [another_game(room, game.players, "A1", "C3") for _ in range(2)]
    order = game.order("B2", received_at=room.clock.now() + DAY)
    room.clock.move(3 * DAY + 5 * SECOND)

    with meeting(room, *words, count=3):
        in_units_of_work(
            room, enforce_next_deadline, enforce_next_deadline, lambda uow: submit_turn(uow, order).game_id
        )
    with room.workshop.open() as uow:
        while enforce_next_deadline(uow):
            pass

    assert game.view().turn_number == 4
    assert [other.view().is_over for other in others] == [False, False]
    assert sum(row["days"] for row in room.rows(Leave)) == 1
    assert clocks_that_miss_a_leave(room) == []


def test_two_ticks_that_find_deadlines_hours_apart_begin_one_day_of_leave(room: Room) -> None:
    game = a_game(room, "A1", "C3")
    for _ in range(3):
        room.clock.move(5 * timedelta(hours=1))
        another_game(room, game.players, "A1", "C3")
    room.clock.move(3 * DAY + 5 * SECOND)

    with meeting(room, "FROM player", count=4):
        in_units_of_work(room, *[enforce_next_deadline] * 4)
    with room.workshop.open() as uow:
        while enforce_next_deadline(uow):
            pass

    assert [row["days"] for row in room.rows(Leave)] == [1]
    assert not any(room.rows(Game)[number]["state"] == "over" for number in range(4))
    assert clocks_that_miss_a_leave(room) == []


def test_leaves_of_both_players_and_deadlines_of_both_do_not_stop_each_other(room: Room) -> None:
    ada, bob = a_game(room, "A1", "C3").players
    for number in range(6):
        another_game(room, (ada, bob) if number % 2 else (bob, ada), "A1", "C3")
    room.clock.move(3 * DAY + 5 * SECOND)

    with meeting(room, "FROM player", count=6):
        in_units_of_work(room, *[enforce_next_deadline] * 4, leave(ada), leave(bob))
    in_units_of_work(room, *[partial(come_back, player_id=player_id) for player_id in (ada, bob)])

    assert clocks_that_miss_a_leave(room) == []
