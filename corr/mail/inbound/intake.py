"""
Taking in a mail, the same for SMTP, LMTP, IMAP and webhooks: its recipient is checked, and it is stored.

An address is accepted if we gave it out, if letters come from it, or if every mail server must have it. The check
takes as long for malformed, unknown and revoked ones, so that nobody learns by trying. Mails that come without an
envelope (IMAP, webhooks) have sender and recipients by their own headers: only the beginning of these is read, in
linear time, and it may be malformed.
"""

import hmac
import logging
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from enum import Enum, auto

from corr.base.rate_limits import Limit, are_within, is_reached, is_within
from corr.base.uow import Reader, UnitOfWork, Workshop
from corr.mail.envelope_addresses import author
from corr.mail.mail_identity import MailIdentity
from corr.mail.queues.inbox import ArrivedMail, store_mail
from corr.mail.queues.inbox_limits import GivenTokens, Recipient, find_by_tokens, room_needed
from corr.mail.queues.inbox_order import crowded, sender_key
from corr.mail.reading.structure import MailPart, head_of

MAX_SIZE = 5 * 1024 * 1024
"""The largest mail in bytes: mail programs attach pictures. Only its beginning is ever read."""
UNKNOWN = "There is no such address"
"""The answer for every address that is not accepted, however the mail comes."""
DESK = Recipient(is_desk=True)
"""The address that letters come from."""
_LOG = logging.getLogger(__name__)
_LONGEST = 100
FIELDS = (
    "Delivered-To", "X-Original-To", "Envelope-To", "X-Envelope-To", "To", "Cc", "Resent-To", "Return-Path", "From",
)  # fmt: skip
"""The fields that are read; a mailbox need not send the others."""
LONGEST_HEAD = 64 * 1024
_BY_SERVERS = ("delivered-to", "x-original-to", "envelope-to", "x-envelope-to")
"""Fields in which mail servers note the address that a mail was really sent to."""
_BY_PEOPLE = ("to", "cc", "resent-to")
_MOST_ADDRESSES = 200
_MOST_LOOKED_UP = 10
_LONGEST_ADDRESS = 320
_BETWEEN = re.compile(r"[\s<>(),;:\"]+")
_MOST_RECIPIENTS = 10
_BAD_SECRETS = Limit("hook-secret", 20, timedelta(hours=1))
_MAILS = Limit("hook-mails", 6000, timedelta(hours=1))


@dataclass(frozen=True, slots=True)
class IncomingMail:
    """A mail as it comes in, not read yet."""

    source: str
    """How it came: "smtp", "smtp-unjudged", "lmtp", "imap" or "hook"."""
    sender: str
    """The envelope sender; empty for bounces."""
    raw: bytes = field(repr=False)
    received_at: datetime
    network: str = ""
    """The network that it came from; empty for mail servers of our own, mailboxes and webhooks."""


def find_recipients(reader: Reader, identity: MailIdentity, addresses: Iterable[str]) -> dict[str, Recipient | None]:
    """The recipient behind each of *addresses*; None for those that are malformed, unknown or revoked."""
    found = {address: _known_to_all(identity, address) for address in addresses}
    others = [address for address, recipient in found.items() if recipient is None]
    # The same query for every address, so that all take as long.
    owners = find_by_tokens(reader, [_given_tokens(identity, address) for address in others])
    return found | dict(zip(others, owners, strict=True))


def store(uow: UnitOfWork, arrival: IncomingMail, address: str, recipient: Recipient) -> bool:
    """Store the raw mail for one of its recipients; False if there is no room for it, and then it is not stored."""
    needed = room_needed(uow, recipient, address, len(arrival.raw))
    if needed is None or not are_within(uow, *needed):
        put_off(arrival)
        return False
    store_in_room(uow, arrival, address, recipient)
    return True


def put_off(arrival: IncomingMail) -> None:
    """Log that there is no room for a mail."""
    _LOG.warning("a mail of %s KiB was put off: there is no room for it now", len(arrival.raw) // 1024)


def store_in_room(uow: UnitOfWork, arrival: IncomingMail, address: str, recipient: Recipient) -> None:
    """Store the raw mail for one of its recipients, for which there is room."""
    store_mail(
        uow,
        ArrivedMail(
            source=arrival.source,
            sender=arrival.sender,
            recipient=address,
            raw=arrival.raw,
            network=arrival.network,
            received_at=arrival.received_at,
            player_id=recipient.player_id,
            game_id=recipient.game_id,
            is_for_any=recipient.is_desk,
        ),
    )


def recipients_in(reader: Reader, identity: MailIdentity, raw: bytes) -> dict[str, Recipient]:
    """
    The recipients of a mail, by address; empty if it is not for us.

    Fields of mail servers count before fields of people, and an address with a token before the one that letters come
    from.
    """
    head = _head(raw)
    by_servers, by_people = list(_addresses(head, _BY_SERVERS)), list(_addresses(head, _BY_PEOPLE))
    for addresses in (by_servers, by_people):
        ours = [address for address in addresses if identity.has_token(address)][:_MOST_LOOKED_UP]
        found = find_recipients(reader, identity, ours)
        known = {address: recipient for address, recipient in found.items() if recipient is not None}
        if known:
            return known
    at_desk = next((address for address in (*by_servers, *by_people) if identity.is_desk(address)), None)
    return {} if at_desk is None else {at_desk: DESK}


def sender_in(raw: bytes) -> str:
    """The envelope sender as the last mail server noted it, else the author; empty for a bounce."""
    head = _head(raw)
    noted = _fields(head, ("return-path",))
    if noted:
        return noted[0].strip().strip("<>").strip()[:_LONGEST_ADDRESS]
    return author(_fields(head, ("from",))) or ""


def _head(raw: bytes) -> MailPart:
    return head_of(raw[:LONGEST_HEAD])


def _fields(head: MailPart, names: Sequence[str]) -> list[str]:
    return [value for name, value in head.fields if name in names]


def _addresses(head: MailPart, names: Sequence[str]) -> Iterator[str]:
    """Everything that looks like an address in the fields of these *names*, each once, in order."""
    pieces = (piece for field in _fields(head, names) for piece in _BETWEEN.split(field))
    found = dict.fromkeys(piece for piece in pieces if "@" in piece and len(piece) <= _LONGEST_ADDRESS)
    return iter(list(found)[:_MOST_ADDRESSES])


def _known_to_all(identity: MailIdentity, address: str) -> Recipient | None:
    if identity.is_desk(address):
        return DESK
    return Recipient() if identity.is_for_people(address) else None


def _given_tokens(identity: MailIdentity, address: str) -> GivenTokens:
    as_it_is = address[:_LONGEST]
    patterns = (identity.reply, identity.unsubscribe, identity.bounce)
    return GivenTokens(*(pattern.token(address) or as_it_is for pattern in patterns))


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
            if crowded(uow, {sender_key(uow, sender, "", to.player_id or address) for address, to in found.items()}):
                return WebhookResult.NO_ROOM
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
