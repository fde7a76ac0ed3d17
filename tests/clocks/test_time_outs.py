"""What becomes of a game when a deadline has passed: lost, cancelled, saved by a day of leave, or to be claimed."""

from datetime import timedelta

import pytest
from sqlalchemy import insert

from corr.clocks.gifts import GiveTime, give_time
from corr.clocks.take_leave import TakeLeave, take_leave
from corr.core.days_off import ForDays
from corr.core.pace import Late
from corr.game.refusals import LateError
from corr.store.base import table
from corr.store.tables.clocks import Leave, Outage
from tests.clocks.ticking import enforce, wish
from tests.playing import STRICT, Room, TestGame, a_game, another_game, terms

HOUR = timedelta(hours=1)
DAY = timedelta(days=1)
MINUTE = timedelta(minutes=1)
SECOND = timedelta(seconds=1)
TO_CLAIM = terms("3d/turn", late=Late.CLAIM, leave=False)


def test_a_player_who_never_made_a_turn_does_not_lose_but_the_game_is_cancelled(room: Room) -> None:
    game = a_game(room, agreed=STRICT)
    room.clock.move(4 * DAY)

    enforce(room)

    view = game.view()
    assert (view.is_over, view.winner, view.reason) == (True, None, "cancelled")
    assert view.outcome_words.endswith("There is no result.")
    assert [str(event.sentence) for event in view.events] == ["The game was cancelled: Cross never made a first turn."]
    assert {player for player, _ in room.letters("game-over")} == set(game.players)


def test_the_second_player_has_a_first_turn_too(room: Room) -> None:
    game = a_game(room, "A1", agreed=STRICT)
    room.clock.move(4 * DAY)

    enforce(room)

    assert (game.view().winner, game.view().reason) == (None, "cancelled")


def test_whoever_made_a_first_turn_loses_on_time(room: Room) -> None:
    game = a_game(room, "A1", "C3", agreed=STRICT)
    room.clock.move(4 * DAY)

    enforce(room)

    assert (game.view().winner, game.view().reason) == (1, "time")


def test_a_choice_that_waits_sealed_is_made_so_its_player_is_not_the_one_who_is_missed(room: Room) -> None:
    game = a_game(room, ruleset="hide/1", agreed=STRICT)
    game.play("hide A1", seat=0)
    room.clock.move(4 * DAY)

    enforce(room)

    first = str(game.view().events[0].sentence)
    assert first == "The game was cancelled: Green never made a first turn."


def test_a_game_that_neither_began_is_cancelled_once(room: Room) -> None:
    game = a_game(room, ruleset="hide/1", agreed=STRICT)
    room.clock.move(4 * DAY)

    acted = enforce(room)

    assert acted == [game.id]
    assert room.events() == ["cancelled"]
    assert str(game.view().events[0].sentence) == "The game was cancelled: neither player made a first turn."
    assert len(room.letters("game-over")) == 2


def test_a_day_of_leave_begins_by_itself_a_minute_before_the_deadline(room: Room) -> None:
    game = a_game(room, "A1", "C3")
    due_at = game.view().due_at
    assert due_at is not None
    room.clock.move(3 * DAY + 5 * SECOND)

    enforce(room)

    view = game.view()
    assert (view.is_over, view.due_at) == (False, due_at + DAY)
    (leave,) = room.rows(Leave)
    assert (leave["begins_at"], leave["ends_at"], leave["days"]) == (due_at - MINUTE, due_at - MINUTE + DAY, 1)
    assert [player for player, _ in room.letters("automatic-leave")] == [game.players[0]]
    assert room.events() == ["leave-automatic"]


def test_a_turn_that_came_just_too_late_is_told_of_leave_and_can_be_made_again_after_it_began(room: Room) -> None:
    game = a_game(room, "A1", "C3")
    room.clock.move(3 * DAY + SECOND)

    with pytest.raises(LateError, match="unless a day of leave begins by itself"):
        game.play("B2")
    room.clock.move(5 * SECOND)
    enforce(room)

    assert game.play("B2").text == "B2"


def test_leave_begins_day_by_day_until_none_is_left_and_then_the_game_is_lost(room: Room) -> None:
    game = a_game(room, "A1", "C3")
    room.clock.move(3 * DAY + 5 * SECOND)

    for _ in range(12):
        enforce(room)
        room.clock.move(DAY)

    assert game.view().reason == "time"
    assert sum(leave["days"] for leave in room.rows(Leave)) in {10, 11}
    assert room.events() == ["leave-automatic"] * len(room.rows(Leave)) + ["time"]


def test_deadlines_found_late_take_as_many_days_of_leave_as_have_gone_by(room: Room) -> None:
    game = a_game(room, "A1", "C3")
    room.clock.move(5 * DAY + HOUR)

    enforce(room)

    assert not game.view().is_over
    assert sum(leave["days"] for leave in room.rows(Leave)) == 3


def test_no_leave_begins_by_itself_for_whoever_does_not_want_it(room: Room) -> None:
    game = a_game(room, "A1", "C3")
    wish(room, game.players[0], automatic_leave=False)
    room.clock.move(3 * DAY + 5 * SECOND)

    enforce(room)

    assert game.view().reason == "time"
    assert room.rows(Leave) == []


def test_no_leave_begins_by_itself_in_a_game_without_leave(room: Room) -> None:
    game = a_game(room, "A1", "C3", agreed=STRICT)
    room.clock.move(3 * DAY + 5 * SECOND)

    enforce(room)

    assert game.view().reason == "time"
    assert room.rows(Leave) == []


def test_one_day_of_leave_saves_all_games_of_the_player_that_allow_it(room: Room) -> None:
    games = [a_game(room, "A1", "C3")]
    games += [another_game(room, games[0].players, "A1", "C3") for _ in range(2)]
    strict = another_game(room, games[0].players, "A1", "C3", agreed=STRICT)
    room.clock.move(3 * DAY + 5 * SECOND)

    enforce(room)

    assert [game.view().is_over for game in games] == [False] * 3
    assert strict.view().reason == "time"


def test_of_two_who_choose_at_the_same_time_each_has_an_own_day_of_leave(room: Room) -> None:
    game = a_game(room, ruleset="hide/1")
    room.clock.move(3 * DAY + 5 * SECOND)

    enforce(room)

    assert not game.view().is_over
    assert sorted(leave["player_id"] for leave in room.rows(Leave)) == sorted(game.players)


def test_of_two_who_choose_at_the_same_time_the_leave_of_one_does_not_save_the_other(room: Room) -> None:
    game = a_game(room, ruleset="hide/1")
    wish(room, game.players[1], automatic_leave=False)
    room.clock.move(3 * DAY + 5 * SECOND)

    enforce(room)

    assert game.view().reason == "cancelled"
    assert [str(event.sentence) for event in game.view().events][-1].startswith("The game was cancelled: Green")


def test_a_game_that_ends_by_the_first_deadline_costs_no_day_of_leave_for_a_later_one(room: Room) -> None:
    game = a_game(room, ruleset="hide/1")
    wish(room, game.players[1], automatic_leave=False)
    with room.workshop.open() as uow:
        take_leave(uow, TakeLeave(game.players[0], ForDays(1), "web", "a form"))
    room.clock.move(5 * DAY)

    enforce(room)

    assert game.view().reason == "cancelled"
    assert [leave["kind"] for leave in room.rows(Leave)] == ["taken"]


def test_of_two_who_are_both_late_the_first_deadline_decides(room: Room) -> None:
    game = a_game(room, ruleset="hide/1", agreed=STRICT)
    with room.workshop.open() as uow:
        give_time(uow, GiveTime(game.id, game.players[1], "a form", "web", uow.now))
    room.clock.move(10 * DAY)

    enforce(room)

    assert [str(event.sentence) for event in game.view().events][-1:] == [
        "The game was cancelled: Green never made a first turn."
    ]


def test_a_deadline_in_a_game_to_be_claimed_is_noted_once_and_ends_nothing(room: Room) -> None:
    game = a_game(room, "A1", "C3", agreed=TO_CLAIM)
    room.clock.move(3 * DAY + 5 * SECOND)

    acted = [enforce(room), enforce(room)]

    assert acted == [[game.id], []]
    assert not game.view().is_over
    assert room.events() == ["time-lapsed"]
    assert room.letters("lapsed") == [(game.players[0], 3)]
    assert room.letters("claimable") == [(game.players[1], 3)]


def test_a_deadline_that_is_noted_changes_what_pages_of_the_game_show(room: Room) -> None:
    game = a_game(room, "A1", "C3", agreed=TO_CLAIM)
    before = game.stamp().version
    room.clock.move(3 * DAY + 5 * SECOND)

    enforce(room)

    assert game.stamp().version > before


def test_leave_begins_by_itself_before_a_game_may_be_claimed(room: Room) -> None:
    a_game(room, "A1", "C3", agreed=terms("3d/turn", late=Late.CLAIM))
    room.clock.move(3 * DAY + 5 * SECOND)

    enforce(room)

    assert room.events() == ["leave-automatic"]
    assert room.letters("claimable") == []


def test_a_late_player_may_play_until_the_game_is_claimed_and_then_has_the_bonus(room: Room) -> None:
    game = a_game(room, "A1", "C3", agreed=terms("5d+6h/9d", late=Late.CLAIM, leave=False))
    room.clock.move(20 * DAY)
    enforce(room)

    game.play("B2")

    assert game.view().turn_number == 4
    mine = game.seats()[0]
    assert (mine["bank_ms"], mine["lapsed_at"]) == (DAY // timedelta(milliseconds=1), None)


@pytest.mark.both_databases
def test_days_of_leave_begin_in_the_order_of_the_deadlines_whatever_game_they_are_in(room: Room) -> None:
    game = a_game(room, ruleset="hide/1", agreed=terms("3d/turn", late=Late.CLAIM))
    ada, bob = game.players
    wish(room, ada, automatic_leave=False)
    with room.workshop.open() as uow:
        give_time(uow, GiveTime(game.id, ada, "a form", "web", uow.now))
    room.clock.move(12 * HOUR)
    another_game(room, (bob, ada))
    room.clock.move(4 * DAY)

    enforce(room)

    leaves = room.rows(Leave)
    assert [leave["ends_at"] - leave["begins_at"] for leave in leaves] == [DAY] * len(leaves)
    assert leaves == sorted(leaves, key=lambda leave: leave["begins_at"])


def test_the_other_deadline_of_a_game_to_be_claimed_is_noted_too(room: Room) -> None:
    game = a_game(room, ruleset="hide/1", agreed=TO_CLAIM)
    room.clock.move(3 * DAY + 5 * SECOND)

    enforce(room)

    assert room.events() == ["time-lapsed"] * 2
    assert {player for player, _ in room.letters("lapsed")} == set(game.players)
    assert room.letters("claimable") == []


def test_no_deadline_falls_while_the_doors_are_closed(room: Room) -> None:
    game = a_game(room, "A1", "C3", agreed=STRICT)
    room.clock.move(4 * DAY)
    with room.workshop.open() as uow:
        uow.connection.execute(insert(table(Outage)), {"began_at": uow.now})

    assert enforce(room) == []
    assert not game.view().is_over


@pytest.mark.parametrize("moves", ["A1", "A1 C3"])
def test_an_untimed_game_waits_for_ever(room: Room, moves: str) -> None:
    game: TestGame = a_game(room, *moves.split(), pace="untimed")
    room.clock.move(4000 * DAY)

    acted = enforce(room)

    assert acted == []
    assert game.view().due_at is None
    assert [seat.is_due for seat in game.view().seats].count(True) == 1
