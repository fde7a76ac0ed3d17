"""
Held orders that are carried out by themselves, an hour after the letter that says so was handed to the relay.

The moment is a column. Where no such letter can go, they wait until their player's deadline; without one they become
questions. Each changes its state by compare-and-set, so any number of processes may run at once.
"""

from datetime import datetime, timedelta
from typing import NamedTuple

from sqlalchemy import ColumnElement, and_, bindparam, exists, false, func, or_, select, update

from corr.base.rate_limits import Limit, is_within
from corr.base.uow import Reader, UnitOfWork
from corr.clocks.outages import latest_end
from corr.game.delayed_turns import HELD, IS_DELAYED, IS_OF_SEAT
from corr.game.game_row import GAME, SEAT
from corr.mail.queues.held_orders import IS_OVERTAKEN, VALID_FOR, HeldView, find_held_of_player
from corr.play.overdue import IS_FOR_ANY, IS_UNREAD, MAIL, mail_since
from corr.store.compiled_statements import CompiledQuery
from corr.store.tables.mails import HeldState

DELAY = timedelta(hours=1)
"""The time that a player has to say no."""
_ALMOST_A_MINUTE = timedelta(minutes=1) - timedelta(microseconds=1)
_MOST = Limit("delayed-turns", 3, timedelta(hours=1))
"""How many turns of a player in a game are delayed; further ones are asked back."""
_NOW = bindparam("now", type_=HELD.c.plays_at.type)


def _has_no_mail_before(moment: ColumnElement[datetime | None]) -> ColumnElement[bool]:
    """The condition that no unread mail of its player holds a delayed turn up, as unread mails hold deadlines up."""
    is_of_player = and_(MAIL.c.game_id == HELD.c.game_id, MAIL.c.player_id == HELD.c.player_id)
    waits = exists().where(IS_UNREAD, MAIL.c.received_at <= moment, or_(is_of_player, IS_FOR_ANY))
    return or_(moment <= bindparam("mail_since", type_=HELD.c.plays_at.type), ~waits)


_IS_REACHED = and_(HELD.c.plays_at <= _NOW, _has_no_mail_before(HELD.c.plays_at))
_IS_LATE = and_(SEAT.c.due_at <= _NOW, HELD.c.received_at < SEAT.c.due_at, _has_no_mail_before(SEAT.c.due_at))
_IS_WITHOUT_END = and_(
    HELD.c.plays_at.is_(None),
    HELD.c.received_at <= bindparam("long_ago", type_=HELD.c.plays_at.type),
    or_(SEAT.c.due_at.is_(None), SEAT.c.due_at <= HELD.c.received_at),
)


class DueOrder(NamedTuple):
    """A delayed order of which something is to be done now."""

    id: int
    player_id: int
    is_asked: bool
    """Whether it becomes a question, since its letter could not be sent and no deadline would play it."""
    at: datetime | None
    """The moment that has come; None if there is none."""


_DUE = CompiledQuery(
    select(
        HELD.c.id,
        HELD.c.player_id,
        func.coalesce(_IS_WITHOUT_END, false()).label("is_asked"),
        func.coalesce(HELD.c.plays_at, SEAT.c.due_at).label("at"),
    )
    .join(GAME, GAME.c.id == HELD.c.game_id)
    .outerjoin(SEAT, IS_OF_SEAT)
    .where(
        IS_DELAYED,
        GAME.c.frozen_at.is_(None),
        or_(IS_OVERTAKEN, SEAT.c.game_id.is_(None), _IS_REACHED, _IS_LATE, _IS_WITHOUT_END),
    )
    .order_by(HELD.c.received_at, HELD.c.id)
    .limit(1),
    DueOrder,
)
_ONE = update(HELD).where(HELD.c.id == bindparam("held"), IS_DELAYED)
_BEGIN = _ONE.where(HELD.c.plays_at.is_(None)).values(plays_at=bindparam("at"))
_ASK = _ONE.values(state=HeldState.WAITING.value, plays_at=None, expires_at=bindparam("until"))
_SETTLE = (
    update(HELD)
    .where(HELD.c.id == bindparam("held"), HELD.c.state == bindparam("was"))
    .values(state=bindparam("became"), settled_at=bindparam("at"), orders="{}")
)
_BEGIN_ANEW = update(HELD).where(IS_DELAYED, HELD.c.plays_at < bindparam("at")).values(plays_at=bindparam("at"))


def may_delay(uow: UnitOfWork, player_id: int, game_id: str) -> bool:
    """Whether one more turn of a player in a game may be delayed; it is counted."""
    return is_within(uow, _MOST, f"{player_id} {game_id}")


def moment_to_play(reader: Reader) -> datetime:
    """When an order is carried out whose letter goes out now: on a whole minute, as letters tell it."""
    return (reader.now + DELAY + _ALMOST_A_MINUTE).replace(second=0, microsecond=0)


def begin_delay(uow: UnitOfWork, held_id: int) -> None:
    """Let the time of an order begin whose letter was handed to the relay; call it in that transaction."""
    uow.connection.execute(_BEGIN, {"held": held_id, "at": moment_to_play(uow)})


def begin_delays_anew(uow: UnitOfWork) -> None:
    """Let the time of each order begin anew with the end of the last outage, if it had begun before."""
    ended_at = latest_end(uow)
    if ended_at is not None:
        uow.connection.execute(_BEGIN_ANEW, {"at": ended_at + DELAY})


def next_due(reader: Reader) -> DueOrder | None:
    """The delayed order that came first of which something is to be done now; None if there is none."""
    asked = {"now": reader.now, "mail_since": mail_since(reader), "long_ago": reader.now - DELAY}
    return _DUE.first(reader.connection, asked)


def find_delayed(reader: Reader, player_id: int, game_id: str) -> HeldView | None:
    """The delayed order of a player in a game; None if there is none, or if the game has gone on."""
    mine = select(HELD.c.id).where(IS_DELAYED, HELD.c.game_id == game_id, HELD.c.player_id == player_id)
    held_id = reader.connection.execute(mine.order_by(HELD.c.id.desc())).scalar()
    found = None if held_id is None else find_held_of_player(reader, player_id, held_id)
    return found if found is not None and found.is_delayed else None


def ask_instead(uow: UnitOfWork, held_id: int) -> bool:
    """Let a delayed order wait for a yes, as what is asked back does; False if it was settled before."""
    return uow.connection.execute(_ASK, {"held": held_id, "until": uow.now + VALID_FOR}).rowcount == 1


def mark_played(uow: UnitOfWork, held_id: int) -> bool:
    """
    Settle a delayed order as carried out by itself; call it in the transaction of the effect.

    False if it was settled before, or is asked back by now; then there must be no effect.
    """
    return _settle(uow, held_id, HeldState.PLAYED)


def mark_overtaken(uow: UnitOfWork, held_id: int) -> bool:
    """Settle a delayed order for which it is too late, even if it was just marked as played."""
    return _settle(uow, held_id, HeldState.OVERTAKEN) or _settle(uow, held_id, HeldState.OVERTAKEN, HeldState.PLAYED)


def _settle(uow: UnitOfWork, held_id: int, state: HeldState, before: HeldState = HeldState.DELAYED) -> bool:
    asked = {"held": held_id, "was": before.value, "became": state.value, "at": uow.now}
    return uow.connection.execute(_SETTLE, asked).rowcount == 1
