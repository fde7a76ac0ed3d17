"""
Reminders before deadlines: each turn once for each lead, and one letter for all that are due at the same tick.

The moment of the next reminder is a column of the seat. A reminder is claimed by compare-and-set, so that any number of
processes may run at once, and nobody is reminded of a turn that they make meanwhile.
"""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import Row, Select, and_, bindparam, select, update

from corr.base import notices
from corr.base.uow import UnitOfWork
from corr.clocks.seat_clocks import habits_of
from corr.core.clock import Habits, fitting_leads, next_reminder, reached_lead
from corr.core.pace import is_late
from corr.game.delayed_turns import HAS_DELAYED
from corr.game.game_row import GAME, SEAT, change_games
from corr.store.tables.games import GameState

# Nobody is reminded of a turn that is delayed.
_IS_REACHED = and_(SEAT.c.remind_at <= bindparam("now"), ~HAS_DELAYED)
_NEXT = select(SEAT.c.player_id).where(_IS_REACHED).order_by(SEAT.c.remind_at).limit(1)
# In the order in which games are always locked.
_REACHED: Select[Any] = (
    select(
        SEAT.c.game_id,
        SEAT.c.seat,
        SEAT.c.bank_ms,
        SEAT.c.since,
        SEAT.c.due_at,
        SEAT.c.remind_at,
        SEAT.c.reminded,
        GAME.c.turn_number,
        GAME.c.state,
        GAME.c.frozen_at,
    )
    .join(GAME, GAME.c.id == SEAT.c.game_id)
    .where(SEAT.c.player_id == bindparam("player"), _IS_REACHED)
    .order_by(SEAT.c.game_id)
)
_UPDATE_WHILE_DUE = update(SEAT).where(
    SEAT.c.game_id == bindparam("of_game"),
    SEAT.c.seat == bindparam("of_seat"),
    SEAT.c.remind_at == bindparam("was_at"),
)
_CLAIM = _UPDATE_WHILE_DUE.where(SEAT.c.since == bindparam("was_since"), SEAT.c.due_at == bindparam("was_due")).values(
    remind_at=bindparam("next_at"), reminded=bindparam("lead")
)
_DROP = _UPDATE_WHILE_DUE.values(remind_at=None)


@dataclass(frozen=True, slots=True)
class _Reached:
    """A deadline of which the player is reminded now."""

    due_at: datetime
    game_id: str
    turn_number: int
    lead: int


def remind_next(uow: UnitOfWork) -> bool:
    """Remind one player, in one letter, of all turns whose reminder is due; False if none is due."""
    player_id = uow.connection.execute(_NEXT, {"now": uow.now}).scalar()
    if player_id is None:
        return False
    rows = uow.connection.execute(_REACHED, {"player": player_id, "now": uow.now}).all()
    begins = [row.since for row in rows if row.since is not None]
    habits = habits_of(uow, [player_id], since=min(begins, default=uow.now))[player_id]
    claimed = [found for row in rows if (found := _claimed(uow, row, habits)) is not None]
    if claimed:
        urgent = sorted(claimed, key=lambda found: (found.due_at, found.game_id))
        turns = [(found.game_id, found.turn_number) for found in urgent]
        uow.tell(notices.reminder(int(player_id), turns, urgent[0].lead))
    return True


def _claimed(uow: UnitOfWork, row: Row[Any], habits: Habits) -> _Reached | None:
    """The reminder of one clock, recorded as sent; None if there is none, or if the clock changed meanwhile."""
    clock = {"of_game": row.game_id, "of_seat": row.seat, "was_at": row.remind_at}
    is_running = row.state == GameState.RUNNING.value and row.frozen_at is None and row.since is not None
    if not is_running or row.due_at is None or is_late(uow.now, row.due_at):
        change_games(uow, _DROP, clock)
        return None
    leads = fitting_leads(habits.leads, row.bank_ms)
    reached = reached_lead(row.due_at, leads, now=uow.now, sent=row.reminded)
    lead = row.reminded if reached is None else reached
    next_at = next_reminder(row.due_at, leads, after=uow.now, sent=lead)
    change = {**clock, "was_since": row.since, "was_due": row.due_at, "next_at": next_at, "lead": lead}
    if change_games(uow, _CLAIM, change).rowcount != 1 or reached is None:
        return None
    return _Reached(row.due_at, row.game_id, row.turn_number, reached)
