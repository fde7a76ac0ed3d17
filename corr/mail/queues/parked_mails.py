"""
Parked mails, which wait for an administrator: those that caused a fault, and those to postmaster, abuse and the like.

Only mails to administrators are shown to them; the others may hold a player's secrets.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from sqlalchemy import Row, Select, and_, func, select, update

from corr.base.paging import Page, page_of
from corr.base.uow import Reader, UnitOfWork
from corr.errors import ConflictError, NotFoundError
from corr.mail.queues.mail_history import MailStatus, status_of
from corr.store.base import is_id, table
from corr.store.tables.mails import Inbox, InboxState

PAGE = 30
"""Mails on one page of the list."""
FOR_PEOPLE = "for-people"
"""The code of mails that were written to administrators."""
_SETTLED = "settled"
_INBOX = table(Inbox)


@dataclass(frozen=True, slots=True)
class ParkedLine:
    """A parked mail in the list."""

    id: int
    sender: str
    """The envelope sender; empty for bounces."""
    to: str
    """Its recipient, if it was written to administrators; else empty, for it may hold a token."""
    received_at: datetime
    reason: str
    """The code of the outcome."""
    status: MailStatus
    """The outcome in words."""
    size: int
    """Bytes of the raw mail; 0 once that was purged."""

    @property
    def is_for_people(self) -> bool:
        """Whether it was written to administrators, so that it may be shown."""
        return self.reason == FOR_PEOPLE

    @property
    def may_be_read_again(self) -> bool:
        """Whether the raw mail is kept, and it is for the service to process."""
        return self.size > 0 and not self.is_for_people


@dataclass(frozen=True, slots=True)
class ParkedMail:
    """A parked mail with its bytes."""

    line: ParkedLine
    raw: bytes = field(repr=False)
    """Empty if it was purged, or may not be shown."""


def parked(reader: Reader, number: int = 1) -> Page[ParkedLine]:
    """A page of the parked mails, the oldest first."""
    wanted = _parked().order_by(_INBOX.c.received_at, _INBOX.c.id)
    return page_of(reader, wanted, lambda rows: map(_line, rows), number=number, size=PAGE)


def parked_count(reader: Reader) -> int:
    """The number of parked mails."""
    waiting = _INBOX.c.state == InboxState.PARKED.value
    return int(reader.connection.execute(select(func.count()).select_from(_INBOX).where(waiting)).scalar_one())


def get_parked(reader: Reader, mail_id: int) -> ParkedMail:
    """
    One parked mail.

    :raises NotFoundError: there is none with that id, or it is settled.
    """
    wanted = _parked().add_columns(_INBOX.c.raw).where(_INBOX.c.id == mail_id)
    row = reader.connection.execute(wanted).first() if is_id(mail_id) else None
    if row is None:
        raise NotFoundError("There is no such mail, or it was seen to already.")
    line = _line(row)
    return ParkedMail(line, (row.raw or b"") if line.is_for_people else b"")


def get_readable(reader: Reader, mail_id: int) -> ParkedMail:
    """
    One parked mail whose bytes may be shown.

    :raises NotFoundError: there is none with that id, or it may not be shown, or was purged.
    """
    found = get_parked(reader, mail_id)
    if not found.raw:
        raise NotFoundError("There is no such mail to be read.")
    return found


def read_again(uow: UnitOfWork, mail_id: int) -> bool:
    """
    Let a parked mail be processed again; False if it is settled already.

    :raises ConflictError: it was purged.
    """
    if not _is_parked(uow, mail_id):
        return False
    again: Mapping[str, object] = {"state": InboxState.NEW.value, "reason": "", "try_at": uow.now, "tries": 0}
    kept = and_(_INBOX.c.state == InboxState.PARKED.value, _INBOX.c.raw.is_not(None))
    changed = update(_INBOX).where(_INBOX.c.id == mail_id, kept).values(**again, understood_at=None)
    if uow.connection.execute(changed.returning(_INBOX.c.id)).first() is None:
        raise ConflictError("This mail is not kept any more, so it cannot be read again.")
    return True


def settle(uow: UnitOfWork, mail_id: int) -> bool:
    """Note that an administrator has dealt with a mail; False if that was noted before."""
    if not is_id(mail_id):
        return False
    waiting = (_INBOX.c.id == mail_id, _INBOX.c.state == InboxState.PARKED.value)
    changed = update(_INBOX).where(*waiting).values(state=InboxState.DONE.value, reason=_SETTLED)
    return uow.connection.execute(changed.returning(_INBOX.c.id)).first() is not None


def _is_parked(reader: Reader, mail_id: int) -> bool:
    if not is_id(mail_id):
        return False
    return reader.connection.execute(_parked().where(_INBOX.c.id == mail_id)).first() is not None


def _parked() -> Select[Any]:
    columns = (_INBOX.c.id, _INBOX.c.sender, _INBOX.c.recipient, _INBOX.c.received_at, _INBOX.c.reason)
    size = func.coalesce(func.length(_INBOX.c.raw), 0).label("size")
    return select(*columns, size).where(_INBOX.c.state == InboxState.PARKED.value)


def _line(row: Row[Any]) -> ParkedLine:
    is_for_people = row.reason == FOR_PEOPLE
    return ParkedLine(
        id=row.id,
        sender=row.sender,
        to=row.recipient if is_for_people else "",
        received_at=row.received_at,
        reason=row.reason,
        status=status_of(row.reason),
        size=row.size,
    )
