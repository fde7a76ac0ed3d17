"""
Writing leaves down, and what follows for the clocks of their player.

Whoever changes a player's leaves locks the player first and then all running games of the player in the order of
their ids: so no clock is worked out meanwhile that knows nothing of it, and nobody waits in a circle.
"""

from collections.abc import Callable
from dataclasses import replace

from sqlalchemy import bindparam, insert, update

from corr.base.uow import UnitOfWork
from corr.clocks.leave import LeaveLine, Owner, owner_locked
from corr.clocks.leave_plans import Moved, habits_of_owner, name_of, reworked_clock
from corr.clocks.seat_clocks import LEAVE, set_clocks
from corr.core.pace import milliseconds
from corr.core.rest_days import Span
from corr.game.game_row import Seated, Standing, running_standings_locked, show_anew
from corr.game.history import Happening, record_event
from corr.store.tables.clocks import LeaveKind

_SHORTEN = (
    update(LEAVE).where(LEAVE.c.id == bindparam("of_leave")).values(ends_at=bindparam("end"), days=bindparam("cost"))
)


def lock_leaves(uow: UnitOfWork, player_id: int) -> tuple[Owner, tuple[Standing, ...]]:
    """The player and all running games of the player, locked in the one order that everybody keeps."""
    return owner_locked(uow, player_id), running_standings_locked(uow, player_id)


def book(uow: UnitOfWork, owner: Owner, span: Span, days: int, *, key: str | None) -> LeaveLine:
    """Write a leave down; one without a key began by itself."""
    kind = LeaveKind.AUTOMATIC if key is None else LeaveKind.TAKEN
    values = {
        "player_id": owner.player_id,
        "kind": kind.value,
        "begins_at": span.begin,
        "ends_at": span.end,
        "days": days,
        "booked_at": uow.now,
        "order_key": key,
    }
    leave_id = uow.connection.execute(insert(LEAVE).values(values).returning(LEAVE.c.id)).scalar_one()
    return LeaveLine(int(leave_id), span.begin, span.end, days, key is None, uow.now, key)


def shorten(uow: UnitOfWork, ended: LeaveLine) -> None:
    """Write down that a leave ends earlier, and costs less, than it was taken for."""
    change = {"of_leave": ended.id, "end": ended.ends_at, "cost": ended.days}
    uow.connection.execute(_SHORTEN, change)


def rework(
    uow: UnitOfWork,
    owner: Owner,
    games: tuple[Standing, ...],
    happening: Happening,
    *,
    may_shorten: bool = False,
) -> tuple[Moved, ...]:
    """Work all clocks of the player out anew; each that changed has *happening* in the history of its game."""
    return rework_each(uow, owner, games, lambda _: happening, may_shorten=may_shorten)


def rework_each(
    uow: UnitOfWork,
    owner: Owner,
    games: tuple[Standing, ...],
    told: Callable[[Seated], Happening],
    *,
    may_shorten: bool = False,
) -> tuple[Moved, ...]:
    """The same, where what the history of a game says depends on how the player's seat in it stood."""
    habits = habits_of_owner(uow, owner, games)
    moved = []
    for game in games:
        mine = game.get_seat(owner.player_id)
        anew = reworked_clock(uow, game, mine, habits, may_shorten=may_shorten)
        if anew is None or anew.due_at is None or mine.due_at is None:
            continue
        set_clocks(uow, game.id, {mine.seat: anew})
        later = milliseconds(anew.due_at - mine.due_at)
        record_event(uow, game.id, game.turn_number, replace(told(mine), seat=mine.seat, amount_ms=later))
        moved.append(Moved(name_of(uow, game, owner.player_id), mine.due_at, anew.due_at))
    # Every page of these games tells who is away.
    show_anew(uow, [game.id for game in games])
    return tuple(moved)
