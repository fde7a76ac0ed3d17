"""
The far end of outgoing mail: a mail server, or a folder that keeps what would have been sent.

Three things can go wrong, and they are told apart by whom they speak of: the recipient, this letter, or ourselves.
"""

from mailbox import Maildir
from pathlib import Path
from typing import Protocol


class RefusedError(Exception):
    """
    The recipient is refused for good.

    :param status: the code of RFC 3463, such as "5.1.1"; empty if the server gave none.
    """

    def __init__(self, words: str, status: str = "") -> None:
        super().__init__(words)
        self.status = status


class PutOffError(Exception):
    """The letter could not be handed over now; later it may."""


class RelayError(Exception):
    """
    Our own mail server cannot be reached, or will not take letters from us: no recipient is to blame.

    :param is_about_letter: whether it spoke of this one letter, so that another one may fare better.
    """

    def __init__(self, words: str, *, is_about_letter: bool = False) -> None:
        super().__init__(words)
        self.is_about_letter = is_about_letter


class Transport(Protocol):
    """Hands letters over."""

    @property
    def relay(self) -> str:
        """What the far end is called."""
        ...

    def send(self, sender: str, recipient: str, message: bytes) -> str:
        """
        Hand over one letter; what the far end said when it took it.

        :raises RefusedError: the recipient is refused for good.
        :raises PutOffError: the letter may be taken later.
        :raises RelayError: the far end takes no letters from us.
        """
        ...

    def rest(self) -> None:
        """Let go of what is not worth keeping while nothing is to be sent; called again and again."""
        ...

    def close(self) -> None:
        """Let go of everything, at the end."""
        ...


class MaildirTransport:
    """Keeps every letter in a folder, where the mailbox page shows it: for trying out, without any mail server."""

    relay = "the folder of letters"
    """What the far end is called."""

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
