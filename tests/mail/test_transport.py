"""Handing letters over to a mail server, or to a folder."""

import socket
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass, field
from mailbox import Maildir
from pathlib import Path

import pytest
from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, Envelope, Session

from corr.config.values import MailServer
from corr.mail.sending.smtp import SmtpTransport
from corr.mail.sending.transport import MaildirTransport, PutOffError, RefusedError, RelayError

MESSAGE = b"Subject: x\r\n\r\n.a line with a dot\r\nHello\r\n"


@dataclass
class FarEnd:
    """A mail server that answers what it is told to."""

    to_recipient: str = "250 OK"
    to_data: str = "250 OK"
    to_quit: str = "221 Bye"
    taken: list[tuple[str, list[str], bytes]] = field(default_factory=list)

    async def handle_RCPT(  # noqa: N802 - the library's name
        self, _server: SMTP, _session: Session, envelope: Envelope, address: str, _options: list[str]
    ) -> str:
        """Answer as told."""
        envelope.rcpt_tos.append(address)
        return self.to_recipient

    async def handle_DATA(self, _server: SMTP, _session: Session, envelope: Envelope) -> str:  # noqa: N802 - as above
        """Keep the letter and answer as told."""
        assert isinstance(envelope.content, bytes)
        self.taken.append((envelope.mail_from or "", envelope.rcpt_tos, envelope.content))
        return self.to_data

    async def handle_QUIT(self, _server: SMTP, _session: Session, _envelope: Envelope) -> str:  # noqa: N802 - as above
        """Answer as told."""
        return self.to_quit


def free_port() -> int:
    """A port that nobody listens at."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@pytest.fixture
def port() -> int:
    """A free port."""
    return free_port()


@pytest.fixture
def far_end(port: int) -> Iterator[FarEnd]:
    """A mail server at that port."""
    end = FarEnd()
    controller = Controller(end, hostname="127.0.0.1", port=port)
    controller.start()
    yield end
    controller.stop()


def send(port: int, user: str = "") -> None:
    """Send one letter to the server at *port*."""
    with closing(SmtpTransport(MailServer("127.0.0.1", port, is_implicit_tls=False, user=user))) as transport:
        transport.send("b+x@play.example", "bob@example.org", MESSAGE)


def test_a_letter_arrives_to_the_letter_with_its_envelope(far_end: FarEnd, port: int) -> None:
    send(port)

    assert far_end.taken == [("b+x@play.example", ["bob@example.org"], MESSAGE)]


def test_a_recipient_that_does_not_exist_is_refused_for_good(far_end: FarEnd, port: int) -> None:
    far_end.to_recipient = "550 5.1.1 unknown"

    with pytest.raises(RefusedError, match="550"):
        send(port)


def test_a_full_mailbox_is_tried_again(far_end: FarEnd, port: int) -> None:
    far_end.to_recipient = "452 4.2.2 full"

    with pytest.raises(PutOffError, match="452"):
        send(port)


@pytest.mark.parametrize("answer", ["451 later", "554 5.7.1 we do not like you"])
def test_what_is_said_about_the_sender_does_not_strike_the_recipient(far_end: FarEnd, port: int, answer: str) -> None:
    far_end.to_data = answer

    with pytest.raises((PutOffError, RelayError)):
        send(port)


def test_a_letter_that_was_taken_is_not_sent_again_for_a_clumsy_goodbye(far_end: FarEnd, port: int) -> None:
    far_end.to_quit = "421 too busy to say goodbye"

    send(port)

    assert len(far_end.taken) == 1


def test_a_server_that_cannot_be_reached_is_tried_again(port: int) -> None:
    with pytest.raises(RelayError):
        send(port)


def test_a_folder_keeps_the_letter_and_its_envelope(tmp_path: Path) -> None:
    MaildirTransport(tmp_path / "var" / "letters").send("b+x@play.example", "bob@example.org", MESSAGE)

    kept = Maildir(tmp_path / "var" / "letters", create=False)
    assert [kept.get_bytes(key).replace(b"\r\n", b"\n") for key in kept.keys()] == [  # noqa: SIM118 - a mailbox iterates over letters
        b"Return-Path: <b+x@play.example>\nDelivered-To: bob@example.org\n" + MESSAGE.replace(b"\r\n", b"\n")
    ]
