"""Claiming a game because the other player's time ran out."""

from datetime import timedelta

import pytest
from sqlalchemy import insert

from corr.core.pace import Late
from corr.errors import NotAllowedError
from corr.game.refusals import GameOverError
from corr.play.deadlines import NothingToClaimError
from corr.store.base import table
from corr.store.tables.clocks import Leave, Outage
from tests.clocks.ticking import claim, enforce
from tests.mail.office import Office
from tests.playing import STRICT, Room, TestGame, a_game, terms
from tests.racing import at_once

DAY = timedelta(days=1)
SECOND = timedelta(seconds=1)
TO_CLAIM = terms("3d/turn", late=Late.CLAIM, leave=False)


def lapsed(room: Room, *turns: str) -> TestGame:
    """A game in which the first player's time has run out, which was noted."""
    game = a_game(room, *(turns or ("A1", "C3")), agreed=TO_CLAIM)
    room.clock.move(4 * DAY)
    enforce(room)
    return game


def test_whoever_claims_a_game_has_won_it_on_time(room: Room) -> None:
    game = lapsed(room)

    receipt = claim(game, 1)

    assert receipt.sentence == "Nought won: Cross’s time ran out."
    assert (game.view().winner, game.view().reason) == (1, "time")
    assert room.events() == ["time-lapsed", "time-claimed"]
    assert room.letters("game-over") == [(game.players[0], 3)]


@pytest.mark.parametrize(("pace", "left"), [("20d+2d/30d", 2 * DAY), ("20d+6h/30d", DAY), ("3d/turn", 3 * DAY)])
def test_after_a_late_turn_there_is_a_bonus_or_a_day_and_no_more(room: Room, pace: str, left: timedelta) -> None:
    game = a_game(room, "A1", "C3", agreed=terms(pace, late=Late.CLAIM, leave=False))
    room.clock.move(31 * DAY)
    enforce(room)

    game.play("A2")
    game.play("B1")

    assert game.seats()[0]["due_at"] == room.clock.now() + left


def test_a_claim_that_comes_twice_is_one(room: Room) -> None:
    game = lapsed(room)
    first = claim(game, 1)

    again = claim(game, 1)

    assert (again.sentence, first.repeated, again.repeated) == (first.sentence, False, True)
    assert room.events() == ["time-lapsed", "time-claimed"]


@pytest.mark.both_databases
def test_claims_that_come_at_once_are_one(room: Room) -> None:
    game = lapsed(room)

    receipts = at_once(*[lambda: claim(game, 1)] * 4)

    assert sorted(receipt.repeated for receipt in receipts) == [False, True, True, True]
    assert len(room.letters("game-over")) == 1


def test_a_game_can_be_claimed_before_the_next_tick_has_come(room: Room) -> None:
    game = a_game(room, "A1", "C3", agreed=TO_CLAIM)
    room.clock.move(3 * DAY + 5 * SECOND)

    claim(game, 1)

    assert game.view().reason == "time"


def test_a_turn_that_came_in_time_may_be_under_way_for_a_few_seconds(room: Room) -> None:
    game = a_game(room, "A1", "C3", agreed=TO_CLAIM)
    room.clock.move(3 * DAY + 4 * SECOND)

    with pytest.raises(NothingToClaimError, match="only just run out"):
        claim(game, 1)


@pytest.mark.both_databases
def test_a_day_of_leave_comes_before_a_claim(room: Room) -> None:
    game = a_game(room, "A1", "C3", agreed=terms("3d/turn", late=Late.CLAIM))
    room.clock.move(3 * DAY + 5 * SECOND)

    with pytest.raises(NothingToClaimError, match="Ada has time left"):
        claim(game, 1)
    enforce(room)

    assert len(room.rows(Leave)) == 1
    assert not game.view().is_over


def test_a_game_whose_player_never_made_a_turn_is_cancelled_by_a_claim(room: Room) -> None:
    game = lapsed(room, "A1")

    receipts = [claim(game, 0), claim(game, 0)]

    assert (game.view().winner, game.view().reason) == (None, "cancelled")
    assert [receipt.repeated for receipt in receipts] == [False, True]


def test_nothing_is_claimed_while_there_is_time(room: Room) -> None:
    game = a_game(room, "A1", "C3", agreed=TO_CLAIM)
    before = room.events(), game.seats()

    with pytest.raises(NothingToClaimError, match="Ada has time left"):
        claim(game, 1)

    assert (room.events(), game.seats()) == before


def test_nobody_claims_a_game_for_being_late_oneself(room: Room) -> None:
    game = lapsed(room)

    with pytest.raises(NothingToClaimError, match="it is not Bob’s turn"):
        claim(game, 0)


def test_whoever_is_late_too_makes_a_turn_first(room: Room) -> None:
    game = a_game(room, ruleset="hide/1", agreed=TO_CLAIM)
    room.clock.move(4 * DAY)
    enforce(room)

    with pytest.raises(NothingToClaimError, match="Your own time has run out too"):
        claim(game, 0)
    game.play("hide A1", seat=0)
    claim(game, 0)

    assert game.view().is_over


def test_a_game_that_ends_by_itself_needs_no_claim(room: Room) -> None:
    game = a_game(room, "A1", "C3", agreed=STRICT)

    with pytest.raises(NothingToClaimError, match="this game ends by itself"):
        claim(game, 1)


def test_an_untimed_game_is_never_claimed(room: Room) -> None:
    game = a_game(room, "A1", "C3", agreed=terms("untimed", late=Late.CLAIM))
    room.clock.move(400 * DAY)

    with pytest.raises(NothingToClaimError, match="no time limit"):
        claim(game, 1)


def test_a_game_that_is_over_is_not_claimed(room: Room) -> None:
    game = a_game(room, "A1", "B1", "A2", "B2", "A3", agreed=TO_CLAIM)

    with pytest.raises(GameOverError, match="The game is over already"):
        claim(game, 1)


def test_nobody_else_claims_a_game(room: Room) -> None:
    game = lapsed(room)
    stranger = TestGame(room, game.id, (room.player("Eve"), game.players[1]))

    with pytest.raises(NotAllowedError):
        claim(stranger, 0)

    assert not game.view().is_over


def test_a_late_turn_that_came_before_a_claim_counts(room: Room) -> None:
    game = lapsed(room)
    Office(game).store_reply("Ada", "B2")
    room.clock.move(SECOND)

    with pytest.raises(NothingToClaimError, match="may still be on its way"):
        claim(game, 1)
    game.play("B2", received_at=room.clock.now() - SECOND)
    with pytest.raises(NothingToClaimError, match="it is not Ada’s turn"):
        claim(game, 1)


@pytest.mark.both_databases
def test_a_claim_from_before_the_deadline_does_not_count_after_it(room: Room) -> None:
    game = a_game(room, "A1", "C3", agreed=TO_CLAIM)
    received_at = room.clock.now() + 2 * DAY
    room.clock.move(4 * DAY)

    with pytest.raises(NothingToClaimError, match="Ada has time left"):
        claim(game, 1, received_at)


def test_nothing_is_claimed_while_the_doors_are_closed(room: Room) -> None:
    game = lapsed(room)
    with room.workshop.open() as uow:
        uow.connection.execute(insert(table(Outage)), {"began_at": uow.now})

    with pytest.raises(NothingToClaimError, match="out of reach"):
        claim(game, 1)
