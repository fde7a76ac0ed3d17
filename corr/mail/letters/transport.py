"""
Transports of letters: a mail server by SMTP, or a folder that keeps what would have been sent.

A failure is about the recipient (`RefusedError`), about this try (`PutOffError`) or about our relay (`RelayError`).

The connection to a mail server is kept between letters. A server may close it between two of them. That is noticed at
the next letter, before any of it was sent, so it goes over a new connection. Once the text of a letter is being sent,
nothing is tried again here: nobody can know whether the server took it, and the next try comes later, with the same
Message-ID.
"""

import re
import smtplib
import ssl
import time
from collections.abc import Callable
from contextlib import suppress
from mailbox import Maildir
from pathlib import Path
from threading import Lock
from typing import Protocol

from corr.config.values import MailServer, is_loopback

# All waits for one letter, two connections included, are less than `corr.mail.queues.outbox.LONGEST_SEND`.
_PATIENCE = 10
"""Seconds to wait for the server's answer to one command."""
_PATIENCE_FOR_RECIPIENT = 20
"""Seconds to wait for the answer to a recipient: some servers ask others about it."""
_PATIENCE_FOR_LETTER = 60
"""Seconds to wait from the letter on: many servers look through it before they answer."""
_IDLE_LIMIT = 30.0
"""Seconds after which an idle connection is closed."""
_MOST_LETTERS = 100
"""The most letters that go over one connection."""
_DONE, _PASSING, _PERMANENT = 2, 4, 5
"""The first digits of answers."""
_CLOSING, _NEEDS_LOGIN = 421, 530
_STATUS = re.compile(r"([245]\.\d{1,3}\.\d{1,3})\b")
_LONGEST = 300


class RefusedError(Exception):
    """
    The recipient was refused for good.

    :param status: the code of RFC 3463, such as "5.1.1"; empty if the server gave none.
    """

    def __init__(self, words: str, status: str = "") -> None:
        super().__init__(words)
        self.status = status


class PutOffError(Exception):
    """The letter was not accepted now, but may be later."""


class RelayError(Exception):
    """
    Our own mail server cannot be reached, or takes no letters from us; the recipient is not the reason.

    :param is_about_letter: whether it refused this one letter, so that another one may be accepted.
    """

    def __init__(self, words: str, *, is_about_letter: bool = False) -> None:
        super().__init__(words)
        self.is_about_letter = is_about_letter


class Transport(Protocol):
    """Hands letters over."""

    @property
    def relay(self) -> str:
        """The name of the far end, for the circuit breaker."""
        ...

    def send(self, sender: str, recipient: str, message: bytes) -> str:
        """
        Hand over one letter; the far end's answer.

        :raises RefusedError: the recipient is refused for good.
        :raises PutOffError: the letter may be taken later.
        :raises RelayError: the far end takes no letters from us.
        """
        ...

    def rest(self) -> None:
        """Close idle connections; called again and again while there is nothing to send."""
        ...

    def close(self) -> None:
        """Close everything, at the end."""
        ...


class MaildirTransport:
    """A folder that keeps every letter, which the mailbox page shows: for trying out, without a mail server."""

    relay = "the folder of letters"
    """The name of the far end, for the circuit breaker."""

    def __init__(self, folder: Path) -> None:
        folder.parent.mkdir(parents=True, exist_ok=True)
        self._box = Maildir(folder, create=True)

    def send(self, sender: str, recipient: str, message: bytes) -> str:
        """
        Keep one letter with its envelope.

        :raises RelayError: the folder cannot be written.
        """
        envelope = f"Return-Path: <{sender}>\r\nDelivered-To: {recipient}\r\n".encode("ascii", "replace")
        try:
            self._box.add(envelope + message)
        except OSError as fault:
            raise RelayError(f"the folder cannot be written: {fault.strerror}") from fault
        return "kept in the mailbox of this machine"

    def rest(self) -> None:
        """Nothing is held open."""

    def close(self) -> None:
        """Nothing is held open."""


class SmtpTransport:
    """
    A transport through a mail server.

    :param name: our name in EHLO; a mail domain of ours.
    :param elapsed: seconds since some moment in the past.
    """

    def __init__(
        self, server: MailServer, name: str = "localhost", *, elapsed: Callable[[], float] = time.monotonic
    ) -> None:
        self.relay = f"{server.host}:{server.port}"
        """The name of the far end, for the circuit breaker."""
        self._server = server
        self._name = name
        self._elapsed = elapsed
        self._guard = Lock()
        self._dialogue: _Dialogue | None = None
        self._used_at = 0.0

    def send(self, sender: str, recipient: str, message: bytes) -> str:
        """
        Hand over one letter; the server's answer.

        :raises RefusedError: the recipient is refused for good.
        :raises PutOffError: the server does not take the letter now, or nobody knows whether it did.
        :raises RelayError: the server cannot be reached, or takes no letters from us.
        """
        with self._guard:
            self._let_go_if_stale()
            dialogue = self._with_envelope(sender, recipient, len(message))
            said = dialogue.letter(message)
            self._used_at = self._elapsed()
            return said

    def rest(self) -> None:
        """Close the connection if nothing was sent for a while."""
        with self._guard:
            self._let_go_if_stale()

    def close(self) -> None:
        """Close the connection; the next letter opens a new one."""
        with self._guard:
            self._let_go()

    def _with_envelope(self, sender: str, recipient: str, size: int) -> "_Dialogue":
        """A connection on which the envelope of a letter was accepted; a new one if the kept one is gone."""
        if self._dialogue is not None and self._dialogue.is_open:
            try:
                self._dialogue.envelope(sender, recipient, size)
            except _GoneError:
                self._let_go()
            else:
                return self._dialogue
        self._dialogue = _Dialogue(self._server, self._name)
        try:
            self._dialogue.envelope(sender, recipient, size)
        except _GoneError as gone:
            raise RelayError(str(gone)) from gone
        return self._dialogue

    def _let_go_if_stale(self) -> None:
        kept = self._dialogue
        if kept is not None:
            is_idle = self._elapsed() - self._used_at > _IDLE_LIMIT
            if is_idle or kept.letters >= _MOST_LETTERS or not kept.is_open:
                self._let_go()

    def _let_go(self) -> None:
        if self._dialogue is not None:
            self._dialogue.close()
            self._dialogue = None


class _GoneError(Exception):
    """The server closed the connection before any of the letter was sent."""


class _Dialogue:
    """
    One connection to a mail server.

    :raises RelayError: the server cannot be reached, or does not let us in.
    """

    def __init__(self, server: MailServer, name: str) -> None:
        self.letters = 0
        """How many letters were handed over."""
        try:
            self._smtp = _connected(server, name)
        except smtplib.SMTPResponseException as fault:
            raise RelayError(_words(fault.smtp_code, fault.smtp_error)) from fault
        except (smtplib.SMTPException, OSError, UnicodeError) as fault:
            raise RelayError(_told(fault)) from fault

    @property
    def is_open(self) -> bool:
        """Whether the connection is open, as far as known."""
        return self._smtp.sock is not None

    def envelope(self, sender: str, recipient: str, size: int) -> None:
        """
        Send the envelope of the next letter.

        :raises RefusedError: the recipient is refused for good.
        :raises PutOffError: the server does not take it now.
        :raises RelayError: the server takes nothing from us.
        :raises _GoneError: the server has closed the connection.
        """
        try:
            self._wait(_PATIENCE)
            options = [f"size={size}"] if self._smtp.has_extn("size") else []
            self._judge_sender(*self._smtp.mail(sender, options))
            self._wait(_PATIENCE_FOR_RECIPIENT)
            self._judge_recipient(*self._smtp.rcpt(recipient))
        except (smtplib.SMTPServerDisconnected, OSError) as gone:
            self.close()
            raise _GoneError(_told(gone)) from gone
        except (RefusedError, PutOffError, RelayError):
            self._reset()
            raise

    def letter(self, message: bytes) -> str:
        """
        Send the letter whose envelope was accepted; the server's answer.

        :raises PutOffError: the server does not take it now, or the connection was lost.
        :raises RelayError: the server refuses it.
        """
        try:
            self._wait(_PATIENCE_FOR_LETTER)
            code, said = self._smtp.data(message)
        except smtplib.SMTPDataError as fault:
            code, said = fault.smtp_code, _as_bytes(fault.smtp_error)
        except (smtplib.SMTPException, OSError) as lost:
            self.close()
            raise PutOffError(f"the connection was lost while the letter was handed over: {_told(lost)}") from lost
        words = _words(code, said)
        if code == _CLOSING:
            self.close()
        if code // 100 == _DONE:
            self.letters += 1
            return words
        self._reset()
        if code // 100 == _PERMANENT:
            raise RelayError(words, is_about_letter=True)
        raise PutOffError(words)

    def close(self) -> None:
        """Send QUIT, and close the connection whatever the answer is."""
        with suppress(smtplib.SMTPException, OSError):
            if self.is_open:
                self._wait(_PATIENCE)
                self._smtp.quit()
        self._smtp.close()

    def _judge_sender(self, code: int, said: bytes) -> None:
        """
        Judge the answer to MAIL, which is about us or the letter's size, never the recipient.

        :raises PutOffError: the server does not take the letter now.
        :raises RelayError: the server does not take it from us.
        :raises smtplib.SMTPServerDisconnected: it says goodbye.
        """
        if code == _CLOSING:
            raise smtplib.SMTPServerDisconnected(_words(code, said))
        if code // 100 == _PASSING:
            raise PutOffError(_words(code, said))
        if code // 100 != _DONE:
            raise RelayError(_words(code, said), is_about_letter=code != _NEEDS_LOGIN)

    def _judge_recipient(self, code: int, said: bytes) -> None:
        """
        Judge the answer to RCPT.

        :raises RefusedError: the recipient is refused for good.
        :raises PutOffError: the recipient is not accepted now.
        :raises RelayError: the server would accept none from us.
        :raises smtplib.SMTPServerDisconnected: it says goodbye.
        """
        words = _words(code, said)
        if code == _CLOSING:
            raise smtplib.SMTPServerDisconnected(words)
        # "Relay access denied", "unable to relay": that would be the answer for every recipient.
        if code == _NEEDS_LOGIN or (code // 100 == _PERMANENT and "relay" in words.lower()):
            raise RelayError(words)
        if code // 100 == _PERMANENT:
            found = _STATUS.search(words)
            raise RefusedError(words, found[1] if found else "")
        if code // 100 != _DONE:
            raise PutOffError(words)

    def _reset(self) -> None:
        """Prepare for the next letter with RSET, or close the connection."""
        if not self.is_open:
            return
        try:
            self._wait(_PATIENCE)
            code, _ = self._smtp.rset()
        except (smtplib.SMTPException, OSError):
            code = _CLOSING
        if code // 100 != _DONE:
            self.close()

    def _wait(self, seconds: int) -> None:
        if self._smtp.sock is not None:
            self._smtp.sock.settimeout(seconds)


def _connected(server: MailServer, name: str) -> smtplib.SMTP:
    """
    A connection, encrypted if the server offers it, and logged in if the settings have a user.

    :raises RelayError: the password would be sent in clear.
    """
    trusted = ssl.create_default_context()
    where = (server.host, server.port, name)
    smtp = (
        smtplib.SMTP_SSL(*where, timeout=_PATIENCE, context=trusted)
        if server.is_implicit_tls
        else smtplib.SMTP(*where, timeout=_PATIENCE)
    )
    try:
        smtp.ehlo_or_helo_if_needed()
        if not server.is_implicit_tls and smtp.has_extn("starttls"):
            smtp.starttls(context=_for_this_machine() if is_loopback(server.host) else trusted)
            smtp.ehlo()
        if server.user:
            _check_private(smtp, server)
            smtp.login(server.user, server.password)
    except BaseException:
        smtp.close()
        raise
    return smtp


def _for_this_machine() -> ssl.SSLContext:
    """Encryption without a check of the certificate, which a mail server on this machine has for another name."""
    context = ssl.create_default_context()
    context.check_hostname = False
    context.verify_mode = ssl.CERT_NONE
    return context


def _check_private(smtp: smtplib.SMTP, server: MailServer) -> None:
    """
    Make sure that nobody on the network can read the password.

    :raises RelayError: somebody could.
    """
    if not isinstance(smtp.sock, ssl.SSLSocket) and not is_loopback(server.host):
        raise RelayError("the mail server offers no encryption, and the password is not sent in clear")


def _words(code: int, said: bytes | str) -> str:
    """The server's answer on one line."""
    text = said.decode("utf-8", "replace") if isinstance(said, bytes) else said
    return " ".join(f"{code} {text}".split())[:_LONGEST]


def _told(fault: Exception) -> str:
    """A fault in words, for administrators."""
    text = " ".join(str(fault).split())
    return f"{type(fault).__name__}: {text}"[:_LONGEST] if text else type(fault).__name__


def _as_bytes(said: bytes | str) -> bytes:
    return said.encode("utf-8", "replace") if isinstance(said, str) else said
