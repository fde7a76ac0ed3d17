"""Whoever plays before every clock was credited for an outage loses nothing, and nobody's time is given back twice."""

from collections.abc import Callable
from datetime import timedelta

import pytest

from corr.administration.game_freezes import FreezeOrder, freeze, thaw
from corr.administration.verification import verify_games
from corr.base.heartbeat import WEB
from corr.clocks.gifts import GiveTime, give_time
from corr.clocks.outages import credit_game, credit_next
from corr.errors import TurnError
from corr.game.game_row import get_game_row_locked
from corr.game.refusals import LateError
from corr.play.endings import offer_draw
from corr.play.turn_drafts import game_and_turn
from corr.store.tables.games import GameEvent
from tests.living import BOTH, alive, outage
from tests.playing import STRICT, Room, TestGame, a_game, terms

MINUTE, HOUR, DAY = timedelta(minutes=1), timedelta(hours=1), timedelta(days=1)
MILLISECOND = timedelta(milliseconds=1)
BANK = terms("10d+0d/10d", leave=False)
"""At these terms nothing comes into a bank but what is given."""


def test_a_turn_before_its_clock_was_credited_keeps_the_time_of_the_outage(room: Room) -> None:
    game = a_game(room, agreed=BANK)
    room.clock.move(HOUR)

    outage(room, 6 * HOUR)
    room.clock.move(MINUTE)
    game.play("A1")
    settle(room)

    assert left(game, 0) == 10 * DAY - HOUR - MINUTE
    assert credits_of(room) == [6 * HOUR]
    assert found(room) == []


@pytest.mark.both_databases
def test_a_turn_whose_time_ran_out_in_an_outage_can_be_made_at_once(room: Room) -> None:
    game = a_game(room, agreed=STRICT)
    room.clock.move(3 * DAY - HOUR)

    outage(room, 6 * HOUR)
    game.play("A1")

    assert game.view().turn_number == 2
    assert credits_of(room) == [6 * HOUR]


@pytest.mark.both_databases
def test_a_game_that_is_asked_for_after_an_outage_has_its_time_already(room: Room) -> None:
    game = a_game(room, agreed=STRICT)
    due_at = room.clock.now() + 3 * DAY
    outage(room, 6 * HOUR)

    with room.workshop.open() as uow:
        game_row = credit_game(uow, get_game_row_locked(uow, game.id))

    assert game_row.seats[0].due_at == due_at + 6 * HOUR


def test_the_board_of_such_a_turn_can_be_played_on(room: Room) -> None:
    game = a_game(room, agreed=STRICT)
    room.clock.move(3 * DAY - HOUR)
    outage(room, 6 * HOUR)

    with room.workshop.look() as reader:
        _, composed = game_and_turn(reader, game.id, game.players[0])

    assert composed is not None


def test_time_that_had_run_out_before_the_outage_is_late(room: Room) -> None:
    game = a_game(room, agreed=STRICT)
    room.clock.move(3 * DAY)

    outage(room, 6 * HOUR)

    with pytest.raises(LateError):
        game.play("A1")
    assert credits_of(room) == []


def test_a_turn_while_an_outage_lasts_is_given_what_it_lasted_so_far(room: Room) -> None:
    game = a_game(room, agreed=BANK)
    alive(room, "before", BOTH)
    for _ in range(6):
        room.clock.move(HOUR)
        alive(room, "pages", [WEB])
    game.play("A1")
    alone = credits_of(room)
    room.clock.move(HOUR)
    alive(room, "after", BOTH)

    settle(room)

    assert alone == [6 * HOUR]
    assert left(game, 0) == 10 * DAY
    assert left(game, 1) == 10 * DAY + 7 * HOUR


def test_who_is_due_twice_in_an_outage_gets_no_minute_of_it_twice(room: Room) -> None:
    game = a_game(room, agreed=BANK)
    alive(room, "before", BOTH)
    room.clock.move(6 * HOUR)
    alive(room, "pages", [WEB])
    game.play("A1")
    room.clock.move(HOUR)
    game.play("B2")
    room.clock.move(HOUR)
    alive(room, "after", BOTH)

    settle(room)

    assert credits_of(room, 0) == [6 * HOUR, 2 * HOUR]
    assert sum(credits_of(room, 1), timedelta()) <= 8 * HOUR
    assert found(room) == []


def test_a_turn_whose_time_runs_out_while_an_outage_lasts_can_be_made(room: Room) -> None:
    game = a_game(room, agreed=STRICT)
    room.clock.move(3 * DAY - HOUR)
    alive(room, "before", BOTH)
    room.clock.move(6 * HOUR)
    alive(room, "pages", [WEB])

    game.play("A1")

    assert game.view().turn_number == 2


def test_a_refused_turn_leaves_no_credit_behind(room: Room) -> None:
    game = a_game(room, "A1", agreed=BANK)
    before = game.seats()
    outage(room, 6 * HOUR)

    with pytest.raises(TurnError):
        game.play("A1")

    assert game.seats() == before
    assert credits_of(room) == []


@pytest.mark.both_databases
def test_a_choice_that_waits_sealed_keeps_the_time_of_the_outage(room: Room) -> None:
    game = a_game(room, ruleset="hide/1", agreed=BANK)

    outage(room, 6 * HOUR)
    game.play("hide A1", seat=0)
    settle(room)

    assert [left(game, seat) for seat in (0, 1)] == [10 * DAY, 10 * DAY + 6 * HOUR]
    assert credits_of(room) == [6 * HOUR] * 2


@pytest.mark.both_databases
def test_a_game_that_is_frozen_before_it_was_credited_keeps_the_time_of_the_outage(room: Room) -> None:
    game = a_game(room, agreed=STRICT)
    room.clock.move(3 * DAY - HOUR)
    outage(room, 6 * HOUR)

    frozen(game)
    settle(room)
    room.clock.move(DAY)
    thawed(game)

    assert left(game, 0) == HOUR
    assert game.seats()[0]["due_at"] == room.clock.now() + HOUR
    assert credits_of(room) == [6 * HOUR]


def test_a_game_that_is_frozen_while_an_outage_lasts_is_given_that_part(room: Room) -> None:
    game = a_game(room, agreed=BANK)
    alive(room, "before", BOTH)
    room.clock.move(6 * HOUR)
    alive(room, "pages", [WEB])

    frozen(game)
    room.clock.move(HOUR)
    alive(room, "after", BOTH)
    settle(room)

    assert left(game, 0) == 10 * DAY
    assert credits_of(room) == [6 * HOUR]
    assert found(room) == []


def test_a_game_that_was_frozen_all_the_time_is_given_nothing(room: Room) -> None:
    game = a_game(room, agreed=BANK)
    room.clock.move(HOUR)
    frozen(game)

    outage(room, 6 * HOUR)
    settle(room)
    thawed(game)

    assert left(game, 0) == 10 * DAY - HOUR
    assert credits_of(room) == []


def offer(game: TestGame) -> None:
    """The player who waits offers a draw."""
    with game.room.workshop.open() as uow:
        offer_draw(uow, game.id, game.players[0], "web")


def give(game: TestGame) -> None:
    """The player who waits gives a day."""
    with game.room.workshop.open() as uow:
        give_time(uow, GiveTime(game.id, game.players[0], "given", "web", uow.now))


@pytest.mark.parametrize("act", [offer, give], ids=["a draw", "a gift"])
def test_nothing_is_late_before_every_clock_was_credited(room: Room, act: Callable[[TestGame], None]) -> None:
    game = a_game(room, "A1", agreed=STRICT)
    room.clock.move(3 * DAY - HOUR)
    outage(room, 6 * HOUR)

    act(game)
    settle(room)

    assert not game.view().is_over
    assert credits_of(room) == [6 * HOUR]


def frozen(game: TestGame) -> None:
    """Somebody has to have a look."""
    with game.room.workshop.open() as uow:
        freeze(uow, FreezeOrder(game.id, "Somebody has to have a look."))


def thawed(game: TestGame) -> None:
    """Somebody had a look."""
    with game.room.workshop.open() as uow:
        thaw(uow, FreezeOrder(game.id))


def settle(room: Room) -> None:
    """Credit every clock."""
    is_left = True
    while is_left:
        with room.workshop.open() as uow:
            is_left = credit_next(uow, most=2)


def left(game: TestGame, seat: int) -> timedelta:
    """What is in the bank of a seat."""
    bank_ms: int = game.seats()[seat]["bank_ms"]
    return bank_ms * MILLISECOND


def credits_of(room: Room, seat: int | None = None) -> list[timedelta]:
    """What clocks were given for outages: all of them together, or one."""
    rows = [row for row in room.rows(GameEvent) if row["kind"] == "outage" and seat in {None, row["seat"]}]
    return [row["amount_ms"] * MILLISECOND for row in rows]


def found(room: Room) -> list[str]:
    """What a verification finds."""
    return [finding.words for finding in verify_games(room.workshop)]
