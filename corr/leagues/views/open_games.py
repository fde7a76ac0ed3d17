"""The open games of a season: whose turn it is, until when, and who is away."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import Row, bindparam, or_, select

from corr.base.uow import Reader
from corr.clocks.leave import away_until
from corr.core.pace import is_late
from corr.game.game_row import GAME, PLAYERS, SEATS, joined_seats
from corr.leagues.rows import PAIRING
from corr.store.base import unindexed
from corr.store.tables.games import GameState

_GAMES = (
    joined_seats(
        select(
            PAIRING.c.division_id,
            PAIRING.c.round,
            GAME.c.id,
            GAME.c.ruleset,
            GAME.c.turn_number,
            GAME.c.version,
            GAME.c.frozen_at,
            *(
                column.label(f"{name}_{column.name}")
                for name, seat, player in zip(("first", "second"), SEATS, PLAYERS, strict=True)
                for column in (seat.c.player_id, seat.c.due_at, seat.c.since, seat.c.lapsed_at, player.c.name)
            ),
        ).join(GAME, GAME.c.id == PAIRING.c.game_id)
    )
    .where(PAIRING.c.season_id == bindparam("season"), unindexed(GAME.c.state) == GameState.RUNNING.value)
    .order_by(PAIRING.c.round, PAIRING.c.id)
)
_OF_DIVISION = _GAMES.where(PAIRING.c.division_id == bindparam("division"))
_OF_PLAYER = _GAMES.where(or_(SEATS[0].c.player_id == bindparam("player"), SEATS[1].c.player_id == bindparam("player")))


@dataclass(frozen=True, slots=True)
class Side:
    """One of the two players of an open game."""

    player_id: int
    name: str
    seat_title: str
    is_due: bool
    away_until: datetime | None
    """Until when the player is on leave; None if the player is not."""


@dataclass(frozen=True, slots=True)
class OpenGame:
    """A game of a season that is still being played."""

    id: str
    round: int
    turn_number: int
    version: int
    sides: tuple[Side, Side]
    due_at: datetime | None
    """The earliest deadline that runs; None if none does."""
    since: datetime | None
    """When the turn that is due began, which was with the turn before."""
    is_late: bool
    """Whether the deadline has passed, and the game waits to be claimed or ended."""
    is_frozen: bool

    @property
    def due(self) -> tuple[Side, ...]:
        """The players who are due."""
        return tuple(side for side in self.sides if side.is_due)

    def opponent(self, player_id: int) -> Side:
        """The opponent of a player, who is one of the two."""
        return self.sides[1] if self.sides[0].player_id == player_id else self.sides[0]

    def is_turn_of(self, player_id: int) -> bool:
        """Whether that player is due."""
        return any(side.player_id == player_id for side in self.due)


def open_games_of(reader: Reader, season_id: int, division_id: int) -> tuple[OpenGame, ...]:
    """The open games of a division, those with the least time left first: two statements."""
    return _shown(reader, reader.connection.execute(_OF_DIVISION, {"season": season_id, "division": division_id}).all())


def slowest_first(games: Iterable[OpenGame]) -> tuple[OpenGame, ...]:
    """*games*, those first in which nothing has happened for the longest time."""
    return tuple(sorted(games, key=_slowness))


def own_open_games(reader: Reader, season_id: int, player_id: int) -> tuple[OpenGame, ...]:
    """
    A player's open games in a season, those first in which the player is due, and of these the one with the least time
    left: two statements.
    """
    games = _shown(reader, reader.connection.execute(_OF_PLAYER, {"season": season_id, "player": player_id}).all())
    return tuple(sorted(games, key=lambda game: not game.is_turn_of(player_id)))


def _shown(reader: Reader, rows: Collection[Row[Any]]) -> tuple[OpenGame, ...]:
    away = away_until(reader, {player for row in rows for player in (row.first_player_id, row.second_player_id)})
    games = [_game(reader, row, away) for row in rows]
    return tuple(sorted(games, key=_lateness))


def _game(reader: Reader, row: Row[Any], away: Mapping[int, datetime]) -> OpenGame:
    titles = reader.registry.get_rules(row.ruleset).info.seats
    is_frozen = row.frozen_at is not None
    due_at = min((at for at in (row.first_due_at, row.second_due_at) if at is not None), default=None)
    lapsed = row.first_lapsed_at is not None or row.second_lapsed_at is not None

    def side(player_id: int, name: str, title: str, since: datetime | None) -> Side:
        return Side(player_id, name, title, since is not None and not is_frozen, away.get(player_id))

    return OpenGame(
        id=row.id,
        round=row.round,
        turn_number=row.turn_number,
        version=row.version,
        sides=(
            side(row.first_player_id, row.first_name, titles[0], row.first_since),
            side(row.second_player_id, row.second_name, titles[1], row.second_since),
        ),
        due_at=due_at,
        since=min((at for at in (row.first_since, row.second_since) if at is not None), default=None),
        is_late=not is_frozen and (lapsed or is_late(reader.now, due_at)),
        is_frozen=is_frozen,
    )


def _lateness(game: OpenGame) -> tuple[bool, bool, datetime | None, int, str]:
    # Games without a deadline, untimed or frozen, come last.
    return not game.is_late, game.due_at is None, game.due_at, game.round, game.id


def _slowness(game: OpenGame) -> tuple[bool, datetime | None, int, str]:
    return game.since is None, game.since, game.round, game.id
