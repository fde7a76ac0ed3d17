"""How the games of players ended, by game and by opponent: counted when a game is counted, not when a page asks."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from sqlalchemy import and_, bindparam, case, delete, func, insert, or_, select

from corr.base.uow import Reader, UnitOfWork
from corr.game.game_row import GAME, SEAT
from corr.game.words import NO_RESULT
from corr.ratings.rated_games import game_of
from corr.store.base import table
from corr.store.compiled_statements import CompiledQuery
from corr.store.tables.ratings import HeadToHead

_HEAD_TO_HEAD = table(HeadToHead)
_MINE, _THEIRS = SEAT.alias("mine"), SEAT.alias("theirs")
_COUNTED = (
    select(
        _MINE.c.player_id,
        _THEIRS.c.player_id.label("opponent_id"),
        GAME.c.ruleset,
        GAME.c.is_private,
        func.sum(case((GAME.c.winner == _MINE.c.seat, 1), else_=0)).label("won"),
        func.sum(case((GAME.c.winner.is_(None), 1), else_=0)).label("drawn"),
        func.sum(case((GAME.c.winner == _THEIRS.c.seat, 1), else_=0)).label("lost"),
    )
    .join(_THEIRS, and_(_THEIRS.c.game_id == _MINE.c.game_id, _THEIRS.c.seat == 1 - _MINE.c.seat))
    .join(GAME, GAME.c.id == _MINE.c.game_id)
    .where(
        _MINE.c.player_id.in_(bindparam("players", expanding=True)),
        _MINE.c.ended_at.is_not(None),
        GAME.c.reason.not_in(sorted(NO_RESULT)),
    )
    .group_by(_MINE.c.player_id, _THEIRS.c.player_id, GAME.c.ruleset, GAME.c.is_private)
)
_GONE = delete(_HEAD_TO_HEAD).where(_HEAD_TO_HEAD.c.player_id.in_(bindparam("players", expanding=True)))
_IS_VIEWER = _HEAD_TO_HEAD.c.opponent_id == bindparam("viewer")
_RESULTS = ("won", "drawn", "lost")


class _Row(NamedTuple):
    ruleset: str
    won: int
    drawn: int
    lost: int
    viewer_lost: int
    viewer_drawn: int
    viewer_won: int


_OF_PLAYER = CompiledQuery(
    select(
        _HEAD_TO_HEAD.c.ruleset,
        *(func.sum(_HEAD_TO_HEAD.c[name]).label(name) for name in _RESULTS),
        *(
            func.sum(case((_IS_VIEWER, _HEAD_TO_HEAD.c[name]), else_=0)).label(f"viewer_{seen}")
            for name, seen in zip(_RESULTS, reversed(_RESULTS), strict=True)
        ),
    )
    .where(
        _HEAD_TO_HEAD.c.player_id == bindparam("player"),
        # Of private games only the two know.
        or_(_HEAD_TO_HEAD.c.is_private.is_(False), _HEAD_TO_HEAD.c.player_id == bindparam("viewer"), _IS_VIEWER),
    )
    .group_by(_HEAD_TO_HEAD.c.ruleset),
    _Row,
)


@dataclass(frozen=True, slots=True)
class Results:
    """How many games somebody won, drew and lost."""

    won: int = 0
    drawn: int = 0
    lost: int = 0

    @property
    def games(self) -> int:
        """How many they are in all."""
        return self.won + self.drawn + self.lost

    def __add__(self, other: "Results") -> "Results":
        return Results(self.won + other.won, self.drawn + other.drawn, self.lost + other.lost)


@dataclass(frozen=True, slots=True)
class ResultsByGame:
    """The results of a player, by the name of the game; games that were never finished are missing."""

    all: Mapping[str, Results]
    of_viewer: Mapping[str, Results]
    """What a viewer won, drew and lost against the player."""


def results_of(reader: Reader, player_id: int, viewer: int | None) -> ResultsByGame:
    """The results of a player that the viewer may know, and of the viewer against the player: one statement."""
    rows = _OF_PLAYER.all(reader.connection, {"player": player_id, "viewer": viewer or 0})
    return ResultsByGame(
        _by_game((row.ruleset, Results(row.won, row.drawn, row.lost)) for row in rows),
        _by_game((row.ruleset, Results(row.viewer_won, row.viewer_drawn, row.viewer_lost)) for row in rows),
    )


def count_results(uow: UnitOfWork, players: Collection[int]) -> None:
    """Count the results of *players* anew."""
    rows = uow.connection.execute(_COUNTED, {"players": players}).mappings().all()
    uow.connection.execute(_GONE, {"players": players})
    if rows:
        uow.connection.execute(insert(_HEAD_TO_HEAD), [dict(row) for row in rows])


def _by_game(found: Iterable[tuple[str, Results]]) -> Mapping[str, Results]:
    games: dict[str, Results] = {}
    for ruleset, results in found:
        if results.games:
            game = game_of(ruleset)
            games[game] = games.get(game, Results()) + results
    return games
