"""The servers that take mail in: SMTP for everybody, LMTP for a mail server of our own."""

import time
from collections.abc import Callable
from typing import Any

from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP

from corr.base.uow import Workshop
from corr.mail.inbound.intake import MAX_SIZE
from corr.mail.inbound.smtp_dialogue import Dialogue
from corr.mail.inbound.smtp_sessions import LmtpSession, SmtpSession
from corr.mail.mail_identity import MailIdentity

_MOST_COMMANDS = {"*": 200, "MAIL": 2000, "RCPT": 5000, "DATA": 2000, "RSET": 2000, "NOOP": 2000}
"""Of each command in one session; a mail server in front of us keeps its session for many mails."""
_PATIENCE = 60
"""Seconds of silence after which a connection is closed."""
_LONGEST_START = 30.0
"""How many seconds a busy machine may take until the server listens."""
_LONGEST_END = 10.0
"""How many seconds a stop waits for mails that are being stored."""
_LOOK_EVERY = 0.05


class MailListener:
    """Takes in mail by SMTP on one port until it is stopped."""

    loop = "mail"
    """Its name among the loops of the service."""
    _session: type[SmtpSession] = SmtpSession
    _protocol = "smtp"
    _is_own = False

    def __init__(self, workshop: Workshop, identity: MailIdentity, host: str, port: int) -> None:
        self._dialogue = Dialogue(workshop, identity, self._protocol, is_own=self._is_own)
        self._controller = _Controller(
            self._session,
            self._dialogue,
            hostname=host,
            port=port,
            ident="Corr",
            server_hostname=identity.domain,
            data_size_limit=MAX_SIZE,
            command_call_limit=_MOST_COMMANDS,
            timeout=_PATIENCE,
        )

    def start(self) -> None:
        """
        Begin to listen, in a thread of its own.

        :raises OSError: the port is taken or may not be used.
        """
        self._controller.start()
        self._controller.has_turned()

    def has_turned(self) -> bool:
        """Whether its event loop has run since the last call, for the heartbeat."""
        return self._controller.has_turned()

    def stop(self) -> None:
        """Stop listening, after mails that are being stored are stored and acknowledged."""
        self._controller.finish(lambda: self._dialogue.in_hand > 0)
        self._controller.stop()


class LmtpListener(MailListener):
    """Takes in mail by LMTP from mail servers of our own, which refuse strangers themselves."""

    loop = "lmtp"
    _session = LmtpSession
    _protocol = "lmtp"
    _is_own = True


class _Controller(Controller):
    """The library's server with our own sessions."""

    def __init__(self, kind: type[SmtpSession], handler: object, **settings: Any) -> None:  # noqa: ANN401 - passed on
        self._kind = kind
        self._sessions: set[SmtpSession] = set()
        self._has_turned = False
        super().__init__(handler, ready_timeout=_LONGEST_START, **settings)

    def factory(self) -> SMTP:
        """A session for a new client."""
        return self._kind(self._sessions, self.handler, **self.SMTP_kwargs)

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
