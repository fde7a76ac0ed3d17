"""
The answer to each command of SMTP or LMTP.

Nothing is parsed while a client waits: a mail for an address that we gave out is stored as it is and acknowledged. Any
other address is refused at once, with the same words for malformed, unknown and revoked ones.
"""

import logging
from collections.abc import Sequence

from aiosmtpd.smtp import SMTP, Envelope, Session
from sqlalchemy.exc import SQLAlchemyError

from corr.base.uow import Trouble, Workshop
from corr.errors import UnreachableError
from corr.mail.inbound.intake import IncomingMail
from corr.mail.inbound.sender_limits import MailClient, client_at
from corr.mail.inbound.smtp_requests import OK, Delivery, Lookup, Requests
from corr.mail.mail_identity import MailIdentity

_LOG = logging.getLogger(__name__)
_MOST_RECIPIENTS = 10
_TOO_MANY = "452 4.5.3 Too many recipients"
_LATER = "451 4.3.0 Please try again later"
_DIRTY = "553 5.1.7 That is no address"


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
        self.in_hand = 0
        """The number of mails being stored now."""

    async def handle_MAIL(  # noqa: N802 - the library's name
        self, _server: SMTP, _session: Session, envelope: Envelope, address: str, options: Sequence[str]
    ) -> str:
        """Accept any sender whose address the database can store."""
        if not address.isascii() or not address.isprintable():
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
            (answer,) = await self._requests.answers(Lookup(self._client(session), address))
        except UnreachableError as fault:
            self._trouble.note("an address could not be looked up", fault)
            return _LATER
        except SQLAlchemyError:
            _LOG.exception("an address could not be looked up")
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
        arrival = IncomingMail(client.source, _sender(envelope), raw, self._workshop.now())
        self.in_hand += 1
        try:
            answers = await self._requests.answers(Delivery(client, arrival, envelope.rcpt_tos))
        except UnreachableError as fault:
            self._trouble.note("a mail could not be stored", fault)
            answers = [_LATER] * len(envelope.rcpt_tos)
        except SQLAlchemyError:
            _LOG.exception("a mail could not be stored")
            answers = [_LATER] * len(envelope.rcpt_tos)
        finally:
            self.in_hand -= 1
        if self._protocol == "lmtp":
            # RFC 2033, 4.2: one answer for each recipient that was accepted, in their order.
            return "\r\n".join(answers)
        # One answer for all recipients: a mail that is sent again is sent to all of them, and counts once for each.
        return next(answer for kind in "425" for answer in answers if answer.startswith(kind))

    async def handle_exception(self, error: Exception) -> str:
        """Let the sender try again after a fault of our program."""
        _LOG.error("a session ended in a fault", exc_info=error)
        return _LATER

    def _client(self, session: Session) -> MailClient:
        return client_at(self._protocol, session.peer, is_own=self._is_own)


def _sender(envelope: Envelope) -> str:
    """The envelope sender; empty for a bounce, for which the library has a pair of brackets."""
    return (envelope.mail_from or "").strip("<>")
