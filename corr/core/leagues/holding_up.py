"""
The few games that hold a division up.

A division is held up once at least half of its games are finished and those still open would fit into a single round:
half as many as there are players. Before that, open games are simply its season.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from corr.core.leagues.table import Meeting, Table


@dataclass(frozen=True, slots=True)
class OpenGame:
    """How far an open game is."""

    game_id: str
    turn_number: int
    """The number of the turn that is due."""
    last_turn_at: datetime
    """When the last turn was made, or the game began."""
    waits_for_organiser: bool = False
    """Whether nobody can play on, because the organisers paused it or decide about it."""


@dataclass(frozen=True, slots=True)
class SlowGame:
    """A game that holds its division up."""

    meeting: Meeting
    game: OpenGame
    quiet_for: timedelta
    """How long ago the last turn was."""


def holding_up(table: Table) -> tuple[Meeting, ...]:
    """The open games that hold a division up; none while they are too many, or none is left."""
    left, finished = table.open(), table.counted()
    in_a_round = sum(not entrant.is_removed for entrant in table.entrants) // 2
    return left if len(left) <= in_a_round and len(left) <= len(finished) else ()


def slowest_first(meetings: Sequence[Meeting], games: Sequence[OpenGame], now: datetime) -> tuple[SlowGame, ...]:
    """Those *meetings* with their games: where nothing has happened for the longest time comes first."""
    by_id = {game.game_id: game for game in games}
    slow = [
        SlowGame(meeting, game, max(timedelta(0), now - game.last_turn_at))
        for meeting in meetings
        if (game := by_id.get(meeting.game_id))
    ]
    return tuple(sorted(slow, key=lambda one: (one.game.last_turn_at, one.game.turn_number, one.game.game_id)))
