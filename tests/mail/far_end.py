"""A mail server at the far end of the wire that answers what it is told to, or falls silent."""

import asyncio
import ssl
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, AuthResult, Envelope, LoginPassword, Session

OK = "250 OK"
CLOSES = "closes"
"""Instead of an answer: the connection is cut."""
LONGEST_START = 60.0
"""Seconds until a mail server of tests has to listen: the library gives a busy machine five."""


@dataclass
class FarEnd:
    """A mail server. Each answer is given to everything, or to the letters of one number on a connection."""

    to_sender: str = OK
    to_recipient: str = OK
    to_data: str = "250 2.0.0 OK queued as 4XyZ"
    to_quit: str = "221 Bye"
    on_second: dict[str, str] = field(default_factory=dict)
    """What is answered to "sender", "recipient" or "data" of every further letter on a connection."""
    taken: list[tuple[str, list[str], bytes]] = field(default_factory=list)
    sessions: list[Session] = field(default_factory=list)
    """The connection that each letter came over."""
    greeted: set[int] = field(default_factory=set)
    """All connections, by the identity of their session."""
    resets: int = 0
    """How often a letter was begun and broken off."""
    was_encrypted: list[bool] = field(default_factory=list)
    """For each letter."""

    async def handle_EHLO(  # noqa: N802, D102 - the library's name
        self, _server: SMTP, session: Session, _envelope: Envelope, hostname: str, responses: list[str]
    ) -> list[str]:
        session.host_name = hostname
        self.greeted.add(id(session))
        return responses

    async def handle_MAIL(  # noqa: N802, D102, PLR0917 - as above
        self, server: SMTP, session: Session, envelope: Envelope, address: str, options: list[str]
    ) -> str:
        envelope.mail_from, envelope.mail_options = address, options
        return self._answered(server, session, "sender", self.to_sender)

    async def handle_RCPT(  # noqa: N802, D102 - as above
        self, server: SMTP, session: Session, envelope: Envelope, address: str, _options: list[str]
    ) -> str:
        answer = self._answered(server, session, "recipient", self.to_recipient)
        if answer.startswith("2"):
            envelope.rcpt_tos.append(address)
        return answer

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:  # noqa: N802, D102 - as above
        assert isinstance(envelope.content, bytes)
        answer = self._answered(server, session, "data", self.to_data)
        self.taken.append(((envelope.mail_from or "").strip("<>"), envelope.rcpt_tos, envelope.content))
        self.sessions.append(session)
        self.was_encrypted.append(bool(server.transport and server.transport.get_extra_info("sslcontext")))
        return answer

    async def handle_RSET(self, _server: SMTP, _session: Session, _envelope: Envelope) -> str:  # noqa: N802, D102 - as above
        self.resets += 1
        return OK

    async def handle_QUIT(self, _server: SMTP, _session: Session, _envelope: Envelope) -> str:  # noqa: N802, D102 - as above
        return self.to_quit

    @property
    def connections(self) -> int:
        """Over how many connections letters came."""
        return len({id(session) for session in self.sessions})

    def _answered(self, server: SMTP, session: Session, stage: str, usual: str) -> str:
        is_second = any(session is earlier for earlier in self.sessions)
        answer = self.on_second.get(stage, usual) if is_second else usual
        if answer == CLOSES:
            assert isinstance(server.transport, asyncio.WriteTransport)
            server.transport.abort()
            return OK
        return answer


@contextmanager
def listening(end: FarEnd, port: int, *, password: str = "", starttls: ssl.SSLContext | None = None) -> Iterator[None]:
    """*end* at *port*; it lets in who knows the password, and speaks STARTTLS if it can."""

    def let_in(_server: SMTP, _session: Session, _envelope: Envelope, _mechanism: str, login: object) -> AuthResult:
        assert isinstance(login, LoginPassword)
        is_right = login.password == password.encode()
        return AuthResult(success=is_right, handled=False)

    controller = Controller(
        end,
        hostname="127.0.0.1",
        port=port,
        ready_timeout=LONGEST_START,
        tls_context=starttls,
        authenticator=let_in if password else None,
        auth_required=bool(password),
        auth_require_tls=starttls is not None,
    )
    with _running(controller):
        yield


@contextmanager
def listening_encrypted(end: FarEnd, port: int, context: ssl.SSLContext) -> Iterator[None]:
    """*end* at *port*, encrypted from the first word on."""
    controller = Controller(end, hostname="127.0.0.1", port=port, ready_timeout=LONGEST_START, ssl_context=context)
    with _running(controller):
        yield


@contextmanager
def _running(controller: Controller) -> Iterator[None]:
    controller.start()
    try:
        yield
    finally:
        controller.stop()
