"""The search for deadlines that have passed, by partial indexes, and for mails and turns that still hold one up."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, NamedTuple

from sqlalchemy import Select, and_, bindparam, exists, func, or_, select, true, update

from corr.base.uow import Reader, UnitOfWork
from corr.clocks.seat_clocks import CLOCK_PREFERENCE
from corr.game.delayed_turns import HAS_DELAYED_IN_TIME
from corr.game.game_row import GAME, SEAT, change_games
from corr.store.base import table
from corr.store.tables.mails import Inbox, InboxState

MAIL = table(Inbox)
IS_UNREAD = MAIL.c.state == InboxState.NEW.value
IS_WAITING = and_(IS_UNREAD, MAIL.c.received_at > bindparam("mail_since"))
"""A mail that may hold a deadline up; `mail_since` gives its parameter."""
IS_FOR_ANY = and_(MAIL.c.is_for_any, MAIL.c.reason == "")
"""A mail whose game is known only after it was read; but one that could not be must not hold up all games."""
_MAIL_HOLDS_UP = timedelta(minutes=10)
"""How long a mail that came in time and was not read yet holds a deadline up."""
_MAIL_BEFORE = select(
    exists().where(
        IS_WAITING,
        MAIL.c.received_at <= bindparam("before"),
        MAIL.c.id != bindparam("mail"),
        or_(MAIL.c.game_id == bindparam("game"), IS_FOR_ANY),
    )
)
GRACE = timedelta(seconds=5)
"""How long after a deadline nothing happens, for turns that came in time and are being played at this moment."""
_PUT_OFF_AFTER_FAULT = timedelta(hours=1)
"""How long a game is left alone after a fault in enforcing its deadline, before it is tried again."""

_PASSED = bindparam("passed", type_=SEAT.c.due_at.type)
# A mail to a reply address can change its game, and take leave, which stops the clocks of its player in all games with
# leave. It does not matter how long ago it came: the time for which it holds a deadline up begins at the deadline.
_HAS_MAIL = exists().where(
    IS_UNREAD,
    or_(MAIL.c.game_id == SEAT.c.game_id, and_(MAIL.c.player_id == SEAT.c.player_id, GAME.c.allows_leave)),
    MAIL.c.received_at < SEAT.c.due_at,
    SEAT.c.due_at > bindparam("mail_since"),
)
_FIRST_FOR_ANY = select(func.min(MAIL.c.received_at)).where(IS_WAITING, IS_FOR_ANY).scalar_subquery()
_WANTS_LEAVE = select(CLOCK_PREFERENCE.c.automatic_leave).where(CLOCK_PREFERENCE.c.player_id == SEAT.c.player_id)
_CLAIMED = (
    SEAT.c.game_id,
    SEAT.c.held_until,
    SEAT.c.player_id,
    SEAT.c.due_at,
    and_(GAME.c.allows_leave, SEAT.c.lapsed_at.is_(None), func.coalesce(_WANTS_LEAVE.scalar_subquery(), true())).label(
        "may_leave"
    ),
)
_OVERDUE = (
    select(*_CLAIMED)
    .join(GAME, GAME.c.id == SEAT.c.game_id)
    .where(
        SEAT.c.due_at <= _PASSED,
        SEAT.c.due_at <= func.coalesce(_FIRST_FOR_ANY, _PASSED),
        SEAT.c.lapsed_at.is_(None),
        ~_HAS_MAIL,
        ~HAS_DELAYED_IN_TIME,
    )
    .limit(1)
    .with_for_update(of=GAME, skip_locked=True, key_share=True)
)
_IN_PLAY = _OVERDUE.where(SEAT.c.held_until.is_(None)).order_by(SEAT.c.due_at)
_HELD = _OVERDUE.where(SEAT.c.held_until <= bindparam("now")).order_by(SEAT.c.held_until)
_OF_GAME = _OVERDUE.where(SEAT.c.game_id == bindparam("game")).order_by(SEAT.c.due_at)
# Games that are over or frozen are left out here too, although their clocks have no such moment: a wrong row must not
# block the others. Not by their state, as SQLite would then read all games that are running.
_UNCLAIMED = (
    select(*_CLAIMED)
    .join(GAME, GAME.c.id == SEAT.c.game_id)
    .where(
        SEAT.c.look_at <= bindparam("now"),
        SEAT.c.lapsed_at.is_not(None),
        or_(SEAT.c.held_until.is_(None), SEAT.c.held_until <= bindparam("now")),
        GAME.c.ended_at.is_(None),
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
    """The moment before which a mail must have come to hold up no deadline any more."""
    return reader.now - reader.machine(_MAIL_HOLDS_UP)


def has_mail_before(reader: Reader, game_id: str, moment: datetime, *, other_than: int = 0) -> bool:
    """
    Whether an unread mail that came by that *moment* may be for the game.

    :param other_than: the mail that is being read now.
    """
    asked = {"game": game_id, "before": moment, "mail": other_than, "mail_since": mail_since(reader)}
    return bool(reader.connection.execute(_MAIL_BEFORE, asked).scalar_one())


class Deadline(NamedTuple):
    """A player, and when that player's time ran out."""

    player_id: int
    due_at: datetime


@dataclass(frozen=True, slots=True)
class Overdue:
    """A game in which a deadline has passed."""

    game_id: str
    was_put_off: bool
    """Whether its deadline met a fault before."""
    deadline: Deadline
    may_leave: bool
    """Whether the game's terms and the player's preferences allow automatic leave; days left are counted later."""


def claim_overdue(uow: UnitOfWork) -> Overdue | None:
    """
    The game whose deadline passed first, locked; once there is none, a game whose time-out nobody has claimed for long.

    Games that another process has locked are skipped; None if no other is left.
    """
    return _claim(uow, _IN_PLAY) or _claim(uow, _HELD) or _claim(uow, _UNCLAIMED)


def claim_overdue_of(uow: UnitOfWork, game_id: str) -> Overdue | None:
    """The same for one game; None if no deadline of it has passed."""
    return _claim(uow, _OF_GAME, game=game_id)


def put_off(uow: UnitOfWork, game_id: str) -> bool:
    """Put a game off after a fault; False if another process has done so already."""
    asked = {
        "of_game": game_id,
        "passed": uow.now - uow.machine(GRACE),
        "now": uow.now,
        "until": uow.now + uow.machine(_PUT_OFF_AFTER_FAULT),
    }
    return change_games(uow, _PUT_OFF, asked).rowcount > 0


def _claim(uow: UnitOfWork, statement: Select[Any], **more: str) -> Overdue | None:
    usual = {"passed": uow.now - uow.machine(GRACE), "now": uow.now, "mail_since": mail_since(uow)}
    asked = {"now": uow.now} if statement is _UNCLAIMED else {**usual, **more}
    found = uow.connection.execute(statement, asked).first()
    if found is None:
        return None
    deadline = Deadline(found.player_id, found.due_at)
    return Overdue(found.game_id, found.held_until is not None, deadline, bool(found.may_leave))
