"""Mail and loops while the data is out of reach: nothing that was taken is lost, and all goes on afterwards."""

import logging
import smtplib
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from threading import Event

import pytest

from corr.errors import UnreachableError
from corr.jobs.heartbeat_loop import HeartbeatLoop
from corr.jobs.runner import Loop, Task
from corr.play.deadlines import enforce_next_deadline
from corr.store.tables.games import Turn
from corr.store.tables.mails import Inbox, Outbox
from tests.faults.wire import Fault, Wire
from tests.mail.listener import a_listener
from tests.mail.office import Office, an_office, understand_next
from tests.playing import STRICT, Room, a_game

pytestmark = pytest.mark.slow

PATIENCE = 60.0
COMMIT = b"COMMIT\0"
STORED = b"INSERT INTO inbox"
RAW = b"From: bob@example.org\r\nMessage-ID: <1@example.org>\r\nSubject: Re: a turn\r\n\r\nI3-H3\r\n"


@pytest.fixture
def office(room: Room) -> Office:
    """A game in which Bob is due, with its post."""
    return an_office(room, "B3-C3")


@contextmanager
def someone(port: int) -> Iterator[smtplib.SMTP]:
    """A mail server that talks to ours."""
    with smtplib.SMTP("127.0.0.1", port, timeout=PATIENCE) as client:
        client.ehlo()
        yield client


def bring(client: smtplib.SMTP, recipient: str) -> int:
    """The answer to a mail as a whole."""
    client.mail("bob@example.org")
    code, _ = client.rcpt(recipient)
    return client.data(RAW)[0] if code == 250 else code


def test_an_address_that_cannot_be_looked_up_is_asked_for_again(wire: Wire, office: Office) -> None:
    address = office.reply_address("Bob")
    with a_listener(office.room.workshop) as port, someone(port) as client:
        wire.stall()

        code = bring(client, address)

    wire.heal()
    assert code == 451
    assert office.room.count(Inbox) == 0


@pytest.mark.parametrize("fault", Fault)
@pytest.mark.parametrize("at", [STORED, COMMIT])
def test_a_mail_is_only_taken_when_it_is_stored_and_counts_once(
    wire: Wire, office: Office, fault: Fault, at: bytes
) -> None:
    address = office.reply_address("Bob")
    with a_listener(office.room.workshop) as port, someone(port) as client:
        # Reads are committed, too.
        wire.watch(at, fault, after=STORED)

        first = bring(client, address)
        wire.heal()
        client.rset()
        second = bring(client, address)

    office.understand_all()
    assert wire.struck.is_set()
    assert (first, second) == (451, 250)
    assert office.turns() == ["B3-C3", "I3-H3"]


@pytest.mark.parametrize("fault", Fault)
def test_a_mail_whose_turn_met_a_fault_is_understood_later(wire: Wire, office: Office, fault: Fault) -> None:
    office.store(RAW.decode(), office.reply_address("Bob"))
    wire.watch(b"INSERT INTO turn", fault)

    with pytest.raises(UnreachableError):
        understand_next(office.room)
    wire.heal()
    office.room.clock.move(timedelta(minutes=10))
    office.understand_all()

    assert wire.struck.is_set()
    assert office.turns() == ["B3-C3", "I3-H3"]
    assert office.reasons() == ["played"]


@pytest.mark.parametrize("fault", Fault)
def test_a_deadline_that_met_a_fault_falls_at_a_later_tick(wire: Wire, room: Room, fault: Fault) -> None:
    game = a_game(room, agreed=STRICT)
    room.clock.move(timedelta(days=4))
    wire.watch(b"UPDATE game SET", fault)
    seconds = [0.0]
    loop = Loop(Task("deadlines", 5, lambda: enforced(room)), Event(), lambda: seconds[0])

    loop.tick()
    wire.heal()
    is_over = [game.view().is_over]
    for _ in range(2):
        room.clock.move(timedelta(minutes=10))
        seconds[0] += 60
        loop.tick()
        is_over.append(game.view().is_over)

    assert wire.struck.is_set()
    assert is_over == [False, True, True]
    assert len({row["key"] for row in room.rows(Outbox)}) == room.count(Outbox)
    assert room.count(Turn) == 0


def test_the_log_tells_in_one_line_that_no_mail_can_be_taken(
    wire: Wire, office: Office, caplog: pytest.LogCaptureFixture
) -> None:
    address = office.reply_address("Bob")
    with a_listener(office.room.workshop) as port, someone(port) as client, caplog.at_level(logging.INFO, "corr"):
        wire.refuse()
        wire.cut()
        codes = {bring(client, address) for _ in range(3)}

    said = [record for record in caplog.records if record.name.startswith("corr")]
    assert codes == {451}
    assert [(record.getMessage(), record.exc_info) for record in said] == [
        ("an address could not be looked up: the data is out of reach (UnreachableError: OperationalError)", None)
    ]


def test_the_pulse_tells_in_one_line_that_it_waits_and_in_another_that_it_goes_on(
    wire: Wire, room: Room, caplog: pytest.LogCaptureFixture
) -> None:
    heart = HeartbeatLoop(room.workshop, "one", lambda: ["work"], dict, every=0.05)
    with caplog.at_level(logging.INFO, "corr.jobs"):
        heart.start(["work"])
        wire.refuse()
        wire.cut()
        wait_until(lambda: "waits for it" in caplog.text)
        wire.listen()
        wait_until(lambda: "goes on" in caplog.text)
        heart.stop()

    assert [record.exc_info for record in caplog.records] == [None, None]


def wait_until(is_so: Callable[[], bool]) -> None:
    """Wait for another thread."""
    until = time.monotonic() + PATIENCE
    while not is_so():
        assert time.monotonic() < until, "it never happens"
        time.sleep(0.02)


def enforced(room: Room) -> bool:
    """One deadline."""
    with room.workshop.open() as uow:
        return enforce_next_deadline(uow) is not None
