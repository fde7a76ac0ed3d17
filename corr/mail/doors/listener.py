"""
The SMTP server that takes in answers to letters.

Nothing is parsed while a client waits: a mail for an address that we gave out is stored as it is and acknowledged. Any
other address is refused at once, with the same words whether it is malformed, unknown or revoked.
"""

import asyncio
import logging
from collections.abc import Sequence
from datetime import datetime
from typing import Any

from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, Envelope, Session
from sqlalchemy.exc import SQLAlchemyError

from corr.mail.post import Post
from corr.mail.reading.incoming import MAX_SIZE
from corr.service.inbox import ArrivedMail, store_mail
from corr.service.reply_tokens import find_reply_target
from corr.service.uow import Workshop

_log = logging.getLogger(__name__)
_MOST_RECIPIENTS = 10
_MOST_COMMANDS = 200
"""Of each kind in one session."""
_MOST_SESSIONS = 200
"""At a time; every one holds a file open, and the pages need some too."""
_PATIENCE = 60
"""Seconds without a word before a client is left."""
_OK = "250 2.1.5 OK"
_STORED = "250 2.0.0 Stored"
_UNKNOWN = "550 5.1.1 There is no such address"
_TOO_MANY = "452 4.5.3 Too many recipients"
_LATER = "451 4.3.0 Please try again later"
_DIRTY = "553 5.1.7 That is no address"
_CROWDED = b"421 4.3.2 Too many connections, please try again later\r\n"


class MailListener:
    """Takes in mail on one port until it is stopped."""

    def __init__(self, workshop: Workshop, post: Post, host: str, port: int) -> None:
        # The library logs every address, and ours hold tokens.
        logging.getLogger("mail.log").setLevel(logging.CRITICAL)
        self._controller = _Controller(
            _Door(workshop, post),
            hostname=host,
            port=port,
            ident="Corr",
            server_hostname=post.domain,
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

    def stop(self) -> None:
        """Stop listening; a mail that is being stored is stored."""
        self._controller.stop()


class _Session(SMTP):
    """
    One client.

    :param others: all clients that are here; this one joins them, and leaves them in the end.
    """

    def __init__(self, others: set["_Session"], handler: object, **settings: Any) -> None:  # noqa: ANN401 - passed on
        super().__init__(handler, **settings)
        self._others = others

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Let the client in, unless there are too many."""
        super().connection_made(transport)
        self._others.add(self)
        if len(self._others) > _MOST_SESSIONS and isinstance(transport, asyncio.WriteTransport):
            transport.write(_CROWDED)
            transport.close()

    def connection_lost(self, error: Exception | None) -> None:
        """The client is gone."""
        self._others.discard(self)
        super().connection_lost(error)

    def _getaddr(self, arg: str) -> tuple[str | None, str | None]:
        try:
            return super()._getaddr(arg)
        except (LookupError, ValueError, AttributeError, RecursionError):
            # The standard library trips over "<", over a single quotation mark, and over many brackets.
            return None, None


class _Controller(Controller):
    """Runs the server with sessions of our own kind."""

    def __init__(self, handler: object, **settings: Any) -> None:  # noqa: ANN401 - passed on
        self._sessions: set[_Session] = set()
        super().__init__(handler, **settings)

    def factory(self) -> SMTP:
        """A session for a new client."""
        return _Session(self._sessions, self.handler, **self.SMTP_kwargs)


class _Door:
    """What the server asks at each step of a session."""

    def __init__(self, workshop: Workshop, post: Post) -> None:
        self._workshop = workshop
        self._post = post

    async def handle_MAIL(  # noqa: N802 - the library's name
        self, _server: SMTP, _session: Session, envelope: Envelope, address: str, options: Sequence[str]
    ) -> str:
        """Any sender may come, as long as the database can keep its name."""
        if not address.isascii() or not address.isprintable():
            return _DIRTY
        envelope.mail_from = address
        envelope.mail_options.extend(options)
        return "250 2.1.0 OK"

    async def handle_RCPT(  # noqa: N802 - the library's name
        self, _server: SMTP, _session: Session, envelope: Envelope, address: str, _options: Sequence[str]
    ) -> str:
        """Only addresses that we gave out are taken."""
        if len(envelope.rcpt_tos) >= _MOST_RECIPIENTS:
            return _TOO_MANY
        try:
            is_known = await asyncio.to_thread(self._is_known, address, _sender(envelope))
        except SQLAlchemyError:
            _log.exception("an address could not be looked up")
            return _LATER
        if not is_known:
            return _UNKNOWN
        envelope.rcpt_tos.append(address)
        return _OK

    async def handle_DATA(  # noqa: N802 - the library's name
        self, _server: SMTP, _session: Session, envelope: Envelope
    ) -> str:
        """The mail is stored, once for each recipient, and only then acknowledged."""
        try:
            await asyncio.to_thread(self._store, envelope, self._workshop.now())
        except SQLAlchemyError:
            _log.exception("a mail could not be stored")
            return _LATER
        return _STORED

    async def handle_exception(self, error: Exception) -> str:
        """A fault of the program is the program's own: the sender may try again."""
        _log.error("a session ended in a fault", exc_info=error)
        return _LATER

    def _is_known(self, address: str, sender: str) -> bool:
        if not sender and self._post.is_bounce_address(address):
            return True
        if self._post.is_for_people(address) or self._post.is_desk(address):
            return True
        # Malformed addresses are looked up as well, so that they take as long as unknown ones.
        with self._workshop.look() as reader:
            return find_reply_target(reader, self._post.reply_token(address) or address[:100]) is not None

    def _store(self, envelope: Envelope, received_at: datetime) -> None:
        content = envelope.content
        raw = content.encode("utf-8", "surrogateescape") if isinstance(content, str) else content or b""
        with self._workshop.open() as uow:
            for recipient in envelope.rcpt_tos:
                target = find_reply_target(uow, self._post.reply_token(recipient))
                player_id, game_id = (target.player_id, target.game_id) if target else (None, None)
                mail = ArrivedMail("smtp", _sender(envelope), recipient, raw, received_at, player_id, game_id)
                store_mail(uow, mail)


def _sender(envelope: Envelope) -> str:
    """The envelope sender; empty for a bounce, which the library keeps as a pair of brackets."""
    return (envelope.mail_from or "").strip("<>")
