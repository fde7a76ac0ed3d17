"""
Mails that a provider posts to us over HTTP, with a secret as proof.

A provider posts the whole mail, with its envelope beside it; without one, the envelope is read from the headers.
"""

import hmac
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import timedelta
from enum import Enum, auto

from corr.base.rate_limits import Limit, is_reached, is_within
from corr.base.uow import Reader, Workshop
from corr.mail.inbound.intake import IncomingMail, find_recipients, recipients_in, sender_in, store
from corr.mail.mail_identity import MailIdentity
from corr.mail.queues.inbox_limits import Recipient

_MOST_RECIPIENTS = 10
_BAD_SECRETS = Limit("hook-secret", 20, timedelta(hours=1))
_MAILS = Limit("hook-mails", 6000, timedelta(hours=1))


class WebhookResult(Enum):
    """What became of a mail that was posted."""

    STORED = auto()
    UNKNOWN = auto()
    """None of its recipients is ours."""
    TOO_OFTEN = auto()
    NO_ROOM = auto()
    """There is no room now for at least one of its recipients."""


@dataclass(frozen=True, slots=True)
class PostedMail:
    """A mail as a provider posts it."""

    raw: bytes = field(repr=False)
    recipients: Sequence[str] = ()
    """The envelope's recipients; if empty, those in the mail's headers count."""
    sender: str | None = None
    """The envelope's sender; if None, the one in the mail's headers counts."""


@dataclass(frozen=True, slots=True)
class Webhook:
    """The intake of posted mails, with its secret."""

    identity: MailIdentity
    secret: str = field(repr=False)

    def is_secret(self, given: str) -> bool:
        """Whether *given* is the secret, compared in constant time."""
        return hmac.compare_digest(given.encode("utf-8", "replace"), self.secret.encode("utf-8", "replace"))

    def is_turned_away(self, workshop: Workshop, place: str) -> bool:
        """Whether the client at *place*, a network address, has tried too many wrong secrets."""
        with workshop.look() as reader:
            return bool(place) and is_reached(reader, _BAD_SECRETS, place)

    def note_wrong_secret(self, workshop: Workshop, place: str) -> None:
        """Count a wrong secret."""
        with workshop.open() as uow:
            is_within(uow, _BAD_SECRETS, place)

    def take(self, workshop: Workshop, mail: PostedMail) -> WebhookResult:
        """Store a mail for those of its recipients that are ours."""
        received_at = workshop.now()
        with workshop.open() as uow:
            if not is_within(uow, _MAILS, ""):
                return WebhookResult.TOO_OFTEN
            sender = sender_in(mail.raw) if mail.sender is None else mail.sender.strip().strip("<>")
            arrival = IncomingMail("hook", sender, mail.raw, received_at)
            found = self._recipients(uow, mail)
            are_stored = [store(uow, arrival, address, recipient) for address, recipient in found.items()]
        if not all(are_stored):
            # It will be posted again for all recipients, and counts once for each.
            return WebhookResult.NO_ROOM
        return WebhookResult.STORED if found else WebhookResult.UNKNOWN

    def _recipients(self, reader: Reader, mail: PostedMail) -> dict[str, Recipient]:
        given = dict.fromkeys(address.strip().strip("<>") for address in mail.recipients)
        if not given:
            return recipients_in(reader, self.identity, mail.raw)
        asked = find_recipients(reader, self.identity, list(given)[:_MOST_RECIPIENTS])
        return {address: recipient for address, recipient in asked.items() if recipient is not None}
