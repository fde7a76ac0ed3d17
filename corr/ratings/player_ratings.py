"""The ratings of one player: in each game, over time, and with the reliability."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cache
from itertools import zip_longest
from typing import Any

from sqlalchemy import CompoundSelect, Row, Select, bindparam, select, union_all

from corr.base.paging import Page
from corr.base.uow import Reader
from corr.players.profiles import PlayerView
from corr.ratings.glicko2 import Strength
from corr.ratings.rated_games import RATING, RATING_DAY, day_of, present_of, rated_of
from corr.ratings.rating_lists import RatingShown, day_words, title_of
from corr.ratings.reliability import Reliability, reliability_of

PAGE = 50
"""How many days one page of a history shows."""
RECENT_DAYS = 60
"""How many days with rated games a short chart shows."""
_MOST_DRAWN = 1_000
_MOST_DAYS = 20_000
"""The most days that a file has: more than there are in 50 years."""
_OF_PLAYER = (
    select(RATING, RATING.c.last_day.label("day"))
    .where(RATING.c.player_id == bindparam("player"))
    .order_by(RATING.c.game)
)
_OF_SOME = select(RATING, RATING.c.last_day.label("day")).where(
    RATING.c.player_id.in_(bindparam("players", expanding=True))
)
_DAYS: Select[Any] = (
    select(RATING_DAY)
    .where(RATING_DAY.c.game == bindparam("game"), RATING_DAY.c.player_id == bindparam("player"))
    .order_by(RATING_DAY.c.day.desc())
)


@dataclass(frozen=True, slots=True)
class GameRating:
    """A player's rating in one game."""

    game: str
    title: str
    shown: RatingShown


@dataclass(frozen=True, slots=True)
class PlayerRatings:
    """A player's ratings and reliability, as everybody may see them."""

    ratings: tuple[GameRating, ...]
    reliability: Reliability | None
    """None while the player has finished too few games."""


@dataclass(frozen=True, slots=True)
class RatedDay:
    """A player's rating after one day with rated games."""

    day: date
    rating: float
    deviation: float
    is_provisional: bool
    change: float
    """The change since the last day before with rated games; on the first day, since 1500."""
    games: int
    """How many rated games were finished on that day."""

    @property
    def day_words(self) -> str:
        """The day for people."""
        return day_words(self.day)

    @property
    def change_words(self) -> str:
        """By how much the rating went up or down: "+12", "−8", "±0"."""
        rounded = round(self.change)
        return "±0" if rounded == 0 else f"{rounded:+d}".replace("-", "−")


@dataclass(frozen=True, slots=True)
class RatingHistory:
    """A player's ratings in one game over time."""

    name: str
    game: str
    title: str
    present: RatingShown | None
    """None if the player is not rated in it."""
    drawn: tuple[RatedDay, ...]
    """The days of the chart, oldest first."""
    days: Page[RatedDay]
    """A page of the days, newest first."""


def ratings_of(reader: Reader, player_id: int) -> PlayerRatings:
    """The player's ratings in all games, and the reliability."""
    today = day_of(reader.now)
    titles = {info.game: info.title for info in reader.registry.games()}
    rows = reader.connection.execute(_OF_PLAYER, {"player": player_id}).all()
    ratings = tuple(
        GameRating(row.game, titles[row.game], RatingShown.of(rated_of(row), today))
        for row in rows
        if row.game in titles
    )
    return PlayerRatings(ratings, reliability_of(reader, player_id))


def ratings_in(reader: Reader, game: str, players: Sequence[int]) -> dict[int, RatingShown]:
    """The ratings of some players in one game, by player; those who have none are missing."""
    today = day_of(reader.now)
    return {player: RatingShown.of(found, today) for player, found in present_of(reader, game, players).items()}


def ratings_of_some(reader: Reader, players: Collection[int]) -> Mapping[tuple[int, str], str]:
    """The ratings of *players* in all games, in words, by player and game; one statement for all of them."""
    today = day_of(reader.now)
    rows = reader.connection.execute(_OF_SOME, {"players": sorted(players)})
    return {(row.player_id, row.game): RatingShown.of(rated_of(row), today).words for row in rows}


def recent_days(reader: Reader, player_id: int, games: Sequence[str]) -> Mapping[str, Sequence[RatedDay]]:
    """The latest rated days of a player in some *games*, oldest first: one statement, reading no others."""
    if not games:
        return {}
    asked = {"player": player_id} | {f"game_{number}": game for number, game in enumerate(games)}
    rows = reader.connection.execute(_recent(len(games)), asked).all()
    found = {game: [row for row in rows if row.game == game] for game in games}
    return {game: _rated_days(rows)[:RECENT_DAYS][::-1] for game, rows in found.items()}


@cache
def _recent(count: int) -> CompoundSelect[Any]:
    parts = (
        select(RATING_DAY)
        .where(RATING_DAY.c.player_id == bindparam("player"), RATING_DAY.c.game == bindparam(f"game_{number}"))
        .order_by(RATING_DAY.c.day.desc())
        .limit(RECENT_DAYS + 1)
        .subquery(f"days_{number}")
        for number in range(count)
    )
    found = union_all(*(select(part) for part in parts))
    return found.order_by(found.selected_columns.day.desc())


def rating_history(reader: Reader, player: PlayerView, game: str, *, number: int = 1) -> RatingHistory:
    """
    A player's ratings in one game over time.

    :raises NotFoundError: there is no such game.
    """
    title, asked = title_of(reader, game), {"game": game, "player": player.id}
    latest = reader.connection.execute(_DAYS.limit(_MOST_DRAWN + 1), asked).all()
    drawn = _rated_days(latest)[:_MOST_DRAWN]
    present = ratings_in(reader, game, [player.id]).get(player.id)
    return RatingHistory(player.name, game, title, present, tuple(reversed(drawn)), _page(reader, asked, number))


def all_days(reader: Reader, player: PlayerView, game: str) -> list[RatedDay]:
    """
    Every day of a player's history in one game, the earliest first.

    :raises NotFoundError: there is no such game.
    """
    title_of(reader, game)
    rows = reader.connection.execute(_DAYS.limit(_MOST_DAYS), {"game": game, "player": player.id}).all()
    return _rated_days(rows)[::-1]


def _page(reader: Reader, asked: Mapping[str, Any], number: int) -> Page[RatedDay]:
    number = max(1, min(number, _MOST_DAYS // PAGE))
    # One row more than is shown, since the change on the last day is the difference from the day before.
    rows = reader.connection.execute(_DAYS.limit(PAGE + 1).offset((number - 1) * PAGE), asked).all()
    return Page(tuple(_rated_days(rows)[:PAGE]), number, has_more=len(rows) > PAGE)


def _rated_days(rows: Sequence[Row[Any]]) -> list[RatedDay]:
    """The days of rows that are ordered, newest first."""
    return [_rated_day(row, before) for row, before in zip_longest(rows, rows[1:])]


def _rated_day(row: Row[Any], before: Row[Any] | None) -> RatedDay:
    strength = rated_of(row).strength
    start = Strength().rating if before is None else before.rating
    games = row.games - (0 if before is None else before.games)
    return RatedDay(
        row.day, strength.rating, strength.deviation, strength.is_provisional, strength.rating - start, games
    )
