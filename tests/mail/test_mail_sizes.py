"""What the doors of mail do with more than a mail can be: nothing is stored, and nothing fills the memory."""

import smtplib
import socket
import tracemalloc
from collections.abc import Iterator

import pytest

from corr.mail.inbound.intake import MAX_SIZE
from corr.store.tables.mails import Inbox
from tests.mail.listener import a_listener
from tests.mail.office import Office, an_office
from tests.playing import a_room

HEAD = b"From: bob@example.org\r\nSubject: x\r\n\r\n"
LINE = b"x" * 900 + b"\r\n"
"""Long enough that there are not too many of them to count memory for, and shorter than a line may be."""
MANY = 25 * 1024 * 1024


@pytest.fixture
def office(sqlite_url: str) -> Iterator[Office]:
    """A game in which Bob is due, with its post."""
    with a_room(sqlite_url) as room:
        yield an_office(room, "B3-C3")


@pytest.fixture
def client(office: Office) -> Iterator[smtplib.SMTP]:
    """Somebody who has begun to hand over a mail to Bob's reply address, and not told its size."""
    with a_listener(office.room.workshop) as port, smtplib.SMTP("127.0.0.1", port) as client:
        client.ehlo()
        client.mail("bob@example.org")
        client.rcpt(office.reply_address("Bob"))
        yield client


def pour(client: smtplib.SMTP, piece: bytes, size: int) -> int:
    """Send *piece* again and again, and the end of the mail; the code that answers."""
    assert isinstance(client.sock, socket.socket)
    for _ in range(size // len(piece)):
        client.sock.sendall(piece)
    client.sock.sendall(b"\r\n.\r\n")
    return client.getreply()[0]


def test_a_size_over_the_limit_is_refused_before_the_mail_is_sent(client: smtplib.SMTP) -> None:
    client.rset()

    assert client.docmd(f"MAIL FROM:<bob@example.org> SIZE={MAX_SIZE + 1}")[0] == 552
    assert client.docmd(f"MAIL FROM:<bob@example.org> SIZE={MAX_SIZE}")[0] == 250
    assert client.esmtp_features["size"] == str(MAX_SIZE)


@pytest.mark.parametrize(
    "piece", [pytest.param(LINE * 10, id="lines", marks=pytest.mark.slow), pytest.param(b"x" * 65536, id="one line")]
)
def test_a_mail_of_25_megabytes_is_refused_and_never_kept_in_memory(
    office: Office, client: smtplib.SMTP, piece: bytes
) -> None:
    client.docmd("DATA")
    tracemalloc.start()
    code = pour(client, piece, MANY)
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()

    assert code in {552, 500}
    assert most < MAX_SIZE * 2
    assert office.room.rows(Inbox) == []


def test_the_next_mail_after_one_that_was_too_large_is_taken(office: Office, client: smtplib.SMTP) -> None:
    client.docmd("DATA")
    refused = pour(client, LINE * 10, MAX_SIZE + 100_000)

    client.sendmail("bob@example.org", [office.reply_address("Bob")], HEAD + b"I3-H3\r\n")

    assert refused == 552
    assert [row["raw"] for row in office.room.rows(Inbox)] == [HEAD + b"I3-H3\r\n"]


def test_a_mail_with_pictures_is_taken_as_it_is(office: Office, client: smtplib.SMTP) -> None:
    raw = HEAD + LINE * (3 * 1024 * 1024 // len(LINE))

    client.data(raw)

    assert [row["raw"] for row in office.room.rows(Inbox)] == [raw]


def test_a_mail_with_a_long_line_is_taken_as_it_is(office: Office, client: smtplib.SMTP) -> None:
    raw = HEAD + b"<p>" * 20_000 + b"\r\n"

    client.data(raw)

    assert [row["raw"] for row in office.room.rows(Inbox)] == [raw]
