"""Mails that came in and are not understood yet: for a while they hold up what the clock would do."""

from datetime import datetime, timedelta

from sqlalchemy import and_, bindparam, exists, or_, select

from corr.base.uow import Reader
from corr.store.base import table
from corr.store.tables.post import Inbox, InboxState

MAIL = table(Inbox)
IS_UNREAD = MAIL.c.state == InboxState.NEW.value
"""A mail that waits to be understood."""
IS_WAITING = and_(IS_UNREAD, MAIL.c.received_at > bindparam("mail_since"))
"""What holds something up; the moment for its parameter is worked out below."""
IS_FOR_ANY = and_(MAIL.c.game_id.is_(None), MAIL.c.tries <= 1)
"""A mail whose game is not known may be for any; but one that nobody can understand must not hold up all games."""
_LONGEST = timedelta(hours=1)
"""How long a mail that came in time and is not understood yet holds a deadline up."""
_MAIL_BEFORE = select(
    exists().where(
        IS_WAITING,
        MAIL.c.received_at <= bindparam("before"),
        MAIL.c.id != bindparam("mail"),
        or_(MAIL.c.game_id == bindparam("game"), IS_FOR_ANY),
    )
)


def mail_since(reader: Reader) -> datetime:
    """What came before this moment holds nothing up any more."""
    return reader.now - reader.machine(_LONGEST)


def has_mail_before(reader: Reader, game_id: str, moment: datetime, *, other_than: int = 0) -> bool:
    """
    Whether a mail that came by that *moment*, and may be for the game, has not been read yet.

    :param other_than: the mail that is being read now.
    """
    asked = {"game": game_id, "before": moment, "mail": other_than, "mail_since": mail_since(reader)}
    return bool(reader.connection.execute(_MAIL_BEFORE, asked).scalar_one())
