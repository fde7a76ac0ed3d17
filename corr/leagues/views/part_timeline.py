"""The standings of a division over time."""

from typing import Any

from sqlalchemy import Select, bindparam, select

from corr.base.uow import Reader
from corr.game.game_row import GAME
from corr.leagues.division_tables import DivisionTable
from corr.leagues.rows import PAIRING, SeasonRow
from corr.leagues.rules.standings_history import Day, standings_over_time
from corr.store.tables.games import GameState

_ENDED: Select[Any] = (
    select(GAME.c.id, GAME.c.ended_at)
    .join(PAIRING, PAIRING.c.game_id == GAME.c.id)
    .where(PAIRING.c.division_id == bindparam("division"), GAME.c.state == GameState.OVER.value)
)


def history_of(reader: Reader, division: DivisionTable, season: SeasonRow) -> tuple[Day, ...]:
    """How a division stood at the end of each day, in UTC, on which games ended: one statement."""
    rows = reader.connection.execute(_ENDED, {"division": division.id})
    ended = {row.id: row.ended_at for row in rows if row.ended_at is not None}
    return standings_over_time(division.table, season.settings, ended)
