"""The far end of outgoing mail: a mail server, or a folder that keeps what would have been sent."""

import smtplib
import ssl
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from mailbox import Maildir
from pathlib import Path
from typing import Protocol

from corr.config.values import MailServer, is_loopback

_PATIENCE = 10
"""Seconds to wait for the server's answer to one command."""
_LAST_PATIENCE = 45
"""
Seconds to wait from the recipient on: many servers look through the letter before they answer for it.

With the commands before it a letter takes less than `corr.service.outbox.LEASE`, so that no second process begins to
send what the first one still holds.
"""
_PERMANENT = 500


class RefusedError(Exception):
    """The server will never take this letter for this recipient."""


class PutOffError(Exception):
    """The letter could not be handed over now; later it may."""


class Transport(Protocol):
    """Hands letters over."""

    def send(self, sender: str, recipient: str, message: bytes) -> None:
        """
        Hand over one letter.

        :raises RefusedError: the recipient is refused for good.
        :raises PutOffError: anything else went wrong.
        """


class SmtpTransport:
    """Sends through a mail server."""

    def __init__(self, server: MailServer) -> None:
        self._server = server

    def send(self, sender: str, recipient: str, message: bytes) -> None:
        """
        Hand over one letter, over a connection of its own.

        :raises RefusedError: the recipient is refused for good.
        :raises PutOffError: the server cannot be reached, or does not take the letter now.
        """
        try:
            with self._connected() as connection:
                if connection.sock is not None:
                    connection.sock.settimeout(_LAST_PATIENCE)
                connection.sendmail(sender, [recipient], message)
        except smtplib.SMTPRecipientsRefused as refused:
            code, words = next(iter(refused.recipients.values()))
            fault = f"{code} {_shown(words)}"
            if code >= _PERMANENT:
                raise RefusedError(fault) from refused
            raise PutOffError(fault) from refused
        except smtplib.SMTPResponseException as fault:
            # A 5xx at MAIL, AUTH or DATA speaks about us, not about the recipient.
            raise PutOffError(f"{fault.smtp_code} {_shown(fault.smtp_error)}") from fault
        except (smtplib.SMTPException, OSError) as fault:
            raise PutOffError(type(fault).__name__) from fault

    @contextmanager
    def _connected(self) -> Iterator[smtplib.SMTP]:
        server = self._server
        trusted = ssl.create_default_context()
        if server.is_implicit_tls:
            connection: smtplib.SMTP = smtplib.SMTP_SSL(server.host, server.port, timeout=_PATIENCE, context=trusted)
        else:
            connection = smtplib.SMTP(server.host, server.port, timeout=_PATIENCE)
        try:
            connection.ehlo()
            if not server.is_implicit_tls and connection.has_extn("starttls"):
                connection.starttls(context=trusted)
                connection.ehlo()
            if server.user and connection.sock is not None and not isinstance(connection.sock, ssl.SSLSocket):
                _refuse_in_clear(server)
            if server.user:
                connection.login(server.user, server.password)
            yield connection
        finally:
            # Whatever is said to a goodbye, a letter that was taken is taken: it must not be sent again for that.
            with suppress(smtplib.SMTPException, OSError):
                connection.quit()
            connection.close()


class MaildirTransport:
    """Keeps every letter in a folder, where the mailbox page shows it: for trying out, without any mail server."""

    def __init__(self, folder: Path) -> None:
        folder.parent.mkdir(parents=True, exist_ok=True)
        self._box = Maildir(folder, create=True)

    def send(self, sender: str, recipient: str, message: bytes) -> None:
        """
        Keep one letter with its envelope.

        :raises PutOffError: the folder cannot be written.
        """
        envelope = f"Return-Path: <{sender}>\r\nDelivered-To: {recipient}\r\n".encode("ascii", "replace")
        try:
            self._box.add(envelope + message)
        except OSError as fault:
            raise PutOffError(type(fault).__name__) from fault


def _refuse_in_clear(server: MailServer) -> None:
    """
    Keep the password from going over a network for everybody to read.

    :raises PutOffError: the server offers no encryption and is not on this machine.
    """
    if not is_loopback(server.host):
        raise PutOffError("the mail server offers no encryption, and the password is not sent in clear")


def _shown(words: bytes | str) -> str:
    text = words.decode("utf-8", "replace") if isinstance(words, bytes) else words
    return " ".join(text.split())[:200]
