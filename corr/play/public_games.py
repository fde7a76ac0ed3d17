"""The games that anybody may watch, by game, player and state, a page at a time."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cache
from typing import Any, Final, NamedTuple

from sqlalchemy import ColumnElement, Select, and_, bindparam, func, select, tuple_, union_all

from corr.base.paging import KeysetPage, Place, page_at
from corr.base.uow import Reader
from corr.game.game_row import GAME, PLAYERS, SEAT, SEATS, TURN, joined_seats
from corr.game.words import outcome_words
from corr.games.seats import FIRST, SECOND, Seat
from corr.ratings.player_ratings import ratings_of_some
from corr.store.compiled_statements import CompiledQuery, fixed
from corr.store.tables.games import GameState

PAGE: Final = 24
"""How many games one page shows: full rows of two, three and four."""
_MINE = SEAT.alias("mine")
_BOTH: Final = (FIRST, SECOND)
# Each is written as the index has it that gives the order: `ix_game_state`, `ix_game_ended`, or one with the ruleset.
_IS_OVER = GAME.c.ended_at.is_not(None)
# Running games and those that are over, as the index has it that gives the order: one by state, or one by ruleset.
_OF_ALL = (GAME.c.state == GameState.RUNNING.value, and_(GAME.c.state == GameState.OVER.value, _IS_OVER))
_OF_A_GAME = (GAME.c.ended_at.is_(None), _IS_OVER)


@dataclass(frozen=True, slots=True)
class GamesWanted:
    """Which games somebody wants to see."""

    is_over: bool = False
    """Whether those that are over, the last ended first, or those that run, the last played first."""
    game: str = ""
    """The name of a game; empty for all games."""
    player_id: int | None = None
    """Somebody who plays, or played, in them; None for anybody."""


_TOP = Place(datetime(9999, 1, 1, tzinfo=UTC), "~")
"""A place before all games."""


@dataclass(frozen=True, slots=True)
class WatchedSeat:
    """One side of a game in a list."""

    seat: Seat
    title: str
    name: str
    rating: str
    """The player's rating in this game, such as "1612"; empty if there is none."""
    is_due: bool
    has_won: bool

    @property
    def mark(self) -> str:
        """What sets this side apart; empty if nothing does."""
        return "to play" if self.is_due else "won" if self.has_won else ""


@dataclass(frozen=True, slots=True)
class WatchedGame:
    """A game in a list, as anybody may see it."""

    id: str
    game: str
    title: str
    version: int
    seats: tuple[WatchedSeat, WatchedSeat]
    turn_number: int
    is_over: bool
    is_frozen: bool
    outcome_words: str
    created_at: datetime
    last_turn_at: datetime | None
    """None before the first turn."""
    ended_at: datetime | None

    @property
    def words(self) -> str:
        """How it ended, or how far it is."""
        if self.is_over:
            return self.outcome_words
        return f"turn {self.turn_number}, frozen" if self.is_frozen else f"turn {self.turn_number}"


class WatchedRow(NamedTuple):
    """A row of such a list."""

    id: str
    ruleset: str
    version: int
    turn_number: int
    state: str
    winner: int | None
    reason: str
    created_at: datetime
    ended_at: datetime | None
    frozen_at: datetime | None
    last_turn_at: datetime | None
    first_id: int
    second_id: int
    first_name: str
    second_name: str
    first_since: datetime | None
    second_since: datetime | None
    listed_at: datetime


class _Query(NamedTuple):
    """What tells the statement of one list from that of another."""

    is_over: bool
    rulesets: int
    """How many rulesets the wanted game has; 0 for all games."""
    has_player: bool
    is_backwards: bool
    most: int
    """How many games it finds at most."""


def public_games(
    reader: Reader, wanted: GamesWanted, *, after: Place | None = None, before: Place | None = None, size: int = PAGE
) -> KeysetPage[WatchedGame]:
    """
    A page of the games that anybody may watch.

    :param after: the place after which the page begins; None for the first page.
    :param before: the place before which it ends instead.
    :raises NotFoundError: there is no such game.
    """
    rulesets = _rulesets(reader, wanted.game) if wanted.game else ()
    has_player, is_backwards = wanted.player_id is not None, before is not None
    query = _statement(_Query(wanted.is_over, len(rulesets), has_player, is_backwards, size + 1))
    place = before or after or _TOP
    asked: dict[str, Any] = {"at": place.at, "game": place.id}
    asked |= {f"ruleset_{number}": ruleset for number, ruleset in enumerate(rulesets)}
    if wanted.player_id is not None:
        asked["player"] = wanted.player_id
    return page_at(
        query.all(reader.connection, asked),
        lambda rows: watched_games(reader, rows),
        lambda row: Place(row.listed_at, row.id).cursor,
        size=size,
        is_after=after is not None,
        is_before=before is not None,
    )


def _rulesets(reader: Reader, game: str) -> Sequence[str]:
    wanted = reader.registry.get_info(game).game
    return [info.ruleset for info in reader.registry.rulesets() if info.game == wanted]


@cache
def _statement(query: _Query) -> CompiledQuery[WatchedRow]:
    return watched_rows(_which(query), is_backwards=query.is_backwards)


def watched_rows(ids: Select[Any], *, is_backwards: bool = False) -> CompiledQuery[WatchedRow]:
    """
    The statement for what lists show of some games, the latest first.

    :param ids: finds the games: `id`, and `listed_at`, the moment by which they are ordered.
    """
    which = ids.subquery("which")
    latest = (
        select(func.max(TURN.c.received_at))
        .where(TURN.c.game_id == GAME.c.id, TURN.c.number == GAME.c.turn_number - 1)
        .correlate(GAME)
        .scalar_subquery()
    )
    lines = select(
        GAME.c.id,
        GAME.c.ruleset,
        GAME.c.version,
        GAME.c.turn_number,
        GAME.c.state,
        GAME.c.winner,
        GAME.c.reason,
        GAME.c.created_at,
        GAME.c.ended_at,
        GAME.c.frozen_at,
        latest.label("last_turn_at"),
        *(seat.c.player_id.label(f"{name}_id") for name, seat in zip(("first", "second"), SEATS, strict=True)),
        *(player.c.name.label(f"{name}_name") for name, player in zip(("first", "second"), PLAYERS, strict=True)),
        *(seat.c.since.label(f"{name}_since") for name, seat in zip(("first", "second"), SEATS, strict=True)),
        which.c.listed_at,
    ).join_from(which, GAME, GAME.c.id == which.c.id)
    return CompiledQuery(
        joined_seats(lines).order_by(*_order(which.c.listed_at, which.c.id, is_backwards=is_backwards)), WatchedRow
    )


def _which(query: _Query) -> Select[Any]:
    """The ids of the games of a page, found in an index alone, with the moments by which they are ordered."""
    rulesets = [f"ruleset_{number}" for number in range(query.rulesets)]
    if query.has_player:
        return _part(query, rulesets)
    if len(rulesets) <= 1:
        return _part(query, rulesets)
    parts = [_part(query, [ruleset]).subquery(ruleset) for ruleset in rulesets]
    merged = union_all(*(select(part.c.id, part.c.listed_at) for part in parts)).subquery("merged")
    order = _order(merged.c.listed_at, merged.c.id, is_backwards=query.is_backwards)
    return select(merged.c.id, merged.c.listed_at).order_by(*order).limit(fixed(query.most))


def _part(query: _Query, rulesets: Collection[str]) -> Select[Any]:
    at: ColumnElement[Any]
    game_id: ColumnElement[Any]
    is_open: ColumnElement[bool] = GAME.c.is_private.is_(False)
    if rulesets:
        is_open &= GAME.c.ruleset.in_([bindparam(ruleset, type_=GAME.c.ruleset.type) for ruleset in rulesets])
    if not query.has_player:
        at, game_id = (GAME.c.ended_at if query.is_over else GAME.c.changed_at), GAME.c.id
        found = select(game_id.label("id"), at.label("listed_at")).where(is_open)
        found = found.where(_OF_A_GAME[query.is_over] if rulesets else _OF_ALL[query.is_over])
    elif query.is_over:
        at, game_id = _MINE.c.ended_at, _MINE.c.game_id
        found = select(game_id.label("id"), at.label("listed_at")).where(is_open)
        found = found.select_from(_MINE.join(GAME, GAME.c.id == _MINE.c.game_id))
        found = found.where(_MINE.c.player_id == bindparam("player"), _MINE.c.ended_at.is_not(None))
    else:
        # Each game is asked for by itself. In a join PostgreSQL expects as many of them to run as the player has
        # finished, times the share of games that run, and reads the games of everybody. Of a private one it is null.
        changed_at = select(GAME.c.changed_at).where(GAME.c.id == _MINE.c.game_id, is_open).scalar_subquery()
        running = (
            select(_MINE.c.game_id.label("id"), changed_at.label("listed_at"))
            .where(_MINE.c.player_id == bindparam("player"), _MINE.c.ended_at.is_(None))
            .subquery("running")
        )
        at, game_id = running.c.listed_at, running.c.id
        found = select(game_id, at)
    place = tuple_(bindparam("at", type_=GAME.c.changed_at.type), bindparam("game", type_=GAME.c.id.type))
    spot = tuple_(at, game_id)
    return (
        found.where(spot > place if query.is_backwards else spot < place)
        .order_by(*_order(at, game_id, is_backwards=query.is_backwards))
        .limit(fixed(query.most))
    )


def _order(*columns: ColumnElement[Any], is_backwards: bool) -> Iterator[ColumnElement[Any]]:
    return (column.asc() if is_backwards else column.desc() for column in columns)


def watched_games(reader: Reader, rows: Sequence[WatchedRow]) -> Iterator[WatchedGame]:
    """The games of *rows*, with the ratings of their players: one statement."""
    ratings = ratings_of_some(reader, {one for row in rows for one in (row.first_id, row.second_id)}) if rows else {}
    for row in rows:
        info = reader.registry.get_rules(row.ruleset).info
        is_over = row.state == GameState.OVER.value
        winner = None if row.winner is None else Seat(row.winner)
        players = ((row.first_id, row.first_name, row.first_since), (row.second_id, row.second_name, row.second_since))
        first, second = (
            WatchedSeat(
                seat=seat,
                title=info.seats[seat],
                name=name,
                rating=ratings.get((player_id, info.game), ""),
                is_due=since is not None and row.frozen_at is None and not is_over,
                has_won=is_over and winner == seat,
            )
            for seat, (player_id, name, since) in zip(_BOTH, players, strict=True)
        )
        yield WatchedGame(
            id=row.id,
            game=info.game,
            title=info.title,
            version=row.version,
            seats=(first, second),
            turn_number=row.turn_number,
            is_over=is_over,
            is_frozen=row.frozen_at is not None,
            outcome_words=outcome_words(info, winner, row.reason) if is_over else "",
            created_at=row.created_at,
            last_turn_at=row.last_turn_at,
            ended_at=row.ended_at,
        )
