"""The list of players: by name, by how lately they were here, or by rating in a game, and searched by names."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from enum import StrEnum
from functools import cache
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, Integer, Select, bindparam, func, select, tuple_

from corr.base.paging import KeysetPage, page_at
from corr.base.uow import Reader
from corr.errors import InputError
from corr.game.game_row import GAME, PLAYER, SEAT
from corr.players.listing import IS_ACTIVE, LISTED, NAME_WORD, search_text
from corr.ratings.player_ratings import ratings_of_some
from corr.ratings.rated_games import day_of
from corr.ratings.reliability import Reliability, reliability_of_some
from corr.store.base import is_id, unindexed
from corr.store.compiled_statements import CompiledQuery

PAGE = 25
"""How many players one page shows."""
MOST_COUNTED = 250
"""Up to how many players are counted; reading the rest of an index would cost more than a page."""
MOST_FOUND = 100
"""How many names a search looks at."""
RATINGS = range(4_001)
"""Ratings that may be asked for."""
_HALF = 0.5
_LAST_SIGN = "\U0010ffff"
_WEEK, _MONTH = 7, 30
_RUNNING = (
    select(SEAT.c.player_id, func.count().label("games"))
    .join(GAME, GAME.c.id == SEAT.c.game_id)
    .where(
        SEAT.c.player_id.in_(bindparam("players", expanding=True)),
        SEAT.c.ended_at.is_(None),
        GAME.c.is_private.is_(False),
    )
    .group_by(SEAT.c.player_id)
)


class Order(StrEnum):
    """The order of the list."""

    ACTIVE = "active"
    NAME = "name"
    RATING = "rating"


_COLUMNS: Mapping[Order, ColumnElement[Any]] = {
    Order.ACTIVE: LISTED.c.active_on,
    Order.NAME: LISTED.c.name_key,
    Order.RATING: LISTED.c.rating,
}
_SPOTS: Mapping[Order, Callable[[str], Any]] = {
    Order.ACTIVE: date.fromisoformat,
    Order.NAME: str,
    Order.RATING: float,
}


@dataclass(frozen=True, slots=True)
class PlayersWanted:
    """Which players somebody wants to see."""

    search: str = ""
    """The beginning of a name, or of one of its words; empty for all."""
    game: str = ""
    """A game in which they have a rating; empty for all."""
    is_active: bool = False
    """Whether only those who were here lately."""
    lowest: int | None = None
    highest: int | None = None
    """The lowest and the highest rating; both only with a game."""
    order: Order = Order.ACTIVE


@dataclass(frozen=True, slots=True)
class ListedLine:
    """A player in the list, as anybody may see them."""

    name: str
    ratings: tuple[tuple[str, str], ...]
    """The title of each game with a rating, and the rating in words."""
    reliability: Reliability | None
    active_words: str
    running: int
    """How many games the player is playing."""
    is_you: bool


@dataclass(frozen=True, slots=True)
class PlayersFound:
    """A page of the list, and how many players there are in all."""

    players: KeysetPage[ListedLine]
    total: int
    is_total_exact: bool
    """Whether that is all; counting ends at some number."""
    is_cut: bool
    """Whether so many names begin with what was searched for that not all were looked at."""


class _Row(NamedTuple):
    player_id: int
    name: str
    active_on: date
    spot: Any


class _Count(NamedTuple):
    total: int


class _Shape(NamedTuple):
    """What tells the statement of one list from that of another."""

    order: Order
    is_active: bool
    has_lowest: bool
    has_highest: bool
    is_search: bool
    has_cursor: bool = False
    is_backwards: bool = False


class _Cursor(NamedTuple):
    """The place of one player in the list."""

    spot: Any
    player_id: int

    @classmethod
    def read(cls, order: Order, text: str) -> "_Cursor":
        """The place that a text in an address stands for."""
        word, _, number = text.rpartition("~")
        player_id = int(number) if number.isascii() and number.isdigit() else 0
        try:
            spot = _SPOTS[order](word)
        except ValueError:
            spot = None
        if spot is None or not is_id(player_id):
            raise InputError("This address of a further page is not complete. Please begin with the first page.")
        return cls(spot, player_id)

    @property
    def text(self) -> str:
        """The place as text for an address."""
        return f"{self.spot}~{self.player_id}"


def listed_players(
    reader: Reader, wanted: PlayersWanted, viewer_id: int | None, *, after: str = "", before: str = ""
) -> PlayersFound:
    """
    A page of the list. Each statement reads a bounded part of one index, however many players there are.

    :param after: the cursor after which the page begins; empty for the first page.
    :param before: the cursor before which it ends instead.
    :raises InputError: the cursor stands for no place.
    """
    shape = _Shape(
        wanted.order, wanted.is_active, wanted.lowest is not None, wanted.highest is not None, bool(wanted.search)
    )
    asked = _asked(wanted)
    total = _counting(shape).all(reader.connection, {**asked, "most": MOST_COUNTED + 1})[0].total
    is_cut = bool(wanted.search) and _found_counting().all(reader.connection, asked)[0].total > MOST_FOUND
    cursor = before or after
    paged = shape._replace(has_cursor=bool(cursor), is_backwards=bool(before))
    if cursor:
        place = _Cursor.read(wanted.order, cursor)
        asked |= {"spot": place.spot, "player": place.player_id}
    rows = _paging(paged).all(reader.connection, {**asked, "most": PAGE + 1})
    page = page_at(
        rows,
        lambda kept: _lines(reader, kept, viewer_id),
        lambda row: _Cursor(row.spot, row.player_id).text,
        size=PAGE,
        is_after=bool(after),
        is_before=bool(before),
    )
    return PlayersFound(page, min(total, MOST_COUNTED), total <= MOST_COUNTED, is_cut)


def _asked(wanted: PlayersWanted) -> dict[str, Any]:
    asked: dict[str, Any] = {"game": wanted.game}
    if wanted.lowest is not None:
        asked["lowest"] = wanted.lowest - _HALF
    if wanted.highest is not None:
        asked["highest"] = wanted.highest + _HALF
    if wanted.search:
        begin = search_text(wanted.search)
        asked |= {"begin": begin, "end": begin + _LAST_SIGN}
    return asked


def _found() -> Select[Any]:
    """The players who have a name, or a word of one, that begins as was searched for."""
    word = NAME_WORD.c.word
    ends = (word >= bindparam("begin", type_=word.type), word < bindparam("end", type_=word.type))
    return select(NAME_WORD.c.player_id).where(*ends).order_by(word)


@cache
def _found_counting() -> CompiledQuery[_Count]:
    return CompiledQuery(
        select(func.count().label("total")).select_from(_found().limit(MOST_FOUND + 1).subquery()), _Count
    )


def _which(shape: _Shape) -> Select[Any]:
    """The listed rows that are wanted, in no order yet."""
    game = unindexed(LISTED.c.game) if shape.is_search else LISTED.c.game
    spot = _COLUMNS[shape.order].label("spot")
    rows = select(LISTED.c.player_id, LISTED.c.active_on, spot).where(game == bindparam("game"))
    if shape.is_search:
        found = _found().limit(MOST_FOUND).subquery("found")
        rows = rows.where(LISTED.c.player_id.in_(select(found.c.player_id)))
    if shape.is_active:
        rows = rows.where(IS_ACTIVE)
    if shape.has_lowest:
        rows = rows.where(LISTED.c.rating >= bindparam("lowest", type_=LISTED.c.rating.type))
    if shape.has_highest:
        rows = rows.where(LISTED.c.rating < bindparam("highest", type_=LISTED.c.rating.type))
    return rows


@cache
def _counting(shape: _Shape) -> CompiledQuery[_Count]:
    counted = _which(shape).limit(bindparam("most", type_=Integer)).subquery("counted")
    return CompiledQuery(select(func.count().label("total")).select_from(counted), _Count)


@cache
def _paging(shape: _Shape) -> CompiledQuery[_Row]:
    spot, player = _COLUMNS[shape.order], LISTED.c.player_id
    is_upwards = (shape.order is Order.NAME) != shape.is_backwards
    rows = _which(shape)
    if shape.has_cursor:
        here, place = _place(shape.order, spot, player), _place(shape.order, *_cursor(spot))
        rows = rows.where(here > place if is_upwards else here < place)
    which = rows.order_by(*_ordered(shape.order, spot, player, is_upwards=is_upwards))
    page = which.limit(bindparam("most", type_=Integer)).subquery("page")
    return CompiledQuery(
        select(page.c.player_id, PLAYER.c.name, page.c.active_on, page.c.spot)
        .join_from(page, PLAYER, PLAYER.c.id == page.c.player_id)
        .where(PLAYER.c.closed_at.is_(None), PLAYER.c.is_unlisted.is_(False))
        .order_by(*_ordered(shape.order, page.c.spot, page.c.player_id, is_upwards=is_upwards)),
        _Row,
    )


def _cursor(spot: ColumnElement[Any]) -> tuple[ColumnElement[Any], ColumnElement[Any]]:
    return bindparam("spot", type_=spot.type), bindparam("player", type_=Integer)


def _place(order: Order, spot: ColumnElement[Any], player: ColumnElement[Any]) -> ColumnElement[Any]:
    # No two players have the same name.
    return spot if order is Order.NAME else tuple_(spot, player)


def _ordered(
    order: Order, spot: ColumnElement[Any], player: ColumnElement[Any], *, is_upwards: bool
) -> Iterator[ColumnElement[Any]]:
    columns = (spot,) if order is Order.NAME else (spot, player)
    return (column.asc() if is_upwards else column.desc() for column in columns)


def _lines(reader: Reader, rows: Sequence[_Row], viewer_id: int | None) -> Iterator[ListedLine]:
    """The players of *rows* with what else is known of them: three statements."""
    if not rows:
        return
    players = [row.player_id for row in rows]
    ratings, reliable = ratings_of_some(reader, players), reliability_of_some(reader, players)
    running = {row.player_id: row.games for row in reader.connection.execute(_RUNNING, {"players": players})}
    infos, today = reader.registry.games(), day_of(reader.now)
    for row in rows:
        known = ((info.title, ratings.get((row.player_id, info.game), "")) for info in infos)
        yield ListedLine(
            row.name,
            tuple((title, words) for title, words in known if words),
            reliable.get(row.player_id),
            _active_words(today - row.active_on),
            running.get(row.player_id, 0),
            row.player_id == viewer_id,
        )


def _active_words(since: timedelta) -> str:
    """How lately somebody was here, in words that tell no habits."""
    if since.days < _WEEK:
        return "active this week"
    return "active this month" if since.days <= _MONTH else "not active for a month or more"
