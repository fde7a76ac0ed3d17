"""The standings of a division over time, and the slow games that hold it up."""

from typing import Any

from sqlalchemy import Select, bindparam, func, select

from corr.core.leagues.history import Day, standings_over_time
from corr.core.leagues.holding_up import OpenGame, SlowGame, holding_up, slowest_first
from corr.service.leagues.rows import PAIRING, SeasonRow
from corr.service.leagues.tables import DivisionTable
from corr.service.standing import GAME
from corr.service.uow import Reader
from corr.store.base import table
from corr.store.tables.games import FrozenKind, GameState, Turn

_TURN = table(Turn)
_ENDED: Select[Any] = (
    select(GAME.c.id, GAME.c.ended_at)
    .join(PAIRING, PAIRING.c.game_id == GAME.c.id)
    .where(PAIRING.c.division_id == bindparam("division"), GAME.c.state == GameState.OVER.value)
)
_OPEN: Select[Any] = (
    select(
        GAME.c.id,
        GAME.c.turn_number,
        GAME.c.frozen_at,
        GAME.c.frozen_kind,
        GAME.c.created_at,
        select(func.max(_TURN.c.received_at)).where(_TURN.c.game_id == GAME.c.id).scalar_subquery().label("turned_at"),
    )
    .join(PAIRING, PAIRING.c.game_id == GAME.c.id)
    .where(PAIRING.c.division_id == bindparam("division"), GAME.c.state == GameState.RUNNING.value)
)


def history_of(reader: Reader, division: DivisionTable, season: SeasonRow) -> tuple[Day, ...]:
    """How a division stood at the end of each day, in UTC, on which games ended: one statement."""
    rows = reader.connection.execute(_ENDED, {"division": division.id})
    ended = {row.id: row.ended_at for row in rows if row.ended_at is not None}
    return standings_over_time(division.table, season.settings, ended)


def held_up_by(reader: Reader, division: DivisionTable) -> tuple[SlowGame, ...]:
    """The few games that hold a division up, the slowest first; none while it is not held up. At most one statement."""
    meetings = holding_up(division.table)
    if not meetings:
        return ()
    rows = reader.connection.execute(_OPEN, {"division": division.id})
    return slowest_first(meetings, [_open_game(row) for row in rows], reader.now)


def _open_game(row: Any) -> OpenGame:  # noqa: ANN401 - a row of a statement
    is_paused = row.frozen_at is not None and row.frozen_kind == FrozenKind.PAUSE.value
    return OpenGame(row.id, row.turn_number, row.turned_at or row.created_at, waits_for_organiser=is_paused)
