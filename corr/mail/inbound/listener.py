"""
The servers that take mail in, SMTP for everybody and LMTP for a mail server of our own, and what they answer to each
command.

Nothing is parsed while a client waits: a mail for an address that we gave out is stored as it is and acknowledged. Any
other address is refused at once, with the same words for malformed, unknown and revoked ones.
"""

import logging
import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, Envelope, Session
from sqlalchemy.exc import SQLAlchemyError

from corr.base.faults import NO_FAULTS, LoopFault, LoopFaults
from corr.base.uow import Trouble, Workshop
from corr.config import Settings
from corr.errors import UnreachableError
from corr.mail.inbound.intake import MAX_SIZE, IncomingMail
from corr.mail.inbound.smtp_requests import (
    OK,
    Answers,
    Delivery,
    Lookup,
    MailClient,
    Request,
    Requests,
    client_at,
)
from corr.mail.inbound.smtp_sessions import LmtpSession, SessionLimits, Sessions, SmtpSession
from corr.mail.mail_identity import MailIdentity

_LOG = logging.getLogger(__name__)
_MOST_RECIPIENTS = 10
_TOO_MANY = "452 4.5.3 Too many recipients"
_LATER = "451 4.3.0 Please try again later"
_DIRTY = "553 5.1.7 That is no address"
_LONGEST_COMMAND = 600
"""Seconds from one command to the next, the text of a mail among them."""
_MOST_COMMANDS = {"*": 200, "MAIL": 2000, "RCPT": 5000, "DATA": 2000, "RSET": 2000, "NOOP": 2000}
"""Of each command in one session; a mail server in front of us keeps its session for many mails."""
_LONGEST_START = 30.0
"""How many seconds a busy machine may take until the server listens."""
_LONGEST_END = 10.0
"""How many seconds a stop waits for mails that are being stored."""
_LOOK_EVERY = 0.05


class Dialogue:
    """
    The handler of the commands of all sessions of one listener.

    :param protocol: "smtp" or "lmtp".
    :param is_own: whether only mail servers of our own connect here, which are never turned away.
    """

    def __init__(self, workshop: Workshop, identity: MailIdentity, protocol: str, *, is_own: bool) -> None:
        self._workshop = workshop
        self._requests = Requests(workshop, identity)
        self._protocol = protocol
        self._is_own = is_own
        self._trouble = Trouble(_LOG)
        self.faults = LoopFaults()
        """What it met since the last mail that was stored."""
        self.in_hand = 0
        """The number of mails being stored now."""

    async def handle_MAIL(  # noqa: N802 - the library's name
        self, _server: SMTP, _session: Session, envelope: Envelope, address: str, options: Sequence[str]
    ) -> str:
        """Accept any sender whose address the database can store."""
        if not address.isprintable():
            return _DIRTY
        envelope.mail_from = address
        envelope.mail_options.extend(options)
        return "250 2.1.0 OK"

    async def handle_RCPT(  # noqa: N802 - the library's name
        self, _server: SMTP, session: Session, envelope: Envelope, address: str, _options: Sequence[str]
    ) -> str:
        """Accept only addresses that are ours."""
        if len(envelope.rcpt_tos) >= _MOST_RECIPIENTS:
            return _TOO_MANY
        try:
            (answer,) = await self._answers(Lookup(self._client(session), address, _sender(envelope)))
        except (UnreachableError, SQLAlchemyError) as fault:
            self._note("an address could not be looked up", fault)
            return _LATER
        if answer == OK:
            envelope.rcpt_tos.append(address)
        return answer

    async def handle_DATA(  # noqa: N802 - the library's name
        self, _server: SMTP, session: Session, envelope: Envelope
    ) -> str:
        """Store the mail, once for each recipient, and only then acknowledge it."""
        content = envelope.content
        raw = content.encode("utf-8", "surrogateescape") if isinstance(content, str) else content or b""
        client = self._client(session)
        arrival = IncomingMail(client.source, _sender(envelope), raw, self._workshop.now(), client.limit_key)
        self.in_hand += 1
        try:
            answers = await self._answers(Delivery(client, arrival, envelope.rcpt_tos))
        except (UnreachableError, SQLAlchemyError) as fault:
            self._note("a mail could not be stored", fault)
            answers = [_LATER] * len(envelope.rcpt_tos)
        else:
            self.faults.note_success()
        finally:
            self.in_hand -= 1
        if self._protocol == "lmtp":
            # RFC 2033, 4.2: one answer for each recipient that was accepted, in their order.
            return "\r\n".join(answers)
        # One answer for all recipients: a mail that is sent again is sent to all of them, and counts once for each.
        return next(answer for kind in "425" for answer in answers if answer.startswith(kind))

    async def handle_exception(self, error: Exception) -> str:
        """Let the sender try again after a fault of our program."""
        # No fault of the loop, whatever a client made the library do.
        _LOG.error("a session ended in a fault", exc_info=error)
        return _LATER

    async def _answers(self, request: Request) -> Answers:
        """The answers to *request*. A fault is told to the heartbeat unless only the data were out of reach."""
        try:
            return await self._requests.answers(request)
        except UnreachableError:
            raise
        except Exception as fault:
            self.faults.note_set_aside(fault)
            raise

    def _note(self, what: str, fault: Exception) -> None:
        """Log *what* could not be done."""
        if isinstance(fault, UnreachableError):
            self._trouble.note(what, fault)
        else:
            _LOG.error(what, exc_info=fault)

    def _client(self, session: Session) -> MailClient:
        return client_at(self._protocol, session.peer, is_own=self._is_own)


def _sender(envelope: Envelope) -> str:
    """The envelope sender; empty for a bounce, for which the library has a pair of brackets."""
    return (envelope.mail_from or "").strip("<>")


class MailListener:
    """Takes in mail by SMTP on one port until it is stopped."""

    loops: Sequence[str] = ("mail",)
    """The names of its loops."""
    _session: type[SmtpSession] = SmtpSession
    _protocol = "smtp"
    _is_own = False

    def __init__(
        self,
        workshop: Workshop,
        identity: MailIdentity,
        host: str,
        port: int,
        *,
        limits: SessionLimits | None = None,
    ) -> None:
        self._dialogue = Dialogue(workshop, identity, self._protocol, is_own=self._is_own)
        self._controller = _Controller(
            self._session,
            Sessions(limits),
            self._dialogue,
            hostname=host,
            port=port,
            ident="Corr",
            server_hostname=identity.domain,
            data_size_limit=MAX_SIZE,
            command_call_limit=_MOST_COMMANDS,
            # No account has an address with letters beyond ASCII before the "@", and we could not answer to one.
            enable_SMTPUTF8=False,
            timeout=_LONGEST_COMMAND,
        )

    def start(self) -> None:
        """
        Begin to listen, in a thread of its own.

        :raises OSError: the port is taken or may not be used.
        """
        self._controller.start()
        self._controller.has_turned()
        self._controller.loop.call_soon_threadsafe(self._controller.look_after_sessions)

    def turned(self) -> Sequence[str]:
        """The names of the loops that turned since the last call."""
        return self.loops if self._controller.has_turned() else ()

    def failing(self) -> Mapping[str, LoopFault]:
        """What it meets if it has met nothing but faults since the last mail that was stored."""
        fault = self._dialogue.faults.present
        return NO_FAULTS if fault is None else dict.fromkeys(self.loops, fault)

    def stop(self) -> bool:
        """Stop listening, after mails that are being stored are stored and acknowledged."""
        self._controller.finish(lambda: self._dialogue.in_hand > 0)
        self._controller.stop()
        return True


class LmtpListener(MailListener):
    """Takes in mail by LMTP from mail servers of our own, which refuse strangers themselves."""

    loops = ("lmtp",)
    _session = LmtpSession
    _protocol = "lmtp"
    _is_own = True


def listeners_of(workshop: Workshop, identity: MailIdentity, settings: Settings) -> tuple[MailListener, ...]:
    """The servers for mail that *settings* ask for; none of them listens yet."""
    smtp = MailListener(workshop, identity, settings.mail_listen.host, settings.mail_listen.port)
    if settings.lmtp_listen is None:
        return (smtp,)
    return smtp, LmtpListener(workshop, identity, settings.lmtp_listen.host, settings.lmtp_listen.port)


class _Controller(Controller):
    """The library's server with our own sessions."""

    def __init__(
        self,
        kind: type[SmtpSession],
        sessions: Sessions,
        handler: object,
        **settings: Any,  # noqa: ANN401 - passed on
    ) -> None:
        self._kind = kind
        self._sessions = sessions
        self._has_turned = False
        super().__init__(handler, ready_timeout=_LONGEST_START, **settings)

    def factory(self) -> SMTP:
        """A session for a new client."""
        return self._kind(self._sessions, self.handler, **self.SMTP_kwargs)

    def look_after_sessions(self) -> None:
        """Close sessions that take too long, now and again."""
        self._sessions.close_some()
        self.loop.call_later(self._sessions.limits.look_every, self.look_after_sessions)

    def has_turned(self) -> bool:
        """Whether the event loop has run since the last call; asks it to run again."""
        has_turned, self._has_turned = self._has_turned, False
        self.loop.call_soon_threadsafe(self._turn)
        return has_turned

    def finish(self, is_busy: Callable[[], bool]) -> None:
        """Let no more clients in, and wait a while until *is_busy* is false."""
        if self.server is not None:
            self.loop.call_soon_threadsafe(self.server.close)
        until = time.monotonic() + _LONGEST_END
        while is_busy() and time.monotonic() < until:
            time.sleep(_LOOK_EVERY)
        # The last mail is stored; it is acknowledged when the loop runs again.
        time.sleep(_LOOK_EVERY)

    def _turn(self) -> None:
        self._has_turned = True
