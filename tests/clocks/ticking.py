"""What tests of deadlines do again and again: let the clock's tick work off all that is due, claim, take leave off."""

from datetime import datetime

from sqlalchemy import insert

from corr.game.views import ActReceipt
from corr.play.deadlines import ClaimTime, claim_time, enforce_next_deadline
from corr.store.base import table
from corr.store.tables.clocks import ClockPreference
from tests.playing import Room, TestGame


def enforce(room: Room) -> list[str]:
    """Do all that is due about deadlines; the games in the order in which something was done."""
    acted: list[str] = []
    while True:
        with room.workshop.open() as uow:
            game_id = enforce_next_deadline(uow)
        if game_id is None:
            return acted
        acted.append(game_id)


def claim(game: TestGame, seat: int, received_at: datetime | None = None) -> ActReceipt:
    """Claim *game* as the player at *seat*."""
    order = ClaimTime(game.id, game.players[seat], "web", received_at or game.room.clock.now())
    with game.room.workshop.open() as uow:
        return claim_time(uow, order)


def wish(room: Room, player_id: int, *, rest_days: str = "67", automatic_leave: bool = True) -> None:
    """Let a player who has none have these wishes."""
    row = {"player_id": player_id, "rest_days": rest_days, "automatic_leave": automatic_leave, "reminder_hours": "24,4"}
    with room.workshop.open() as uow:
        uow.connection.execute(insert(table(ClockPreference)), row)
