"""The SMTP server, over real sockets."""

import asyncio
import select
import smtplib
import socket
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing
from functools import partial
from hashlib import sha256

import pytest
from aiosmtpd.smtp import SMTP

from corr.mail.inbound.listener import Dialogue, MailListener
from corr.mail.inbound.smtp_sessions import Sessions, SmtpSession
from corr.store.tables.mails import Inbox
from tests.mail.listener import a_listener
from tests.mail.office import IDENTITY, Office, an_office
from tests.playing import a_room
from tests.ports import free_port
from tests.postgresql import Cluster

PATIENCE = 60.0
RAW = b"\r\nFrom: bob@example.org\r\nSubject: \xe4\xff\x00\t x\r\n\r\nI3-H3\rx\ny \r\n..\r\n\r\n"


@pytest.fixture
def office(sqlite_url: str) -> Iterator[Office]:
    """A game in which Bob is due, with its post."""
    with a_room(sqlite_url) as room:
        yield an_office(room, "B3-C3")


@pytest.fixture
def port(office: Office) -> Iterator[int]:
    """The port of a listener for that post."""
    with a_listener(office.room.workshop) as port:
        yield port


def test_a_mail_is_stored_to_the_letter(office: Office, port: int) -> None:
    address = office.reply_address("Bob")

    with smtplib.SMTP("127.0.0.1", port) as client:
        client.sendmail("bob@example.org", [address.upper()], RAW)

    stored = office.room.rows(Inbox)
    assert [(row["sender"], row["recipient"].lower(), row["raw"]) for row in stored] == [
        ("bob@example.org", address, RAW)
    ]
    assert stored[0]["game_id"] == office.game.id
    assert stored[0]["raw_hash"] == sha256(RAW).hexdigest()


@pytest.mark.parametrize("address", ["postmaster@play.example", "abuse@play.example", "Postmaster"])
def test_every_mail_server_has_a_postmaster(office: Office, port: int, address: str) -> None:
    with smtplib.SMTP("127.0.0.1", port) as client:
        client.sendmail("eve@example.org", [address], b"Subject: x\r\n\r\nHelp!\r\n")

    assert [row["recipient"] for row in office.room.rows(Inbox)] == [address]


def test_bounces_of_our_letters_are_taken(office: Office, port: int) -> None:
    office.send_all()

    with smtplib.SMTP("127.0.0.1", port) as client:
        client.ehlo()
        client.mail("")

        assert client.rcpt(office.transport.sent[0][0])[0] == 250
        client.data(b"Subject: Undelivered\r\n\r\nx")

    assert [row["sender"] for row in office.room.rows(Inbox)] == [""]


def test_of_three_hundred_recipients_ten_are_taken(office: Office, port: int) -> None:
    address = office.reply_address("Bob")
    with smtplib.SMTP("127.0.0.1", port) as client:
        client.ehlo()
        client.mail("bob@example.org")

        codes = [client.rcpt(address)[0] for _ in range(300)]

    assert codes == [250] * 10 + [452] * 290


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


@pytest.mark.parametrize("command", [b"VRFY :\xff", b"VRFY [ \xff(*", b"HELP \xff", b"RCPT TO:<\xff>"])
def test_what_no_answer_can_repeat_is_no_fault(port: int, command: bytes, caplog: pytest.LogCaptureFixture) -> None:
    with smtplib.SMTP("127.0.0.1", port) as client:
        client.ehlo()
        client.mail("bob@example.org")

        client.send(command + b"\r\n")
        code, words = client.getreply()

    assert 500 <= code < 560
    assert words.isascii()
    assert caplog.text == ""


def test_a_crowd_that_says_nothing_is_told_to_come_back_later_and_makes_room(port: int) -> None:
    with ExitStack() as crowd:
        clients = [
            crowd.enter_context(socket.create_connection(("127.0.0.1", port), timeout=PATIENCE)) for _ in range(250)
        ]
        assert all(one.recv(3) == b"220" for one in clients[50:])

        with smtplib.SMTP("127.0.0.1", port, timeout=PATIENCE) as late:
            assert late.noop()[0] == 250
        assert all(b"421 " in one.makefile("rb").read() for one in clients[:50])


def test_a_database_in_trouble_leaves_the_mail_with_its_sender(office: Office, port: int) -> None:
    address = office.reply_address("Bob")
    with office.room.database.engine.begin() as connection:
        connection.exec_driver_sql("ALTER TABLE reply_token RENAME TO away")
    with smtplib.SMTP("127.0.0.1", port) as client:
        client.ehlo()
        client.mail("bob@example.org")

        code, words = client.rcpt(address)

    assert (code, words[:5]) == (451, b"4.3.0")


def test_a_listener_that_stores_nothing_fails_until_it_has_stored_a_mail(office: Office) -> None:
    address = office.reply_address("Bob")
    port = free_port()
    listener = MailListener(office.room.workshop, IDENTITY, "127.0.0.1", port)
    listener.start()
    with office.room.database.engine.begin() as connection:
        connection.exec_driver_sql("ALTER TABLE reply_token RENAME TO away")
    with smtplib.SMTP("127.0.0.1", port) as client, pytest.raises(smtplib.SMTPRecipientsRefused):
        client.sendmail("bob@example.org", [address], RAW)
    before = listener.failing()
    with office.room.database.engine.begin() as connection:
        connection.exec_driver_sql("ALTER TABLE away RENAME TO reply_token")

    with smtplib.SMTP("127.0.0.1", port) as client:
        client.sendmail("bob@example.org", [address], RAW)
    after = listener.failing()
    listener.stop()

    assert before["mail"].words.startswith("OperationalError in ")
    assert after == {}


def test_a_session_that_its_client_broke_makes_no_loop_fail(office: Office) -> None:
    dialogue = Dialogue(office.room.workshop, IDENTITY, "smtp", is_own=False)

    answer = asyncio.run(dialogue.handle_exception(ValueError("what a library makes of odd bytes")))

    assert answer.startswith("451 ")
    assert dialogue.faults.present is None


def test_a_database_that_was_away_is_no_fault_of_the_listener(postgresql_url: str, postgresql: Cluster) -> None:
    name = postgresql_url.partition("?")[0].rpartition("/")[2]
    with a_room(postgresql_url) as room:
        address = an_office(room, "B3-C3").new_address("Bob")
        port = free_port()
        listener = MailListener(room.workshop, IDENTITY, "127.0.0.1", port)
        listener.start()
        postgresql.run(f"ALTER DATABASE {name} ALLOW_CONNECTIONS false")
        postgresql.run(f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '{name}'")  # noqa: S608 - our own name
        with smtplib.SMTP("127.0.0.1", port) as client, pytest.raises(smtplib.SMTPRecipientsRefused):
            client.sendmail("bob@example.org", [address], RAW)
        postgresql.run(f"ALTER DATABASE {name} ALLOW_CONNECTIONS true")
        failing = listener.failing()
        listener.stop()

    assert failing == {}


def test_a_mail_is_taken_when_the_database_is_there_again(postgresql_url: str, postgresql: Cluster) -> None:
    name = postgresql_url.partition("?")[0].rpartition("/")[2]
    with a_room(postgresql_url) as room, a_listener(room.workshop) as port, smtplib.SMTP("127.0.0.1", port) as client:
        address = an_office(room, "B3-C3").new_address("Bob")
        postgresql.run(f"ALTER DATABASE {name} ALLOW_CONNECTIONS false")
        postgresql.run(f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '{name}'")  # noqa: S608 - our own name
        with pytest.raises(smtplib.SMTPRecipientsRefused) as down:
            client.sendmail("bob@example.org", [address], RAW)
        postgresql.run(f"ALTER DATABASE {name} ALLOW_CONNECTIONS true")
        client.sendmail("bob@example.org", [address], RAW)
        stored = room.count(Inbox)

    assert down.value.recipients[address][0] == 451
    assert stored == 1


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
    with socket.create_connection(("127.0.0.1", port), timeout=PATIENCE) as raw:
        stream = raw.makefile("rwb")
        stream.readline()
        for line in (b"HELO x", b"MAIL FROM:<bob@example.org>", b"RCPT TO:<" + address + b">", b"DATA"):
            stream.write(line + b"\r\n")
            stream.flush()
            stream.readline()
        stream.write(b"Subject: one\r\n\r\nI3-H3" + end + inner + b"QUIT\r\n")
        stream.flush()
        stream.read()

    assert [b"Subject: two" in row["raw"] for row in office.room.rows(Inbox)] == [True]


def test_a_mail_that_is_being_stored_when_the_listener_stops_is_acknowledged(office: Office) -> None:
    address = office.reply_address("Bob")
    with ThreadPoolExecutor(1) as pool, ExitStack() as until_stored, ExitStack() as stopped:
        port = stopped.enter_context(a_listener(office.room.workshop))
        client = smtplib.SMTP("127.0.0.1", port, timeout=PATIENCE)
        client.ehlo()
        client.mail("bob@example.org")
        client.rcpt(address)
        until_stored.enter_context(office.room.workshop.open())
        client.docmd("DATA")
        client.send(RAW + b".\r\n")
        # Whoever is answered later is proof that the mail was read.
        with smtplib.SMTP("127.0.0.1", port) as other:
            other.noop()
        stop = pool.submit(stopped.close)
        wait_until_closed(port)
        assert client.sock is not None
        was_answered = bool(select.select([client.sock], [], [], 0)[0])

        until_stored.close()
        code, _ = client.getreply()
        stop.result(PATIENCE)
        client.close()

    assert not was_answered
    assert code == 250
    assert office.room.count(Inbox) == 1


def let_in(port: int) -> smtplib.SMTP:
    """A client that comes again until it is let in, but not for ever: it may come before others are seen to leave."""
    until = time.monotonic() + PATIENCE
    while True:
        try:
            return smtplib.SMTP("127.0.0.1", port)
        except smtplib.SMTPConnectError:
            assert time.monotonic() < until, "nobody is let in any more"
            time.sleep(0.01)


def wait_until_closed(port: int) -> None:
    """Wait until nobody listens there any more, but not for ever."""
    until = time.monotonic() + PATIENCE
    while True:
        try:
            socket.create_connection(("127.0.0.1", port), PATIENCE).close()
        except ConnectionError:
            return
        assert time.monotonic() < until, "somebody still listens"
        time.sleep(0.01)


def test_an_address_is_read_as_the_library_reads_it() -> None:
    locals_ = ("a", "ada.b", "r+abc", "a=b", "b+x=2by", "a..b", ".a", "a.", "=?x", "ü", "a b", '"q"', "r+" + "a" * 300)
    domains = ("example.org", "EXAMPLE.org", "x", "a-b.c", "a..b", ".a", "a.", "[1.2.3.4]", "a_b.c")
    rests = ("", " SIZE=5", "  SIZE=5 BODY=8BITMIME ", " (a comment)", " ORCPT=rfc822;a", "x", "\tSIZE=5")
    given = [f"<{local}@{domain}>{rest}" for local in locals_ for domain in domains for rest in rests]
    with closing(asyncio.new_event_loop()) as loop:
        ours, theirs = (kind(object(), loop=loop) for kind in (partial(SmtpSession, Sessions()), SMTP))

        assert [ours._getaddr(each) for each in given] == [theirs._getaddr(each) for each in given]  # noqa: SLF001 - hooks


def test_senders_with_letters_beyond_ascii_are_not_invited_and_hear_why_they_are_refused(port: int) -> None:
    with smtplib.SMTP("127.0.0.1", port) as client:
        client.ehlo()
        has_extension = client.has_extn("smtputf8")
        with_option = client.docmd("MAIL FROM:<bob@example.org> SMTPUTF8")
        client.rset()
        client.command_encoding = "utf-8"
        without_option = client.docmd("MAIL FROM:<jürgen@exämple.example>")
        afterwards = client.docmd("MAIL FROM:<jurgen@xn--exmple-cua.example>")

    assert not has_extension
    assert (with_option[0], without_option[0], afterwards[0]) == (501, 500, 250)
