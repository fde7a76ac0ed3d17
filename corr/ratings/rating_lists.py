"""The public lists of the rated players of each game."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Any

from sqlalchemy import Row, Select, bindparam, func, select

from corr.base.paging import Page, page_of
from corr.base.uow import Reader
from corr.errors import NotFoundError
from corr.game.game_row import PLAYER
from corr.ratings.rated_games import RATING, day_of, rated_of
from corr.ratings.rating_days import Rated

PAGE = 50
"""How many players one page of a list shows."""
FILE = 1_000
"""How many players a file has."""
ACTIVE_DAYS = 180
"""A player is active who has finished a rated game within so many days."""
_ALWAYS = date.min
_TOP = 5
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


def day_words(day: date) -> str:
    """A day for people: "21 Nov 2026"."""
    return f"{day.day} {day:%b %Y}"


def rating_list(
    reader: Reader, game: str, viewer: int | None, *, number: int = 1, size: int = PAGE, is_active_only: bool = True
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
    """The best few active players of each game."""
    return tuple(rating_list(reader, info.game, viewer, size=_TOP) for info in reader.registry.games())


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
