"""A deadline that was shown to a player stands: through changed clocks, zones and wishes, and for any mail."""

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from sqlalchemy import update

from corr.core.pace import Late
from corr.game.refusals import LateError
from corr.store.base import table
from corr.store.tables.clocks import ClockPreference
from corr.store.tables.player_accounts import Player
from tests.clocks.ticking import enforce, wish
from tests.mail.office import Office
from tests.playing import Room, TestGame, a_game, another_game, terms

DAY = timedelta(days=1)
HOUR = timedelta(hours=1)
SECOND = timedelta(seconds=1)
WEEKENDS_OFF = terms("3d/turn", weekends_off=True, leave=False)


def at(text: str, zone: str = "UTC") -> datetime:
    """The moment at which clocks in *zone* show that time."""
    return datetime.fromisoformat(text).replace(tzinfo=ZoneInfo(zone)).astimezone(UTC)


def a_game_at(room: Room, text: str) -> TestGame:
    """A game with weekends off in which both made their first turn, and Ada is due since then."""
    room.clock.move(at(text) - HOUR - room.clock.now())
    game = a_game(room, "A1", agreed=WEEKENDS_OFF)
    game.play("C3")
    return game


def move_house(room: Room, player_id: int, zone: str) -> None:
    """Let a player live elsewhere."""
    rows = table(Player)
    with room.workshop.open() as uow:
        uow.connection.execute(update(rows).where(rows.c.id == player_id).values(zone=zone))


@pytest.mark.parametrize(
    ("since", "due_at"),
    [
        # In Berlin the clocks go forward on Sunday, 29 March, and back on Sunday, 25 October.
        ("2026-03-02 12:00", "2026-03-05 12:00"),
        ("2026-03-05 12:00", "2026-03-10 12:00"),
        ("2026-03-26 12:00", "2026-03-31 11:00"),
    ],
)
def test_a_weekend_off_is_two_days_of_the_players_calendar(room: Room, since: str, due_at: str) -> None:
    game = a_game_at(room, since)

    assert game.view().due_at == at(due_at)


@pytest.mark.parametrize("since", ["2026-03-26 12:00", "2026-10-22 12:00"])
def test_a_deadline_over_the_change_of_clocks_falls_when_it_was_shown(room: Room, since: str) -> None:
    game = a_game_at(room, since)
    due_at = game.view().due_at
    assert due_at is not None
    room.clock.move(due_at - room.clock.now() + 5 * SECOND - timedelta(microseconds=1))
    early = enforce(room)
    room.clock.move(SECOND)

    assert (early, enforce(room)) == ([], [game.id])


@pytest.mark.parametrize("zone", ["Asia/Tokyo", "America/Los_Angeles", "Nowhere/Atlantis"])
def test_a_player_who_moves_house_keeps_the_deadline_until_the_next_turn(room: Room, zone: str) -> None:
    game = a_game_at(room, "2026-03-05 12:00")
    shown = game.view().due_at
    move_house(room, game.players[0], zone)

    assert game.view().due_at == shown
    room.clock.move(timedelta(days=4, hours=12))
    game.play("B2")
    assert game.seats()[0]["bank_ms"] == 3 * DAY // timedelta(milliseconds=1)


def test_another_place_counts_from_the_next_turn(room: Room) -> None:
    game = a_game_at(room, "2026-03-02 12:00")
    move_house(room, game.players[0], "Asia/Tokyo")
    game.play("B2")
    room.clock.move(2 * DAY)

    game.play("C1")

    assert game.seats()[0]["rest_zone"] == "Asia/Tokyo"
    assert game.view().due_at == room.clock.now() + 5 * DAY


def test_other_rest_days_count_from_the_next_turn(room: Room) -> None:
    game = a_game_at(room, "2026-03-05 12:00")
    shown = game.view().due_at
    wish(room, game.players[0], rest_days="")

    assert game.view().due_at == shown
    game.play("B2")
    game.play("C1")
    assert game.view().due_at == room.clock.now() + 3 * DAY


def test_whoever_plays_on_a_rest_day_has_used_no_time_of_it(room: Room) -> None:
    room.clock.move(at("2026-03-06 10:00") - room.clock.now())
    game = a_game(room, "A1", agreed=terms("3d+0d/3d", weekends_off=True))
    game.play("C3")
    room.clock.move(at("2026-03-08 20:00") - room.clock.now())

    game.play("B2")

    # The hour before the first turn, and from noon to midnight in Berlin on Friday.
    assert game.seats()[0]["bank_ms"] == (3 * DAY - 13 * HOUR) // timedelta(milliseconds=1)


def test_a_turn_received_a_second_before_the_deadline_counts_a_minute_after_it(room: Room) -> None:
    game = a_game(room, "A1", "C3", agreed=terms("3d/turn", leave=False))
    room.clock.move(3 * DAY - SECOND)
    received_at = room.clock.now()
    Office(game).store_reply("Ada", "B2")
    room.clock.move(61 * SECOND)

    fallen = enforce(room)
    game.play("B2", received_at=received_at, door="mail")

    assert fallen == []
    assert game.view().turn_number == 4
    assert not game.view().is_over


def test_a_turn_received_at_the_very_deadline_is_late(room: Room) -> None:
    game = a_game(room, "A1", "C3", agreed=terms("3d/turn", leave=False))
    room.clock.move(3 * DAY)

    with pytest.raises(LateError, match="time had run out"):
        game.play("B2")


def test_a_turn_in_time_that_is_understood_after_the_game_may_be_claimed_has_its_usual_time(room: Room) -> None:
    game = a_game(room, "A1", "C3", agreed=terms("3d+0d/3d", late=Late.CLAIM, leave=False))
    received_at = room.clock.now() + DAY
    room.clock.move(4 * DAY)
    enforce(room)

    game.play("B2", received_at=received_at, door="mail")

    # An hour went by before the first turn.
    assert game.seats()[0]["bank_ms"] == (2 * DAY - HOUR) // timedelta(milliseconds=1)


def test_the_clocks_of_two_games_are_each_their_own(room: Room) -> None:
    game = a_game_at(room, "2026-03-05 12:00")
    other = another_game(room, game.players, agreed=terms("3d/turn"))

    assert game.view().due_at == at("2026-03-10 12:00")
    assert other.view().due_at == at("2026-03-08 12:00")


def test_wishes_that_nobody_has_are_the_usual_ones(room: Room) -> None:
    game = a_game_at(room, "2026-03-05 12:00")

    assert room.rows(ClockPreference) == []
    assert game.seats()[0]["rest_days"] == "67"
