"""Handing letters over to a mail server, or to a folder."""

from collections.abc import Iterator
from contextlib import closing
from mailbox import Maildir
from pathlib import Path

import pytest

from corr.config.values import MailServer
from corr.mail.letters.transport import MaildirTransport, PutOffError, RefusedError, RelayError, SmtpTransport
from tests.mail.far_end import CLOSES, FarEnd, listening
from tests.ports import free_port

MESSAGE = b"Subject: x\r\n\r\n.a line with a dot\r\nHello\r\n"
SENDER, RECIPIENT = "b+x@play.example", "bob@example.org"


class Watch:
    """Seconds that pass when they are told to."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        """The seconds so far."""
        return self.now


@pytest.fixture
def port() -> int:
    """A free port."""
    return free_port()


@pytest.fixture
def far_end(port: int) -> Iterator[FarEnd]:
    """A mail server at that port."""
    end = FarEnd()
    with listening(end, port):
        yield end


@pytest.fixture
def watch() -> Watch:
    """The time that the transport sees."""
    return Watch()


@pytest.fixture
def transport(port: int, watch: Watch) -> Iterator[SmtpTransport]:
    """What sends to that server."""
    with closing(SmtpTransport(MailServer("127.0.0.1", port, is_implicit_tls=False), elapsed=watch)) as made:
        yield made


def send(transport: SmtpTransport, message: bytes = MESSAGE) -> str:
    """Send one letter."""
    return transport.send(SENDER, RECIPIENT, message)


def test_a_letter_arrives_to_the_letter_with_its_envelope(far_end: FarEnd, transport: SmtpTransport) -> None:
    send(transport)

    assert far_end.taken == [(SENDER, [RECIPIENT], MESSAGE)]


def test_a_letter_without_a_return_address_has_an_empty_one(far_end: FarEnd, transport: SmtpTransport) -> None:
    transport.send("", RECIPIENT, MESSAGE)

    assert [sender for sender, _, _ in far_end.taken] == [""]


def test_what_the_server_calls_the_letter_is_told(far_end: FarEnd, transport: SmtpTransport) -> None:
    far_end.to_data = "250 2.0.0 OK queued as 4XyZ"

    assert send(transport) == "250 2.0.0 OK queued as 4XyZ"


def test_a_recipient_that_does_not_exist_is_refused_for_good(far_end: FarEnd, transport: SmtpTransport) -> None:
    far_end.to_recipient = "550 5.1.1 unknown"

    with pytest.raises(RefusedError, match="550") as refused:
        send(transport)

    assert refused.value.status == "5.1.1"


def test_a_full_mailbox_is_tried_again(far_end: FarEnd, transport: SmtpTransport) -> None:
    far_end.to_recipient = "452 4.2.2 full"

    with pytest.raises(PutOffError, match="452"):
        send(transport)


@pytest.mark.parametrize("stage", ["to_sender", "to_recipient", "to_data"])
def test_a_passing_refusal_at_any_stage_puts_the_letter_off(
    far_end: FarEnd, transport: SmtpTransport, stage: str
) -> None:
    setattr(far_end, stage, "451 4.3.0 later")

    with pytest.raises(PutOffError, match=r"451 4\.3\.0 later"):
        send(transport)


@pytest.mark.parametrize("stage", ["to_sender", "to_data"])
def test_what_is_said_about_the_sender_is_a_matter_of_our_own_relay(
    far_end: FarEnd, transport: SmtpTransport, stage: str
) -> None:
    setattr(far_end, stage, "554 5.7.1 we do not like you")

    with pytest.raises(RelayError, match="we do not like you") as fault:
        send(transport)

    assert fault.value.is_about_letter


@pytest.mark.parametrize("answer", ["554 5.7.1 <bob@example.org>: Relay access denied", "530 5.7.0 login first"])
def test_a_server_that_relays_nothing_for_us_is_no_fault_of_the_recipient(
    far_end: FarEnd, transport: SmtpTransport, answer: str
) -> None:
    far_end.to_recipient = answer

    with pytest.raises(RelayError):
        send(transport)


def test_after_a_letter_was_refused_the_next_goes_over_the_same_connection(
    far_end: FarEnd, transport: SmtpTransport
) -> None:
    send(transport)
    far_end.to_recipient = "550 5.1.1 unknown"
    with pytest.raises(RefusedError):
        send(transport)
    far_end.to_recipient = "250 OK"
    send(transport)

    assert len(far_end.taken) == 2
    assert far_end.connections == 1
    assert far_end.resets == 1


def test_letters_share_one_connection(far_end: FarEnd, transport: SmtpTransport) -> None:
    for _ in range(5):
        send(transport)

    assert len(far_end.taken) == 5
    assert far_end.connections == 1


def test_a_connection_is_given_up_after_a_hundred_letters(far_end: FarEnd, transport: SmtpTransport) -> None:
    for _ in range(101):
        send(transport)

    assert far_end.connections == 2


def test_a_connection_that_was_not_used_for_a_while_is_not_used_again(
    far_end: FarEnd, transport: SmtpTransport, watch: Watch
) -> None:
    send(transport)
    watch.now += 31
    send(transport)

    assert far_end.connections == 2


def test_while_nothing_is_to_be_sent_the_connection_is_let_go(
    far_end: FarEnd, transport: SmtpTransport, watch: Watch
) -> None:
    send(transport)
    transport.rest()
    send(transport)
    watch.now += 31
    transport.rest()
    watch.now -= 31
    send(transport)

    assert far_end.connections == 2


@pytest.mark.parametrize("stage", ["sender", "recipient"])
@pytest.mark.parametrize("answer", [CLOSES, "421 4.4.2 idle for too long"])
def test_a_server_that_hangs_up_between_letters_is_called_again_and_gets_each_once(
    far_end: FarEnd, transport: SmtpTransport, stage: str, answer: str
) -> None:
    far_end.on_second = {stage: answer}

    for number in range(3):
        send(transport, b"%d\r\n" % number)

    assert [content for _, _, content in far_end.taken] == [b"0\r\n", b"1\r\n", b"2\r\n"]
    assert far_end.connections == 3


def test_a_server_that_closes_every_connection_is_called_once_more_and_no_more(
    far_end: FarEnd, transport: SmtpTransport
) -> None:
    far_end.to_sender = "421 4.3.2 shutting down"

    with pytest.raises(RelayError, match="421"):
        send(transport)

    assert len(far_end.greeted) == 1


@pytest.mark.parametrize("is_first", [True, False])
def test_a_letter_whose_connection_is_lost_after_it_was_handed_over_is_not_sent_again_at_once(
    far_end: FarEnd, transport: SmtpTransport, *, is_first: bool
) -> None:
    if not is_first:
        send(transport)
    far_end.to_data = CLOSES

    with pytest.raises(PutOffError, match="lost"):
        send(transport)

    assert len(far_end.taken) == (1 if is_first else 2)


def test_a_letter_that_was_taken_is_not_sent_again_for_a_clumsy_goodbye(
    far_end: FarEnd, transport: SmtpTransport
) -> None:
    far_end.to_quit = "421 too busy to say goodbye"

    send(transport)
    transport.close()

    assert len(far_end.taken) == 1


def test_a_server_that_cannot_be_reached_is_a_matter_of_our_own_relay(transport: SmtpTransport) -> None:
    with pytest.raises(RelayError, match="Refused") as fault:
        send(transport)

    assert not fault.value.is_about_letter


def test_a_folder_keeps_the_letter_and_its_envelope(tmp_path: Path) -> None:
    MaildirTransport(tmp_path / "var" / "letters").send(SENDER, RECIPIENT, MESSAGE)

    kept = Maildir(tmp_path / "var" / "letters", create=False)
    assert [kept.get_bytes(key).replace(b"\r\n", b"\n") for key in kept.keys()] == [  # noqa: SIM118 - a mailbox iterates over letters
        b"Return-Path: <b+x@play.example>\nDelivered-To: bob@example.org\n" + MESSAGE.replace(b"\r\n", b"\n")
    ]
