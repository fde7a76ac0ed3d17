"""
The order in which mails are read, fair among their senders: whoever sends many delays nobody else.

Senders, told apart by `sender_key`, take turns. A place in the queue is a moment, `try_at`, so that one index finds the
next mail: a sender of whom none waits gets the place of the first one, and each further mail stands a microsecond
behind the last of its sender. Of one sender so many mails are read in an hour; the others wait for the next one, in
their order, and are not lost. They count as received when they came.
"""

from collections.abc import Collection
from datetime import datetime, timedelta
from typing import NamedTuple

from sqlalchemy import String, bindparam, func, literal_column, select, update

from corr.base.tokens import hash_with
from corr.base.uow import Reader, UnitOfWork
from corr.store.base import table
from corr.store.compiled_statements import CompiledChange, CompiledQuery
from corr.store.tables.mails import Inbox

MOST_WAITING = 500
"""The most mails of one sender that wait here; its mail server keeps all others and tries again."""
WAITS = "waits"
"""The reason noted with a mail that waits for the next hour."""
_INBOX = table(Inbox)
_STEP = timedelta(microseconds=1)
_BEFORE_NOW = timedelta(seconds=1)
"""How far before the present an empty queue begins, so that many mails of one moment may all be read at once."""
# Literally, since SQLite uses a partial index only for what stands in the statement.
_IS_NEW = _INBOX.c.state == literal_column("'new'", String)
_IS_OF_SENDER = _IS_NEW & (_INBOX.c.sender_key == bindparam("key"))


class Place(NamedTuple):
    """Where a mail stands in the queue."""

    try_at: datetime
    reason: str


class _Moment(NamedTuple):
    try_at: datetime


class _SenderKey(NamedTuple):
    sender_key: str


class _MailId(NamedTuple):
    id: int


# Of what is in a process's hands, or was put off after a fault, the moment is no place.
_LAST_OF_SENDER = CompiledQuery(
    select(_INBOX.c.try_at, _INBOX.c.reason)
    .where(_IS_OF_SENDER, _INBOX.c.lease_owner.is_(None), _INBOX.c.reason.in_(["", WAITS]))
    .order_by(_INBOX.c.try_at.desc())
    .limit(1),
    Place,
)
_FIRST = CompiledQuery(
    select(_INBOX.c.try_at).where(_IS_NEW, _INBOX.c.try_at <= bindparam("now")).order_by(_INBOX.c.try_at).limit(1),
    _Moment,
)
_CROWDED = CompiledQuery(
    select(_INBOX.c.sender_key)
    .where(_IS_NEW, _INBOX.c.sender_key.in_(bindparam("keys")))
    .group_by(_INBOX.c.sender_key)
    .having(func.count() >= MOST_WAITING),
    _SenderKey,
)
_BEHIND = CompiledQuery(
    select(_INBOX.c.id)
    .where(_IS_OF_SENDER, _INBOX.c.lease_owner.is_(None), _INBOX.c.try_at < bindparam("until"))
    .order_by(_INBOX.c.try_at, _INBOX.c.id)
    # One that another process is claiming now waits for the same limit there.
    .with_for_update(skip_locked=True),
    _MailId,
)
_WAIT = CompiledChange(
    update(_INBOX)
    .where(_INBOX.c.id == bindparam("mail_id"), _IS_NEW, _INBOX.c.lease_owner.is_(None))
    .values(try_at=bindparam("place"), reason=WAITS)
)


def sender_key(reader: Reader, sender: str, network: str, whose: int | str) -> str:
    """
    What a mail is counted by: its envelope sender, the *network* it came from, and whom it is for.

    Anybody can write another's address as the envelope sender, but not to reply addresses of that player. Nothing
    personal can be read from the key.

    :param sender: empty for a bounce.
    :param network: empty for mail servers of our own.
    :param whose: the player whose reply address it came to; for any other its address.
    """
    return hash_with(reader.secret, "sender of mails", f"{network} {sender.lower()} {whose}".lower())


def place_of_next(uow: UnitOfWork, key: str) -> Place:
    """The place of a mail that comes now from the sender with that *key*."""
    last = _LAST_OF_SENDER.first(uow.connection, {"key": key})
    if last is not None:
        return Place(last.try_at + _STEP, last.reason)
    first = _FIRST.first(uow.connection, {"now": uow.now})
    return Place(uow.now - _BEFORE_NOW if first is None else first.try_at, "")


def crowded(reader: Reader, keys: Collection[str]) -> set[str]:
    """Those of *keys* whose senders have so many mails waiting that no more should be taken now."""
    return {row.sender_key for row in _CROWDED.all(reader.connection, {"keys": sorted(keys)})} if keys else set()


def let_sender_wait(uow: UnitOfWork, mail_id: int, until: datetime) -> None:
    """Let a mail that is claimed here wait, unread, and behind it all others of its sender."""
    mine = _INBOX.c.id == mail_id
    key = uow.connection.execute(select(_INBOX.c.sender_key).where(mine)).scalar_one()
    # It was claimed, and not tried.
    free = {"lease_until": None, "lease_owner": None, "tries": _INBOX.c.tries - 1}
    uow.connection.execute(update(_INBOX).where(mine, _IS_NEW).values(try_at=until, reason=WAITS, **free))
    others = _BEHIND.all(uow.connection, {"key": key, "until": until})
    places = [{"mail_id": row.id, "place": until + _STEP * number} for number, row in enumerate(others, 1)]
    _WAIT.run_many(uow.connection, places)
