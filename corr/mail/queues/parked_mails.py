"""
Mails that were laid aside for a person: those that the program tripped over, and those to the people behind it.

Only what was written to those people is shown to them; the others may hold a player's secrets.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from sqlalchemy import Row, Select, and_, func, select, update

from corr.base.paging import Page, page_of
from corr.base.uow import Reader, UnitOfWork
from corr.errors import ConflictError, NotFoundError
from corr.mail.queues.mail_outcomes import MailStatus, status_of
from corr.store.base import is_id, table
from corr.store.tables.mails import Inbox, InboxState

PAGE = 30
"""How many mails one page of the list shows."""
FOR_PEOPLE = "for-people"
"""The reason of mails that were written to those who look after the service."""
_SETTLED = "settled"
_INBOX = table(Inbox)


@dataclass(frozen=True, slots=True)
class ParkedLine:
    """A mail that was laid aside."""

    id: int
    sender: str
    """The envelope sender; empty for bounces."""
    to: str
    """Where it went, if it was written to people; empty otherwise, for it may hold a token."""
    received_at: datetime
    reason: str
    """The code."""
    status: MailStatus
    """The same in words."""
    size: int
    """In bytes; 0 once it is not kept to the letter any more."""

    @property
    def is_for_people(self) -> bool:
        """Whether it may be shown."""
        return self.reason == FOR_PEOPLE

    @property
    def may_be_read_again(self) -> bool:
        """Whether it is still kept, and one that the service reads by itself."""
        return self.size > 0 and not self.is_for_people


@dataclass(frozen=True, slots=True)
class ParkedMail:
    """A mail to the people behind the service, as it came."""

    line: ParkedLine
    raw: bytes = field(repr=False)
    """Empty if it is not kept to the letter any more, or is none of theirs to see."""


def parked(reader: Reader, number: int = 1) -> Page[ParkedLine]:
    """A page of the mails that wait for a person, the oldest first."""
    wanted = _parked().order_by(_INBOX.c.received_at, _INBOX.c.id)
    return page_of(reader, wanted, lambda rows: map(_line, rows), number=number, size=PAGE)


def parked_count(reader: Reader) -> int:
    """How many mails wait for a person."""
    waiting = _INBOX.c.state == InboxState.PARKED.value
    return int(reader.connection.execute(select(func.count()).select_from(_INBOX).where(waiting)).scalar_one())


def get_parked(reader: Reader, mail_id: int) -> ParkedMail:
    """
    One mail that waits for a person.

    :raises NotFoundError: there is none of that number, or it was seen to.
    """
    wanted = _parked().add_columns(_INBOX.c.raw).where(_INBOX.c.id == mail_id)
    row = reader.connection.execute(wanted).first() if is_id(mail_id) else None
    if row is None:
        raise NotFoundError("There is no such mail, or it was seen to already.")
    line = _line(row)
    return ParkedMail(line, (row.raw or b"") if line.is_for_people else b"")


def get_readable(reader: Reader, mail_id: int) -> ParkedMail:
    """
    One mail to the people behind the service, to the letter.

    :raises NotFoundError: there is none of that number, or it is not theirs to see, or it is not kept any more.
    """
    found = get_parked(reader, mail_id)
    if not found.raw:
        raise NotFoundError("There is no such mail to be read.")
    return found


def read_again(uow: UnitOfWork, mail_id: int) -> bool:
    """
    Let a mail be read once more; False if it was seen to already.

    :raises ConflictError: it is not kept to the letter any more.
    """
    if not _is_parked(uow, mail_id):
        return False
    again: Mapping[str, object] = {"state": InboxState.NEW.value, "reason": "", "try_at": uow.now, "tries": 0}
    kept = and_(_INBOX.c.state == InboxState.PARKED.value, _INBOX.c.raw.is_not(None))
    changed = update(_INBOX).where(_INBOX.c.id == mail_id, kept).values(**again, understood_at=None)
    if uow.session.execute(changed.returning(_INBOX.c.id)).first() is None:
        raise ConflictError("This mail is not kept any more, so it cannot be read again.")
    return True


def settle(uow: UnitOfWork, mail_id: int) -> bool:
    """Note that a person has seen to a mail; False if somebody had already."""
    if not is_id(mail_id):
        return False
    waiting = (_INBOX.c.id == mail_id, _INBOX.c.state == InboxState.PARKED.value)
    changed = update(_INBOX).where(*waiting).values(state=InboxState.DONE.value, reason=_SETTLED)
    return uow.session.execute(changed.returning(_INBOX.c.id)).first() is not None


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
