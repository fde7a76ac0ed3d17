"""Clients at the SMTP door that say nothing useful, or say it too slowly, and those that are in no hurry."""

import smtplib
import socket
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager

import pytest

from corr.base.connection_limits import TransferLimits
from corr.mail.inbound.smtp_sessions import SessionLimits
from corr.store.tables.mails import Inbox
from tests.mail.listener import a_listener
from tests.mail.office import Office, an_office
from tests.playing import a_room

PATIENCE = 60.0
QUICK = TransferLimits(stall=0.5, grace=1.0, rate=2000.0)


@pytest.fixture
def office(sqlite_url: str) -> Iterator[Office]:
    """A game in which Bob is due, with its post."""
    with a_room(sqlite_url) as room:
        yield an_office(room, "B3-C3")


@contextmanager
def at_the_text(office: Office, port: int) -> Iterator[smtplib.SMTP]:
    """A client that may send the text of its mail now."""
    with smtplib.SMTP("127.0.0.1", port, timeout=PATIENCE) as client:
        client.ehlo()
        client.mail("bob@example.org")
        client.rcpt(office.new_address("Bob"))
        client.putcmd("data")
        assert client.getreply()[0] == 354
        yield client
        client.close()


def last_words(port: int, begun: bytes, again: bytes = b"") -> bytes:
    """What comes in all to a client that says *begun*, and then *again* and again, until it is left."""
    read, until = b"", time.monotonic() + PATIENCE
    with socket.create_connection(("127.0.0.1", port), timeout=0.05) as client:
        client.sendall(begun)
        while time.monotonic() < until:
            try:
                piece = client.recv(1000)
            except TimeoutError:
                client.sendall(again)
                continue
            except ConnectionError:
                return read
            read += piece
            if not piece:
                return read
    raise AssertionError(f"it was never left, and read {read!r}")


@pytest.mark.parametrize(
    ("begun", "again"),
    [(b"", b""), (b"EHLO x\r\nNOOP\r\n", b""), (b"", b"x"), (b"HELO x\r\n", b"NOOP\r\n"), (b"HELO x\r\n", b"\r\n")],
)
def test_whoever_begins_no_mail_is_left(office: Office, begun: bytes, again: bytes) -> None:
    limits = SessionLimits(first_mail=0.3, look_every=0.1)
    with a_listener(office.room.workshop, limits) as port:
        assert b"\r\n421 4.3.2 " in last_words(port, begun, again)


def test_whoever_is_silent_for_long_after_a_mail_is_left(office: Office) -> None:
    limits = SessionLimits(first_mail=0.1, silence=0.4, look_every=0.1)
    with a_listener(office.room.workshop, limits) as port:
        begun_at = time.monotonic()

        assert b"\r\n421 4.3.2 " in last_words(port, b"HELO x\r\nMAIL FROM:<a@b.example>\r\n")
        assert time.monotonic() - begun_at > 0.4


def test_a_mail_server_that_has_brought_a_mail_may_rest_before_the_next(office: Office) -> None:
    limits = SessionLimits(first_mail=0.2, look_every=0.05)
    with a_listener(office.room.workshop, limits) as port, smtplib.SMTP("127.0.0.1", port, timeout=PATIENCE) as client:
        for _ in range(2):
            client.sendmail("bob@example.org", [office.new_address("Bob")], b"Subject: x\r\n\r\nx\r\n")
            time.sleep(0.4)

    assert office.room.count(Inbox) == 2


def test_a_session_that_rests_makes_room_before_one_that_brings_a_mail(office: Office) -> None:
    limits = SessionLimits(sessions=2, idle=0.2)
    with a_listener(office.room.workshop, limits) as port, at_the_text(office, port) as busy:
        with smtplib.SMTP("127.0.0.1", port, timeout=PATIENCE) as resting:
            resting.noop()
            time.sleep(0.4)

            with smtplib.SMTP("127.0.0.1", port, timeout=PATIENCE) as late:
                assert late.noop()[0] == 250
            assert resting.getreply()[0] == 421
        busy.send(b"Subject: x\r\n\r\nx\r\n.\r\n")

        assert busy.getreply()[0] == 250


@pytest.mark.slow
@pytest.mark.parametrize("piece", [b"", b"x", b"x\r\n"])
def test_a_mail_that_does_not_come_or_comes_byte_by_byte_is_given_up(office: Office, piece: bytes) -> None:
    limits = SessionLimits(look_every=0.1, transfer=QUICK)
    with a_listener(office.room.workshop, limits) as port:
        begun = f"HELO x\r\nMAIL FROM:<a@b.example>\r\nRCPT TO:<{office.new_address('Bob')}>\r\nDATA\r\n".encode()

        assert b"\r\n421 4.3.2 " in last_words(port, begun, piece)


@pytest.mark.slow
def test_a_mail_that_comes_slowly_but_steadily_arrives(office: Office) -> None:
    limits = SessionLimits(first_mail=0.1, silence=0.5, look_every=0.1, transfer=QUICK)
    with a_listener(office.room.workshop, limits) as port, at_the_text(office, port) as client:
        for _ in range(30):
            client.send(b"x" * 498 + b"\r\n")
            time.sleep(0.1)
        client.send(b".\r\n")

        assert client.getreply()[0] == 250


@pytest.mark.slow
def test_mails_that_are_too_large_together_are_put_off(office: Office) -> None:
    limits = SessionLimits(texts=6_000_000)
    text = b"x" * 998 + b"\r\n"
    with a_listener(office.room.workshop, limits) as port, ExitStack() as crowd:
        clients = [crowd.enter_context(at_the_text(office, port)) for _ in range(4)]
        small = crowd.enter_context(at_the_text(office, port))
        for number, client in enumerate(clients):
            client.send(text * (1500 + 100 * number))
        small.send(text + b".\r\n")
        assert small.getreply()[0] == 250

        ends = [end_of(client) for client in clients]

        assert sorted(ends) == [250, 250, 250, 421]


def end_of(client: smtplib.SMTP) -> int:
    """The answer to a mail whose text ends now."""
    try:
        client.send(b".\r\n")
        return client.getreply()[0]
    except (smtplib.SMTPServerDisconnected, ConnectionError):
        return 421
