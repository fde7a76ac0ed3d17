"""
Transports of letters: a mail server, or a folder that keeps what would have been sent.

A failure is about the recipient (`RefusedError`), about this try (`PutOffError`) or about our relay (`RelayError`).
"""

from mailbox import Maildir
from pathlib import Path
from typing import Protocol


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
