"""What tests of leave do again and again: take it, come back from it, let it begin by itself, and look at it."""

from datetime import datetime

from sqlalchemy import insert

from corr.clocks.leave import LeaveView, leave_view
from corr.clocks.take_leave import (
    LeaveReceipt,
    ReturnReceipt,
    TakeLeave,
    begin_automatic_leave,
    come_back,
    lock_leaves,
    take_leave,
)
from corr.core.days_off import ForDays, Wish
from corr.store.base import table
from corr.store.tables.clocks import Leave
from tests.playing import DAY, Room


def take(room: Room, player: int, wish: Wish | int, key: str = "") -> LeaveReceipt:
    """Let a player be away as wished, or for so many days from now on."""
    wanted = ForDays(wish) if isinstance(wish, int) else wish
    with room.workshop.open() as uow:
        return take_leave(uow, TakeLeave(player, wanted, "web", key or f"{wanted}"))


def back(room: Room, player: int, leave_id: int | None = None) -> ReturnReceipt:
    """Let a player come back."""
    with room.workshop.open() as uow:
        return come_back(uow, player, leave_id)


def automatic(room: Room, player: int, due_at: datetime) -> bool:
    """Let a day of leave begin by itself for a deadline; whether one did."""
    with room.workshop.open() as uow:
        return begin_automatic_leave(uow, *lock_leaves(uow, player), due_at)


def view(room: Room, player: int) -> LeaveView:
    """The player's leave as it stands."""
    with room.workshop.look() as reader:
        return leave_view(reader, player)


def spend(room: Room, player: int, days: int) -> None:
    """Days of leave of long ago, as they stand in the table."""
    with room.workshop.open() as uow:
        row = {"player_id": player, "kind": "taken", "days": days, "booked_at": uow.now}
        then = uow.now - 100 * DAY
        uow.connection.execute(insert(table(Leave)).values(**row, begins_at=then, ends_at=then + days * DAY))
