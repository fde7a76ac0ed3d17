"""Days of leave that begin by themselves: which deadlines they save, whom they cost how much, and who is told."""

from datetime import date, timedelta

import pytest

from corr.clocks.clock_preferences import ClockPreferences, set_clock_preferences
from corr.core.days_off import OnDates
from corr.play.deadlines import enforce_next_deadline
from corr.store.tables.games import GameEvent
from corr.store.tables.mails import Outbox
from tests.clocks.leaving import automatic, spend, take, view
from tests.clocks.ticking import enforce, wish
from tests.playing import DAY, STRICT, Room, a_game, another_game, statements_of, terms

HOUR = timedelta(hours=1)
MINUTE = timedelta(minutes=1)
SECOND = timedelta(seconds=1)


def test_a_deadline_that_passed_is_saved_by_a_day_that_began_a_minute_before(room: Room) -> None:
    game = a_game(room)
    due_at = game.seats()[0]["due_at"]
    room.clock.move(3 * DAY + 10 * SECOND)

    assert automatic(room, game.players[0], due_at)

    seen = view(room, game.players[0])
    assert seen.current is not None
    assert (seen.current.begins_at, seen.current.ends_at) == (due_at - MINUTE, due_at - MINUTE + DAY)
    assert (seen.current.is_automatic, seen.balance) == (True, 9)
    assert game.seats()[0]["due_at"] == due_at + DAY
    assert room.events() == ["leave-automatic"]
    assert room.letters("automatic-leave") == [(game.players[0], None)]


@pytest.mark.both_databases
def test_only_where_the_time_had_run_out_does_the_history_say_so(room: Room) -> None:
    game = a_game(room)
    soon = another_game(room, game.players)
    late = another_game(room, game.players, agreed=terms("30d/turn"))
    room.clock.move(3 * DAY + 10 * SECOND)

    assert automatic(room, game.players[0], game.seats()[0]["due_at"])

    began = view(room, game.players[0]).current
    assert began is not None
    told = {row["game_id"]: (row["kind"], row["until"]) for row in room.rows(GameEvent)}
    assert told == {
        game.id: ("leave-automatic", began.ends_at),
        soon.id: ("leave-automatic", began.ends_at),
        late.id: ("leave-taken", began.ends_at),
    }


@pytest.mark.both_databases
def test_one_day_saves_all_games_whose_deadlines_fall_together(room: Room) -> None:
    game = a_game(room)
    others = []
    for _ in range(3):
        room.clock.move(10 * MINUTE)
        others.append(another_game(room, game.players))
    room.clock.move(3 * DAY + SECOND)

    assert automatic(room, game.players[0], others[-1].seats()[0]["due_at"])

    assert all(one.seats()[0]["due_at"] > room.clock.now() for one in (game, *others))
    assert view(room, game.players[0]).balance == 9


def test_a_game_that_no_leave_stops_lets_no_day_begin_earlier(room: Room) -> None:
    strict = a_game(room, agreed=STRICT)
    room.clock.move(6 * HOUR)
    game = another_game(room, strict.players)
    due_at = game.seats()[0]["due_at"]
    room.clock.move(3 * DAY + SECOND)

    assert automatic(room, game.players[0], due_at)

    current = view(room, game.players[0]).current
    assert current is not None
    assert current.begins_at == due_at - MINUTE


def test_a_day_that_would_reach_into_a_planned_leave_ends_where_that_begins(room: Room) -> None:
    game = a_game(room)
    due_at = game.seats()[0]["due_at"]
    planned = take(room, game.players[0], OnDates(date(2026, 3, 6), date(2026, 3, 7))).leave
    room.clock.move(3 * DAY + SECOND)

    assert automatic(room, game.players[0], due_at)

    seen = view(room, game.players[0])
    assert seen.current is not None
    assert seen.current.ends_at == planned.begins_at
    assert game.seats()[0]["due_at"] == planned.ends_at + MINUTE


def test_no_day_begins_by_itself_for_who_wants_none(room: Room) -> None:
    game = a_game(room)
    with room.workshop.open() as uow:
        set_clock_preferences(uow, game.players[0], ClockPreferences(has_automatic_leave=False))
    room.clock.move(3 * DAY)

    assert not automatic(room, game.players[0], game.seats()[0]["due_at"])
    assert room.letters("automatic-leave") == []


def test_no_day_begins_by_itself_for_who_has_none_left(room: Room) -> None:
    game = a_game(room)
    spend(room, game.players[0], 10)
    room.clock.move(3 * DAY)

    assert not automatic(room, game.players[0], game.seats()[0]["due_at"])
    assert room.letters("automatic-leave") == []


def test_a_deadline_that_no_leave_can_move_costs_no_day(room: Room) -> None:
    game = a_game(room, agreed=STRICT)
    due_at = game.seats()[0]["due_at"]
    room.clock.move(3 * DAY)

    assert not automatic(room, game.players[0], due_at)
    assert not automatic(room, game.players[0], due_at + HOUR)
    assert view(room, game.players[0]).balance == 10


def test_a_leave_taken_while_one_runs_that_began_by_itself_follows_it(room: Room) -> None:
    game = a_game(room)
    due_at = game.seats()[0]["due_at"]
    room.clock.move(3 * DAY + SECOND)
    automatic(room, game.players[0], due_at)
    room.clock.move(HOUR)

    away = take(room, game.players[0], 3).leave

    assert away.begins_at == due_at - MINUTE + DAY
    assert game.seats()[0]["due_at"] == due_at + 4 * DAY


@pytest.mark.both_databases
def test_an_automatic_leave_is_told_once_for_all_its_games(room: Room) -> None:
    game = a_game(room)
    second = another_game(room, game.players)
    room.clock.move(3 * DAY + SECOND)

    automatic(room, game.players[0], game.seats()[0]["due_at"])

    told = [row["facts"] for row in room.rows(Outbox) if row["kind"] == "automatic-leave"]
    assert [sorted(facts["turns"]) for facts in told] == [sorted([[game.id, 1], [second.id, 1]])]
    assert [facts["days_left"] for facts in told] == [9]


@pytest.mark.both_databases
@pytest.mark.parametrize("others", [0, 2])
def test_a_deadline_that_begins_a_day_of_leave_reads_its_player_and_its_game_once(room: Room, others: int) -> None:
    game = a_game(room)
    for _ in range(others):
        another_game(room, game.players)
    room.clock.move(3 * DAY + 10 * SECOND)

    with statements_of(room) as seen, room.workshop.open() as uow:
        assert enforce_next_deadline(uow) == game.id

    assert room.events() == ["leave-automatic"] * (1 + others)
    assert len([one for one in seen if "clock_preference.rest_days" in one]) == 1
    assert len([one for one in seen if one.startswith("SELECT game.id, game.ruleset")]) == 1
    assert len(seen) <= 16


def test_a_deadline_of_a_player_who_wants_no_automatic_leave_reads_no_leave(room: Room) -> None:
    game = a_game(room)
    wish(room, game.players[0], automatic_leave=False)
    room.clock.move(3 * DAY + 10 * SECOND)

    with statements_of(room) as seen:
        assert enforce(room) == [game.id]

    assert game.view().is_over
    assert not [one for one in seen if "FROM leave" in one or "JOIN leave" in one]


@pytest.mark.both_databases
@pytest.mark.parametrize("saved", [0, 1])
@pytest.mark.parametrize("has_leave_left", [True, False])
def test_where_both_run_out_of_time_together_a_day_of_leave_begins_for_who_has_one_and_wants_it(
    room: Room, saved: int, *, has_leave_left: bool
) -> None:
    game = a_game(room, ruleset="hide/1")
    if has_leave_left:
        wish(room, game.players[1 - saved], automatic_leave=False)
    else:
        spend(room, game.players[1 - saved], 10)
    room.clock.move(3 * DAY + 10 * SECOND)

    assert enforce(room) == [game.id] * 2

    assert room.letters("automatic-leave") == [(game.players[saved], None)]
    assert game.view().is_over
