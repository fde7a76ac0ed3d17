"""What the door for mail servers of our own answers: once for each recipient, in order."""

import smtplib
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from typing import BinaryIO, cast

import pytest

from corr.mail.inbound.listener import LmtpListener
from corr.store.tables.mails import Inbox
from tests.mail.office import IDENTITY, Office, an_office
from tests.playing import a_room
from tests.ports import free_port

UNKNOWN = f"r+{'a' * 26}@play.example"


@pytest.fixture
def office(sqlite_url: str) -> Iterator[Office]:
    """A game in which Bob is due, with its post."""
    with a_room(sqlite_url) as room:
        yield an_office(room, "B3-C3")


@pytest.fixture
def port(office: Office) -> Iterator[int]:
    """The port of a listener for that post."""
    port = free_port()
    listener = LmtpListener(office.room.workshop, IDENTITY, "127.0.0.1", port)
    listener.start()
    yield port
    listener.stop()


@contextmanager
def talking(port: int, *said: str) -> Iterator[BinaryIO]:
    """A dialogue in which that was said, and answered, already."""
    with socket.create_connection(("127.0.0.1", port), timeout=60) as wire:
        stream = cast("BinaryIO", wire.makefile("rwb"))
        stream.readline()
        for line in said:
            assert code(stream, line) in {250, 354}
        yield stream


def code(stream: BinaryIO, line: str) -> int:
    """The answer to one line."""
    stream.write(line.encode() + b"\r\n")
    stream.flush()
    while (answer := stream.readline())[3:4] == b"-":
        pass
    return int(answer[:3])


def revoke_all(office: Office) -> None:
    """Let no reply address be known any more that was given out so far."""
    with office.room.database.engine.begin() as connection:
        connection.exec_driver_sql("UPDATE reply_token SET revoked_at = created_at")


def test_of_three_recipients_the_second_is_refused_and_each_is_answered_in_order(office: Office, port: int) -> None:
    ada, bob = office.new_address("Ada"), office.new_address("Bob")
    with talking(port, "LHLO x", "MAIL FROM:<bob@example.org>") as stream:
        codes = [code(stream, f"RCPT TO:<{address}>") for address in (bob, UNKNOWN, ada)]
        code(stream, "DATA")
        stream.write(b"Subject: x\r\n\r\nI3-H3\r\n.\r\nQUIT\r\n")
        stream.flush()
        answers = [line[:3] for line in stream.readlines()]

    assert codes == [250, 550, 250]
    assert answers == [b"250", b"250", b"221"]
    assert [row["recipient"] for row in office.room.rows(Inbox)] == [bob, ada]


def test_a_recipient_that_ends_while_the_mail_comes_is_refused_in_its_place(office: Office, port: int) -> None:
    bob = office.new_address("Bob")
    known = ("RCPT TO:<game@play.example>", f"RCPT TO:<{bob}>", "RCPT TO:<abuse@play.example>")
    with talking(port, "LHLO x", "MAIL FROM:<bob@example.org>", *known, "DATA") as stream:
        revoke_all(office)
        stream.write(b"Subject: x\r\n\r\nI3-H3\r\n.\r\nQUIT\r\n")
        stream.flush()
        answers = [line[:9] for line in stream.readlines()]

    assert answers[:3] == [b"250 2.0.0", b"550 5.1.1", b"250 2.0.0"]
    assert answers[3].startswith(b"221")
    assert [row["recipient"] for row in office.room.rows(Inbox)] == ["game@play.example", "abuse@play.example"]


def test_a_fault_of_the_database_is_told_for_each_recipient(office: Office, port: int) -> None:
    known = ("RCPT TO:<game@play.example>", "RCPT TO:<abuse@play.example>")
    with talking(port, "LHLO x", "MAIL FROM:<bob@example.org>", *known, "DATA") as stream:
        with office.room.database.engine.begin() as connection:
            connection.exec_driver_sql("ALTER TABLE inbox RENAME TO away")
        stream.write(b"Subject: x\r\n\r\nI3-H3\r\n.\r\nQUIT\r\n")
        stream.flush()
        answers = [line[:9] for line in stream.readlines()]

    assert answers[:2] == [b"451 4.3.0"] * 2
    assert answers[2].startswith(b"221")


def test_a_mail_server_of_ours_is_never_turned_away(office: Office, port: int) -> None:
    with smtplib.LMTP("127.0.0.1", port) as client:
        client.ehlo()
        client.mail("")
        codes = {client.rcpt(f"r+{'b' * 20}{number:06}@play.example")[0] for number in range(100)}
        known = client.rcpt(office.new_address("Bob"))[0]

    assert codes == {550}
    assert known == 250


def test_one_session_serves_for_many_mails(office: Office, port: int) -> None:
    address = office.new_address("Bob")
    with smtplib.LMTP("127.0.0.1", port) as client:
        for number in range(100):
            client.sendmail("bob@example.org", [address], f"Message-ID: <{number}@x>\r\n\r\nsay: x\r\n".encode())

    assert office.room.count(Inbox) == 100
