"""Finding deadlines that have passed, by indexes over the few rows that matter, and mails that still hold one up."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import Select, and_, bindparam, exists, func, or_, select, update

from corr.base.uow import Reader, UnitOfWork
from corr.game.game_row import GAME, SEAT
from corr.store.base import table
from corr.store.tables.games import GameState
from corr.store.tables.mails import Inbox, InboxState

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
GRACE = timedelta(seconds=5)
"""For turns that came in time and are being played at this moment."""
_HOLD = timedelta(hours=1)
"""How long a game that met a fault is put off."""

_PASSED = bindparam("passed", type_=SEAT.c.due_at.type)
# However long the mail has lain there: the hour for which it holds the deadline up begins with the deadline.
_HAS_MAIL = exists().where(
    IS_UNREAD,
    MAIL.c.game_id == SEAT.c.game_id,
    MAIL.c.received_at < SEAT.c.due_at,
    SEAT.c.due_at > bindparam("mail_since"),
)
_FIRST_FOR_ANY = select(func.min(MAIL.c.received_at)).where(IS_WAITING, IS_FOR_ANY).scalar_subquery()
_OVERDUE = (
    select(SEAT.c.game_id, SEAT.c.held_until)
    .join(GAME, GAME.c.id == SEAT.c.game_id)
    .where(
        SEAT.c.due_at <= _PASSED,
        SEAT.c.due_at <= func.coalesce(_FIRST_FOR_ANY, _PASSED),
        SEAT.c.lapsed_at.is_(None),
        ~_HAS_MAIL,
    )
    .limit(1)
    .with_for_update(of=GAME, skip_locked=True, key_share=True)
)
_IN_PLAY = _OVERDUE.where(SEAT.c.held_until.is_(None)).order_by(SEAT.c.due_at)
_HELD = _OVERDUE.where(SEAT.c.held_until <= bindparam("now")).order_by(SEAT.c.held_until)
_OF_GAME = _OVERDUE.where(SEAT.c.game_id == bindparam("game")).order_by(SEAT.c.due_at)
# Those that are frozen stand still: their clocks have no moment, but whatever stands in a row must not lie in the way.
_UNCLAIMED = (
    select(SEAT.c.game_id, SEAT.c.held_until)
    .join(GAME, GAME.c.id == SEAT.c.game_id)
    .where(
        SEAT.c.look_at <= bindparam("now"),
        SEAT.c.lapsed_at.is_not(None),
        or_(SEAT.c.held_until.is_(None), SEAT.c.held_until <= bindparam("now")),
        GAME.c.state == GameState.RUNNING.value,
        GAME.c.frozen_at.is_(None),
    )
    .order_by(SEAT.c.look_at)
    .limit(1)
    .with_for_update(of=GAME, skip_locked=True, key_share=True)
)
_PUT_OFF = (
    update(SEAT)
    .where(
        SEAT.c.game_id == bindparam("of_game"),
        SEAT.c.due_at <= _PASSED,
        or_(SEAT.c.held_until.is_(None), SEAT.c.held_until <= bindparam("now")),
    )
    .values(held_until=bindparam("until"), remind_at=None)
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


@dataclass(frozen=True, slots=True)
class Overdue:
    """A game in which a deadline has passed."""

    game_id: str
    was_put_off: bool
    """Whether it met a fault before."""


def claim_overdue(uow: UnitOfWork) -> Overdue | None:
    """
    The game whose deadline passed first, locked, and after all of these one that nobody claimed for long; None if there
    is none that nobody else has in hand.
    """
    return _claim(uow, _IN_PLAY) or _claim(uow, _HELD) or _claim(uow, _UNCLAIMED)


def claim_overdue_of(uow: UnitOfWork, game_id: str) -> Overdue | None:
    """The same for one game."""
    return _claim(uow, _OF_GAME, game=game_id)


def put_off(uow: UnitOfWork, game_id: str) -> bool:
    """Leave a game that met a fault alone for a while; False if somebody else has done so already."""
    asked = {
        "of_game": game_id,
        "passed": uow.now - uow.machine(GRACE),
        "now": uow.now,
        "until": uow.now + uow.machine(_HOLD),
    }
    return uow.connection.execute(_PUT_OFF, asked).rowcount > 0


def _claim(uow: UnitOfWork, statement: Select[Any], **more: str) -> Overdue | None:
    usual = {"passed": uow.now - uow.machine(GRACE), "now": uow.now, "mail_since": mail_since(uow)}
    asked = {"now": uow.now} if statement is _UNCLAIMED else {**usual, **more}
    found = uow.connection.execute(statement, asked).first()
    return None if found is None else Overdue(str(found.game_id), found.held_until is not None)
