"""Taking leave, coming back from it, calling it off, and the day of automatic leave that begins at a deadline."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta

from sqlalchemy import bindparam, insert, update

from corr.base import notices
from corr.base.tokens import check_order_key
from corr.base.uow import Reader, UnitOfWork
from corr.clocks.leave import LeaveLine, LeaveOwner, owner_locked
from corr.clocks.leave_plans import (
    GameName,
    Moved,
    ReturnPlan,
    excludes_leave,
    find_moved_clock,
    find_unended,
    name_of,
    planned,
    returned,
    soonest_first,
)
from corr.clocks.seat_clocks import LEAVE, set_clocks
from corr.core.clock import ClockState
from corr.core.days_off import Span, Wish
from corr.core.pace import is_late, milliseconds
from corr.errors import ConflictError
from corr.game.game_row import GameRow, Seated, running_game_rows_locked, show_anew
from corr.game.history import Happening, record_events
from corr.game.words import EventKind
from corr.store.tables.clocks import LeaveKind

_SHORTEN = (
    update(LEAVE).where(LEAVE.c.id == bindparam("of_leave")).values(ends_at=bindparam("end"), days=bindparam("cost"))
)
_MINUTE = timedelta(minutes=1)
_DAY = timedelta(days=1)
_TOGETHER = _DAY - _MINUTE
"""A day of automatic leave for a deadline at most so long before another one saves both."""


def lock_leaves(uow: UnitOfWork, player_id: int) -> tuple[LeaveOwner, tuple[GameRow, ...]]:
    """The player and all running games of the player, locked in the order in which they are always locked."""
    return owner_locked(uow, player_id), running_game_rows_locked(uow, player_id)


@dataclass(frozen=True, slots=True)
class TakeLeave:
    """The order to take a leave."""

    player_id: int
    wish: Wish
    door: str
    """How it came: "web" or "mail"."""
    order_key: str = field(repr=False)
    """The same key is the same leave, however often it comes."""
    asked_at: datetime | None = None
    """When a mail with the order came: a leave may begin then, if that is not long ago."""


@dataclass(frozen=True, slots=True)
class LeaveReceipt:
    """The receipt of taking a leave."""

    leave: LeaveLine
    days_left: int
    going_on: tuple[GameName, ...]
    """Games that exclude leave: their deadlines stay as they are."""
    repeated: bool
    """Whether it had been taken already and nothing changed now."""


@dataclass(frozen=True, slots=True)
class ReturnReceipt(ReturnPlan):
    """The receipt of coming back from a leave, or of calling it off: what was planned, and is done now."""

    repeated: bool = False
    """Whether it had been done already and nothing changed now."""


def take_leave(uow: UnitOfWork, order: TakeLeave) -> LeaveReceipt:
    """
    Take a leave; an order that was carried out before changes nothing.

    :raises InputError: no such leave can be taken.
    """
    check_order_key(order.order_key)
    owner, games = lock_leaves(uow, order.player_id)
    taken = next((leave for leave in owner.leaves if leave.order_key == order.order_key), None)
    if taken is not None:
        return LeaveReceipt(taken, owner.days_left(uow.now), _excluding(uow, owner, games), repeated=True)
    plan = planned(uow, owner, order.wish, games, begin=order.asked_at)
    leave = _insert_leave(uow, owner, plan.span, plan.days, key=order.order_key)
    happening = Happening(EventKind.LEAVE_TAKEN, door=order.door, until=leave.ends_at, order_key=f"leave:{leave.id}")
    _recalculate_clocks(uow, owner.with_leave(leave), games, happening)
    return LeaveReceipt(leave, plan.days_left, plan.going_on, repeated=False)


def come_back(uow: UnitOfWork, player_id: int, leave_id: int | None = None, *, door: str = "web") -> ReturnReceipt:
    """
    End the player's current leave now: days that have not begun are given back, and deadlines move accordingly.

    :param leave_id: which leave is meant; None for the current one.
    :raises ConflictError: the player is not on leave.
    """
    owner, games = lock_leaves(uow, player_id)
    if leave_id is None:
        running = owner.current(uow.now)
        if running is None:
            raise ConflictError("You are not on leave, so nothing has been changed.")
        leave_id = running.id
    found = owner.find(leave_id)
    if found is not None and found.ends_at <= uow.now:
        return ReturnReceipt(found, 0, owner.days_left(uow.now), (), repeated=True)
    leave = find_unended(owner, leave_id, uow.now)
    if leave.begins_at > uow.now:
        raise ConflictError("That leave has not begun yet. You can call it off instead.")
    return _end(uow, owner, leave, games, door=door)


def cancel_leave(uow: UnitOfWork, player_id: int, leave_id: int) -> ReturnReceipt:
    """
    Call a planned leave off; all of its days are given back.

    :raises ConflictError: it has begun.
    """
    owner, games = lock_leaves(uow, player_id)
    found = owner.find(leave_id)
    if found is not None and found.is_called_off:
        return ReturnReceipt(found, 0, owner.days_left(uow.now), (), repeated=True)
    leave = find_unended(owner, leave_id, uow.now)
    if leave.begins_at <= uow.now:
        raise ConflictError("That leave has begun. You can come back from it instead.")
    return _end(uow, owner, leave, games, door="web")


def _end(
    uow: UnitOfWork, owner: LeaveOwner, leave: LeaveLine, games: tuple[GameRow, ...], *, door: str
) -> ReturnReceipt:
    plan = returned(uow, owner, leave, games)
    ended = plan.leave
    _shorten_leave(uow, ended)
    happening = Happening(EventKind.LEAVE_SHORTENED, door=door, until=ended.ends_at, order_key=f"leave-end:{ended.id}")
    moved = _recalculate_clocks(uow, owner.with_leave(ended), games, happening, may_shorten=True)
    return ReturnReceipt(ended, plan.days_back, plan.days_left, moved)


def _excluding(reader: Reader, owner: LeaveOwner, games: Iterable[GameRow]) -> tuple[GameName, ...]:
    return tuple(name_of(reader, game, owner.player_id) for game in games if excludes_leave(game))


def begin_automatic_leave(uow: UnitOfWork, owner: LeaveOwner, games: tuple[GameRow, ...], due_at: datetime) -> bool:
    """
    Begin a day of automatic leave, as of one minute before the deadline *due_at*, which has passed; tell the player.

    :param owner: the player, who is locked, as are all *games* that the player is in.
    :return: whether the deadline moved; False if the player has no leave left or wants none, or if it would not help.
    """
    if _helps(uow, owner, games, due_at):
        # There is a leave already, but the clock was started without it.
        _recalculate_clocks(uow, owner, games, Happening(EventKind.LEAVE_TAKEN))
        return True
    span = _automatic_span(owner, games, due_at)
    if not _helps(uow, owner, games, due_at, span):
        # Another process was faster, for the same deadline or for another one that the same day of leave saves.
        return False
    if not owner.preferences.has_automatic_leave or owner.days_left(uow.now) < 1:
        return False
    leave = _insert_leave(uow, owner, span, 1, key=None)
    began = Happening(EventKind.LEAVE_TAKEN, until=leave.ends_at, order_key=f"leave:{leave.id}")
    saved = replace(began, kind=EventKind.LEAVE_AUTOMATIC)
    after = owner.with_leave(leave)
    moved = _recalculate_each(uow, after, games, lambda mine: saved if is_late(uow.now, mine.due_at) else began)
    numbers = {game.id: game.turn_number for game in games}
    turns = [(one.game.id, numbers[one.game.id]) for one in moved]
    facts = {"until": leave.ends_at.isoformat(), "days_left": after.days_left(uow.now)}
    uow.tell(notices.automatic_leave(owner.player_id, leave.id, turns, facts))
    return True


def _automatic_span(owner: LeaveOwner, games: Iterable[GameRow], due_at: datetime) -> Span:
    """The day that begins before *due_at*, or before an earlier deadline that it saves too, beside all other leaves."""
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


def _helps(uow: UnitOfWork, owner: LeaveOwner, games: tuple[GameRow, ...], due_at: datetime, *more: Span) -> bool:
    """Whether the player has a deadline at *due_at* that the leaves, and *more*, would move."""
    habits = replace(owner.habits, leaves=(*owner.habits.leaves, *more))
    due = [(game, mine) for game in games if (mine := game.get_seat(owner.player_id)).due_at == due_at]
    return any(find_moved_clock(uow, game, mine, habits) is not None for game, mine in due)


def _insert_leave(uow: UnitOfWork, owner: LeaveOwner, span: Span, days: int, *, key: str | None) -> LeaveLine:
    """Store a leave; one without a key is automatic."""
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


def _shorten_leave(uow: UnitOfWork, ended: LeaveLine) -> None:
    """Store that a leave ends earlier, and costs fewer days, than was planned."""
    change = {"of_leave": ended.id, "end": ended.ends_at, "cost": ended.days}
    uow.connection.execute(_SHORTEN, change)


def _recalculate_clocks(
    uow: UnitOfWork,
    owner: LeaveOwner,
    games: tuple[GameRow, ...],
    happening: Happening,
    *,
    may_shorten: bool = False,
) -> tuple[Moved, ...]:
    """Recalculate all clocks of the player; for each that changed, *happening* is recorded in its game's history."""
    return _recalculate_each(uow, owner, games, lambda _: happening, may_shorten=may_shorten)


def _recalculate_each(
    uow: UnitOfWork,
    owner: LeaveOwner,
    games: tuple[GameRow, ...],
    told: Callable[[Seated], Happening],
    *,
    may_shorten: bool = False,
) -> tuple[Moved, ...]:
    """The same, where what is recorded in a game's history depends on the player's seat as it was."""
    moved, habits = list[Moved](), owner.habits
    clocks: dict[str, dict[int, ClockState]] = {}
    happenings = list[tuple[str, int, Happening]]()
    for game in games:
        mine = game.get_seat(owner.player_id)
        anew = find_moved_clock(uow, game, mine, habits, may_shorten=may_shorten)
        if anew is None or anew.due_at is None or mine.due_at is None:
            continue
        clocks[game.id] = {mine.seat: anew}
        later = milliseconds(anew.due_at - mine.due_at)
        happenings.append((game.id, game.turn_number, replace(told(mine), seat=mine.seat, amount_ms=later)))
        moved.append(Moved(name_of(uow, game, owner.player_id), mine.due_at, anew.due_at))
    set_clocks(uow, clocks)
    record_events(uow, happenings)
    # Every page of these games shows who is away.
    show_anew(uow, [game.id for game in games])
    return soonest_first(moved)
