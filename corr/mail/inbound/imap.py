"""
A mailbox that is polled by IMAP, for hosts who have a mailbox but no mail server.

A mail is stored, the transaction is committed, and only then the mail is marked as seen. Mails that are not for us stay
untouched, since the mailbox may be somebody's own; mails that are too large are not fetched.
"""

import imaplib
import logging
import re
import ssl
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime

from imap_tools import BaseMailBox, MailBox, MailBoxStartTls, MailBoxUnencrypted
from imap_tools.errors import ImapToolsError

from corr.base.uow import Workshop
from corr.config.values import Mailbox, is_loopback
from corr.mail.inbound.intake import FIELDS, LONGEST_HEAD, MAX_SIZE, IncomingMail, recipients_in, sender_in, store
from corr.mail.mail_identity import MailIdentity
from corr.mail.queues.inbox import OLDEST, advance, last_read
from corr.mail.queues.inbox_limits import Recipient

_LOG = logging.getLogger(__name__)
_PATIENCE = 20.0
"""Seconds to wait for each answer of the server."""
_AT_ONCE = 50
"""The most mails that are read over one connection."""
_HEAD = f"(UID RFC822.SIZE INTERNALDATE BODY.PEEK[HEADER.FIELDS ({' '.join(FIELDS)})]<0.{LONGEST_HEAD}>)"
_WHOLE = f"(UID BODY.PEEK[]<0.{MAX_SIZE + 1}>)"
_UID = re.compile(rb"\bUID (\d{1,10})\b")
_SIZE = re.compile(rb"\bRFC822\.SIZE (\d{1,15})\b")
_DATE = re.compile(rb'\bINTERNALDATE "([^"]{1,40})"')
_FAULTS = (imaplib.IMAP4.error, ImapToolsError, OSError, ValueError, LookupError, OverflowError, MemoryError)
"""Among them are those that the library lets through when a server sends nonsense."""
_SHOWN = 200
_HIGHEST_NUMBER = 2**32 - 1
"""The highest UID: RFC 3501, 2.3.1.1."""


class MailboxFaultError(Exception):
    """The mailbox cannot be read now; its message holds no secret."""


@dataclass(frozen=True, slots=True)
class _Listed:
    """A mail in the mailbox, of which only the head was fetched."""

    uid: int
    size: int
    received_at: datetime | None
    head: bytes


class MailboxPoller:
    """
    Fetches mails from one mailbox.

    :param trusted: the authorities for the server's certificate; by default those that this machine trusts.
    """

    def __init__(
        self, workshop: Workshop, identity: MailIdentity, mailbox: Mailbox, trusted: ssl.SSLContext | None = None
    ) -> None:
        self._workshop = workshop
        self._identity = identity
        self._mailbox = mailbox
        self._trusted = trusted or ssl.create_default_context()
        self._name = f"{mailbox.user}@{mailbox.host}:{mailbox.port}/{mailbox.folder}"

    def fetch_next(self) -> bool:
        """
        Store the next few mails that are for us; True if there are more to look at.

        :raises MailboxFaultError: the mailbox cannot be read now.
        :raises UnreachableError: the mails cannot be stored now.
        """
        with self._opened() as box:
            validity = _number(box.folder.status(self._mailbox.folder, ["UIDVALIDITY"])["UIDVALIDITY"])
            with self._workshop.look() as reader:
                begin = last_read(reader, self._name, validity)
            numbers = [_number(uid) for uid in box.uids(f"UID {begin + 1}:*", charset=None)]
            # A server gives the last mail if there is none in that range (RFC 3501, 6.4.8).
            fresh = sorted(uid for uid in numbers if uid > begin)
            for listed in _listed(box, fresh[:_AT_ONCE]):
                self._take(box, validity, listed)
            if fresh:
                # Past mails that are not for us too, and those that have vanished meanwhile.
                with self._workshop.open() as uow:
                    advance(uow, self._name, validity, fresh[:_AT_ONCE][-1])
        return len(fresh) > _AT_ONCE

    def _take(self, box: BaseMailBox, validity: int, listed: _Listed) -> None:
        """Store one mail for each of its recipients and mark it as seen, if it is for us."""
        with self._workshop.look() as reader:
            recipients = recipients_in(reader, self._identity, listed.head)
        if not recipients:
            return
        if listed.size > MAX_SIZE:
            _LOG.warning("A mail of %s bytes in the mailbox is too large and was left there.", listed.size)
            return
        raw = _whole(box, listed.uid)
        if raw is None or len(raw) > MAX_SIZE:
            return
        arrival = IncomingMail("imap", sender_in(listed.head), raw, self._moment(listed.received_at))
        self._store(validity, listed.uid, arrival, recipients)
        box.client.uid("STORE", str(listed.uid), "+FLAGS.SILENT", r"(\Seen)")

    def _store(self, validity: int, uid: int, arrival: IncomingMail, recipients: dict[str, Recipient]) -> None:
        """
        Store a mail, unless that was done before.

        :raises MailboxFaultError: there is no room for it now; it stays in the mailbox, unseen.
        """
        with self._workshop.open() as uow:
            if advance(uow, self._name, validity, uid):
                stored = [store(uow, arrival, address, recipient) for address, recipient in recipients.items()]
                if not all(stored):
                    raise MailboxFaultError("There is no room for more mails now; they stay in the mailbox.")

    def _moment(self, noted: datetime | None) -> datetime:
        """When a mail counts as received: at *noted*, when the mailbox got it, within limits."""
        now = self._workshop.now()
        return now if noted is None else max(min(noted, now), now - OLDEST)

    @contextmanager
    def _opened(self) -> Iterator[BaseMailBox]:
        """
        The mailbox, with its folder chosen.

        :raises MailboxFaultError: something went wrong, now or later.
        """
        try:
            box = self._connected()
            _bound(box.client)
            try:
                self._log_in(box)
                yield box
            finally:
                _leave(box)
        except _FAULTS as fault:
            # Not chained to the library's fault, whose text may hold the password.
            raise MailboxFaultError(
                f"The mailbox at {self._mailbox.host} cannot be read: {self._words(fault)}"
            ) from None

    def _connected(self) -> BaseMailBox:
        host, port = self._mailbox.host, self._mailbox.port
        if self._mailbox.is_implicit_tls:
            return MailBox(host, port, timeout=_PATIENCE, ssl_context=self._trusted)
        plain = MailBoxUnencrypted(host, port, timeout=_PATIENCE)
        if "STARTTLS" not in plain.client.capabilities:
            return plain
        _leave(plain)
        return MailBoxStartTls(host, port, timeout=_PATIENCE, ssl_context=self._trusted)

    def _log_in(self, box: BaseMailBox) -> None:
        is_in_clear = isinstance(box, MailBoxUnencrypted)
        if is_in_clear and not is_loopback(self._mailbox.host):
            raise ValueError("it offers no encryption, and the password is not sent in clear")
        user, password = self._mailbox.user, self._mailbox.password
        log_in = box.login if f"{user}{password}".isascii() else box.login_utf8
        log_in(user, password, initial_folder=self._mailbox.folder)

    def _words(self, fault: Exception) -> str:
        # Before anything is cut, since half a password would not be found.
        words = f"{type(fault).__name__}: {fault}".replace(self._mailbox.password, "…")
        return " ".join(words.split())[:_SHOWN]


def _bound(client: imaplib.IMAP4) -> None:
    """Limit a text that comes in to the size of a mail: a server can announce any length, and send it too."""
    read = client.read

    def read_mail(size: int) -> bytes:
        if not 0 <= size <= MAX_SIZE + 1:
            raise client.abort("it sends more than it was asked for")
        return read(size)

    client.read = read_mail  # type: ignore[method-assign] # The library has no other place for it.


def _leave(box: BaseMailBox) -> None:
    with suppress(*_FAULTS):
        box.logout()
    # The library keeps the connection open if LOGOUT fails.
    with suppress(OSError):
        box.client.shutdown()


def _listed(box: BaseMailBox, uids: Sequence[int]) -> Iterator[_Listed]:
    """The heads of these mails, in their order."""
    found = {}
    for line, head in _fetched(box, uids, _HEAD) if uids else ():
        uid, size, date = _UID.search(line), _SIZE.search(line), _DATE.search(line)
        if uid and size:
            found[int(uid[1])] = _Listed(int(uid[1]), int(size[1]), _date(date[1]) if date else None, head)
    return (found[uid] for uid in uids if uid in found)


def _number(text: str | int) -> int:
    """
    A UID or UIDVALIDITY.

    :raises ValueError: it is out of range.
    """
    number = int(text)
    if not 0 < number <= _HIGHEST_NUMBER:
        raise ValueError("it numbers its mails with what is no number of a mail")
    return number


def _whole(box: BaseMailBox, uid: int) -> bytes | None:
    """One raw mail; None if it has vanished."""
    return next((raw for _, raw in _fetched(box, [uid], _WHOLE)), None)


def _fetched(box: BaseMailBox, uids: Sequence[int], parts: str) -> Iterator[tuple[bytes, bytes]]:
    """
    For each mail what the server says about it, and the text that was asked for, as bytes.

    :raises ValueError: the server refuses.
    """
    status, answer = box.client.uid("FETCH", ",".join(map(str, uids)), parts)
    if status != "OK":
        raise ValueError("the server does not give out its mails")
    for index, piece in enumerate(answer):
        if isinstance(piece, tuple):
            # Attributes may stand before or after the text.
            after = answer[index + 1] if index + 1 < len(answer) else b""
            yield piece[0] + (b" " + after if isinstance(after, bytes) else b""), piece[1]


def _date(text: bytes) -> datetime | None:
    try:
        moment = parsedate_to_datetime(text.decode("ascii", "replace").strip())
    except (ValueError, OverflowError):
        return None
    return moment if moment.tzinfo else moment.replace(tzinfo=UTC)
