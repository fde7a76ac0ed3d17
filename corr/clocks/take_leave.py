"""Taking leave, coming back from it, and calling it off."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import datetime

from corr.base.uow import Reader, UnitOfWork
from corr.clocks.leave import LeaveLine, Owner
from corr.clocks.leave_plans import GameName, Moved, find_unended, goes_on, name_of, planned, returned
from corr.clocks.part_booking import book, lock_leaves, rework, shorten
from corr.core.leave_days import Wish
from corr.errors import ConflictError, InputError
from corr.game.game_row import Standing
from corr.game.history import Happening
from corr.game.words import EventKind

_KEY_LENGTH = 200


@dataclass(frozen=True, slots=True)
class TakeLeave:
    """A leave that somebody asks for."""

    player_id: int
    wish: Wish
    door: str
    """How it came: "web" or "mail"."""
    order_key: str = field(repr=False)
    """The same key is the same leave, however often it comes."""
    asked_at: datetime | None = None
    """When a mail with it came, which then counts as now; it may not be long ago."""


@dataclass(frozen=True, slots=True)
class LeaveReceipt:
    """What became of it."""

    leave: LeaveLine
    days_left: int
    going_on: tuple[GameName, ...]
    """Games that exclude leave: their deadlines stay as they are."""
    repeated: bool
    """Whether it had been taken already and nothing changed now."""


@dataclass(frozen=True, slots=True)
class ReturnReceipt:
    """What became of coming back, or of calling a leave off."""

    leave: LeaveLine
    days_back: int
    days_left: int
    moved: tuple[Moved, ...]
    """The deadlines that moved to an earlier moment."""
    repeated: bool = False
    """Whether it had been done already and nothing changed now."""


def take_leave(uow: UnitOfWork, order: TakeLeave) -> LeaveReceipt:
    """
    Let a player be away; an order that was carried out before changes nothing.

    :raises InputError: no such leave can be taken.
    """
    if len(order.order_key) > _KEY_LENGTH:
        raise InputError("The key of this form is too long.", field="order_key")
    owner, games = lock_leaves(uow, order.player_id)
    taken = next((leave for leave in owner.leaves if leave.order_key == order.order_key), None)
    if taken is not None:
        return LeaveReceipt(taken, owner.days_left(uow.now), _excluding(uow, owner, games), repeated=True)
    plan = planned(uow, owner, order.wish, games, begin=order.asked_at)
    leave = book(uow, owner, plan.span, plan.days, key=order.order_key)
    happening = Happening(EventKind.LEAVE_TAKEN, door=order.door, until=leave.ends_at, order_key=f"leave:{leave.id}")
    rework(uow, owner, games, happening)
    return LeaveReceipt(leave, plan.days_left, plan.going_on, repeated=False)


def come_back(uow: UnitOfWork, player_id: int, leave_id: int | None = None, *, door: str = "web") -> ReturnReceipt:
    """
    End the leave that runs, now: days that have not begun are given back, and deadlines move accordingly.

    :param leave_id: which leave is meant; the one that runs if None.
    :raises ConflictError: no leave runs.
    :raises NotFoundError: the player has no such leave.
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


def cancel_leave(uow: UnitOfWork, player_id: int, leave_id: int, *, door: str = "web") -> ReturnReceipt:
    """
    Call a planned leave off; all of its days are given back.

    :raises NotFoundError: the player has no such leave.
    :raises ConflictError: it has begun.
    """
    owner, games = lock_leaves(uow, player_id)
    found = owner.find(leave_id)
    if found is not None and found.is_called_off:
        return ReturnReceipt(found, 0, owner.days_left(uow.now), (), repeated=True)
    leave = find_unended(owner, leave_id, uow.now)
    if leave.begins_at <= uow.now:
        raise ConflictError("That leave has begun. You can come back from it instead.")
    return _end(uow, owner, leave, games, door=door)


def _end(uow: UnitOfWork, owner: Owner, leave: LeaveLine, games: tuple[Standing, ...], *, door: str) -> ReturnReceipt:
    plan = returned(uow, owner, leave, games)
    ended = plan.leave
    shorten(uow, ended)
    happening = Happening(EventKind.LEAVE_SHORTENED, door=door, until=ended.ends_at, order_key=f"leave-end:{ended.id}")
    moved = rework(uow, owner, games, happening, may_shorten=True)
    return ReturnReceipt(ended, plan.days_back, plan.days_left, moved)


def _excluding(reader: Reader, owner: Owner, games: Iterable[Standing]) -> tuple[GameName, ...]:
    return tuple(name_of(reader, game, owner.player_id) for game in games if goes_on(game))
