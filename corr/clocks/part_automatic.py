"""The day of leave that begins by itself when a deadline has passed."""

from collections.abc import Iterable
from dataclasses import replace
from datetime import datetime, timedelta

from corr.base import notices
from corr.base.uow import UnitOfWork
from corr.clocks.leave import Owner
from corr.clocks.leave_plans import habits_of_owner, reworked_clock
from corr.clocks.part_booking import book, lock_leaves, rework, rework_each
from corr.core.pace import is_late
from corr.core.rest_days import Span
from corr.game.game_row import Standing
from corr.game.history import Happening
from corr.game.words import EventKind

_MINUTE = timedelta(minutes=1)
_DAY = timedelta(days=1)
_TOGETHER = _DAY - _MINUTE
"""A day of leave that begins at a deadline so long before saves this one too, so that one day is enough for both."""


def begin_automatic(uow: UnitOfWork, player_id: int, due_at: datetime) -> bool:
    """
    Let a day of leave count as begun one minute before *due_at*, a deadline that has passed, and tell the player.

    The caller holds no lock, and looks at the game again afterwards whatever is answered.

    :return: whether a day began; False if none is left, the player wants none, or it would not move that deadline.
    """
    owner, games = lock_leaves(uow, player_id)
    if _helps(uow, owner, games, due_at):
        # A leave is there already, and the clock was set going without it.
        rework(uow, owner, games, Happening(EventKind.LEAVE_TAKEN))
        return True
    span = _automatic_span(owner, games, due_at)
    if not _helps(uow, owner, games, due_at, span):
        # Somebody was faster: with the same deadline, or with another that the same day of leave saves it from.
        return False
    habits = habits_of_owner(uow, owner, games)
    if not habits.has_automatic_leave or owner.days_left(uow.now) < 1:
        return False
    leave = book(uow, owner, span, 1, key=None)
    began = Happening(EventKind.LEAVE_TAKEN, until=leave.ends_at, order_key=f"leave:{leave.id}")
    saved = replace(began, kind=EventKind.LEAVE_AUTOMATIC)
    moved = rework_each(uow, owner, games, lambda mine: saved if is_late(uow.now, mine.due_at) else began)
    numbers = {game.id: game.turn_number for game in games}
    turns = [(one.game.id, numbers[one.game.id]) for one in sorted(moved, key=lambda one: one.will_be)]
    facts = {"until": leave.ends_at.isoformat(), "days_left": owner.days_left(uow.now) - 1}
    uow.tell(notices.automatic_leave(player_id, leave.id, turns, facts))
    return True


def _automatic_span(owner: Owner, games: Iterable[Standing], due_at: datetime) -> Span:
    """The day that begins a minute before the first deadline that it saves beside *due_at*, and overlaps no leave."""
    passed = [due_at]
    for game in games:
        mine = game.get_seat(owner.player_id)
        is_open = game.terms.allows_leave and mine.lapsed_at is None
        if is_open and mine.due_at is not None and due_at - _TOGETHER < mine.due_at < due_at:
            passed.append(mine.due_at)
    taken = [leave for leave in owner.leaves if not leave.is_called_off]
    begin = max([min(passed) - _MINUTE, *(leave.ends_at for leave in taken if leave.ends_at <= due_at)])
    end = min([begin + _DAY, *(leave.begins_at for leave in taken if leave.begins_at > begin)])
    return Span(begin, end)


def _helps(uow: UnitOfWork, owner: Owner, games: tuple[Standing, ...], due_at: datetime, *more: Span) -> bool:
    """Whether *due_at* is a deadline of the player's that the leaves, and *more*, would move."""
    habits = habits_of_owner(uow, owner, games)
    habits = replace(habits, leaves=(*habits.leaves, *more))
    due = [(game, mine) for game in games if (mine := game.get_seat(owner.player_id)).due_at == due_at]
    return any(reworked_clock(uow, game, mine, habits) is not None for game, mine in due)
