"""Answers that lie in a mailbox are fetched from a real IMAP server, and each counts once."""

import ssl
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from threading import Barrier

import pytest
from sqlalchemy.exc import SQLAlchemyError

from corr.mail.inbound.imap import MailboxFaultError, MailboxPoller
from corr.mail.inbound.intake import MAX_SIZE
from corr.store.tables.mails import Inbox
from tests.fakes import START
from tests.mail.authority import an_authority
from tests.mail.office import IDENTITY, Office, an_office
from tests.mail.roundtrip.dovecot import PASSWORD, Dovecot, a_dovecot
from tests.mail.roundtrip.wire import a_wire
from tests.playing import a_room

pytestmark = pytest.mark.slow

NOBODY = f"r+{'a' * 26}@play.example"


@pytest.fixture
def dovecot(dovecot_program: str) -> Iterator[Dovecot]:
    """An empty mailbox."""
    with a_dovecot(dovecot_program) as dovecot:
        yield dovecot


@pytest.fixture
def office(sqlite_url: str) -> Iterator[Office]:
    """A game in which Bob is due, with its post, on SQLite."""
    with a_room(sqlite_url) as room:
        yield an_office(room, "B3-C3")


@pytest.fixture
def any_office(database_url: str) -> Iterator[Office]:
    """A game in which Bob is due, with its post, on either database."""
    with a_room(database_url) as room:
        yield an_office(room, "B3-C3")


def poller(office: Office, dovecot: Dovecot, port: int = 0, trusted: ssl.SSLContext | None = None) -> MailboxPoller:
    """What fetches the mails of *dovecot*, by its own port or by another one."""
    mailbox = replace(dovecot.mailbox, port=port or dovecot.imap)
    return MailboxPoller(office.room.workshop, IDENTITY, mailbox, trusted)


def mail(turn: str = "I3-H3", headers: str = "") -> bytes:
    """An answer of Bob's."""
    more = f"{headers}\r\n" if headers else ""
    return f"From: Bob <bob@example.org>\r\nMessage-ID: <one@example.org>\r\n{more}\r\n{turn}\r\n".encode()


def recipients(office: Office) -> list[str]:
    """Whom the mails that were stored are for."""
    return [row["recipient"] for row in office.room.rows(Inbox)]


def test_an_answer_in_the_mailbox_is_played_and_marked_as_seen(office: Office, dovecot: Dovecot) -> None:
    address = office.reply_address("Bob")
    dovecot.deliver(address, mail())

    has_more = poller(office, dovecot).fetch_next()
    office.understand_all()

    stored = office.room.rows(Inbox)
    assert not has_more
    assert [(row["source"], row["sender"], row["recipient"]) for row in stored] == [
        ("imap", "bob@example.org", address)
    ]
    assert office.game.view().turn_number == 3
    assert dovecot.seen() == [True]


def test_a_mail_came_when_the_mailbox_got_it(office: Office, dovecot: Dovecot) -> None:
    address = office.reply_address("Bob")
    dovecot.deliver(address, mail())
    office.room.clock.move(datetime.now(UTC) - START + timedelta(hours=3))

    poller(office, dovecot).fetch_next()

    waited = office.room.clock.now() - office.room.rows(Inbox)[0]["received_at"]
    assert timedelta(hours=2) < waited < timedelta(hours=6)


def test_the_stored_mail_is_what_the_mailbox_holds(office: Office, dovecot: Dovecot) -> None:
    dovecot.deliver(office.reply_address("Bob"), mail())

    poller(office, dovecot).fetch_next()

    file = next(path for path in dovecot.mail.rglob("*") if path.parent.name == "cur" and path.is_file())
    assert office.room.rows(Inbox)[0]["raw"].replace(b"\r\n", b"\n") == file.read_bytes().replace(b"\r\n", b"\n")


def test_a_mail_that_was_read_is_not_stored_again(office: Office, dovecot: Dovecot) -> None:
    dovecot.deliver(office.reply_address("Bob"), mail())

    for _ in range(3):
        poller(office, dovecot).fetch_next()

    assert office.room.count(Inbox) == 1


def test_a_connection_that_breaks_before_the_mail_is_marked_does_no_harm(any_office: Office, dovecot: Dovecot) -> None:
    dovecot.deliver(any_office.reply_address("Bob"), mail())
    with a_wire(dovecot.imap, breaks_at=b"STORE") as port, pytest.raises(MailboxFaultError):
        poller(any_office, dovecot, port).fetch_next()
    after_the_break = any_office.room.count(Inbox), dovecot.seen()

    poller(any_office, dovecot).fetch_next()
    any_office.understand_all()

    assert after_the_break == (1, [False])
    assert any_office.game.view().turn_number == 3
    assert len(any_office.answers()) == 1


def test_new_numbers_let_all_be_read_again_without_effect(any_office: Office, dovecot: Dovecot) -> None:
    dovecot.deliver(any_office.reply_address("Bob"), mail())
    poller(any_office, dovecot).fetch_next()
    any_office.understand_all()
    dovecot.number_anew()

    poller(any_office, dovecot).fetch_next()
    any_office.understand_all()

    assert [reason == "duplicate" for reason in any_office.reasons()] == [False, True]
    assert any_office.game.view().turn_number == 3
    assert len(any_office.answers()) == 1


@pytest.mark.both_databases
def test_two_processes_that_read_one_mailbox_store_each_mail_once(any_office: Office, dovecot: Dovecot) -> None:
    address = any_office.reply_address("Bob")
    for number in range(20):
        dovecot.deliver(address, mail(f"say: {number}"))
    together = Barrier(2)

    def read_all(one: MailboxPoller) -> None:
        together.wait()
        while one.fetch_next():
            pass

    with ThreadPoolExecutor(2) as pool:
        list(pool.map(read_all, [poller(any_office, dovecot), poller(any_office, dovecot)]))

    assert any_office.room.count(Inbox) == 20
    assert dovecot.seen() == [True] * 20


def test_what_is_not_for_the_service_is_left_as_it_is(office: Office, dovecot: Dovecot) -> None:
    dovecot.deliver(NOBODY, mail())
    dovecot.deliver("abuse@play.example", mail())
    dovecot.deliver("game@play.example", mail("Hello"))

    poller(office, dovecot).fetch_next()

    assert recipients(office) == ["game@play.example"]
    assert dovecot.seen() == [False, False, True]


@pytest.mark.parametrize(
    "headers",
    [
        "To: Corr <{address}>",
        "Cc: x@example.org,\r\n {address}",
    ],
    ids=["to", "cc"],
)
def test_the_address_is_found_where_the_mailbox_does_not_tell_it(
    office: Office, dovecot: Dovecot, headers: str
) -> None:
    address = office.reply_address("Bob")
    dovecot.deliver("game@play.example", mail(headers=headers.format(address=address)))

    poller(office, dovecot).fetch_next()

    assert recipients(office) == [address]


def test_a_mail_that_is_too_large_stays_in_the_mailbox(office: Office, dovecot: Dovecot) -> None:
    address = office.reply_address("Bob")
    dovecot.deliver(address, mail() + b"x" * 70 + b"\r\n" + (b"y" * 70 + b"\r\n") * (MAX_SIZE // 72))
    dovecot.deliver(address, mail())

    poller(office, dovecot).fetch_next()

    assert office.room.count(Inbox) == 1
    assert dovecot.seen() == [False, True]


def test_a_mail_that_cannot_be_stored_is_fetched_again(office: Office, dovecot: Dovecot) -> None:
    dovecot.deliver(office.reply_address("Bob"), mail())
    engine = office.room.database.engine
    with engine.begin() as connection:
        connection.exec_driver_sql("ALTER TABLE inbox RENAME TO away")
    with pytest.raises(SQLAlchemyError):
        poller(office, dovecot).fetch_next()
    with engine.begin() as connection:
        connection.exec_driver_sql("ALTER TABLE away RENAME TO inbox")

    poller(office, dovecot).fetch_next()

    assert office.room.count(Inbox) == 1


def test_a_wrong_password_is_told_without_the_password(office: Office, dovecot: Dovecot) -> None:
    wrong = replace(dovecot.mailbox, password="not the password")

    with pytest.raises(MailboxFaultError, match="AUTHENTICATIONFAILED") as caught:
        MailboxPoller(office.room.workshop, IDENTITY, wrong).fetch_next()

    assert "not the password" not in str(caught.value)
    assert PASSWORD not in repr(dovecot.mailbox)


def test_mail_is_fetched_encrypted_where_the_server_can(office: Office, dovecot_program: str, tmp_path: Path) -> None:
    authority = an_authority(tmp_path)
    authority.server_context()
    trusted = ssl.create_default_context(cafile=str(authority.root))
    with a_dovecot(dovecot_program, tmp_path) as dovecot:
        dovecot.deliver(office.reply_address("Bob"), mail())
        poller(office, dovecot, trusted=trusted).fetch_next()

    assert office.room.count(Inbox) == 1


def test_a_server_that_cannot_prove_its_name_gets_no_password(
    office: Office, dovecot_program: str, tmp_path: Path
) -> None:
    an_authority(tmp_path).server_context()
    with a_dovecot(dovecot_program, tmp_path) as dovecot:
        dovecot.deliver(office.reply_address("Bob"), mail())

        with pytest.raises(MailboxFaultError, match="SSLCertVerificationError"):
            poller(office, dovecot).fetch_next()

    assert office.room.count(Inbox) == 0
