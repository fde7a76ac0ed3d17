"""
Finding deadlines that have passed, by indexes over the few rows that matter.

Neither games to be claimed, which wait for a player, nor games that met a fault, which wait for another try, lie in the
way of those whose deadline has just passed.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import Select, and_, bindparam, exists, func, or_, select, update

from corr.service.standing import GAME, SEAT
from corr.service.uow import Reader, UnitOfWork
from corr.store.base import table
from corr.store.tables.post import Inbox, InboxState

GRACE = timedelta(seconds=5)
"""For turns that came in time and are being played at this moment."""
_MAIL_WAITS = timedelta(hours=1)
"""How long a mail that came in time and is not understood yet holds a deadline up."""
_HOLD = timedelta(hours=1)
"""How long a game that met a fault is put off."""

_INBOX = table(Inbox)
_PASSED = bindparam("passed", type_=SEAT.c.due_at.type)
_IS_WAITING = and_(
    _INBOX.c.state == InboxState.NEW.value,
    _INBOX.c.received_at > bindparam("mail_since"),
)
_HAS_MAIL = exists().where(_IS_WAITING, _INBOX.c.game_id == SEAT.c.game_id, _INBOX.c.received_at < SEAT.c.due_at)
# A mail whose game is not known may be for any; but one that nobody can understand must not hold up all games.
_FIRST_FOR_ANY = (
    select(func.min(_INBOX.c.received_at))
    .where(_IS_WAITING, _INBOX.c.game_id.is_(None), _INBOX.c.tries <= 1)
    .scalar_subquery()
)
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
_PUT_OFF = (
    update(SEAT)
    .where(
        SEAT.c.game_id == bindparam("of_game"),
        SEAT.c.due_at <= _PASSED,
        or_(SEAT.c.held_until.is_(None), SEAT.c.held_until <= bindparam("now")),
    )
    .values(held_until=bindparam("until"), remind_at=None)
)
_MAIL_BEFORE = select(
    exists().where(
        _IS_WAITING,
        _INBOX.c.received_at <= bindparam("before"),
        or_(_INBOX.c.game_id == bindparam("game"), and_(_INBOX.c.game_id.is_(None), _INBOX.c.tries <= 1)),
    )
)


@dataclass(frozen=True, slots=True)
class Overdue:
    """A game in which a deadline has passed."""

    game_id: str
    was_put_off: bool
    """Whether it met a fault before."""


def claim_overdue(uow: UnitOfWork) -> Overdue | None:
    """The game whose deadline passed first, locked; None if there is none that nobody else has in hand."""
    return _claim(uow, _IN_PLAY) or _claim(uow, _HELD)


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


def has_mail_before(reader: Reader, game_id: str, moment: datetime) -> bool:
    """Whether a mail that came by that *moment*, and may be for the game, has not been read yet."""
    asked = {"game": game_id, "before": moment, "mail_since": reader.now - reader.machine(_MAIL_WAITS)}
    return bool(reader.connection.execute(_MAIL_BEFORE, asked).scalar_one())


def _claim(uow: UnitOfWork, statement: Select[Any], **more: str) -> Overdue | None:
    asked = {
        "passed": uow.now - uow.machine(GRACE),
        "now": uow.now,
        "mail_since": uow.now - uow.machine(_MAIL_WAITS),
        **more,
    }
    found = uow.connection.execute(statement, asked).first()
    return None if found is None else Overdue(str(found.game_id), found.held_until is not None)
