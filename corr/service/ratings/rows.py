"""Which games count for ratings, and everybody's ratings as they stand in the tables."""

from collections.abc import Collection, Mapping
from datetime import UTC, date, datetime, time, timedelta
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, Row, Select, Table, and_, bindparam, delete, func, insert, select

from corr.core.ratings.batches import Met, Rated, score_of
from corr.core.ratings.glicko2 import Strength
from corr.service.standing import GAME, SEAT
from corr.service.uow import Reader, UnitOfWork
from corr.service.words import FORFEIT, NO_RESULT
from corr.store.base import table
from corr.store.tables.ratings import Rating, RatingDay, RatingDue

RATING, RATING_DAY, RATING_DUE = table(Rating), table(RatingDay), table(RatingDue)
NEVER_RATED = frozenset({*NO_RESULT, FORFEIT})
"""The end reasons of games that count for no ratings, though they were to be rated."""
_DAY = timedelta(days=1)
_FIRST, _SECOND = SEAT.alias("first_seat"), SEAT.alias("second_seat")
# Whatever has ended is over; a condition about the state would lead SQLite to an index with all games that are.
_COUNTED: Select[Any] = (
    select(GAME.c.ended_at, GAME.c.winner, _FIRST.c.player_id.label("first"), _SECOND.c.player_id.label("second"))
    .join(_FIRST, and_(_FIRST.c.game_id == GAME.c.id, _FIRST.c.seat == 0))
    .join(_SECOND, and_(_SECOND.c.game_id == GAME.c.id, _SECOND.c.seat == 1))
    .where(
        GAME.c.is_rated,
        GAME.c.ended_at >= bindparam("begin"),
        GAME.c.ended_at < bindparam("end"),
        GAME.c.reason.not_in(sorted(NEVER_RATED)),
        func.substr(GAME.c.ruleset, 1, func.length(bindparam("prefix"))) == bindparam("prefix"),
    )
    .order_by(GAME.c.ended_at, GAME.c.id)
)
_IS_OF_SOME = and_(
    RATING_DAY.c.game == bindparam("game"), RATING_DAY.c.player_id.in_(bindparam("players", expanding=True))
)
_LAST_BEFORE = (
    select(RATING_DAY.c.player_id, func.max(RATING_DAY.c.day).label("day"))
    .where(_IS_OF_SOME, RATING_DAY.c.day < bindparam("day"))
    .group_by(RATING_DAY.c.player_id)
    .subquery()
)
_BEFORE = select(RATING_DAY).join(
    _LAST_BEFORE,
    and_(
        RATING_DAY.c.game == bindparam("game"),
        RATING_DAY.c.player_id == _LAST_BEFORE.c.player_id,
        RATING_DAY.c.day == _LAST_BEFORE.c.day,
    ),
)
_ON = select(RATING_DAY).where(_IS_OF_SOME, RATING_DAY.c.day == bindparam("day"))
_NEXT = (
    select(RATING_DAY.c.player_id, func.min(RATING_DAY.c.day).label("day"))
    .where(_IS_OF_SOME, RATING_DAY.c.day > bindparam("day"))
    .group_by(RATING_DAY.c.player_id)
)
_PRESENT = select(RATING, RATING.c.last_day.label("day")).where(
    RATING.c.game == bindparam("game"), RATING.c.player_id.in_(bindparam("players", expanding=True))
)


class Batch(NamedTuple):
    """The games of one kind that were finished on one day."""

    day: date
    game: str
    """The name of the game without its version: all its rulesets share one list."""


def game_of(ruleset: str) -> str:
    """The name of the game that a ruleset belongs to."""
    return ruleset.partition("/")[0]


def day_of(moment: datetime) -> date:
    """The day on which a game counts that was over at that *moment*."""
    return moment.astimezone(UTC).date()


def games_of(reader: Reader, batch: Batch) -> list[Met]:
    """The games of a batch that count."""
    return games_between(reader, batch.game, batch.day, batch.day + _DAY)


def games_between(reader: Reader, game: str, begin: date, end: date) -> list[Met]:
    """The games of one kind that count and were finished from one day to another, which is not included, in order."""
    asked = {"begin": _midnight(begin), "end": _midnight(end), "prefix": f"{game}/"}
    return [
        Met(day_of(row.ended_at), row.first, row.second, score_of(row.winner))
        for row in reader.connection.execute(_COUNTED, asked)
    ]


def rated_before(reader: Reader, batch: Batch, players: Collection[int]) -> dict[int, Rated]:
    """How the days before left *players*; those who are new are missing."""
    return _by_player(reader, _BEFORE, batch, players)


def rated_on(reader: Reader, batch: Batch, players: Collection[int]) -> dict[int, Rated]:
    """What is stored of *players* for the day of a batch."""
    return _by_player(reader, _ON, batch, players)


def present_of(reader: Reader, game: str, players: Collection[int]) -> dict[int, Rated]:
    """The present ratings of *players*, as of their last days."""
    asked = {"game": game, "players": sorted(players)}
    return {row.player_id: rated_of(row) for row in reader.connection.execute(_PRESENT, asked)}


def next_days(reader: Reader, batch: Batch, players: Collection[int]) -> dict[int, date]:
    """The next day after a batch for which something is stored of each of *players*; those without one are missing."""
    asked = {"game": batch.game, "day": batch.day, "players": sorted(players)}
    return {row.player_id: row.day for row in reader.connection.execute(_NEXT, asked)}


def store_days(uow: UnitOfWork, batch: Batch, found: Mapping[int, Rated | None]) -> None:
    """Store what a batch made of players in place of what was stored; None for who played no game that counts."""
    _replace(uow, RATING_DAY, batch.game, _cells(found, "day"), RATING_DAY.c.day == batch.day)


def store_present(uow: UnitOfWork, game: str, found: Mapping[int, Rated | None]) -> None:
    """Store the present ratings of players; None for who has none any more."""
    _replace(uow, RATING, game, _cells(found, "last_day"))


def rated_of(row: Row[Any]) -> Rated:
    """What a row with the columns of a rating and its day says."""
    return Rated(row.day, Strength(row.rating, row.deviation, row.volatility), row.games)


def _by_player(reader: Reader, statement: Select[Any], batch: Batch, players: Collection[int]) -> dict[int, Rated]:
    asked = {"game": batch.game, "day": batch.day, "players": sorted(players)}
    return {row.player_id: rated_of(row) for row in reader.connection.execute(statement, asked)}


def _replace(
    uow: UnitOfWork,
    rows: Table,
    game: str,
    cells: Mapping[int, dict[str, object] | None],
    *which: ColumnElement[bool],
) -> None:
    if cells:
        uow.connection.execute(delete(rows).where(rows.c.game == game, rows.c.player_id.in_(sorted(cells)), *which))
    new = [{"game": game, "player_id": player, **values} for player, values in cells.items() if values is not None]
    if new:
        uow.connection.execute(insert(rows), new)


def _cells(found: Mapping[int, Rated | None], day: str) -> dict[int, dict[str, object] | None]:
    return {player: None if after is None else {day: after.day, **_numbers(after)} for player, after in found.items()}


def _numbers(after: Rated) -> dict[str, object]:
    strength = after.strength
    return {
        "rating": strength.rating,
        "deviation": strength.deviation,
        "volatility": strength.volatility,
        "games": after.games,
    }


def _midnight(day: date) -> datetime:
    return datetime.combine(day, time(), UTC)
