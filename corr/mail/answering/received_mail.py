"""A mail that was read, its outcome, and its orders as JSON values."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from hashlib import sha256

from pydantic import TypeAdapter

from corr.mail.answering.answers import Answer
from corr.mail.mail_identity import MailIdentity
from corr.mail.queues.inbox import OLDEST, ClaimedMail
from corr.mail.reading.mail_facts import MailClass, Reading
from corr.mail.reading.words.orders import Orders

_ORDERS = TypeAdapter(Orders)
_FROM_OUR_OWN = "lmtp"
"""The source of mails from mail servers of our own, whose Received field on top can be believed."""
_SILENT = {
    MailClass.AUTO: "auto-reply",
    MailClass.BOUNCE: "bounce",
    MailClass.COMPLAINT: "complaint",
    MailClass.RECEIPT: "receipt",
    MailClass.REPORT: "report",
    MailClass.LIST: "list",
    MailClass.REACTION: "reaction",
    MailClass.CALENDAR: "calendar",
    MailClass.OWN: "own-mail",
}


def packed(orders: Orders) -> dict[str, object]:
    """*orders* as JSON values, without rivals: unclear orders are never held."""
    values: dict[str, object] = _ORDERS.dump_python(orders, mode="json", exclude={"rivals", "beside"})
    return values


def unpacked(kept: Mapping[str, object]) -> Orders:
    """The orders that were packed; none if they are no longer kept."""
    return _ORDERS.validate_python(kept)


@dataclass(frozen=True, slots=True)
class ReceivedMail:
    """A mail that was read."""

    claimed: ClaimedMail
    reading: Reading
    token: str = field(repr=False)
    """The token in the reply address; empty if there is none."""
    key: str = field(repr=False)
    """The deduplication key: the same if the same mail arrives again at the same token or address."""
    received_at: datetime
    """When it came: by Received of our own mail server, if that can be believed."""
    silence: str
    """The code of why nobody is answered; empty for a mail that a person wrote to us."""
    is_from_us: bool
    """Whether From is an address of ours."""
    others: tuple[str, ...]
    """Addresses in To and Cc that are not ours; their owners saw the reply address."""


def received_mail(identity: MailIdentity, claimed: ClaimedMail, reading: Reading, token: str) -> ReceivedMail:
    """
    What is known of a claimed mail after its *reading*.

    :param token: the one in the reply address; empty if there is none.
    """
    is_from_us = any(map(identity.is_ours, reading.from_addresses))
    if is_from_us:
        silence = _SILENT[MailClass.OWN]
    else:
        silence = _SILENT.get(reading.mail_class, "" if claimed.sender else _SILENT[MailClass.BOUNCE])
    return ReceivedMail(
        claimed,
        reading,
        token,
        # Without a Message-ID it is made of the mail itself, without the fields that servers add on the way.
        key=mail_key(token or claimed.recipient, reading.message_id or reading.body_hash),
        received_at=_received_at(claimed, reading.stamped_at),
        silence=silence,
        is_from_us=is_from_us,
        others=tuple(to for to in reading.shown_to if not identity.is_ours(to) and not identity.is_for_people(to)),
    )


def _received_at(claimed: ClaimedMail, stamped_at: datetime | None) -> datetime:
    if claimed.source != _FROM_OUR_OWN or stamped_at is None:
        # A client that talks to us directly writes that field itself, and could gain time by it.
        return claimed.received_at
    return stamped_at if claimed.received_at - OLDEST <= stamped_at <= claimed.received_at else claimed.received_at


@dataclass(frozen=True, slots=True)
class MailOutcome:
    """The outcome of a mail."""

    code: str
    answer: Answer | None = None
    """None if nobody is answered."""
    commands: tuple[tuple[str, str], ...] = ()
    """The things asked for, in order: each as it was typed, and its result in one sentence."""
    is_for_people: bool = False
    """Whether an administrator has to look at it."""
    player_id: int | None = None
    """The player whose mail it turned out to be, if it answered no letter to a player."""


def mail_key(place: str, identity: str) -> str:
    """
    The key by which a mail counts once for each token or address that it comes to.

    :param place: the token, or else the address.
    :param identity: the Message-ID, or a hash of the mail.
    """
    return sha256(f"{place.lower()}\n{identity}".encode("utf-8", "replace")).hexdigest()
