"""
The check of a recipient address and the storing of a mail, the same for SMTP, LMTP, IMAP and webhooks.

An address is accepted if we gave it out, if letters come from it, or if every mail server must have it. The check
takes as long for malformed, unknown and revoked ones, so that nobody learns by trying.
"""

import logging
from dataclasses import dataclass, field
from datetime import datetime

from corr.base.uow import Reader, UnitOfWork
from corr.mail.mail_identity import MailIdentity
from corr.mail.queues.inbox import ArrivedMail, store_mail
from corr.mail.queues.inbox_limits import Recipient, find_by_token, take_room

MAX_SIZE = 5 * 1024 * 1024
"""The largest mail in bytes: mail programs attach pictures. Only its beginning is ever read."""
UNKNOWN = "There is no such address"
"""The answer for every address that is not accepted, however the mail comes."""
DESK = Recipient(is_desk=True)
"""The address that letters come from."""
_LOG = logging.getLogger(__name__)
_LONGEST = 100


@dataclass(frozen=True, slots=True)
class IncomingMail:
    """A mail as it comes in, not read yet."""

    source: str
    """How it came: "smtp", "smtp-unjudged", "lmtp", "imap" or "hook"."""
    sender: str
    """The envelope sender; empty for bounces."""
    raw: bytes = field(repr=False)
    received_at: datetime


def find_recipient(reader: Reader, identity: MailIdentity, address: str) -> Recipient | None:
    """The recipient behind *address*; None if it is malformed, unknown or revoked."""
    if identity.is_desk(address):
        return DESK
    if identity.is_for_people(address):
        return Recipient()
    # The same query for every address, so that all take as long.
    as_it_is = address[:_LONGEST]
    return find_by_token(
        reader,
        reply=identity.reply.token(address) or as_it_is,
        unsubscribe=identity.unsubscribe.token(address) or as_it_is,
        bounce=identity.bounce.token(address) or as_it_is,
    )


def store(uow: UnitOfWork, arrival: IncomingMail, address: str, recipient: Recipient) -> bool:
    """Store the raw mail for one of its recipients; False if there is no room for it, and then it is not stored."""
    if not take_room(uow, recipient, address, len(arrival.raw)):
        _LOG.warning("a mail of %s KiB was put off: there is no room for it now", len(arrival.raw) // 1024)
        return False
    store_mail(
        uow,
        ArrivedMail(
            source=arrival.source,
            sender=arrival.sender,
            recipient=address,
            raw=arrival.raw,
            received_at=arrival.received_at,
            player_id=recipient.player_id,
            game_id=recipient.game_id,
            is_for_any=recipient.is_desk,
        ),
    )
    return True
