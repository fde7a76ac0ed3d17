"""How many rated games the same two may play: what two could arrange between each other must not make a rating."""

from collections import Counter
from collections.abc import Collection, Sequence
from datetime import timedelta
from typing import Any

from sqlalchemy import Select, and_, bindparam, func, select

from corr.base.uow import Reader
from corr.game.game_row import GAME, SEAT

MOST_RATED = 10
"""How many games of the same two count that begin within `WITHIN`."""
WITHIN = timedelta(days=90)
NOT_RATED_WORDS = (
    f"You two have begun {MOST_RATED} rated games in {WITHIN.days} days, the most that count; "
    "the result of this one counts for no ratings."
)
Pair = tuple[int, int]
_MINE, _THEIRS = SEAT.alias("mine"), SEAT.alias("theirs")
_RATED: Select[Any] = (
    select(_MINE.c.player_id, _THEIRS.c.player_id.label("other_id"), func.count().label("games"))
    .join(_THEIRS, and_(_THEIRS.c.game_id == _MINE.c.game_id, _THEIRS.c.player_id > _MINE.c.player_id))
    .join(GAME, GAME.c.id == _MINE.c.game_id)
    .where(
        _MINE.c.player_id.in_(bindparam("players", expanding=True)),
        _THEIRS.c.player_id.in_(bindparam("players", expanding=True)),
        GAME.c.is_rated.is_(True),
        GAME.c.created_at > bindparam("since"),
    )
    .group_by(_MINE.c.player_id, _THEIRS.c.player_id)
)


def rated_within_limit(reader: Reader, pairs: Sequence[Pair]) -> tuple[bool, ...]:
    """Which games, each of two players, may be rated if they begin now, one after the other: one statement."""
    if not pairs:
        return ()
    counted = _counted(reader, {player_id for pair in pairs for player_id in pair})
    found = []
    for pair in pairs:
        key = _key(pair)
        counted[key] += 1
        found.append(counted[key] <= MOST_RATED)
    return tuple(found)


def have_reached_limit(reader: Reader, player_id: int, other_id: int) -> bool:
    """Whether the next game of two players would not be rated."""
    return not all(rated_within_limit(reader, [(player_id, other_id)]))


def _counted(reader: Reader, players: Collection[int]) -> Counter[Pair]:
    asked = {"players": sorted(players), "since": reader.now - WITHIN}
    rows = reader.connection.execute(_RATED, asked)
    return Counter({(row.player_id, row.other_id): row.games for row in rows})


def _key(pair: Pair) -> Pair:
    return min(pair), max(pair)
