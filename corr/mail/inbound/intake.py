"""
What all doors share: which addresses are taken, and how a mail is stored for them.

An address is taken if we gave it out, if letters come from it, or if every mail server must have it. To find out costs
the same whether it is malformed, unknown or revoked, so that nobody learns by trying.
"""

import logging
from dataclasses import dataclass, field
from datetime import datetime

from corr.base.uow import Reader, UnitOfWork
from corr.mail.mail_identity import MailIdentity
from corr.mail.queues.inbox import ArrivedMail, store_mail
from corr.mail.queues.inbox_limits import Recipient, find_by_token, take_room

MAX_SIZE = 5 * 1024 * 1024
"""Bytes of a mail at most: people's programs attach pictures. Only the beginning of it is ever read."""
UNKNOWN = "There is no such address"
"""What every door says of an address that is not taken."""
_LOG = logging.getLogger(__name__)
_LONGEST = 100


@dataclass(frozen=True, slots=True)
class IncomingMail:
    """A mail at a door, before anybody asked what it says."""

    source: str
    """Which door: "smtp", "smtp-unjudged", "lmtp", "imap" or "hook"."""
    sender: str
    """The envelope sender; empty for bounces."""
    raw: bytes = field(repr=False)
    received_at: datetime


def find_recipient(reader: Reader, identity: MailIdentity, address: str) -> Recipient | None:
    """Who *address* is for; None if it is malformed, unknown or revoked."""
    if identity.is_for_people(address) or identity.is_desk(address):
        return Recipient()
    # Whatever the address looks like, the same is asked of it, so that all take as long.
    as_it_is = address[:_LONGEST]
    return find_by_token(
        reader,
        reply=identity.reply_token(address) or as_it_is,
        unsubscribe=identity.unsubscribe_token(address) or as_it_is,
        bounce=identity.bounce_token(address) or as_it_is,
    )


def store(uow: UnitOfWork, arrival: IncomingMail, address: str, recipient: Recipient) -> bool:
    """Keep a mail to the letter for one of its recipients; False if there is no room for it, so that it is not kept."""
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
        ),
    )
    return True
