"""Rehearsals: a database whose time runs faster, and that nothing else is made of."""

from datetime import timedelta

import pytest

from corr.administration.installation import Rehearsal, become_rehearsal, find_rehearsal
from corr.base.heartbeat import beat
from corr.errors import InputError, NotAllowedError
from tests.fakes import START
from tests.playing import Room


@pytest.mark.both_databases
def test_an_empty_database_becomes_a_rehearsal(room: Room) -> None:
    with room.workshop.open() as uow:
        become_rehearsal(uow, 60)
    room.clock.move(timedelta(days=1))

    with room.workshop.look() as reader:
        found = find_rehearsal(reader)

    assert found == Rehearsal(60, START)


def test_a_database_is_no_rehearsal_by_itself(room: Room) -> None:
    with room.workshop.look() as reader:
        assert find_rehearsal(reader) is None


def test_an_hour_of_a_rehearsal_takes_a_minute() -> None:
    rehearsal = Rehearsal(60, START)

    assert rehearsal.at(START) == START
    assert rehearsal.at(START + timedelta(minutes=1)) == START + timedelta(hours=1)


@pytest.mark.parametrize("factor", [0, -1, 10_001, 10**9])
def test_a_factor_out_of_bounds_is_refused(room: Room, factor: int) -> None:
    with pytest.raises(InputError, match="from 1 to 10,000"), room.workshop.open() as uow:
        become_rehearsal(uow, factor)


def test_a_database_with_players_becomes_no_rehearsal(room: Room) -> None:
    room.player("Ada")

    assert "holds players" in refusal(room)


def test_a_database_on_which_a_service_runs_becomes_no_rehearsal(room: Room) -> None:
    with room.workshop.open() as uow:
        beat(uow, "host:1", ["outbox"])

    assert "A service runs on this database" in refusal(room)


def test_the_time_of_a_rehearsal_is_never_changed(room: Room) -> None:
    with room.workshop.open() as uow:
        become_rehearsal(uow, 60)

    assert "a rehearsal already" in refusal(room)


def refusal(room: Room) -> str:
    """What is said to somebody who wants a rehearsal."""
    with pytest.raises(NotAllowedError) as caught, room.workshop.open() as uow:
        become_rehearsal(uow, 2)
    return caught.value.sentence
