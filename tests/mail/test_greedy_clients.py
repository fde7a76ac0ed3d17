"""Clients at the door that want more than their share: of room in memory, of places in the crowd."""

import asyncio
import smtplib
import tracemalloc
from collections.abc import Iterator

import pytest

from corr.mail.inbound.smtp_sessions import LmtpSession, Sessions, SmtpSession
from corr.store.tables.mails import Inbox
from tests.mail.listener import a_listener
from tests.mail.office import Office, an_office
from tests.playing import a_room

LINES = (b"", b".", b"..", b"...", b".a", b"a.", b" .", b"a" * 20_000, b".b", b"." * 17_000, b"\n.", b".\r")


@pytest.fixture
def office(sqlite_url: str) -> Iterator[Office]:
    """A game in which Bob is due, with its post."""
    with a_room(sqlite_url) as room:
        yield an_office(room, "B3-C3")


@pytest.fixture
def client(office: Office) -> Iterator[smtplib.SMTP]:
    """A client of a listener for that post."""
    with a_listener(office.room.workshop) as port, smtplib.SMTP("127.0.0.1", port) as client:
        yield client


class _Wire(asyncio.Transport):
    """The end of a connection from far away."""

    def __init__(self, host: str) -> None:
        super().__init__({"peername": (host, 4711)})
        self.said = b""
        self._is_closed = False

    def write(self, content: bytes | bytearray | memoryview) -> None:
        """Keep what the client is told."""
        self.said += bytes(content)

    def close(self) -> None:
        """The client is told nothing more."""
        self._is_closed = True

    def is_closing(self) -> bool:
        """Whether the client is told nothing more."""
        return self._is_closed


def let_in(kind: type[SmtpSession], *hosts: str) -> list[bool]:
    """Which of these clients are still there in the end, who come one after the other and say nothing."""

    async def come() -> list[bool]:
        others = Sessions()
        wires = {_Wire(host): kind(others, object(), loop=asyncio.get_running_loop()) for host in hosts}
        for wire, session in wires.items():
            session.connection_made(wire)
        is_in = [not wire.said.startswith(b"421 ") for wire in wires]
        await asyncio.sleep(0)
        for wire, session in wires.items():
            wire.close()
            session.connection_lost(None)
        await asyncio.sleep(0)
        return is_in

    return asyncio.run(come())


def mail_of(count: int) -> bytes:
    """Lines of all kinds, again and again, so that they fall on all sides of the pieces in which they are read."""
    return b"Subject: x\r\n\r\n" + b"".join(LINES[number * 7 % len(LINES)] + b"\r\n" for number in range(count))


def as_said(raw: bytes) -> bytes:
    """A mail as a client says it (RFC 5321, 4.5.2)."""
    lines = raw.removesuffix(b"\r\n").split(b"\r\n")
    return b"".join((b"." + line if line.startswith(b".") else line) + b"\r\n" for line in lines) + b".\r\n"


def test_lines_of_every_kind_are_kept_to_the_letter(office: Office, client: smtplib.SMTP) -> None:
    raw = mail_of(300)
    client.ehlo()
    client.mail("bob@example.org")
    client.rcpt(office.reply_address("Bob"))
    client.putcmd("data")
    client.getreply()

    client.send(as_said(raw))
    code, _ = client.getreply()

    assert code == 250
    assert [row["raw"] for row in office.room.rows(Inbox)] == [raw]


def test_several_mails_of_one_session_stay_apart(office: Office, client: smtplib.SMTP) -> None:
    mails = [f"Subject: {number}\r\n\r\n.\r\n..\r\n".encode() for number in range(3)]

    for raw in mails:
        client.sendmail("bob@example.org", [office.reply_address("Bob")], raw)

    assert [row["raw"] for row in office.room.rows(Inbox)] == mails


@pytest.mark.slow
def test_a_mail_of_very_many_lines_takes_little_more_room_than_it_has_letters(
    office: Office, client: smtplib.SMTP
) -> None:
    client.ehlo()
    client.mail("bob@example.org")
    client.rcpt(office.reply_address("Bob"))
    client.putcmd("data")
    client.getreply()
    said = b"\r\n" * 200_000 + b".\r\n"

    tracemalloc.start()
    try:
        client.send(said)
        client.getreply()
        _, most = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()

    assert most < 10 * len(said)


def test_a_recipient_that_is_named_ten_times_gets_one_mail(office: Office, client: smtplib.SMTP) -> None:
    address = office.reply_address("Bob")

    client.sendmail("bob@example.org", [address, address.upper()] * 5, b"Subject: x\r\n\r\nx\r\n")

    assert [row["recipient"] for row in office.room.rows(Inbox)] == [address]


@pytest.mark.parametrize(
    ("one", "same", "other"),
    [("192.0.2.7", "::ffff:192.0.2.7", "192.0.2.8"), ("2001:db8::1", "2001:db8::2%eth0", "2001:db8:0:1::1")],
)
def test_one_client_cannot_take_the_room_of_all_others(one: str, same: str, other: str) -> None:
    let = let_in(SmtpSession, other, *[one] * 15, *[same] * 10)

    assert let == [True] * 21 + [False] * 5


def test_of_eleven_clients_who_take_all_places_those_with_most_make_room() -> None:
    crowd = [f"192.0.2.{number % 11}" for number in range(220)]

    let = let_in(SmtpSession, "198.51.100.1", *crowd, "198.51.100.2", "127.0.0.1")

    assert sum(let) == 200
    assert let[0]
    assert let[-2:] == [True, True]


@pytest.mark.parametrize("kind", [SmtpSession, LmtpSession])
def test_a_mail_server_on_this_machine_may_come_as_often_as_there_is_room(kind: type[SmtpSession]) -> None:
    let = let_in(kind, *["127.0.0.1"] * 201)

    assert let == [False] + [True] * 200


def test_a_mail_server_of_our_own_makes_room_for_nobody_else() -> None:
    let = let_in(SmtpSession, *["127.0.0.1"] * 190, *[f"192.0.2.{number}" for number in range(20)])

    assert let == [True] * 190 + [False] * 10 + [True] * 10


def test_a_mail_server_of_our_own_may_be_on_another_machine() -> None:
    let = let_in(LmtpSession, *["192.0.2.7"] * 25)

    assert all(let)
