"""A mailbox whose server talks nonsense: it is a fault of the mailbox, and no mail is lost or stored twice."""

import socket
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from threading import Thread

import pytest

from corr.config.values import Mailbox
from corr.mail.inbound.imap import MailboxFaultError, MailboxPoller
from corr.store.tables.mails import Inbox, MailCursor
from tests.fakes import START
from tests.mail.office import IDENTITY, Office, an_office
from tests.playing import a_room

pytestmark = pytest.mark.both_databases

PASSWORD = "the password of a mailbox"
USUAL = {
    b"LOGIN": b"",
    b"SELECT": b"* 1 EXISTS\r\n",
    b"STATUS": b"* STATUS INBOX (UIDVALIDITY 1)\r\n",
    b"UID SEARCH": b"* SEARCH 5\r\n",
    b"CAPABILITY": b"* CAPABILITY IMAP4rev1\r\n",
    b"LOGOUT": b"* BYE\r\n",
}


@pytest.fixture
def office(database_url: str) -> Iterator[Office]:
    """A game in which Bob is due, with its post."""
    with a_room(database_url) as room:
        yield an_office(room, "B3-C3")


def talk(listening: socket.socket, answers: Mapping[bytes, bytes], greeting: bytes) -> None:
    """Be a server for one client that gives these answers to commands that begin so, and OK to all others."""
    with suppress(OSError):
        client, _ = listening.accept()
        with client, client.makefile("rwb") as stream:
            stream.write(greeting)
            stream.flush()
            while line := stream.readline():
                tag, _, said = line.strip().partition(b" ")
                found = next((answer for begin, answer in answers.items() if said.upper().startswith(begin)), b"")
                whole = found if b"TAG" in found else found + b"TAG OK done\r\n"
                stream.write(whole.replace(b"TAG", tag))
                stream.flush()


@contextmanager
def a_poller(
    office: Office, answers: Mapping[bytes, bytes], greeting: bytes = b"* OK hello\r\n"
) -> Iterator[MailboxPoller]:
    """What polls a mailbox whose server talks like that."""
    with socket.create_server(("127.0.0.1", 0)) as listening:
        server = Thread(target=talk, args=(listening, {**USUAL, **answers}, greeting), daemon=True)
        server.start()
        mailbox = Mailbox(
            host="127.0.0.1",
            port=listening.getsockname()[1],
            is_implicit_tls=False,
            user="bob",
            password=PASSWORD,
            folder="INBOX",
        )
        yield MailboxPoller(office.room.workshop, IDENTITY, mailbox)


def fetched(head: bytes, said: bytes = b"UID 5 RFC822.SIZE 9") -> bytes:
    """What a server answers that has one mail."""
    return b"* 1 FETCH (%b BODY[] {%d}\r\n%b)\r\n" % (said, len(head), head)


@pytest.mark.parametrize(
    "answers",
    [
        {b"STATUS": b"* STATUS INBOX ()\r\n"},
        {b"STATUS": b""},
        {b"STATUS": b"* STATUS INBOX (UIDVALIDITY -1)\r\n"},
        {b"STATUS": b"* STATUS INBOX (UIDVALIDITY %b)\r\n" % (b"9" * 30)},
        {b"STATUS": b"* STATUS INBOX (UIDVALIDITY %b)\r\n" % (b"9" * 5000)},
        {b"UID SEARCH": b"* SEARCH x y\r\n"},
        {b"UID SEARCH": b"* BYE\r\n"},
        {b"UID FETCH": b"* 1 FETCH (UID 5 BODY[] {99999999999999}\r\nx"},
        {b"UID FETCH": b"* 1 FETCH (UID 5 BODY[] {6000000}\r\nx"},
    ],
)
def test_nonsense_is_a_fault_of_the_mailbox(office: Office, answers: dict[bytes, bytes]) -> None:
    with a_poller(office, answers) as poller, pytest.raises(MailboxFaultError):
        poller.fetch_next()

    assert office.room.count(Inbox) == 0


def test_numbers_as_large_as_a_server_may_use_are_kept(office: Office) -> None:
    head = f"To: {office.new_address('Bob')}\r\n\r\n".encode()
    answers = {
        b"STATUS": b"* STATUS INBOX (UIDVALIDITY 4294967295)\r\n",
        b"UID SEARCH": b"* SEARCH 4294967295\r\n",
        b"UID FETCH": fetched(head, b"UID 4294967295 RFC822.SIZE 9"),
    }

    with a_poller(office, answers) as poller:
        poller.fetch_next()

    assert office.room.count(Inbox) == 1
    assert [row["last_uid"] for row in office.room.rows(MailCursor)] == [4294967295]


@pytest.mark.parametrize("greeting", [b"\xff\0\r\n", b"* BYE\r\n", b"*" * 2_000_000 + b"\r\n"])
def test_a_server_that_does_not_greet_is_left(office: Office, greeting: bytes) -> None:
    with a_poller(office, {}, greeting) as poller, pytest.raises(MailboxFaultError):
        poller.fetch_next()


@pytest.mark.parametrize(
    "date",
    [b"99-Foo-9999 99:99:99 +9999", b"01-Jan-0001 00:00:00 +1400", b"1-Jan-" + b"9" * 17 + b" 1:1:1 +0000", b"\xff"],
)
def test_a_moment_that_makes_no_sense_is_not_believed(office: Office, date: bytes) -> None:
    head = f"To: {office.new_address('Bob')}\r\nFrom: bob@example.org\r\n\r\n".encode()
    said = b'UID 5 RFC822.SIZE 9 INTERNALDATE "%b"' % date

    with a_poller(office, {b"UID FETCH": fetched(head, said)}) as poller:
        poller.fetch_next()

    received = [row["received_at"] for row in office.room.rows(Inbox)]
    assert len(received) == 1
    assert (START - received[0]).days <= 5


def test_names_that_no_database_can_hold_are_stored_as_far_as_it_can(office: Office) -> None:
    head = b"To: %b\r\nReturn-Path: <a\0\xff\xed\xa0\x80b>\r\n\r\n" % office.new_address("Bob").encode()

    with a_poller(office, {b"UID FETCH": fetched(head)}) as poller:
        poller.fetch_next()

    assert office.room.count(Inbox) == 1


@pytest.mark.parametrize("before", [0, 110, 125, 300])
def test_a_server_that_repeats_the_password_does_not_bring_it_into_the_log(office: Office, before: int) -> None:
    echo = b"TAG NO " + b"x" * before + f" {PASSWORD}\r\n".encode()

    with a_poller(office, {b"LOGIN": echo}) as poller, pytest.raises(MailboxFaultError) as fault:
        poller.fetch_next()

    assert PASSWORD[:5] not in str(fault.value)
