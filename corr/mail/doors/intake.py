"""
What all doors share: which addresses are taken, and how a mail is stored for them.

An address is taken if we gave it out, if letters come from it, or if every mail server must have it. To find out costs
the same whether it is malformed, unknown or revoked, so that nobody learns by trying.
"""

from dataclasses import dataclass, field
from datetime import datetime

from corr.mail.post import Post
from corr.service.mail.account_tokens import find_account_target
from corr.service.mail.deliveries import is_bounce_token
from corr.service.mail.inbox import ArrivedMail, store_mail
from corr.service.mail.reply_tokens import find_reply_target
from corr.service.mail.unsubscribing import find_subscription
from corr.service.uow import Reader, UnitOfWork

MAX_SIZE = 5 * 1024 * 1024
"""Bytes of a mail at most: people's programs attach pictures. Only the beginning of it is ever read."""
_LONGEST = 100


@dataclass(frozen=True, slots=True)
class Arrival:
    """A mail at a door, before anybody asked what it says."""

    source: str
    """Which door: "smtp", "lmtp", "imap" or "hook"."""
    sender: str
    """The envelope sender; empty for bounces."""
    raw: bytes = field(repr=False)
    received_at: datetime


@dataclass(frozen=True, slots=True)
class Recipient:
    """An address that is taken, and whose it is as far as that is known."""

    player_id: int | None = None
    game_id: str | None = None


def find_recipient(reader: Reader, post: Post, address: str) -> Recipient | None:
    """Who *address* is for; None if it is malformed, unknown or revoked."""
    if post.is_for_people(address) or post.is_desk(address):
        return Recipient()
    # Every question is asked each time, whatever the address looks like, so that all take as long.
    as_it_is = address[:_LONGEST]
    reply = post.reply_token(address) or as_it_is
    target = find_reply_target(reader, reply)
    account = find_account_target(reader, reply)
    subscription = find_subscription(reader, post.unsubscribe_token(address) or as_it_is)
    is_bounce = is_bounce_token(reader, post.bounce_token(address) or as_it_is)
    if target is not None:
        return Recipient(target.player_id, target.game_id)
    if account is not None:
        return Recipient(account.player_id)
    if subscription is not None:
        return Recipient(subscription.player_id)
    return Recipient() if is_bounce else None


def store(uow: UnitOfWork, arrival: Arrival, address: str, recipient: Recipient) -> None:
    """Keep a mail to the letter for one of its recipients."""
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
