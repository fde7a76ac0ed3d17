"""Outages: they are known from the pulses, noted once, and no deadline falls in them."""

from datetime import datetime, timedelta
from functools import partial

import pytest

from corr.base.heartbeat import JOBS, MAIL, WEB, leave
from corr.clocks.outages import credit_next, is_outage, outages
from corr.play.deadlines import enforce_next_deadline
from tests.fakes import START
from tests.living import BOTH, alive
from tests.playing import STRICT, Room, a_game
from tests.racing import at_once, meeting

SECOND, MINUTE, HOUR = timedelta(seconds=1), timedelta(minutes=1), timedelta(hours=1)


def test_a_service_that_was_never_seen_was_never_down(room: Room) -> None:
    a_game(room)
    room.clock.move(timedelta(days=2))

    assert not is_closed(room)


@pytest.mark.both_databases
def test_a_restart_within_a_minute_is_no_outage(room: Room) -> None:
    alive(room, "one", BOTH)
    room.clock.move(MINUTE)
    alive(room, "two", BOTH)

    assert noted(room) == []
    assert not is_closed(room)


def test_the_first_process_that_comes_back_notes_that_all_were_down(room: Room) -> None:
    alive(room, "one", BOTH)
    room.clock.move(2 * MINUTE)

    alive(room, "two", BOTH)

    assert noted(room) == [(START, START + 2 * MINUTE)]


@pytest.mark.both_databases
def test_a_service_that_was_stopped_in_good_order_was_down_too(room: Room) -> None:
    alive(room, "one", BOTH)
    with room.workshop.open() as uow:
        leave(uow, "one")
    room.clock.move(HOUR)

    alive(room, "two", BOTH)

    assert noted(room) == [(START, START + HOUR)]


def test_an_outage_lasts_until_pages_and_jobs_are_back(room: Room) -> None:
    alive(room, "one", BOTH)
    room.clock.move(2 * MINUTE)
    alive(room, "two", [JOBS])
    lasting = noted(room)
    room.clock.move(MINUTE)

    alive(room, "three", [WEB])

    assert lasting == [(START, None)]
    assert noted(room) == [(START, START + 3 * MINUTE)]


def test_jobs_that_go_on_note_that_pages_are_missing(room: Room) -> None:
    alive(room, "pages", [WEB])
    for _ in range(15):
        alive(room, "jobs", [JOBS])
        room.clock.move(MINUTE)
    alive(room, "jobs", [JOBS])
    before = noted(room)
    room.clock.move(SECOND)

    alive(room, "jobs", [JOBS])

    assert before == []
    assert noted(room) == [(START, None)]


@pytest.mark.both_databases
def test_pages_that_go_on_note_that_jobs_are_missing(room: Room) -> None:
    alive(room, "jobs", [JOBS])
    room.clock.move(15 * MINUTE)
    alive(room, "pages", [WEB])
    room.clock.move(SECOND)

    alive(room, "pages", [WEB])

    assert noted(room) == [(START, None)]


def test_mail_servers_are_not_missed(room: Room) -> None:
    alive(room, "mail", [MAIL])
    room.clock.move(HOUR)
    alive(room, "one", BOTH)
    room.clock.move(MINUTE)
    alive(room, "one", BOTH)

    assert noted(room) == []


def test_a_kind_that_was_missed_longer_than_the_others_makes_one_longer_outage(room: Room) -> None:
    alive(room, "pages", [WEB])
    for _ in range(10):
        alive(room, "jobs", [JOBS])
        room.clock.move(MINUTE)
    alive(room, "jobs", [JOBS])
    room.clock.move(2 * MINUTE)
    alive(room, "jobs again", [JOBS])
    at_first = noted(room)
    room.clock.move(10 * MINUTE)
    alive(room, "jobs again", [JOBS])
    room.clock.move(SECOND)

    alive(room, "all", BOTH)

    assert at_first == [(START + 10 * MINUTE, None)]
    assert noted(room) == [(START, START + 22 * MINUTE + SECOND)]


def test_two_outages_have_no_minute_in_common(room: Room) -> None:
    alive(room, "one", BOTH)
    room.clock.move(HOUR)
    alive(room, "two", BOTH)
    room.clock.move(HOUR)
    alive(room, "three", BOTH)

    (first_began, first_ended), (second_began, second_ended) = noted(room)

    assert (first_began, first_ended, second_ended) == (START, START + HOUR, START + 2 * HOUR)
    assert first_ended is not None
    assert timedelta(0) <= second_began - first_ended < SECOND


def test_an_outage_begins_no_sooner_than_the_one_before_has_ended(room: Room) -> None:
    alive(room, "one", BOTH)
    room.clock.move(2 * MINUTE)
    alive(room, "pages", [WEB])
    room.clock.move(50 * SECOND)
    # The pages left their last sign of life before the jobs were back, and with them the service.
    alive(room, "jobs", [JOBS])
    room.clock.move(HOUR)

    alive(room, "two", BOTH)

    (_, first_ended), (second_began, _) = noted(room)
    assert first_ended == START + 2 * MINUTE + 50 * SECOND
    assert first_ended < second_began < first_ended + SECOND


@pytest.mark.both_databases
def test_processes_that_come_back_at_once_note_one_outage(room: Room) -> None:
    alive(room, "before", BOTH)
    room.clock.move(HOUR)

    with meeting(room, "INSERT INTO outage"):
        at_once(*(partial(alive, room, owner, BOTH) for owner in ("one", "two", "three")))

    assert noted(room) == [(START, START + HOUR)]


def test_no_deadline_falls_before_every_clock_was_credited_however_long_that_takes(room: Room) -> None:
    alive(room, "one", BOTH)
    room.clock.move(2 * MINUTE)
    alive(room, "two", BOTH)

    for _ in range(60):
        room.clock.move(MINUTE)
        alive(room, "two", BOTH)

    assert is_closed(room)


def test_no_deadline_falls_while_the_doors_are_closed_even_if_nobody_has_noticed(room: Room) -> None:
    game = a_game(room, agreed=STRICT)
    room.clock.move(timedelta(days=3) - HOUR)
    alive(room, "one", BOTH)
    room.clock.move(2 * HOUR)

    with room.workshop.open() as uow:
        fallen = enforce_next_deadline(uow)

    assert fallen is None
    assert not game.view().is_over


def test_deadlines_fall_again_a_while_after_the_outage_was_settled(room: Room) -> None:
    alive(room, "one", BOTH)
    room.clock.move(2 * MINUTE)
    alive(room, "two", BOTH)
    unsettled = is_closed(room)
    settle(room)
    settled = is_closed(room)
    for _ in range(15):
        room.clock.move(MINUTE)
        alive(room, "two", BOTH)

    assert (unsettled, settled, is_closed(room)) == (True, True, False)


def test_what_a_clock_that_was_a_year_ahead_has_noted_closes_no_door(room: Room) -> None:
    year = timedelta(days=365)
    alive(room, "one", BOTH)
    room.clock.move(year)
    alive(room, "one", BOTH)
    settle(room)
    room.clock.move(-year)

    alive(room, "one", BOTH)

    assert not is_closed(room)


def is_closed(room: Room) -> bool:
    with room.workshop.look() as reader:
        return is_outage(reader)


def noted(room: Room) -> list[tuple[datetime, datetime | None]]:
    """When outages began and ended, the first one first."""
    with room.workshop.look() as reader:
        return [(outage.began_at, outage.ended_at) for outage in reversed(outages(reader))]


def settle(room: Room) -> None:
    """Credit every clock."""
    is_left = True
    while is_left:
        with room.workshop.open() as uow:
            is_left = credit_next(uow)
