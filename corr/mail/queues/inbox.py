"""The inbox: mails are stored first and processed later; and how far polled mailboxes have been read."""

import hashlib
import logging
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from typing import NamedTuple

from sqlalchemy import and_, bindparam, exists, insert, select, update
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import IntegrityError

from corr.base.heartbeat import claim_some, delay
from corr.base.uow import Reader, UnitOfWork, Workshop
from corr.game.game_row import get_game_row_locked, show_anew
from corr.game.history import Happening, is_recorded, record_event
from corr.game.words import EventKind
from corr.mail.queues.inbox_limits import is_sender_read, next_hour
from corr.mail.queues.inbox_order import let_sender_wait, place_of_next, sender_key
from corr.store.base import table
from corr.store.compiled_statements import CompiledChange, CompiledQuery
from corr.store.tables.mails import Inbox, InboxState, MailCursor

OLDEST = timedelta(days=5)
"""The most that a mail may count as received before it came here: mail servers retry for so long."""
LEASE = timedelta(minutes=2)
"""How long a mail is leased to the process that reads it."""
UNJUDGED = "smtp-unjudged"
"""The source of mails that came by SMTP from another machine: its client can write any header, so
Authentication-Results and Received are not believed."""
_DUPLICATE = "duplicate"
_LOG = logging.getLogger(__name__)
_FOR_A_PERSON = "mail %s waits for a person: %s"
_LONGEST_ADDRESS = 320
_LONGEST_KEY = 200
_LONGEST_TEXT = 4000
_LONGEST_SUBJECT = 200
_MOST_TRIES = 10

_INBOX, _CURSOR = table(Inbox), table(MailCursor)


class _MailId(NamedTuple):
    id: int


_GIVEN = (
    "source", "sender", "sender_key", "recipient", "raw", "raw_hash", "received_at", "player_id", "game_id",
    "is_for_any", "try_at", "reason",
)  # fmt: skip
_UNREAD = {"state": InboxState.NEW.value, "tries": 0}
_TEXTS = ("new_text", "cut_text", "mail_class", "subject", "written_by", "outcome")
"""What is known once a mail was read."""
_STORE = CompiledQuery(
    insert(_INBOX)
    .values(**{name: bindparam(name) for name in _GIVEN}, **_UNREAD, **dict.fromkeys(_TEXTS, ""))
    .returning(_INBOX.c.id),
    _MailId,
)
_SAME = _INBOX.alias("same")
_IS_WAITING = and_(_INBOX.c.id == bindparam("mail_id"), _INBOX.c.state == InboxState.NEW.value)
_NEW = CompiledQuery(
    select(_INBOX.c.id)
    .where(_IS_WAITING, ~exists().where(_SAME.c.dedupe_key == bindparam("key")))
    .with_for_update(of=_INBOX),
    _MailId,
)
_FINISHED = (
    "state", "dedupe_key", "reason", "player_id", "game_id", "commands", *_TEXTS, "understood_at", "lease_until",
    "lease_owner",
)  # fmt: skip
_FINISH = CompiledChange(update(_INBOX).where(_IS_WAITING), _FINISHED)


def tell_clock_runs_on(
    uow: UnitOfWork, kind: EventKind, mail_id: int, *, game_id: str | None, player_id: int | None
) -> None:
    """Record in a game's history, once, that a mail was held or parked, if the clock of its player runs."""
    if game_id is None or player_id is None:
        return
    game_row = get_game_row_locked(uow, game_id)
    mine, key = game_row.find_seat(player_id), f"mail:{mail_id}"
    if mine is None or mine.due_at is None or game_row.is_over or is_recorded(uow, game_id, key):
        return
    record_event(uow, game_id, game_row.turn_number, Happening(kind, mine.seat, "mail", order_key=key))
    show_anew(uow, [game_id])


@dataclass(frozen=True, slots=True)
class ArrivedMail:
    """A mail to be stored, as it came in."""

    source: str
    """How it came: "smtp", "smtp-unjudged", "lmtp", "imap" or "hook"."""
    sender: str
    """The envelope sender; empty for bounces."""
    recipient: str = field(repr=False)
    """The envelope recipient; it may hold a token."""
    raw: bytes = field(repr=False)
    received_at: datetime | None = None
    """When it came; now, if None."""
    player_id: int | None = None
    """The player whose reply address it came to, if any: deadlines that leave would move wait for the mail."""
    game_id: str | None = None
    """The game of that address: its deadlines wait for the mail."""
    is_for_any: bool = False
    """Whether only its text can tell its game: the deadlines of all games wait for it."""
    network: str = ""
    """The network that it came from; empty for mail servers of our own."""


@dataclass(frozen=True, slots=True)
class ClaimedMail:
    """A mail that one process has claimed."""

    id: int
    source: str
    sender: str
    sender_key: str
    recipient: str = field(repr=False)
    raw: bytes = field(repr=False)
    received_at: datetime
    tries: int
    """The number of claims, this one included."""


@dataclass(frozen=True, slots=True)
class Understood:
    """The outcome of a mail, to be noted."""

    dedupe_key: str
    """Equal for two arrivals of one mail."""
    reason: str
    """A code: "played", "auto-reply", "unreadable" …"""
    player_id: int | None = None
    game_id: str | None = None
    new_text: str = field(default="", repr=False)
    """The writer's own words."""
    cut_text: str = field(default="", repr=False)
    """What was cut off as quotations and signatures."""
    mail_class: str = ""
    """What kind of mail it is: "human", "auto", "bounce" …"""
    subject: str = ""
    written_by: str = ""
    """The address in From; empty if it cannot be read."""
    commands: tuple[tuple[str, str], ...] = ()
    """The orders in it: each as it was typed, and its result in one sentence."""
    outcome: str = ""
    """The outcome of the whole mail, in one sentence for its writer."""
    is_parked: bool = False
    """Whether it waits for a person; the log asks an administrator to look at it."""


def store_mail(uow: UnitOfWork, mail: ArrivedMail) -> int:
    """Store a raw mail at its place in the queue; its id."""
    key = sender_key(uow, mail.sender, mail.network, mail.player_id or mail.recipient)
    place = place_of_next(uow, key)
    values = {
        "source": mail.source,
        "sender": _plain(mail.sender, _LONGEST_ADDRESS),
        "sender_key": key,
        "recipient": _plain(mail.recipient, _LONGEST_ADDRESS),
        "raw": mail.raw,
        "raw_hash": hashlib.sha256(mail.raw).hexdigest(),
        "received_at": mail.received_at or uow.now,
        "player_id": mail.player_id,
        "game_id": mail.game_id,
        "is_for_any": mail.is_for_any,
        "try_at": place.try_at,
        "reason": place.reason,
    }
    stored = _STORE.first(uow.connection, values)
    assert stored is not None
    return stored.id


def claim_mail(uow: UnitOfWork, owner: str) -> ClaimedMail | None:
    """
    The mail whose turn it is, for *owner* alone until the lease is over; None if none may be read now.

    Those of a sender of whom enough were read in this hour are put off to the next one. A mail that killed its process
    again and again is parked here, since that process could not do it.
    """
    columns = [_INBOX.c[name] for name in ClaimedMail.__dataclass_fields__]
    while True:
        found = claim_some(uow, _INBOX, 1, state=InboxState.NEW.value, owner=owner, lease=LEASE, columns=columns)
        if not found:
            return None
        mail = ClaimedMail(*found[0])
        if mail.tries > _MOST_TRIES:
            park_mail(uow, mail.id, "too-many-tries")
        elif mail.tries > 1 or is_sender_read(uow, mail.id, mail.sender_key):
            return mail
        else:
            let_sender_wait(uow, mail.id, next_hour(uow))


def finish_once(workshop: Workshop, mail_id: int, arrived: Understood, act: Callable[[UnitOfWork], Understood]) -> str:
    """
    Do *act* for a claimed mail and note the outcome that it gives, in one transaction; the code of the outcome.

    Nothing is done if the same mail came before, or if another process has finished this one.

    :param arrived: what is noted of a mail that came before.
    """
    try:
        return _finish(workshop, mail_id, arrived, act)
    except IntegrityError:
        # Another process finished the same mail at this moment: now that can be seen.
        return _finish(workshop, mail_id, arrived, act)


def _finish(workshop: Workshop, mail_id: int, arrived: Understood, act: Callable[[UnitOfWork], Understood]) -> str:
    asked = {"mail_id": mail_id, "key": arrived.dedupe_key[:_LONGEST_KEY]}
    with workshop.open() as uow:
        is_new = _NEW.first(uow.connection, asked) is not None
        understood = act(uow) if is_new else replace(arrived, reason=_DUPLICATE)
        finish_mail(uow, mail_id, understood)
    return understood.reason


def finish_mail(uow: UnitOfWork, mail_id: int, understood: Understood) -> None:
    """
    Note the outcome of a mail; call it in the transaction of the effect.

    :raises IntegrityError: the same mail came before, and this one is not noted as a duplicate.
    """
    values = {
        "state": (InboxState.PARKED if understood.is_parked else InboxState.DONE).value,
        "dedupe_key": None if understood.reason == _DUPLICATE else understood.dedupe_key[:_LONGEST_KEY],
        "reason": understood.reason,
        "player_id": understood.player_id,
        "game_id": understood.game_id,
        "new_text": _plain(understood.new_text, _LONGEST_TEXT),
        "cut_text": _plain(understood.cut_text, _LONGEST_TEXT),
        "mail_class": understood.mail_class,
        "subject": _plain(understood.subject, _LONGEST_SUBJECT),
        "written_by": _plain(understood.written_by, _LONGEST_ADDRESS),
        "commands": [
            {"text": _plain(text, _LONGEST_TEXT), "outcome": outcome} for text, outcome in understood.commands
        ],
        "outcome": understood.outcome,
        "understood_at": uow.now,
        "lease_until": None,
        "lease_owner": None,
    }
    if _FINISH.run(uow.connection, {"mail_id": mail_id, **values}) and understood.is_parked:
        _LOG.warning(_FOR_A_PERSON, mail_id, understood.reason)


def put_off_mail(uow: UnitOfWork, mail_id: int, fault: str) -> None:
    """Try again later, with a longer delay after each try."""
    found = uow.connection.execute(_INBOX.select().with_only_columns(_INBOX.c.tries).where(_INBOX.c.id == mail_id))
    try_at = uow.now + uow.machine(delay(int(found.scalar_one())))
    _change(uow, mail_id, {"try_at": try_at, "reason": fault, "lease_until": None, "lease_owner": None})


def park_mail(uow: UnitOfWork, mail_id: int, reason: str) -> None:
    """Park a mail that cannot be processed, or is meant for people; the log asks an administrator to look at it."""
    _LOG.warning(_FOR_A_PERSON, mail_id, reason)
    values = {"state": InboxState.PARKED.value, "reason": reason, "understood_at": uow.now}
    if _change(uow, mail_id, {**values, "lease_until": None, "lease_owner": None}):
        whose = uow.connection.execute(select(_INBOX.c.game_id, _INBOX.c.player_id).where(_INBOX.c.id == mail_id)).one()
        tell_clock_runs_on(uow, EventKind.MAIL_PARKED, mail_id, game_id=whose.game_id, player_id=whose.player_id)


def _change(uow: UnitOfWork, mail_id: int, values: Mapping[str, object]) -> bool:
    changed = uow.connection.execute(update(_INBOX).where(_IS_WAITING).values(**values), {"mail_id": mail_id})
    return changed.rowcount == 1


def _plain(text: str, longest: int) -> str:
    """*text* without characters that a database cannot hold, and cut."""
    return text.replace("\0", "").encode("utf-8", "replace").decode()[:longest]


def last_read(reader: Reader, mailbox: str, uid_validity: int) -> int:
    """
    The UID up to which *mailbox* has been read; 0 if it has to be read from its beginning.

    :param uid_validity: the server's UIDVALIDITY; when it changes, all UIDs are new.
    """
    found = reader.connection.execute(
        select(_CURSOR.c.last_uid).where(_CURSOR.c.mailbox == mailbox, _CURSOR.c.uid_validity == uid_validity)
    )
    return int(found.scalar_one_or_none() or 0)


def advance(uow: UnitOfWork, mailbox: str, uid_validity: int, uid: int) -> bool:
    """
    Note that *mailbox* has been read up to *uid*; call it in the transaction that stores the mail.

    False if another process was faster and has stored the mail; then it must not be stored here.
    """
    values = {"mailbox": mailbox, "uid_validity": uid_validity, "last_uid": uid, "read_at": uow.now}
    make = sqlite.insert if uow.is_sqlite else postgresql.insert
    added = (
        make(_CURSOR).values(**values).on_conflict_do_nothing(index_elements=["mailbox"]).returning(_CURSOR.c.mailbox)
    )
    if uow.connection.execute(added).first() is not None:
        return True
    is_behind = (_CURSOR.c.uid_validity != uid_validity) | (_CURSOR.c.last_uid < uid)
    changed = (
        update(_CURSOR).where(_CURSOR.c.mailbox == mailbox, is_behind).values(**values).returning(_CURSOR.c.mailbox)
    )
    return uow.connection.execute(changed).first() is not None
