"""Stamps of a game: while one stays the same, a kept page of the game is up to date. One statement reads it."""

from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple

from sqlalchemy import bindparam, func, null, select

from corr.base.uow import Reader
from corr.clocks.outages import OUTAGE_COLUMNS, is_outage_by, outage_parameters
from corr.clocks.seat_clocks import CLOCK_PREFERENCE, LEAVE
from corr.errors import NotFoundError
from corr.game.game_row import GAME, SEAT, check_id
from corr.store.base import table
from corr.store.compiled_statements import CompiledQuery
from corr.store.tables.games import GameState
from corr.store.tables.mails import HeldOrder, HeldState

_HELD = table(HeldOrder)
_THEIRS = SEAT.alias("theirs")
_AWAY = (
    select(func.sum(LEAVE.c.id))
    .join(_THEIRS, _THEIRS.c.player_id == LEAVE.c.player_id)
    .where(
        _THEIRS.c.game_id == GAME.c.id,
        GAME.c.state == GameState.RUNNING.value,
        LEAVE.c.begins_at <= bindparam("now"),
        LEAVE.c.ends_at > bindparam("now"),
    )
    .scalar_subquery()
    .label("away")
)
_SAVES = (
    select(CLOCK_PREFERENCE.c.automatic_leave)
    .where(CLOCK_PREFERENCE.c.player_id == bindparam("viewer"))
    .scalar_subquery()
    .label("saves")
)
_ASKED = (
    select(func.sum(_HELD.c.id))
    .where(
        _HELD.c.game_id == GAME.c.id,
        _HELD.c.state == HeldState.WAITING.value,
        _HELD.c.expires_at > bindparam("now"),
    )
    .scalar_subquery()
    .label("asked")
)
_STAMPED = (
    select(GAME.c.version, GAME.c.state, func.min(SEAT.c.due_at).label("due_at"), _AWAY, *OUTAGE_COLUMNS)
    .join(SEAT, SEAT.c.game_id == GAME.c.id)
    .where(GAME.c.id == bindparam("game"))
    .group_by(GAME.c.id, GAME.c.version, GAME.c.state, GAME.c.turn_number)
)


class _StampRow(NamedTuple):
    version: int
    state: str
    due_at: datetime | None
    away: int | None
    is_out: bool
    web_at: datetime | None
    jobs_at: datetime | None
    saves: bool | None
    asked: int | None


_STAMP = CompiledQuery(_STAMPED.add_columns(null().label("saves"), null().label("asked")), _StampRow)
_STAMP_OF_PLAYER = CompiledQuery(_STAMPED.add_columns(_SAVES, _ASKED), _StampRow)


@dataclass(frozen=True, slots=True)
class GameStamp:
    """The facts that decide whether a page of the game would look the same as before."""

    version: int
    is_over: bool
    due_at: datetime | None
    """The earliest deadline that runs; None if none does."""
    away: int = 0
    """A number that changes whenever leave of one of the players begins or ends; 0 if nobody is away."""
    is_outage: bool = False
    """Whether no deadline of the game is enforced, because the service could not be reached."""
    saves_itself: bool = True
    """Whether the viewer has automatic leave switched on, which is the default."""
    asked: int = 0
    """A number that changes with the held orders for the game; 0 if there are none, and for the public."""


def game_stamp(reader: Reader, game_id: str, viewer: int | None = None) -> GameStamp:
    """The stamp of a game for *viewer*: one narrow statement."""
    check_id(game_id)
    statement = _STAMP if viewer is None else _STAMP_OF_PLAYER
    asked = {"game": game_id, "viewer": viewer, "now": reader.now, **outage_parameters(reader)}
    found = statement.first(reader.connection, asked)
    if found is None:
        raise NotFoundError("There is no such game.")
    is_over = found.state == GameState.OVER.value
    return GameStamp(
        version=found.version,
        is_over=is_over,
        due_at=found.due_at,
        away=int(found.away or 0),
        is_outage=not is_over and is_outage_by(reader, found.web_at, found.jobs_at, is_out=found.is_out),
        saves_itself=found.saves is not False,
        asked=int(found.asked or 0),
    )
