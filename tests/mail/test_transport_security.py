"""Encryption and logging in at our own mail server, tried against real ones with a real authority."""

import ssl
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from corr.config.values import MailServer
from corr.mail.letters.transport import RelayError, SmtpTransport
from tests.mail.authority import Authority, an_authority
from tests.mail.far_end import FarEnd, listening, listening_encrypted
from tests.ports import free_port

# The library warns of servers that take passwords in clear, which is what is tried here.
pytestmark = pytest.mark.filterwarnings("ignore:Requiring AUTH")

PASSWORD = "open, sesame"
ELSEWHERE = "127.1"
"""This machine by a name that is not known for a loopback one."""


@pytest.fixture(scope="module")
def authority(tmp_path_factory: pytest.TempPathFactory) -> Authority:
    """An authority that nobody trusts yet."""
    return an_authority(tmp_path_factory.mktemp("authority"))


@pytest.fixture(scope="module")
def context(authority: Authority) -> ssl.SSLContext:
    """A server's certificate for this machine."""
    return authority.server_context()


@pytest.fixture
def trusting(authority: Authority, monkeypatch: pytest.MonkeyPatch) -> None:
    """The authority is trusted on this machine."""
    monkeypatch.setenv("SSL_CERT_FILE", str(authority.root))


@pytest.fixture
def end() -> FarEnd:
    """A mail server."""
    return FarEnd()


@pytest.fixture
def port() -> int:
    """Where it listens."""
    return free_port()


@contextmanager
def transport_to(
    port: int, *, host: str = "127.0.0.1", password: str = "", is_implicit: bool = False
) -> Iterator[SmtpTransport]:
    """What sends to the server at *port*."""
    server = MailServer(host, port, is_implicit_tls=is_implicit, user="corr" if password else "", password=password)
    made = SmtpTransport(server)
    try:
        yield made
    finally:
        made.close()


def send(transport: SmtpTransport) -> str:
    """Send one letter."""
    return transport.send("b+x@play.example", "bob@example.org", b"Subject: x\r\n\r\nHello\r\n")


@pytest.mark.usefixtures("trusting")
def test_a_connection_is_encrypted_where_the_server_offers_it(end: FarEnd, port: int, context: ssl.SSLContext) -> None:
    with listening(end, port, starttls=context), transport_to(port) as transport:
        send(transport)
        send(transport)

    assert end.was_encrypted == [True, True]


@pytest.mark.usefixtures("trusting")
def test_a_connection_is_encrypted_from_the_first_word_on_if_the_settings_say_so(
    end: FarEnd, port: int, context: ssl.SSLContext
) -> None:
    with listening_encrypted(end, port, context), transport_to(port, is_implicit=True) as transport:
        send(transport)

    assert end.was_encrypted == [True]


@pytest.mark.parametrize("is_implicit", [True, False])
def test_a_certificate_of_an_authority_that_nobody_trusts_gets_no_letter(
    end: FarEnd, port: int, context: ssl.SSLContext, *, is_implicit: bool
) -> None:
    served = listening_encrypted(end, port, context) if is_implicit else listening(end, port, starttls=context)

    with (
        served,
        transport_to(port, host="127.0.0.1" if is_implicit else ELSEWHERE, is_implicit=is_implicit) as transport,
        pytest.raises(RelayError, match="CERTIFICATE"),
    ):
        send(transport)

    assert end.taken == []


@pytest.mark.usefixtures("trusting")
def test_a_certificate_for_another_name_gets_no_letter(end: FarEnd, port: int, authority: Authority) -> None:
    other = authority.server_context("DNS:mail.example")

    with (
        listening(end, port, starttls=other),
        transport_to(port, host=ELSEWHERE) as transport,
        pytest.raises(RelayError, match="CERT"),
    ):
        send(transport)

    assert end.taken == []


def test_a_mail_server_on_this_very_machine_may_show_any_certificate(
    end: FarEnd, port: int, context: ssl.SSLContext
) -> None:
    with listening(end, port, starttls=context), transport_to(port) as transport:
        send(transport)

    assert end.was_encrypted == [True]


@pytest.mark.usefixtures("trusting")
def test_a_letter_goes_out_after_the_right_password(end: FarEnd, port: int, context: ssl.SSLContext) -> None:
    with (
        listening(end, port, starttls=context, password=PASSWORD),
        transport_to(port, password=PASSWORD) as transport,
    ):
        send(transport)
        send(transport)

    assert len(end.taken) == 2
    assert end.connections == 1


@pytest.mark.usefixtures("trusting")
def test_a_wrong_password_is_a_matter_of_our_own_relay(end: FarEnd, port: int, context: ssl.SSLContext) -> None:
    with (
        listening(end, port, starttls=context, password=PASSWORD),
        transport_to(port, password="guessed") as transport,
        pytest.raises(RelayError, match="535") as fault,
    ):
        send(transport)

    assert not fault.value.is_about_letter
    assert "guessed" not in str(fault.value)


def test_a_server_that_wants_a_password_and_gets_none_is_a_matter_of_our_own_relay(end: FarEnd, port: int) -> None:
    with (
        listening(end, port, password=PASSWORD),
        transport_to(port) as transport,
        pytest.raises(RelayError, match="530"),
    ):
        send(transport)


def test_a_password_for_another_machine_is_not_sent_in_clear(end: FarEnd, port: int) -> None:
    with (
        listening(end, port, password=PASSWORD),
        transport_to(port, host=ELSEWHERE, password=PASSWORD) as transport,
        pytest.raises(RelayError, match="not sent in clear"),
    ):
        send(transport)

    assert end.taken == []


def test_a_password_for_this_very_machine_may_be_sent_in_clear(end: FarEnd, port: int) -> None:
    with listening(end, port, password=PASSWORD), transport_to(port, password=PASSWORD) as transport:
        send(transport)

    assert len(end.taken) == 1
