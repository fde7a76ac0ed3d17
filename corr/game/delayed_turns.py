"""
Delayed turns: handed in, but played only after a while, unless their player stops them.

Until then nobody else may notice them. Whatever happens because a player is late waits until a delayed turn of that
player is played that was received in time; here are the conditions for that.
"""

from collections.abc import Mapping
from datetime import datetime

from sqlalchemy import Select, and_, bindparam, exists, func, literal, select, update

from corr.base.uow import Reader, UnitOfWork
from corr.game.game_row import GAME, SEAT
from corr.store.base import changed, table
from corr.store.tables.games import GameState
from corr.store.tables.mails import HeldOrder, HeldState

HELD = table(HeldOrder)
# Spelled out as in the partial index, which covers only delayed turns.
IS_DELAYED = HELD.c.state == literal(HeldState.DELAYED.value, literal_execute=True)
IS_OF_SEAT = and_(HELD.c.game_id == SEAT.c.game_id, HELD.c.player_id == SEAT.c.player_id)
HAS_DELAYED = exists().where(IS_DELAYED, IS_OF_SEAT)
"""The condition that a turn of a seat is delayed."""
HAS_DELAYED_IN_TIME = exists().where(IS_DELAYED, IS_OF_SEAT, HELD.c.received_at < SEAT.c.due_at)
"""The same for one that was received before the seat's deadline."""
_OF_GAME = (
    select(HELD.c.player_id, func.min(HELD.c.received_at).label("received_at"))
    .where(IS_DELAYED, HELD.c.game_id == bindparam("game"))
    .group_by(HELD.c.player_id)
)


def delayed_since(reader: Reader, game_id: str) -> Mapping[int, datetime]:
    """When the delayed turns in a game were received, by their players."""
    return {row.player_id: row.received_at for row in reader.connection.execute(_OF_GAME, {"game": game_id})}


def hurry_delayed(uow: UnitOfWork, games: Select[tuple[str | None]], moment: datetime) -> bool:
    """
    Let the delayed turns be played now that were received before that *moment*; whether there are any.

    :param games: selects the ids of their games, of which only those that run count.
    """
    running = (GAME.c.state == GameState.RUNNING.value, GAME.c.frozen_at.is_(None))
    ids = select(GAME.c.id).where(GAME.c.id.in_(games), *running)
    due = (IS_DELAYED, HELD.c.received_at < moment, HELD.c.game_id.in_(ids))
    return changed(uow.connection, update(HELD).where(*due).values(plays_at=moment)) > 0
