"""Leave that meets leave, turns and ticks at the same moment: each is done once, and no clock misses it."""

from collections.abc import Callable
from contextlib import suppress
from datetime import datetime, timedelta
from functools import partial

import pytest

from corr.base.uow import UnitOfWork
from corr.clocks.clock_preferences import ClockPreferences, set_clock_preferences
from corr.clocks.reminders import remind_next
from corr.clocks.take_leave import LeaveReceipt, TakeLeave, begin_automatic_leave, come_back, lock_leaves, take_leave
from corr.core.days_off import ForDays
from corr.errors import InputError
from corr.play.deadlines import enforce_next_deadline
from corr.play.lifecycle import NewGame, start_game
from corr.play.turns import submit_turn
from corr.store.tables.clocks import Leave
from corr.store.tables.games import GameSeat
from tests.playing import DAY, Room, a_game, another_game, terms
from tests.racing import at_once, in_units_of_work, meanwhile, meeting

pytestmark = pytest.mark.both_databases

SECOND = timedelta(seconds=1)
READS_LEAVE = "leave.begins_at"
"""What stands in every statement that reads leave, by itself or with something else."""


def test_a_leave_that_is_asked_for_four_times_at_once_is_one(room: Room) -> None:
    game = a_game(room)
    due_at = game.seats()[0]["due_at"]

    with meeting(room, READS_LEAVE, count=4):
        receipts = in_units_of_work(room, *[partial(take, player=game.players[0], key="one form")] * 4)

    assert sorted(receipt.repeated for receipt in receipts) == [False, True, True, True]
    assert room.count(Leave) == 1
    assert game.seats()[0]["due_at"] == due_at + 3 * DAY
    assert room.events() == ["leave-taken"]


def test_of_four_leaves_that_overlap_one_is_taken(room: Room) -> None:
    player = room.player("Ada")
    refused: list[str] = []

    def try_to_take(key: str) -> None:
        try:
            with room.workshop.open() as uow:
                take(uow, player=player, key=key)
        except InputError as refusal:
            refused.append(refusal.sentence)

    at_once(*(partial(try_to_take, key) for key in "abcd"))

    assert room.count(Leave) == 1
    assert len(refused) == 3


@pytest.mark.parametrize("words", [(READS_LEAVE,), ("UPDATE game_seat",)])
def test_a_leave_that_is_taken_while_the_turn_passes_is_in_the_deadline(room: Room, words: tuple[str, ...]) -> None:
    game = a_game(room)
    order = game.order("A1")

    with meanwhile(room, *words, work=lambda: taken(room, game.players[1])), room.workshop.open() as uow:
        submit_turn(uow, order)

    assert game.seats()[1]["due_at"] == room.clock.now() + 6 * DAY


@pytest.mark.parametrize("words", [(READS_LEAVE,), ("INSERT INTO leave",), ("UPDATE game ",)])
def test_a_turn_that_passes_while_leave_is_taken_knows_of_it(room: Room, words: tuple[str, ...]) -> None:
    game = a_game(room)
    order = game.order("A1")

    def play() -> None:
        with room.workshop.open() as uow:
            submit_turn(uow, order)

    with meanwhile(room, *words, work=play):
        taken(room, game.players[1])

    assert game.seats()[1]["due_at"] == room.clock.now() + 6 * DAY


@pytest.mark.parametrize("words", [(READS_LEAVE,), ("INSERT INTO leave",), ("UPDATE game ",)])
def test_a_game_that_begins_while_leave_is_taken_knows_of_it(room: Room, words: tuple[str, ...]) -> None:
    game = a_game(room)

    def start() -> None:
        with room.workshop.open() as uow:
            start_game(uow, NewGame("tiny/1", {}, terms("3d/turn"), game.players))

    with meanwhile(room, *words, work=start):
        taken(room, game.players[0])

    deadlines = {row["due_at"] for row in all_seats(room) if row["since"] is not None}
    assert deadlines == {room.clock.now() + 6 * DAY}


def test_a_leave_that_begins_by_itself_from_two_ticks_at_once_costs_one_day(room: Room) -> None:
    game = a_game(room)
    due_at = game.seats()[0]["due_at"]
    room.clock.move(3 * DAY + 10 * SECOND)

    with meeting(room, READS_LEAVE):
        begun = in_units_of_work(room, *[automatic(game.players[0], due_at)] * 4)

    assert sorted(begun) == [False, False, False, True]
    assert [row["days"] for row in room.rows(Leave)] == [1]
    assert game.seats()[0]["due_at"] == due_at + DAY


def test_ticks_at_once_over_several_games_cost_one_day_and_lose_none(room: Room) -> None:
    game = a_game(room)
    games = [game, *(another_game(room, game.players) for _ in range(3))]
    room.clock.move(3 * DAY + 10 * SECOND)

    def tick() -> None:
        while True:
            with room.workshop.open() as uow:
                if enforce_next_deadline(uow) is None:
                    return

    at_once(*[tick] * 4)

    assert [row["days"] for row in room.rows(Leave)] == [1]
    assert not any(one.view().is_over for one in games)
    assert len(room.letters("automatic-leave")) == 1


def test_everything_about_one_player_at_once_waits_for_nothing_for_ever(room: Room) -> None:
    game = a_game(room)
    games = [game, *(another_game(room, game.players) for _ in range(4))]
    orders = [one.order("A1") for one in games]
    first, second = game.players
    room.clock.move(2 * DAY)

    def in_one(work: Callable[[UnitOfWork], object]) -> None:
        with suppress(InputError), room.workshop.open() as uow:
            work(uow)

    works: list[Callable[[UnitOfWork], object]] = [
        *(partial(submit_turn, order=order) for order in orders),
        partial(take, player=first, key="first"),
        partial(take, player=second, key="second"),
        partial(set_clock_preferences, player_id=first, preferences=ClockPreferences((48, 2))),
        remind_next,
        remind_next,
    ]
    at_once(*(partial(in_one, work) for work in works))
    with room.workshop.open() as uow:
        come_back(uow, second)

    seats = [row for row in all_seats(room) if row["since"] is not None]
    assert {row["player_id"] for row in seats} == {second}
    assert {row["due_at"] for row in seats} == {room.clock.now() + 3 * DAY}


def take(uow: UnitOfWork, player: int, key: str) -> LeaveReceipt:
    return take_leave(uow, TakeLeave(player, ForDays(3), "web", key))


def taken(room: Room, player: int) -> None:
    with room.workshop.open() as uow:
        take(uow, player, "form")


def automatic(player: int, due_at: datetime) -> Callable[[UnitOfWork], bool]:
    return lambda uow: begin_automatic_leave(uow, *lock_leaves(uow, player), due_at)


def all_seats(room: Room) -> list[dict[str, object]]:
    return room.rows(GameSeat)
