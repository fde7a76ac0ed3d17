"""Crediting: whatever becomes of the processes meanwhile, each clock gets the time of an outage back, once."""

from collections.abc import Iterator
from contextlib import suppress
from datetime import datetime, timedelta
from itertools import cycle

import pytest
from sqlalchemy import update

from corr.base.heartbeat import JOBS
from corr.clocks.outages import credit_next
from corr.clocks.take_leave import TakeLeave, take_leave
from corr.core.days_off import ForDays
from corr.core.pace import Late
from corr.play.deadlines import enforce_next_deadline
from corr.store.base import table
from corr.store.tables.clocks import Outage, Setting
from corr.store.tables.games import Game, GameEvent, GameSeat
from tests.living import BOTH, alive, outage
from tests.playing import STRICT, Room, TestGame, a_game, another_game, terms
from tests.racing import together

MINUTE, HOUR, DAY = timedelta(minutes=1), timedelta(hours=1), timedelta(days=1)


class KilledError(Exception):
    """A process died."""


def test_six_hours_are_credited_once_though_processes_die_and_come_back_meanwhile(room: Room) -> None:
    games = some_games(room, 5)
    before = [deadline(game) for game in games]
    alive(room, "first", BOTH)
    for owner in ("second", "third"):
        room.clock.move(2 * HOUR)
        alive(room, owner, [JOBS])
    room.clock.move(2 * HOUR)

    for number, is_killed in zip(range(20), cycle((True, False)), strict=False):
        alive(room, f"process {number}", BOTH)
        with suppress(KilledError), room.workshop.open() as uow:
            credit_next(uow, most=2)
            if is_killed:
                raise KilledError

    assert [deadline(game) for game in games] == [due_at + 6 * HOUR for due_at in before]
    assert credits_of(room) == [6 * HOUR] * 5
    assert [row["settled_at"] for row in room.rows(Outage)] == [room.clock.now()]
    assert room.count(Setting) == 0


@pytest.mark.both_databases
def test_four_processes_that_credit_at_once_credit_each_clock_once(room: Room) -> None:
    games = some_games(room, 9)
    before = [deadline(game) for game in games]
    outage(room, 6 * HOUR)

    together(lambda _: credited_some(room))

    assert [deadline(game) for game in games] == [due_at + 6 * HOUR for due_at in before]
    assert credits_of(room) == [6 * HOUR] * 9


def test_what_is_credited_is_in_the_bank_and_shown_anew(room: Room) -> None:
    game = a_game(room)
    bank, version = game.seats()[0]["bank_ms"], game.stamp()

    outage(room, HOUR)
    settle(room)

    assert game.seats()[0]["bank_ms"] == bank + HOUR // timedelta(milliseconds=1)
    assert game.stamp() != version
    assert [(row["seat"], row["kind"], row["turn_number"]) for row in room.rows(GameEvent)] == [(0, "outage", 1)]


def test_the_history_tells_from_when_until_when_nobody_could_play(room: Room) -> None:
    game = a_game(room)
    began_at = room.clock.now()

    for hours in (1, 2):
        outage(room, hours * HOUR)
        settle(room)

    first, second = (str(event.sentence) for event in game.view().events)
    assert f"from {began_at:%Y-%m-%d %H:%M} until {began_at + HOUR:%Y-%m-%d %H:%M}: " in first
    assert f" until {room.clock.now():%Y-%m-%d %H:%M}: " in second
    assert f"from {room.clock.now() - 2 * HOUR:%Y-%m-%d %H:%M}" in second


def test_a_part_of_a_millisecond_is_given_back_as_a_whole_one(room: Room) -> None:
    game = a_game(room)
    before = deadline(game)

    outage(room, HOUR + timedelta(microseconds=1))
    settle(room)

    assert deadline(game) == before + HOUR + timedelta(milliseconds=1)


def test_a_short_outage_only_leaves_a_while_to_those_whose_time_runs_out(room: Room) -> None:
    soon, later = some_games(room, 2, DAY, 2 * DAY)
    room.clock.move(DAY - 2 * MINUTE)
    before = deadline(later)

    outage(room, 5 * MINUTE)
    settle(room)

    assert deadline(soon) == room.clock.now() + 15 * MINUTE
    assert deadline(later) == before
    assert credits_of(room) == [18 * MINUTE]


@pytest.mark.parametrize(
    ("minutes", "told"),
    [
        (20, "All clocks that ran in the outage of 0:20:00 have had it back."),
        (13, "The outage of 0:13:00 was short: only clocks that ran out had a while more, and no other."),
    ],
)
def test_the_log_promises_back_only_what_is_given(
    room: Room, caplog: pytest.LogCaptureFixture, minutes: int, told: str
) -> None:
    game = a_game(room)
    before = deadline(game)

    outage(room, minutes * MINUTE)
    settle(room)

    assert told in caplog.text
    assert (deadline(game) > before) == (minutes > 15)


def test_a_game_whose_time_ran_out_in_an_outage_goes_on(room: Room) -> None:
    game = a_game(room, agreed=STRICT)
    room.clock.move(3 * DAY - HOUR)

    outage(room, 6 * HOUR)
    settle(room)
    enforce(room)

    assert not game.view().is_over
    assert deadline(game) == room.clock.now() + HOUR


@pytest.mark.both_databases
def test_a_clock_that_stood_in_an_outage_gets_nothing(room: Room) -> None:
    away = a_game(room)
    resting = a_game(room, agreed=terms("9d/turn", weekends_off=True, leave=False), names="Cid Dan")
    with room.workshop.open() as uow:
        take_leave(uow, TakeLeave(away.players[0], ForDays(7), "web", "a form"))
    room.clock.move(5 * DAY)
    before = [deadline(away), deadline(resting)]

    outage(room, 6 * HOUR)
    settle(room)

    assert [deadline(away), deadline(resting)] == before
    assert credits_of(room) == []


def test_time_that_had_run_out_before_is_not_given_back(room: Room) -> None:
    game = a_game(room, agreed=STRICT)
    due_at = deadline(game)
    room.clock.move(3 * DAY + MINUTE)

    outage(room, 6 * HOUR)
    settle(room)

    assert deadline(game) == due_at
    assert credits_of(room) == []


def test_a_turn_that_passed_after_the_outage_gets_nothing(room: Room) -> None:
    game = a_game(room)
    outage(room, 6 * HOUR)
    room.clock.move(MINUTE)
    game.play("A1")
    due_at = max(row["due_at"] for row in game.seats() if row["due_at"])

    settle(room)

    assert max(row["due_at"] for row in game.seats() if row["due_at"]) == due_at


def test_a_game_that_ran_out_in_an_outage_cannot_be_claimed_for_that(room: Room) -> None:
    game = a_game(room, agreed=terms("3d/turn", late=Late.CLAIM, leave=False))
    room.clock.move(3 * DAY - HOUR)
    alive(room, "one", BOTH)
    room.clock.move(6 * HOUR)
    lapse(room)

    alive(room, "two", BOTH)
    settle(room)

    assert game.seats()[0]["lapsed_at"] is None
    assert deadline(game) == room.clock.now() + HOUR


def test_untimed_games_have_nothing_to_be_given_back(room: Room) -> None:
    game = a_game(room, pace="untimed")

    outage(room, 6 * HOUR)
    settle(room)

    assert [row["due_at"] for row in game.seats()] == [None, None]
    assert credits_of(room) == []


@pytest.mark.both_databases
def test_one_game_that_meets_a_fault_keeps_no_other_waiting(room: Room, caplog: pytest.LogCaptureFixture) -> None:
    poisoned, game = some_games(room, 2)
    with room.workshop.open() as uow:
        uow.connection.execute(update(table(Game)).where(table(Game).c.id == poisoned.id).values(pace="a while"))
    before = deadline(game)

    outage(room, 6 * HOUR)
    settle(room)

    assert deadline(game) == before + 6 * HOUR
    assert f"a clock of game {poisoned.id} could not be credited" in caplog.text


def test_a_clock_that_jumps_ahead_and_back_ends_no_game_and_takes_no_time_away(room: Room) -> None:
    game = a_game(room, agreed=STRICT)
    deadlines = [deadline(game)]
    alive(room, "one", BOTH)

    for jump in (365 * DAY, -HOUR, HOUR, -365 * DAY, HOUR):
        room.clock.move(jump)
        enforce(room)
        alive(room, "one", BOTH)
        enforce(room)
        settle(room)
        enforce(room)
        deadlines.append(deadline(game))

    assert not game.view().is_over
    assert deadlines == sorted(deadlines)


def lapse(room: Room) -> None:
    """Note that the time of whoever is first ran out an hour ago."""
    seats = table(GameSeat)
    with room.workshop.open() as uow:
        uow.connection.execute(update(seats).where(seats.c.seat == 0).values(lapsed_at=uow.now - HOUR))


def some_games(room: Room, count: int, *lefts: timedelta) -> list[TestGame]:
    """Games of the same players, each with three days for every turn; or with as much as is said."""
    paces = [f"{left // DAY}d/turn" for left in lefts] or ["3d/turn"] * count
    first = a_game(room, pace=paces[0])
    return [first, *(another_game(room, first.players, pace=pace) for pace in paces[1:])]


def credited_some(room: Room) -> bool:
    """Credit two clocks; whether there may be more."""
    with room.workshop.open() as uow:
        return credit_next(uow, most=2)


def settle(room: Room) -> None:
    """Credit every clock."""
    while credited_some(room):
        pass


def enforce(room: Room) -> None:
    """Do what is due about deadlines."""
    with room.workshop.open() as uow:
        while enforce_next_deadline(uow) is not None:
            pass


def deadline(game: TestGame) -> datetime:
    """The one deadline that runs."""
    (due_at,) = running(game)
    return due_at


def running(game: TestGame) -> Iterator[datetime]:
    """Every deadline that runs."""
    return (row["due_at"] for row in game.seats() if row["due_at"] is not None)


def credits_of(room: Room) -> list[timedelta]:
    """What all clocks together were given for outages."""
    rows = [row for row in room.rows(GameEvent) if row["kind"] == "outage"]
    return [timedelta(milliseconds=row["amount_ms"]) for row in rows]
