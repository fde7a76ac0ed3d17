"""
First turns in the season of a league: a player who never makes a first turn forfeits the game.

The opponent wins it only if they have begun to play: not if they have made no turn in the whole season and have let
the time for a first turn run out by the same moment.
"""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import bindparam, case, exists, func, or_, select

from corr.base.uow import Reader
from corr.game.game_row import GAME, SEAT, TURN
from corr.game.words import EventKind
from corr.store.base import table
from corr.store.tables.games import GameEvent, SealedTurn

_EVENT, _SEALED_TURN = table(GameEvent), table(SealedTurn)
_MADE, _SEALED, _MISSED = (
    exists().where(rows.c.game_id == SEAT.c.game_id, rows.c.seat == SEAT.c.seat)
    for rows in (TURN, _SEALED_TURN, _EVENT)
)
_HAS_BEGUN = or_(_MADE, _SEALED)
# In a game that is over, the clock no longer shows it, so the history is asked.
_HAS_MISSED = _MISSED.where(_EVENT.c.kind.in_([EventKind.FORFEITED.value, EventKind.CANCELLED.value]))
_SEASONS = (
    select(
        SEAT.c.player_id,
        GAME.c.season_id,
        func.max(case((_HAS_BEGUN, 1), else_=0)).label("has_begun"),
        func.max(case((_HAS_MISSED, 1), else_=0)).label("has_missed"),
        func.min(SEAT.c.due_at).label("first_due"),
    )
    .join(GAME, GAME.c.id == SEAT.c.game_id)
    .where(
        SEAT.c.player_id.in_(bindparam("players", expanding=True)),
        GAME.c.season_id.in_(bindparam("seasons", expanding=True)),
    )
    .group_by(SEAT.c.player_id, GAME.c.season_id)
)


@dataclass(frozen=True, slots=True)
class Forfeit:
    """A game of a season in which somebody never made a first turn."""

    season_id: int
    winner_id: int
    """The player who wins it, unless that player has not begun to play either."""
    deadline: datetime
    """When the time for the first turn runs out."""


def forfeits_won(reader: Reader, forfeits: Collection[Forfeit]) -> set[Forfeit]:
    """Those of *forfeits* that the opponent wins; the other games end without a result."""
    if not forfeits:
        return set()
    asked = {
        "players": sorted({forfeit.winner_id for forfeit in forfeits}),
        "seasons": sorted({forfeit.season_id for forfeit in forfeits}),
    }
    found = {(row.player_id, row.season_id): row for row in reader.connection.execute(_SEASONS, asked)}

    def is_won(forfeit: Forfeit) -> bool:
        row = found[(forfeit.winner_id, forfeit.season_id)]
        has_missed = row.has_missed or (row.first_due is not None and row.first_due <= forfeit.deadline)
        return bool(row.has_begun or not has_missed)

    return set(filter(is_won, forfeits))
