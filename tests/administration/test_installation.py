"""Demos and real services keep apart, and loops leave signs of life."""

from collections.abc import Iterator
from datetime import timedelta

import pytest
from sqlalchemy import insert

from corr.administration.installation import become_demo, is_demo, refuse_demo
from corr.base.faults import LoopFault
from corr.base.heartbeat import PulseView, beat, pulses
from corr.base.uow import Workshop
from corr.errors import NotAllowedError
from corr.games.registry import Registry
from corr.store.base import table
from corr.store.db import Database
from corr.store.tables.player_accounts import Player
from tests.fakes import START, FakeClock


@pytest.fixture
def clock() -> FakeClock:
    """The time of the test."""
    return FakeClock()


@pytest.fixture
def workshop(database_url: str, clock: FakeClock) -> Iterator[Workshop]:
    """A workshop on an empty database."""
    database = Database(database_url)
    yield Workshop(database, clock, Registry([]), b"secret")
    database.close()


def add_a_player(workshop: Workshop) -> None:
    """Let somebody sign up."""
    with workshop.open() as uow:
        row = {
            "name": "Ann",
            "name_key": "ann",
            "look_key": "ann",
            "zone": "UTC",
            "created_at": uow.now,
            "is_demo": False,
        }
        uow.connection.execute(insert(table(Player)).values(row))


def test_an_empty_database_becomes_a_demo_and_stays_one(workshop: Workshop) -> None:
    with workshop.open() as uow:
        was_new = become_demo(uow)
    add_a_player(workshop)

    with workshop.open() as uow:
        is_new_again = become_demo(uow)

    with workshop.look() as reader:
        assert (was_new, is_new_again, is_demo(reader)) == (True, False, True)


@pytest.mark.both_databases
def test_a_database_with_real_players_never_becomes_a_demo(workshop: Workshop) -> None:
    add_a_player(workshop)

    with workshop.open() as uow, pytest.raises(NotAllowedError, match="real players"):
        become_demo(uow)

    with workshop.look() as reader:
        assert not is_demo(reader)


def test_a_real_service_does_not_run_on_a_demo(workshop: Workshop) -> None:
    with workshop.open() as uow:
        become_demo(uow)

    with workshop.look() as reader, pytest.raises(NotAllowedError, match="belongs to a demo"):
        refuse_demo(reader)


@pytest.mark.both_databases
def test_a_real_service_runs_on_a_database_without_a_mark(workshop: Workshop) -> None:
    with workshop.look() as reader:
        refuse_demo(reader)


@pytest.mark.both_databases
def test_the_latest_sign_of_life_of_each_loop_is_kept(workshop: Workshop, clock: FakeClock) -> None:
    with workshop.open() as uow:
        beat(uow, "host:1", ["inbox", "outbox"])
    clock.move(timedelta(seconds=15))

    with workshop.open() as uow:
        beat(uow, "host:1", ["outbox"])
        beat(uow, "host:2", ["outbox"])

    with workshop.look() as reader:
        later = START + timedelta(seconds=15)
        assert set(pulses(reader)) == {
            PulseView("outbox", "host:1", later),
            PulseView("outbox", "host:2", later),
            PulseView("inbox", "host:1", START),
        }


@pytest.mark.both_databases
def test_a_loop_that_stopped_or_fails_is_told_of_for_as_long_as_its_process_lives(
    workshop: Workshop, clock: FakeClock
) -> None:
    with workshop.open() as uow:
        beat(uow, "host:1", ["inbox", "ratings", "outbox"])
    clock.move(timedelta(days=3))

    with workshop.open() as uow:
        beat(uow, "host:1", ["outbox"], {"ratings": LoopFault("KeyError in count", 3600)})

    with workshop.look() as reader:
        hour_ago = clock.now() - timedelta(hours=1)
        assert set(pulses(reader)) == {
            PulseView("outbox", "host:1", clock.now()),
            PulseView("inbox", "host:1", START, is_stale=True),
            PulseView("ratings", "host:1", START, hour_ago, "KeyError in count", is_stale=True),
        }


@pytest.mark.both_databases
def test_processes_that_are_long_gone_are_forgotten(workshop: Workshop, clock: FakeClock) -> None:
    with workshop.open() as uow:
        beat(uow, "host:1", ["inbox"])
    clock.move(timedelta(days=2))

    with workshop.open() as uow:
        beat(uow, "host:2", [])

    with workshop.look() as reader:
        assert pulses(reader) == ()
