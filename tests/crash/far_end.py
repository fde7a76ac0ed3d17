"""The mail server at the far end of the wire: it remembers every letter, and now and then hangs up too early."""

import asyncio
import random
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from email import message_from_bytes, policy
from email.message import EmailMessage
from threading import Lock

from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, Envelope, Session

from tests.crash.facts import Delivery
from tests.journeys.letters import Letter

_TAKEN = "250 2.0.0 kept"
_LONGEST_START = 60.0
"""Seconds until it has to listen: the library gives a busy machine five."""


@dataclass
class FarEnd:
    """
    A mail server that keeps what it is given.

    :param cut_once_in: once in so many letters it hangs up after it took one, before it says so; never, if it is 0.
    """

    chance: random.Random
    cut_once_in: int = 0
    deliveries: list[Delivery] = field(default_factory=list)
    _letters: dict[str, Letter] = field(default_factory=dict)
    _answers: dict[str, Letter] = field(default_factory=dict)
    _guard: Lock = field(default_factory=Lock)

    async def handle_DATA(self, server: SMTP, _session: Session, envelope: Envelope) -> str:  # noqa: N802, D102 - the library's name
        assert isinstance(envelope.content, bytes)
        is_cut = bool(self.cut_once_in) and self.chance.randrange(self.cut_once_in) == 0
        self._keep(envelope.content, is_cut=is_cut)
        if is_cut:
            assert isinstance(server.transport, asyncio.WriteTransport)
            server.transport.abort()
        return _TAKEN

    def find(self, message_id: str) -> Letter | None:
        """A letter by its Message-ID."""
        with self._guard:
            return self._letters.get(message_id)

    def answers(self) -> dict[str, Letter]:
        """The answers to mails, by the Message-ID of the mail."""
        with self._guard:
            return dict(self._answers)

    def all(self) -> tuple[Delivery, ...]:
        """Every arrival so far."""
        with self._guard:
            return tuple(self.deliveries)

    def _keep(self, raw: bytes, *, is_cut: bool) -> None:
        message = message_from_bytes(raw, policy=policy.default)
        assert isinstance(message, EmailMessage)
        message_id = str(message["Message-ID"]).strip()
        letter = Letter(message_id, raw)
        with self._guard:
            self.deliveries.append(Delivery(message_id, time.monotonic(), is_cut))
            self._letters.setdefault(message_id, letter)
            if message["In-Reply-To"]:
                self._answers.setdefault(str(message["In-Reply-To"]).strip(), letter)


@contextmanager
def listening(end: FarEnd, port: int) -> Iterator[None]:
    """*end* at *port* of this machine."""
    controller = Controller(end, hostname="127.0.0.1", port=port, ready_timeout=_LONGEST_START)
    controller.start()
    try:
        yield
    finally:
        controller.stop()
