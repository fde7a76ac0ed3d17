"""The SMTP server, over real sockets."""

import smtplib
import socket
from collections.abc import Iterator
from contextlib import ExitStack

import pytest

from corr.mail.doors.listener import MailListener
from corr.store.tables import Inbox
from tests.mail.far_end import free_port
from tests.mail.office import POST, Office, an_office
from tests.playing import a_room

RAW = b"From: bob@example.org\r\nSubject: x\r\n\r\nI3-H3\r\n..\r\n"


@pytest.fixture
def office(sqlite_url: str) -> Iterator[Office]:
    """A game in which Bob is due, with its post."""
    with a_room(sqlite_url) as room:
        yield an_office(room, "B3-C3")


@pytest.fixture
def port(office: Office) -> Iterator[int]:
    """The port of a listener for that post."""
    port = free_port()
    listener = MailListener(office.room.workshop, POST, "127.0.0.1", port)
    listener.start()
    yield port
    listener.stop()


def test_a_mail_is_stored_to_the_letter(office: Office, port: int) -> None:
    address = office.reply_address("Bob")

    with smtplib.SMTP("127.0.0.1", port) as client:
        client.sendmail("bob@example.org", [address.upper()], RAW)

    stored = office.room.rows(Inbox)
    assert [(row["sender"], row["recipient"].lower(), row["raw"]) for row in stored] == [
        ("bob@example.org", address, RAW)
    ]
    assert stored[0]["game_id"] == office.game.id


@pytest.mark.parametrize(
    "address",
    [f"r+{'a' * 26}@play.example", "r+short@play.example", "nobody@play.example", "eve@elsewhere.example"],
)
def test_unknown_and_malformed_addresses_are_refused_in_the_same_words(port: int, address: str) -> None:
    with smtplib.SMTP("127.0.0.1", port) as client:
        client.ehlo()
        client.mail("eve@example.org")

        assert client.rcpt(address) == (550, b"5.1.1 There is no such address")


def test_every_mail_server_has_a_postmaster(port: int) -> None:
    with smtplib.SMTP("127.0.0.1", port) as client:
        client.ehlo()
        client.mail("eve@example.org")

        assert client.rcpt("postmaster@play.example")[0] == 250


def test_bounces_of_our_letters_are_taken(office: Office, port: int) -> None:
    office.send_all()

    with smtplib.SMTP("127.0.0.1", port) as client:
        client.ehlo()
        client.mail("")

        assert client.rcpt(office.transport.sent[0][0])[0] == 250
        client.data(b"Subject: Undelivered\r\n\r\nx")

    assert [row["sender"] for row in office.room.rows(Inbox)] == [""]


def test_more_than_ten_recipients_are_too_many(office: Office, port: int) -> None:
    address = office.reply_address("Bob")
    with smtplib.SMTP("127.0.0.1", port) as client:
        client.ehlo()
        client.mail("bob@example.org")

        codes = [client.rcpt(address)[0] for _ in range(12)]

    assert codes == [250] * 10 + [452] * 2


@pytest.mark.parametrize("command", [b"MAIL FROM:<", b'MAIL FROM:"', b"MAIL FROM:" + b"(" * 450])
def test_an_address_that_nobody_can_read_is_refused_and_no_fault(
    port: int, command: bytes, caplog: pytest.LogCaptureFixture
) -> None:
    with smtplib.SMTP("127.0.0.1", port) as client:
        client.ehlo()

        code, _ = client.docmd(command.decode())
        client.mail("bob@example.org")
        rcpt, _ = client.docmd(command.decode().replace("MAIL FROM", "RCPT TO"))

    assert {code, rcpt} <= {501, 553}
    assert caplog.text == ""


def test_a_crowd_is_told_to_come_back_later_and_others_are_let_in_again(port: int) -> None:
    with ExitStack() as crowd:
        for _ in range(200):
            one = crowd.enter_context(socket.create_connection(("127.0.0.1", port), timeout=10))
            assert one.recv(3) == b"220"
        with socket.create_connection(("127.0.0.1", port), timeout=10) as late:
            assert late.makefile("rb").read().startswith(b"421 ")

    with smtplib.SMTP("127.0.0.1", port) as client:
        assert client.noop()[0] == 250


def test_a_database_in_trouble_leaves_the_mail_with_its_sender(office: Office, port: int) -> None:
    address = office.reply_address("Bob")
    with office.room.database.engine.begin() as connection:
        connection.exec_driver_sql("ALTER TABLE reply_token RENAME TO away")
    with smtplib.SMTP("127.0.0.1", port) as client:
        client.ehlo()
        client.mail("bob@example.org")

        assert client.rcpt(address)[0] == 451


def test_no_token_reaches_a_log(office: Office, port: int, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level("DEBUG")
    address = office.reply_address("Bob")

    with smtplib.SMTP("127.0.0.1", port) as client:
        client.sendmail("bob@example.org", [address], RAW)

    assert len(office.room.rows(Inbox)) == 1
    assert address.partition("@")[0] not in caplog.text


@pytest.mark.parametrize("end", [b"\n.\n", b"\r\n.\n", b"\n.\r\n", b"\r.\r"])
def test_one_mail_cannot_smuggle_in_another(office: Office, port: int, end: bytes) -> None:
    address = office.reply_address("Bob").encode()
    inner = b"MAIL FROM:<eve@example.org>\r\nRCPT TO:<" + address + b">\r\nDATA\r\nSubject: two\r\n\r\nB3-C3\r\n.\r\n"
    with socket.create_connection(("127.0.0.1", port), timeout=10) as raw:
        stream = raw.makefile("rwb")
        stream.readline()
        for line in (b"HELO x", b"MAIL FROM:<bob@example.org>", b"RCPT TO:<" + address + b">", b"DATA"):
            stream.write(line + b"\r\n")
            stream.flush()
            stream.readline()
        stream.write(b"Subject: one\r\n\r\nI3-H3" + end + inner + b"QUIT\r\n")
        stream.flush()
        stream.read()

    assert len(office.room.rows(Inbox)) <= 1
