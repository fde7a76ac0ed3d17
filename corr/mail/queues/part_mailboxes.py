"""How far mailboxes that are polled have been read: what was stored from them is not stored a second time."""

from sqlalchemy import select, update
from sqlalchemy.dialects import postgresql, sqlite

from corr.base.uow import Reader, UnitOfWork
from corr.store.base import table
from corr.store.tables.mailing import MailCursor


def last_read(reader: Reader, mailbox: str, uid_validity: int) -> int:
    """
    The number of the mail up to which *mailbox* has been read; 0 if it has to be read from its beginning.

    :param uid_validity: the server's word for which numbering holds: after another one, all numbers are new.
    """
    rows = table(MailCursor)
    found = reader.connection.execute(
        select(rows.c.last_uid).where(rows.c.mailbox == mailbox, rows.c.uid_validity == uid_validity)
    )
    return int(found.scalar_one_or_none() or 0)


def advance(uow: UnitOfWork, mailbox: str, uid_validity: int, uid: int) -> bool:
    """
    Note that *mailbox* has been read up to *uid*; call it in the transaction that stores the mail.

    False: another process was there first, and has stored the mail. Then it must not be stored here.
    """
    rows = table(MailCursor)
    values = {"mailbox": mailbox, "uid_validity": uid_validity, "last_uid": uid, "read_at": uow.now}
    make = sqlite.insert if uow.is_sqlite else postgresql.insert
    added = make(rows).values(**values).on_conflict_do_nothing(index_elements=["mailbox"]).returning(rows.c.mailbox)
    if uow.session.execute(added).first() is not None:
        return True
    is_behind = (rows.c.uid_validity != uid_validity) | (rows.c.last_uid < uid)
    changed = update(rows).where(rows.c.mailbox == mailbox, is_behind).values(**values).returning(rows.c.mailbox)
    return uow.session.execute(changed).first() is not None
