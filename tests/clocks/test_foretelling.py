"""What is told of the clocks of a game: until when, what follows, what may save it, and why a clock stands still."""

from datetime import UTC, datetime, timedelta

import pytest
from sqlalchemy import insert, update

from corr.clocks.forecast import GameForecast, find_game_forecast
from corr.clocks.forecast_words import forecast_sentence
from corr.core.pace import Late, Terms, read_pace
from corr.leagues.pairings import coming_paces
from corr.play.endings import resign
from corr.play.running_games import foretold_games
from corr.play.time_outs import close_next_abandoned
from corr.store.base import Row, table
from corr.store.tables.clocks import ClockPreference, Leave, Outage
from corr.store.tables.games import Game
from tests.playing import DAY, Room, TestGame, a_game, another_game, statements_of

HOUR = timedelta(hours=1)
_SOON = "After that the game is cancelled without a result"
# The clock of tests begins on Monday 2 March 2026, 12:00 UTC.


def a_game_of(room: Room, *turns: str, pace: str = "3d/turn", names: str = "Ada Bob", **terms: object) -> TestGame:
    """A game with those terms, in which some turns were made at once."""
    agreed = Terms(read_pace(pace), **terms)  # type: ignore[arg-type]  # A table of whatever a test wants.
    game = a_game(room, names=names, agreed=agreed)
    for text in turns:
        game.play(text)
    return game


def forecast(game: TestGame, seat: int | None = 0) -> GameForecast:
    """What is foretold to the player at *seat*, or to a spectator."""
    with game.room.workshop.look() as reader:
        found = find_game_forecast(reader, game.id, None if seat is None else game.players[seat], coming_paces)
    assert found is not None
    return found


def told(game: TestGame, seat: int | None = 0) -> str:
    """The same in words."""
    return str(forecast_sentence(forecast(game, seat), game.room.clock.now()))


def put(room: Room, of: type[Row], **values: object) -> None:
    """A row of a table."""
    with room.workshop.open() as uow:
        uow.connection.execute(insert(table(of)).values(**values))


def on_leave(game: TestGame, seat: int, begin: datetime, days: int) -> None:
    """Let a player be on leave before the next turn passes."""
    leave = {"begins_at": begin, "ends_at": begin + days * DAY, "days": days, "booked_at": begin, "kind": "taken"}
    put(game.room, Leave, player_id=game.players[seat], **leave)


def without_automatic_leave(game: TestGame, seat: int) -> None:
    """Let no day of leave of a player begin by itself."""
    put(game.room, ClockPreference, player_id=game.players[seat], automatic_leave=False)


def test_whoever_is_due_has_until_the_deadline_and_a_day_of_leave(room: Room) -> None:
    game = a_game_of(room, "A1", "B1")
    room.clock.move(20 * HOUR)

    assert told(game) == (
        "You have until 2026-03-05 12:00 (2 days 4 hours). After that you lose on time, unless automatic "
        "leave gives another day."
    )
    assert told(game, 1) == (
        "Ada has until 2026-03-05 12:00 (2 days 4 hours). After that Ada loses on time, unless automatic leave gives "
        "another day."
    )
    assert told(game, None) == told(game, 1)


def test_automatic_leave_is_told_only_if_it_would_come(room: Room) -> None:
    game = a_game_of(room, "A1", "B1")
    without_automatic_leave(game, 0)
    no_leave = a_game_of(room, "A1", "B1", names="Cid Dan", allows_leave=False)

    assert told(game).endswith("After that you lose on time.")
    assert told(no_leave).endswith("After that you lose on time.")
    assert told(no_leave, 1).endswith("After that Cid loses on time.")


def test_somebody_who_has_used_all_leave_is_promised_none(room: Room) -> None:
    game = a_game_of(room, "A1", "B1")
    on_leave(game, 0, room.clock.now() - 20 * DAY, 10)

    assert told(game).endswith("After that you lose on time.")


def test_a_game_that_was_never_begun_is_cancelled(room: Room) -> None:
    game = a_game_of(room, "A1")

    assert _SOON in told(game, 0)
    assert _SOON in told(game, 1)
    game.play("B1")
    assert _SOON not in told(game, 0)


def test_a_game_to_be_claimed_says_who_may_claim_it(room: Room) -> None:
    game = a_game_of(room, "A1", "B1", late=Late.CLAIM, allows_leave=False)

    assert told(game).endswith("After that Bob may claim the game.")
    assert told(game, 1).endswith("After that you may claim the game.")
    assert told(game, None).endswith("After that Bob may claim the game.")
    assert forecast(game, 1).claimable is None


def test_a_game_whose_time_ran_out_may_be_claimed_or_played(room: Room) -> None:
    game = a_game_of(room, "A1", "B1", late=Late.CLAIM, allows_leave=False)
    room.clock.move(4 * DAY)

    out = "time ran out on 2026-03-05 12:00"
    assert told(game) == f"Your {out}. Bob may claim the game; until then you may still play."
    assert told(game, 1) == f"Ada’s {out}; you may claim the game, or wait."
    assert told(game, None) == f"Ada’s {out}. Bob may claim the game."
    assert forecast(game, 1).claimable is not None
    assert forecast(game, 0).claimable is None


def test_a_game_that_was_never_begun_may_be_cancelled_by_a_claim(room: Room) -> None:
    game = a_game_of(room, late=Late.CLAIM, allows_leave=False)

    assert told(game, 1).endswith("After that you may have the game cancelled without a result.")


def test_a_deadline_that_has_just_passed_is_told_as_passed(room: Room) -> None:
    game = a_game_of(room, "A1", "B1", allows_leave=False)
    room.clock.move(3 * DAY)

    assert told(game) == "Your time ran out on 2026-03-05 12:00. The game is about to end because of that."
    assert told(game, 1).startswith("Ada’s time ran out on 2026-03-05 12:00.")


def test_leave_holds_the_clock_and_says_what_is_left(room: Room) -> None:
    game = a_game_of(room, "A1")
    on_leave(game, 0, room.clock.now() - HOUR, 7)
    game.play("B1")

    assert told(game).startswith(
        "Your clock stands still until 2026-03-09 11:00, while you are on leave; then you have 3 days, until "
        "2026-03-12 11:00. After that you lose on time"
    )
    assert told(game, 1).startswith("Ada is on leave until 2026-03-09 11:00, and then has 3 days, until ")


def test_a_second_leave_before_the_deadline_is_said(room: Room) -> None:
    game = a_game_of(room, "A1")
    on_leave(game, 0, room.clock.now() - HOUR, 2)
    on_leave(game, 0, room.clock.now() + 3 * DAY, 2)
    game.play("B1")

    assert told(game).startswith(
        "Your clock stands still until 2026-03-04 11:00, while you are on leave; then you have 3 days, until "
        "2026-03-09 11:00. In between your clock stands still again. After that you lose on time"
    )


def test_rest_days_hold_the_clock(room: Room) -> None:
    room.clock.move(datetime(2026, 3, 7, 10, tzinfo=UTC) - room.clock.now())
    game = a_game_of(room, "A1", "B1", has_weekends_off=True)

    # The players live in Berlin, where Monday begins an hour before it does in UTC.
    assert told(game).startswith(
        "Your clock stands still until 2026-03-08 23:00, while you rest; then you have 3 days, until 2026-03-11 23:00."
    )
    assert told(game, 1).startswith("Ada rests until 2026-03-08 23:00, and then has 3 days, until ")
    room.clock.move(2 * DAY)
    assert told(game).startswith("You have until 2026-03-11 23:00 (2 days 13 hours).")


def test_a_game_without_a_time_limit_says_when_it_is_closed(room: Room) -> None:
    game = a_game_of(room, pace="untimed")

    for seat in (0, 1, None):
        assert told(game, seat) == (
            "There is no time limit. If nobody does anything, the game is closed without a result on 2026-05-01 12:00."
        )


def test_a_game_that_is_warned_late_is_closed_two_weeks_after_that(room: Room) -> None:
    game = a_game_of(room, pace="untimed")
    room.clock.move(70 * DAY)

    assert told(game).endswith("the game is closed without a result on 2026-05-25 12:00.")

    with room.workshop.open() as uow:
        assert close_next_abandoned(uow)
    room.clock.move(DAY)

    assert told(game).endswith("the game is closed without a result on 2026-05-25 12:00.")


def test_a_frozen_game_says_so_and_nothing_else(room: Room) -> None:
    game = a_game_of(room, "A1", "B1")
    with room.workshop.open() as uow:
        uow.connection.execute(update(table(Game)).values(frozen_at=uow.now))

    assert (
        told(game)
        == "The game is frozen until an administrator has looked at it. Nothing is lost, and the clocks are stopped."
    )
    assert forecast(game, 1).claimable is None


def test_while_the_doors_are_closed_nobodys_time_runs_out(room: Room) -> None:
    game = a_game_of(room, "A1", "B1", late=Late.CLAIM, allows_leave=False)
    room.clock.move(4 * DAY)
    put(room, Outage, began_at=room.clock.now() - HOUR)

    assert told(game, 1) == (
        "Ada’s time ran out on 2026-03-05 12:00. The service could not be reached for a while. No time runs out now, "
        "nor in the 15 minutes after it. If it was longer than 15 minutes, every clock that ran gets all of it back."
    )
    assert forecast(game, 1).claimable is None


@pytest.mark.both_databases
def test_where_both_choose_both_are_told_the_own_clock_first(room: Room) -> None:
    game = a_game(room, ruleset="hide/1")

    assert told(game, 1).startswith("You have until 2026-03-05 12:00 (3 days).")
    assert "Ada has until 2026-03-05 12:00 (3 days)." in told(game, 1)


def test_a_choice_that_waits_has_no_clock_any_more(room: Room) -> None:
    game = a_game(room, ruleset="hide/1")
    game.play("hide A1", seat=0)

    assert told(game, 0) == told(game, None)
    assert "You have" not in told(game, 0)


def test_a_game_that_is_over_foretells_nothing(room: Room) -> None:
    game = a_game(room)
    with room.workshop.open() as uow:
        resign(uow, game.id, game.players[0], "web")

    with room.workshop.look() as reader:
        assert find_game_forecast(reader, game.id, None, coming_paces) is None
        assert foretold_games(reader, game.players[0], coming_paces).forecasts == {}


def test_all_games_of_a_player_are_told_as_each_is_by_itself(room: Room) -> None:
    games = [a_game(room, "B2"), a_game(room, pace="untimed", names="Cid Dan")]

    for game in games:
        with room.workshop.look() as reader:
            found = foretold_games(reader, game.players[0], coming_paces)
        assert found.forecasts == {game.id: forecast(game)}


@pytest.mark.both_databases
def test_many_games_take_no_more_statements_than_one(room: Room) -> None:
    game = a_game(room)
    with statements_of(room) as for_one, room.workshop.look() as reader:
        foretold_games(reader, game.players[0], coming_paces)
    for _ in range(4):
        another_game(room, game.players)

    with statements_of(room) as for_five, room.workshop.look() as reader:
        found = foretold_games(reader, game.players[0], coming_paces)

    assert (len(found.forecasts), len(for_five)) == (5, len(for_one))
