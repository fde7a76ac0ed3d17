"""Our own relay in trouble: letters wait, nobody is blamed, and one letter tries it out."""

from collections.abc import Iterator
from datetime import timedelta

import pytest

from corr.mail.letters.dispatch import send_next
from corr.mail.letters.transport import PutOffError, RefusedError, RelayError
from corr.mail.queues.circuit_breaker import admitted, breakers, close_breaker
from corr.mail.queues.outbox import claim_letters
from corr.players.address_reputation import reputation_of
from corr.store.tables.mails import DeliveryEvent, MailStanding, Outbox
from tests.mail.office import IDENTITY, FakeTransport, Office, an_office
from tests.playing import Room, a_room, another_game
from tests.racing import meanwhile

DOWN = RelayError("ConnectionRefusedError: nobody there")


class Counting(FakeTransport):
    """A far end that counts how often it is tried."""

    tries = 0

    def send(self, sender: str, recipient: str, message: bytes) -> str:
        """Keep one letter, or fail as told."""
        self.tries += 1
        return super().send(sender, recipient, message)


class OneUnwanted(FakeTransport):
    """A relay that takes every letter but those to one address."""

    def send(self, sender: str, recipient: str, message: bytes) -> str:
        """Keep one letter, if it is wanted."""
        if recipient == "bob@example.org":
            raise RelayError("554 5.7.1 looks like spam", is_about_letter=True)
        return super().send(sender, recipient, message)


@pytest.fixture
def office(database_url: str) -> Iterator[Office]:
    """A game with letters to both players that wait."""
    with a_room(database_url) as room:
        made = an_office(room, "B3-C3")
        another_game(room, made.game.players)
        yield made


def waiting(office: Office) -> list[tuple[int, str | None]]:
    """How often the letters that wait were tried, and who holds them."""
    return [(row["tries"], row["lease_owner"]) for row in office.room.rows(Outbox) if row["state"] == "waiting"]


def tick(office: Office, transport: FakeTransport) -> bool:
    """Let a sender look once for something to do."""
    return send_next(office.room.workshop, IDENTITY, transport, "one")


def test_while_our_relay_is_down_letters_wait_untouched_and_no_address_is_blamed(office: Office) -> None:
    broken = Counting(fault=DOWN)

    ticks = [tick(office, broken) for _ in range(5)]

    assert ticks == [False] * 5
    assert broken.tries == 1
    assert set(waiting(office)) == {(0, None)}
    assert office.room.rows(MailStanding) == []


def test_after_a_while_one_letter_tries_the_relay_out(office: Office) -> None:
    broken = Counting(fault=DOWN)
    tick(office, broken)

    office.room.clock.move(timedelta(minutes=1))
    for _ in range(3):
        tick(office, broken)

    assert broken.tries == 2
    assert set(waiting(office)) == {(0, None)}


def test_the_relay_is_left_alone_longer_after_each_fault(office: Office) -> None:
    broken, rests = Counting(fault=DOWN), []
    for _ in range(5):
        tick(office, broken)
        with office.room.workshop.look() as reader:
            until = breakers(reader)[0].open_until
        assert until is not None
        rests.append(until - office.room.clock.now())
        office.room.clock.move(rests[-1])

    assert rests == sorted(rests)
    assert timedelta(seconds=10) <= rests[0] < rests[-1] <= timedelta(minutes=20)


def test_a_letter_that_nobody_needs_any_more_does_not_try_the_relay_out(office: Office) -> None:
    broken = Counting(fault=DOWN)
    tick(office, broken)
    office.game.play("I3-H3")
    broken.fault = None

    office.room.clock.move(timedelta(minutes=1))
    while tick(office, broken):
        pass

    assert waiting(office) == []
    assert "ada@example.org" in [to for _, to, _ in broken.sent]


def test_once_the_relay_takes_a_letter_all_others_follow(office: Office) -> None:
    office.transport.fault = DOWN
    office.send_all()
    office.transport.fault = None

    office.room.clock.move(timedelta(minutes=1))
    office.send_all()

    assert waiting(office) == []
    assert office.transport.sent != []
    with office.room.workshop.look() as reader:
        assert [(one.is_open, one.faults) for one in breakers(reader)] == [(False, 0)]


def test_a_refused_recipient_shows_that_the_relay_works_and_all_others_follow(office: Office) -> None:
    office.transport.fault = DOWN
    office.send_all()
    office.transport.fault = RefusedError("550 5.1.1 unknown", "5.1.1")
    office.room.clock.move(timedelta(minutes=1))

    tick(office, office.transport)
    office.transport.fault = None
    office.send_all()

    assert waiting(office) == []
    assert office.transport.sent != []


@pytest.mark.both_databases
def test_whoever_comes_too_late_to_try_the_relay_out_leaves_it_to_others(office: Office) -> None:
    room, relay = office.room, office.transport.relay
    office.transport.fault = DOWN
    office.send_all()
    office.transport.fault = None
    room.clock.move(timedelta(minutes=1))

    with meanwhile(room, "UPDATE breaker", work=lambda: claim_all(room)):
        tick(office, office.transport)

    with room.workshop.open() as uow:
        assert admitted(uow, relay, 20) > 0


def claim_all(room: Room) -> None:
    """What another process may do at any moment."""
    with room.workshop.open() as uow:
        claim_letters(uow, "another", 50)


def test_all_processes_know_that_the_relay_is_down(office: Office, database_url: str) -> None:
    broken = Counting(fault=DOWN)
    tick(office, broken)

    with a_room(database_url) as second:
        went_on = send_next(second.workshop, IDENTITY, broken, "two")

    assert not went_on
    assert broken.tries == 1


def test_an_administrator_may_have_the_relay_tried_at_once(office: Office) -> None:
    office.transport.fault = DOWN
    office.send_all()
    office.transport.fault = None

    with office.room.workshop.open() as uow:
        close_breaker(uow, office.transport.relay)
    office.send_all()

    assert waiting(office) == []


def test_a_letter_that_the_relay_does_not_want_holds_no_other_up(office: Office) -> None:
    picky = OneUnwanted()
    for _ in range(20):
        while tick(office, picky):
            pass
        office.room.clock.move(timedelta(minutes=1))

    assert "ada@example.org" in [to for _, to, _ in picky.sent]
    assert all(tries == 0 for tries, _ in waiting(office))


def test_a_letter_that_the_relay_never_wants_is_given_up_after_some_days(office: Office) -> None:
    picky = OneUnwanted()
    for _ in range(10):
        tick(office, picky)
        office.room.clock.move(timedelta(days=1))

    to_bob = [row["state"] for row in office.room.rows(Outbox) if row["recipient"] == "bob@example.org"]
    assert "failed" in to_bob
    assert office.room.rows(MailStanding) == []


@pytest.mark.parametrize("fault", [PutOffError("451 later"), RefusedError("550 5.1.1 unknown", "5.1.1")])
def test_what_is_said_of_a_recipient_opens_no_breaker(office: Office, fault: PutOffError | RefusedError) -> None:
    office.transport.fault = fault

    office.send_all()

    with office.room.workshop.look() as reader:
        assert breakers(reader) == ()


def test_every_attempt_stands_in_the_ledger_with_when_it_began(office: Office) -> None:
    office.transport.fault = PutOffError("451 4.2.0 b+abcdefghijklmnopqrstuvwxyz@play.example\r\nis greylisted")
    office.send_all()

    rows = office.room.rows(DeliveryEvent)
    tried = [row for row in rows if row["kind"] == "put-off"]
    assert len(tried) == len([row for row in office.room.rows(Outbox) if row["tries"] == 1 and row["message"]])
    assert {row["began_at"] for row in tried} == {office.room.clock.now()}
    assert {row["words"] for row in tried} == {"451 4.2.0 b+…@play.example is greylisted"}


def test_a_passing_refusal_while_sending_is_held_against_nobody(office: Office) -> None:
    office.transport.fault = PutOffError("451 later")

    office.send_all()

    with office.room.workshop.look() as reader:
        found = reputation_of(reader, "bob@example.org")
    assert (found.is_suppressed, found.hard_bounces, found.score) == (False, 0, 0.0)
