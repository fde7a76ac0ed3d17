"""Leave that is taken, ended early and called off."""

from datetime import UTC, date, datetime, timedelta

import pytest

from corr.clocks.leave import away_until
from corr.clocks.leave_plans import plan_leave, plan_return
from corr.clocks.take_leave import TakeLeave, cancel_leave, take_leave
from corr.core.days_off import ForDays, OnDates, Wish
from corr.errors import ConflictError, InputError, NotFoundError
from corr.store.tables.clocks import Leave
from corr.store.tables.games import Game, GameEvent
from tests.clocks.leaving import back, take, view
from tests.playing import DAY, STRICT, Room, a_game, another_game

HOUR = timedelta(hours=1)
MINUTE = timedelta(minutes=1)


def test_on_leave_a_clock_stands_still(room: Room) -> None:
    game = a_game(room)
    due_at = game.seats()[0]["due_at"]
    room.clock.move(DAY)

    take(room, game.players[0], 4)

    assert game.seats()[0]["due_at"] == due_at + 4 * DAY


def test_a_leave_is_a_line_with_its_amount_in_each_game_whose_clock_changed(room: Room) -> None:
    game = a_game(room)
    waiting = another_game(room, game.players, "A1")
    untimed = another_game(room, game.players, pace="untimed")

    receipt = take(room, game.players[0], 4)

    lines = [row for row in room.rows(GameEvent) if row["kind"] == "leave-taken"]
    assert [(row["game_id"], row["seat"], row["amount_ms"]) for row in lines] == [(game.id, 0, 4 * 86_400_000)]
    assert lines[0]["until"] == receipt.leave.ends_at
    assert {waiting.id, untimed.id}.isdisjoint(row["game_id"] for row in lines)


def test_every_running_game_of_the_player_is_shown_anew(room: Room) -> None:
    games = [a_game(room), a_game(room, names="Cid Dan")]
    mine = [games[0], another_game(room, games[0].players, "A1"), another_game(room, games[0].players, pace="untimed")]
    before = versions(room)

    take(room, games[0].players[0], 1)

    after = versions(room)
    assert {game_id for game_id in after if after[game_id] != before[game_id]} == {game.id for game in mine}


def test_a_turn_that_arrives_on_leave_waits_with_a_clock_that_stands(room: Room) -> None:
    game = a_game(room)
    away = take(room, game.players[1], 5).leave

    game.play("A1")

    assert game.seats()[1]["due_at"] == away.ends_at + 3 * DAY


def test_a_planned_leave_counts_in_the_deadline_before_it_begins(room: Room) -> None:
    game = a_game(room, pace="10d/turn")
    today = room.clock.now().date()

    away = take(room, game.players[0], OnDates(today + 2 * DAY, today + 3 * DAY)).leave

    assert game.seats()[0]["due_at"] == room.clock.now() + 12 * DAY
    assert (away.days, away.ends_at - away.begins_at) == (2, 2 * DAY)


def test_a_game_that_excludes_leave_goes_on_and_the_player_is_told_so(room: Room) -> None:
    game = a_game(room)
    strict = another_game(room, game.players, agreed=STRICT)
    due_at = strict.seats()[0]["due_at"]

    receipt = take(room, game.players[0], 2)

    assert strict.seats()[0]["due_at"] == due_at
    assert [(going.id, going.opponent) for going in receipt.going_on] == [(strict.id, "Bob")]


def test_a_plan_tells_which_clocks_stand_still_and_which_go_on(room: Room) -> None:
    game = a_game(room)
    strict = another_game(room, game.players, agreed=STRICT)
    another_game(room, game.players, pace="untimed")

    with room.workshop.look() as reader:
        plan = plan_leave(reader, game.players[0], ForDays(3))

    assert [one.id for one in plan.standing] == [game.id]
    assert [one.id for one in plan.going_on] == [strict.id]
    assert (plan.days, plan.days_left) == (3, 7)


@pytest.mark.parametrize(
    ("wish", "sentence"),
    [
        (ForDays(0), "A leave takes whole days, and at least one."),
        (ForDays(-3), "A leave takes whole days, and at least one."),
        (ForDays(11), "You have 10 days of leave, and that would take 11 days; the next one comes on Sat 14 Mar 2026."),
        (ForDays(10**9), "You have 10 days of leave, and that would take 1000000000 days"),
        (OnDates(date(2026, 3, 1), date(2026, 3, 3)), "A leave cannot begin in the past; it can begin today."),
        (OnDates(date(1, 1, 1), date(1, 1, 2)), "A leave cannot begin in the past; it can begin today."),
        (OnDates(date(2026, 3, 9), date(2026, 3, 8)), "The last day of a leave cannot lie before its first day."),
        (OnDates(date(2027, 3, 9), date(2027, 3, 9)), "A leave can begin up to 365 days ahead."),
        (OnDates(date(9999, 12, 31), date(9999, 12, 31)), "A leave can begin up to 365 days ahead."),
        (OnDates(date(2026, 3, 9), date(9999, 12, 31)), "You have 10 days of leave, and that would take"),
    ],
)
def test_a_leave_that_cannot_be_is_refused_with_its_limit(room: Room, wish: Wish, sentence: str) -> None:
    player = room.player("Ada")

    with pytest.raises(InputError) as refused:
        take(room, player, wish)

    assert refused.value.sentence.startswith(sentence)
    assert room.count(Leave) == 0


def test_two_leaves_cannot_overlap_and_the_refusal_names_the_first(room: Room) -> None:
    player = room.player("Ada")
    take(room, player, OnDates(date(2026, 3, 10), date(2026, 3, 12)))

    with pytest.raises(InputError) as refused:
        take(room, player, OnDates(date(2026, 3, 12), date(2026, 3, 14)))

    assert "from Tue 10 Mar 2026 to Thu 12 Mar 2026" in refused.value.sentence


def test_a_leave_that_was_called_off_is_in_the_way_of_none(room: Room) -> None:
    player = room.player("Ada")
    planned = take(room, player, OnDates(date(2026, 3, 4), date(2026, 3, 5))).leave
    with room.workshop.open() as uow:
        cancel_leave(uow, player, planned.id)

    around = take(room, player, OnDates(date(2026, 3, 3), date(2026, 3, 6))).leave

    assert around.days == 4


@pytest.mark.both_databases
def test_leaves_may_touch_and_are_told_as_one_absence(room: Room) -> None:
    player = room.player("Ada")
    take(room, player, OnDates(date(2026, 3, 2), date(2026, 3, 4)))
    last = take(room, player, OnDates(date(2026, 3, 5), date(2026, 3, 6))).leave

    with room.workshop.look() as reader:
        assert away_until(reader, [player]) == {player: last.ends_at}


def test_a_mail_that_came_before_its_player_was_back_begins_a_leave_after_that(room: Room) -> None:
    player = room.player("Ada")
    take(room, player, 5)
    room.clock.move(DAY)
    asked_at = room.clock.now() - MINUTE
    ended = back(room, player).leave

    with room.workshop.open() as uow:
        order = TakeLeave(player, ForDays(2), "mail", "mail", asked_at=asked_at)
        leave = take_leave(uow, order).leave

    assert leave.begins_at == ended.ends_at


@pytest.mark.parametrize(("waited", "begun"), [(30 * MINUTE, 30 * MINUTE), (5 * HOUR, HOUR)])
def test_leave_by_mail_counts_from_when_it_came_but_no_more_than_an_hour(
    room: Room, waited: timedelta, begun: timedelta
) -> None:
    player = room.player("Ada")
    room.clock.move(DAY)

    with room.workshop.open() as uow:
        order = TakeLeave(player, ForDays(2), "mail", "mail", asked_at=uow.now - waited)
        leave = take_leave(uow, order).leave

    assert leave.begins_at == room.clock.now() - begun


def test_the_same_key_is_the_same_leave(room: Room) -> None:
    player = room.player("Ada")

    receipts = [take(room, player, 2, key="form") for _ in range(3)]

    assert [receipt.repeated for receipt in receipts] == [False, True, True]
    assert len({receipt.leave.id for receipt in receipts}) == 1
    assert view(room, player).balance == 8


def test_a_leave_across_a_change_of_clocks_ends_at_midnight(room: Room) -> None:
    player = room.player("Ada")
    room.clock.move(20 * DAY)

    away = take(room, player, OnDates(date(2026, 3, 28), date(2026, 3, 29))).leave

    assert (away.begins_at, away.ends_at) == (
        datetime(2026, 3, 27, 23, tzinfo=UTC),
        datetime(2026, 3, 29, 22, tzinfo=UTC),
    )
    assert away.days == 2


def test_who_comes_back_early_pays_for_the_days_that_have_begun(room: Room) -> None:
    game = a_game(room)
    due_at = game.seats()[0]["due_at"]
    take(room, game.players[0], 7)
    room.clock.move(2 * DAY + HOUR)

    receipt = back(room, game.players[0])

    assert (receipt.leave.days, receipt.days_back, receipt.days_left) == (3, 4, 7)
    assert game.seats()[0]["due_at"] == due_at + 2 * DAY + HOUR
    assert [(moved.game.id, moved.will_be) for moved in receipt.moved] == [(game.id, due_at + 2 * DAY + HOUR)]
    shortened = [row["amount_ms"] for row in room.rows(GameEvent) if row["kind"] == "leave-shortened"]
    assert shortened == [-(5 * 86_400_000 - 3_600_000)]


def test_the_plan_of_a_return_is_what_becomes_of_it(room: Room) -> None:
    game = a_game(room)
    leave = take(room, game.players[0], 7).leave
    room.clock.move(DAY)

    with room.workshop.look() as reader:
        plan = plan_return(reader, game.players[0], leave.id)
    receipt = back(room, game.players[0])

    assert (plan.moved, plan.days_back, plan.leave.days) == (receipt.moved, receipt.days_back, receipt.leave.days)


def test_who_is_not_away_cannot_come_back(room: Room) -> None:
    with pytest.raises(ConflictError, match="not on leave"):
        back(room, room.player("Ada"))


def test_coming_back_twice_from_one_leave_is_once(room: Room) -> None:
    player = room.player("Ada")
    leave = take(room, player, 5).leave
    room.clock.move(DAY)
    first = back(room, player, leave.id)
    room.clock.move(DAY)

    second = back(room, player, leave.id)

    assert (second.repeated, second.leave, second.days_left) == (True, first.leave, first.days_left)


@pytest.mark.both_databases
def test_a_leave_that_is_called_off_gives_all_days_and_the_deadline_back(room: Room) -> None:
    game = a_game(room, pace="10d/turn")
    due_at = game.seats()[0]["due_at"]
    leave = take(room, game.players[0], OnDates(date(2026, 3, 5), date(2026, 3, 8))).leave

    with room.workshop.open() as uow:
        receipt = cancel_leave(uow, game.players[0], leave.id)

    assert (receipt.days_back, receipt.days_left) == (4, 10)
    assert game.seats()[0]["due_at"] == due_at
    assert view(room, game.players[0]).planned == ()


def test_a_leave_that_has_begun_is_not_called_off(room: Room) -> None:
    player = room.player("Ada")
    leave = take(room, player, 5).leave
    room.clock.move(DAY)

    with pytest.raises(ConflictError, match="has begun"), room.workshop.open() as uow:
        cancel_leave(uow, player, leave.id)

    assert (view(room, player).current, view(room, player).balance) == (leave, 5)


def test_nobody_comes_back_from_a_leave_that_has_not_begun(room: Room) -> None:
    player = room.player("Ada")
    leave = take(room, player, OnDates(date(2026, 3, 5), date(2026, 3, 8))).leave

    with pytest.raises(ConflictError, match="has not begun"):
        back(room, player, leave.id)

    assert view(room, player).planned == (leave,)


def test_nobody_ends_the_leave_of_somebody_else(room: Room) -> None:
    leave = take(room, room.player("Ada"), 5).leave
    other = room.player("Bob")

    with pytest.raises(NotFoundError):
        back(room, other, leave.id)


def test_a_view_tells_what_runs_what_is_planned_and_what_is_over(room: Room) -> None:
    player = room.player("Ada")
    over = take(room, player, 1).leave
    room.clock.move(2 * DAY)
    runs = take(room, player, 2).leave
    planned = take(room, player, OnDates(date(2026, 3, 10), date(2026, 3, 10))).leave

    seen = view(room, player)

    assert (seen.past, seen.current, seen.planned) == ((over,), runs, (planned,))
    assert (seen.balance, seen.next_day_at) == (6, datetime(2026, 3, 14, 12, tzinfo=UTC))


def versions(room: Room) -> dict[str, int]:
    """The version of each game."""
    return {row["id"]: row["version"] for row in room.rows(Game)}
