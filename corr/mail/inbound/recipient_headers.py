"""
Sender and recipients of a mail by its own headers, for mails that come without an envelope (IMAP, webhooks).

Only the beginning of the headers is read, in linear time, and may be malformed.
"""

import re
from collections.abc import Iterator, Sequence

from corr.base.uow import Reader
from corr.mail.envelope_addresses import author
from corr.mail.inbound.intake import DESK, find_recipient
from corr.mail.mail_identity import MailIdentity
from corr.mail.queues.inbox_limits import Recipient
from corr.mail.reading.form.structure import MailPart, head_of

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
        found = {address: find_recipient(reader, identity, address) for address in ours}
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
