"""
The door for providers that post mails to us over HTTP, who prove themselves with a secret.

What they post is the whole mail, with the envelope beside it or, without one, found in the mail's own headers.
"""

import hmac
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import timedelta
from enum import Enum, auto

from corr.base.rate_limits import Limit, is_reached, is_within
from corr.base.uow import Reader, Workshop
from corr.mail.inbound.intake import IncomingMail, find_recipient, store
from corr.mail.inbound.recipient_headers import recipients_in, sender_in
from corr.mail.mail_identity import MailIdentity
from corr.mail.queues.inbox_limits import Recipient

_MOST_RECIPIENTS = 10
_BAD_SECRETS = Limit("hook-secret", 20, timedelta(hours=1))
_MAILS = Limit("hook-mails", 6000, timedelta(hours=1))


class WebhookResult(Enum):
    """What became of a mail at the hook."""

    STORED = auto()
    UNKNOWN = auto()
    """None of its recipients is ours."""
    TOO_OFTEN = auto()
    NO_ROOM = auto()
    """Not now, at least not for all of its recipients."""


@dataclass(frozen=True, slots=True)
class PostedMail:
    """A mail as a provider posts it."""

    raw: bytes = field(repr=False)
    recipients: Sequence[str] = ()
    """Of the envelope; those in the mail's own headers, if there are none."""
    sender: str | None = None
    """Of the envelope; the one that the mail's own headers tell, if not given."""


@dataclass(frozen=True, slots=True)
class Webhook:
    """What takes posted mails."""

    identity: MailIdentity
    secret: str = field(repr=False)

    def is_secret(self, given: str) -> bool:
        """Whether *given* is the secret; it takes as long for any other."""
        return hmac.compare_digest(given.encode("utf-8", "replace"), self.secret.encode("utf-8", "replace"))

    def is_turned_away(self, workshop: Workshop, place: str) -> bool:
        """Whether somebody at *place* has tried too many wrong secrets."""
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
            # It is posted again as a whole, and counts once for each recipient.
            return WebhookResult.NO_ROOM
        return WebhookResult.STORED if found else WebhookResult.UNKNOWN

    def _recipients(self, reader: Reader, mail: PostedMail) -> dict[str, Recipient]:
        given = dict.fromkeys(address.strip().strip("<>") for address in mail.recipients)
        if not given:
            return recipients_in(reader, self.identity, mail.raw)
        asked = {address: find_recipient(reader, self.identity, address) for address in list(given)[:_MOST_RECIPIENTS]}
        return {address: recipient for address, recipient in asked.items() if recipient is not None}
