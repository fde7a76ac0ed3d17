"""
The ratings that are shown: the public lists of the rated players of each game; and those of one player, in each game,
over time, and with the reliability.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta
from functools import cache
from itertools import zip_longest
from typing import Any

from sqlalchemy import CompoundSelect, Row, Select, bindparam, func, select, union_all

from corr.base.paging import Page, page_of
from corr.base.uow import Reader
from corr.errors import NotFoundError
from corr.game.game_row import PLAYER
from corr.players.profiles import PlayerView
from corr.ratings.glicko2 import Strength
from corr.ratings.rated_games import RATING, RATING_DAY, RatedRow, RatingBatch, day_of, rated_before, rated_of
from corr.ratings.rating_days import Rated
from corr.ratings.reliability import Reliability, reliability_of
from corr.store.compiled_statements import CompiledQuery

LIST_PAGE = 50
"""How many players one page of a list shows."""
FILE = 1_000
"""How many players a file has."""
ACTIVE_DAYS = 180
"""A player is active who has finished a rated game within so many days."""
_ALWAYS = date.min
_TOP = 5
_NEAR = 20
"""How many players are looked at for the viewer, and for those who share a place with the best."""
_LINES: Select[Any] = (
    select(RATING, RATING.c.last_day.label("day"), PLAYER.c.name)
    .join(PLAYER, PLAYER.c.id == RATING.c.player_id)
    .where(RATING.c.game == bindparam("game"), RATING.c.last_day >= bindparam("since"), PLAYER.c.closed_at.is_(None))
    .order_by(RATING.c.rating.desc(), RATING.c.player_id.desc())
)
_LEVEL = (
    select(func.count())
    .select_from(RATING)
    .join(PLAYER, PLAYER.c.id == RATING.c.player_id)
    .where(
        RATING.c.game == bindparam("game"),
        RATING.c.last_day >= bindparam("since"),
        PLAYER.c.closed_at.is_(None),
        RATING.c.rating == bindparam("rating"),
        RATING.c.player_id > bindparam("player"),
    )
)
HISTORY_PAGE = 50
"""How many days one page of a history shows."""
RECENT_DAYS = 60
"""How many days with rated games a short chart shows."""
_MOST_DRAWN = 1_000
_MOST_DAYS = 20_000
"""The most days that a file has: more than there are in 50 years."""
_OF_SOME = CompiledQuery(
    select(*(RATING.c[name] for name in RatedRow._fields[:-1]), RATING.c.last_day.label("day")).where(
        RATING.c.player_id.in_(bindparam("players"))
    ),
    RatedRow,
)
_DAYS: Select[Any] = (
    select(RATING_DAY)
    .where(RATING_DAY.c.game == bindparam("game"), RATING_DAY.c.player_id == bindparam("player"))
    .order_by(RATING_DAY.c.day.desc())
)


@dataclass(frozen=True, slots=True)
class RatingShown:
    """A rating as people read it, with the deviation of today."""

    rating: int
    deviation: int
    is_provisional: bool
    games: int
    last_day: date

    @classmethod
    def of(cls, rated: Rated, today: date) -> "RatingShown":
        """*rated* as it is *today*: the longer the player has not played, the larger the deviation."""
        strength = rated.on(max(today, rated.day))
        return cls(round(strength.rating), round(strength.deviation), strength.is_provisional, rated.games, rated.day)

    @property
    def words(self) -> str:
        """The rating: "1612", or "1612?" if it is provisional."""
        return f"{self.rating}?" if self.is_provisional else f"{self.rating}"

    @property
    def last_day_words(self) -> str:
        """The day of the last game that counted: "21 Nov 2026"."""
        return day_words(self.last_day)


@dataclass(frozen=True, slots=True)
class RatingChange:
    """What the games of one day did to a rating."""

    before: int
    after: str
    is_open: bool
    """Whether the day is not over, so that more of its games may count."""


@dataclass(frozen=True, slots=True)
class RatingLine:
    """A player in a list."""

    place: int
    """From 1; players with the same rating share a place."""
    name: str
    shown: RatingShown
    is_you: bool


@dataclass(frozen=True, slots=True)
class RatingList:
    """A page of the list of one game."""

    game: str
    title: str
    lines: Page[RatingLine]
    is_active_only: bool
    """Whether only active players are listed."""


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


def day_words(day: date) -> str:
    """A day for people: "21 Nov 2026"."""
    return f"{day.day} {day:%b %Y}"


def rating_list(
    reader: Reader,
    game: str,
    viewer: int | None,
    *,
    number: int = 1,
    size: int = LIST_PAGE,
    is_active_only: bool = True,
) -> RatingList:
    """
    A page of the players who are rated in a game, the best first.

    :raises NotFoundError: there is no such game.
    """
    title, today = title_of(reader, game), day_of(reader.now)
    asked = {"game": game, "since": today - timedelta(days=ACTIVE_DAYS) if is_active_only else _ALWAYS}
    found: Page[Row[Any]] = page_of(reader, _LINES, lambda rows: rows, number=number, size=size, asked=asked)
    places = _places(reader, found.items, asked, offset=(found.number - 1) * size)
    lines = tuple(
        RatingLine(place, row.name, RatingShown.of(rated_of(row), today), row.player_id == viewer)
        for place, row in zip(places, found.items, strict=True)
    )
    return RatingList(game, title, Page(lines, found.number, found.has_more), is_active_only)


def best_of_all_games(reader: Reader, viewer: int | None) -> tuple[RatingList, ...]:
    """The best few active players of each game, with those who share a place with them, and the viewer if not far."""
    return tuple(_best(rating_list(reader, info.game, viewer, size=_NEAR)) for info in reader.registry.games())


def _best(found: RatingList) -> RatingList:
    lines = found.lines.items
    last = lines[:_TOP][-1].place if lines else 0
    best = tuple(line for line in lines if line.place <= last or line.is_you)
    has_more = found.lines.has_more or len(best) < len(lines)
    return replace(found, lines=Page(best, found.lines.number, has_more))


def title_of(reader: Reader, game: str) -> str:
    """
    The title of a game.

    :raises NotFoundError: there is no such game.
    """
    info = reader.registry.get_info(game)
    if info.game != game:
        raise NotFoundError("There is no such game.")
    return info.title


def _places(reader: Reader, rows: Sequence[Row[Any]], asked: Mapping[str, Any], *, offset: int) -> Iterator[int]:
    """The places of the players on a page, with *offset* players before it; those with equal ratings share a place."""
    place = 0
    for index, row in enumerate(rows):
        if index == 0:
            # Some with the same rating may be on the page before.
            first = {**asked, "rating": row.rating, "player": row.player_id}
            level = int(reader.connection.execute(_LEVEL, first).scalar_one()) if offset else 0
            place = offset - level + 1
        elif row.rating != rows[index - 1].rating:
            place = offset + index + 1
        yield place


def ratings_of(reader: Reader, player_id: int) -> PlayerRatings:
    """The player's ratings in all games, and the reliability."""
    today = day_of(reader.now)
    titles = {info.game: info.title for info in reader.registry.games()}
    rows = _OF_SOME.all(reader.connection, {"players": [player_id]})
    ratings = tuple(
        GameRating(row.game, titles[row.game], RatingShown.of(rated_of(row), today))
        for row in sorted(rows, key=lambda row: row.game)
        if row.game in titles
    )
    return PlayerRatings(ratings, reliability_of(reader, player_id))


def ratings_in(reader: Reader, game: str, players: Sequence[int]) -> dict[int, RatingShown]:
    """The ratings of some players in one game, by player; those who have none are missing."""
    today, rows = day_of(reader.now), _OF_SOME.all(reader.connection, {"players": sorted(players)})
    return {row.player_id: RatingShown.of(rated_of(row), today) for row in rows if row.game == game}


def rating_changes(reader: Reader, game: str, players: Sequence[int], day: date) -> dict[int, RatingChange]:
    """What the games of a *day* did to ratings of *players*; those whose day is not worked out yet are missing."""
    before, after = (rated_before(reader, RatingBatch(end, game), players) for end in (day, day + timedelta(days=1)))
    return {
        player: RatingChange(
            round((before[player].strength if player in before else Strength()).rating),
            RatingShown.of(rated, day).words,
            day == day_of(reader.now),
        )
        for player, rated in after.items()
        if rated.day == day
    }


def ratings_of_some(reader: Reader, players: Collection[int]) -> Mapping[tuple[int, str], str]:
    """The ratings of *players* in all games, in words, by player and game; one statement for all of them."""
    today, rows = day_of(reader.now), _OF_SOME.all(reader.connection, {"players": sorted(players)})
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
    number = max(1, min(number, _MOST_DAYS // HISTORY_PAGE))
    # One row more than is shown, since the change on the last day is the difference from the day before.
    rows = reader.connection.execute(_DAYS.limit(HISTORY_PAGE + 1).offset((number - 1) * HISTORY_PAGE), asked).all()
    return Page(tuple(_rated_days(rows)[:HISTORY_PAGE]), number, has_more=len(rows) > HISTORY_PAGE)


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
