"""What a dead process had in hand is free again; what a living one has is not."""

from collections.abc import Iterator
from datetime import timedelta

import pytest

from corr.base.heartbeat import beat
from corr.jobs.heartbeat_loop import PATIENCE, OrphanedLeases, lease_owner
from corr.mail.queues.circuit_breaker import owners_in_hand, release
from corr.mail.queues.inbox import claim_mail
from corr.mail.queues.outbox import Attempt, claim_letters, give_up, mark_sent, put_off
from corr.store.tables.mails import Inbox, Outbox
from tests.builders import a_letter
from tests.playing import Room, a_room
from tests.posting import an_arrived_mail

pytestmark = pytest.mark.both_databases

EVERY = 5.0
"""Seconds between two looks."""


class Stopwatch:
    """Seconds that pass when a test says so."""

    seconds = 1000.0

    def __call__(self) -> float:
        """How many passed."""
        return self.seconds


@pytest.fixture
def room(database_url: str) -> Iterator[Room]:
    with a_room(database_url) as made:
        yield made


@pytest.mark.both_databases
def test_what_a_silent_process_has_in_hand_is_free_within_a_minute(room: Room) -> None:
    in_hand(room, "dead")
    leases, stopwatch = leases_of(room)

    watch(leases, stopwatch, 50)

    assert owners(room) == {None}
    assert claimed(room, "other") == (1, True)


def test_what_a_living_process_has_in_hand_is_never_free(room: Room) -> None:
    in_hand(room, "busy")
    leases, stopwatch = leases_of(room)

    for _ in range(20):
        room.clock.move(timedelta(seconds=10))
        with room.workshop.open() as uow:
            beat(uow, "busy", ["process"])
        watch(leases, stopwatch, 10)

    assert owners(room) == {"busy"}


def test_nothing_is_taken_from_who_left_a_sign_of_life_meanwhile(room: Room) -> None:
    in_hand(room, "busy")
    with room.workshop.look() as reader:
        last_seen = owners_in_hand(reader)["busy"]
    room.clock.move(timedelta(seconds=10))
    with room.workshop.open() as uow:
        beat(uow, "busy", ["process"])

    with room.workshop.open() as uow:
        released = release(uow, "busy", last_seen)

    assert (released, owners(room)) == (0, {"busy"})


def test_nobody_is_dead_because_the_database_was_away(room: Room) -> None:
    in_hand(room, "busy")
    leases, stopwatch = leases_of(room)
    watch(leases, stopwatch, 20)
    stopwatch.seconds += 300

    watch(leases, stopwatch, PATIENCE - EVERY)

    assert owners(room) == {"busy"}


def test_nobody_is_dead_because_clocks_differ(room: Room) -> None:
    in_hand(room, "busy")
    room.clock.move(timedelta(hours=1))
    leases, stopwatch = leases_of(room)

    watch(leases, stopwatch, PATIENCE - EVERY)

    assert owners(room) == {"busy"}


@pytest.mark.parametrize("loop", ["outbox", "outbox/2"])
def test_a_process_takes_nothing_out_of_its_own_hands(room: Room, loop: str) -> None:
    in_hand(room, lease_owner("heir", loop))
    leases, stopwatch = leases_of(room)

    watch(leases, stopwatch, 300)

    assert owners(room) == {lease_owner("heir", loop)}


@pytest.mark.both_databases
@pytest.mark.parametrize("mark", [put_off, give_up])
def test_who_was_taken_for_dead_changes_nothing_about_a_letter_that_another_has(room: Room, mark: object) -> None:
    a_letter(room)
    with room.workshop.open() as uow:
        (letter,) = claim_letters(uow, "slow", 1)
    leases, stopwatch = leases_of(room)
    watch(leases, stopwatch, 50)
    with room.workshop.open() as uow:
        claim_letters(uow, "other", 1)
    before = room.rows(Outbox)

    with room.workshop.open() as uow:
        assert callable(mark)
        mark(uow, Attempt(letter.id, "ann@example.org", uow.now, "451 later", owner="slow"))

    assert room.rows(Outbox) == before


def test_a_letter_that_was_taken_is_sent_whoever_has_it_by_now(room: Room) -> None:
    a_letter(room)
    with room.workshop.open() as uow:
        (letter,) = claim_letters(uow, "slow", 1)
    leases, stopwatch = leases_of(room)
    watch(leases, stopwatch, 50)
    with room.workshop.open() as uow:
        claim_letters(uow, "other", 1)

    with room.workshop.open() as uow:
        mark_sent(uow, Attempt(letter.id, "ann@example.org", uow.now, "250 OK", owner="slow"))

    assert [row["state"] for row in room.rows(Outbox)] == ["sent"]


def in_hand(room: Room, owner: str) -> None:
    """Let *owner* have a letter and a mail in hand."""
    a_letter(room)
    an_arrived_mail(room)
    with room.workshop.open() as uow:
        beat(uow, owner, ["process"])
    assert claimed(room, owner) == (1, True)


def claimed(room: Room, owner: str) -> tuple[int, bool]:
    """How many letters *owner* can have, and whether a mail."""
    with room.workshop.open() as uow:
        return len(claim_letters(uow, owner, 9)), claim_mail(uow, owner) is not None


def leases_of(room: Room) -> tuple[OrphanedLeases, Stopwatch]:
    """Who looks after the dead, and how much time passes for it."""
    stopwatch = Stopwatch()
    return OrphanedLeases(room.workshop, "heir", elapsed=stopwatch), stopwatch


def watch(leases: OrphanedLeases, stopwatch: Stopwatch, seconds: float) -> None:
    """Let it look every few seconds for so long."""
    leases.look_after()
    for _ in range(int(seconds / EVERY)):
        stopwatch.seconds += EVERY
        leases.look_after()


def owners(room: Room) -> set[str | None]:
    """Who has letters and mails in hand."""
    return {row["lease_owner"] for row in (*room.rows(Inbox), *room.rows(Outbox))}
