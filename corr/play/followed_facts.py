"""
What followers are told: facts wait in a table, and a job tells one after the other to all who follow.

A fact is noted in the transaction in which it happens, by one statement, and only if somebody follows: so it is never
lost, and a game costs the same however many follow it. The job tells some followers at a time and notes how far it came
in the transaction that tells them: so nobody is told twice.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cache
from typing import Any

from sqlalchemy import (
    BindParameter,
    ColumnElement,
    CompoundSelect,
    Insert,
    Row,
    RowMapping,
    Select,
    String,
    and_,
    bindparam,
    case,
    cast,
    delete,
    exists,
    insert,
    literal,
    or_,
    select,
    union_all,
    update,
)
from sqlalchemy.dialects import postgresql, sqlite

from corr.base import notices
from corr.base.uow import Reader, UnitOfWork
from corr.game.game_row import GAME, PLAYER, PLAYERS, SEAT, joined_seats
from corr.game.words import outcome_words
from corr.games.seats import Seat
from corr.players.blocks import has_blocked
from corr.players.names import isolated
from corr.store.base import changed, some_of, table
from corr.store.compiled_statements import CompiledChange
from corr.store.tables.follows import FactKind, Follow, FollowedFact, FollowNews, FollowWay
from corr.store.tables.leagues import League, Season

FOLLOW, NEWS = table(Follow), table(FollowNews)
PAGE = 50
"""How many news one page shows."""
_FACT, _LEAGUE, _SEASON = table(FollowedFact), table(League), table(Season)
_AT_ONCE = 200
_KEPT = timedelta(days=60)
"""How long news are kept."""
_RANKS = (FollowWay.FEED, FollowWay.DIGEST, FollowWay.LETTER)
_RANK = case({way.value: rank for rank, way in enumerate(_RANKS)}, value=FOLLOW.c.way)
_COLUMNS = ("key", "kind", "game_id", "season_id", "turn_number", "at", "told_to")
_GAMES: BindParameter[str] = bindparam("games", expanding=True, type_=GAME.c.id.type)
_NEXT: Select[Any] = select(_FACT).order_by(_FACT.c.at, _FACT.c.key).limit(1).with_for_update(skip_locked=True)
_OPEN = select(PLAYER.c.id).where(PLAYER.c.id == FOLLOW.c.player_id, PLAYER.c.closed_at.is_(None))
_OF_PLAYER: Select[Any] = (
    select(NEWS)
    .where(NEWS.c.player_id == bindparam("player"))
    .order_by(NEWS.c.told_at.desc(), NEWS.c.at.desc(), NEWS.c.fact)
)
_FOR_DIGEST = _OF_PLAYER.where(
    NEWS.c.way == FollowWay.DIGEST.value,
    NEWS.c.told_at > bindparam("since"),
    NEWS.c.told_at <= bindparam("until"),
).limit(PAGE)
_GAMES_SHOWN = joined_seats(
    select(
        GAME.c.id,
        GAME.c.ruleset,
        GAME.c.winner,
        GAME.c.reason,
        GAME.c.version,
        GAME.c.turn_number,
        *(player.c.name.label(f"name_{number}") for number, player in enumerate(PLAYERS)),
    )
).where(GAME.c.id.in_(_GAMES), GAME.c.is_private.is_(False))
_SEASONS_SHOWN = (
    select(_SEASON.c.id, _SEASON.c.number, _SEASON.c.league_id, _LEAGUE.c.name)
    .join(_LEAGUE, _LEAGUE.c.id == _SEASON.c.league_id)
    .where(_SEASON.c.id.in_(bindparam("seasons", expanding=True)))
)
_SEASON_WORDS = {
    FactKind.SEASON_OPENED: "{} can be joined",
    FactKind.SEASON_STARTED: "{} has begun",
    FactKind.SEASON_ENDED: "{} is over",
}


@dataclass(frozen=True, slots=True)
class BoardNow:
    """What a small board needs to know of a game that all may see."""

    id: str
    version: int
    turn_number: int


@dataclass(frozen=True, slots=True)
class News:
    """A fact as a follower reads it."""

    fact: str
    words: str
    detail: str
    """What else there is to say, in a sentence; or empty."""
    path: str
    """The address of what it is about, within the service."""
    at: datetime
    board: BoardNow | None = None
    """The game that it is about, as it is now; None if it is about a season."""


def note_games(uow: UnitOfWork, kind: FactKind, games: Collection[str]) -> None:
    """Note for followers that *games* have begun, gone on by a turn, or ended: one statement."""
    if games:
        asked = {"games": sorted(games), "at": uow.now}
        _noting_games(kind, is_sqlite=uow.is_sqlite).run(uow.connection, asked)


def note_season(uow: UnitOfWork, kind: FactKind, league_id: str, season_id: int) -> None:
    """Note for followers of a league what became of a season: one statement."""
    followed = exists(select(FOLLOW.c.id).where(FOLLOW.c.league_id == league_id))
    row = select(
        literal(f"{kind.value}:{season_id}"),
        literal(kind.value),
        literal(None, String()),
        literal(season_id),
        literal(0),
        literal(uow.now, _FACT.c.at.type),
        literal(0),
    ).where(followed)
    uow.connection.execute(_new_fact(is_sqlite=uow.is_sqlite).from_select(_COLUMNS, row).on_conflict_do_nothing())


def tell_next_followers(uow: UnitOfWork) -> bool:
    """Tell a fact to some of those who follow, or forget old news; False if there is nothing to do."""
    fact = uow.connection.execute(_NEXT).first()
    if fact is None:
        return changed(uow.connection, delete(NEWS).where(some_of(NEWS, NEWS.c.told_at < uow.now - _KEPT, 500))) > 0
    rows, told_to = _followers(uow, fact)
    if rows:
        uow.connection.execute(insert(NEWS), [_news_row(uow, fact, player, way) for player, way in rows])
        for player, way in rows:
            if way is FollowWay.LETTER:
                uow.tell(notices.followed(fact.key, player))
    mine = _FACT.c.key == fact.key
    uow.connection.execute(
        delete(_FACT).where(mine) if told_to is None else update(_FACT).where(mine).values(told_to=told_to)
    )
    return True


def news_for_digest(reader: Reader, player_id: int, *, since: datetime, until: datetime) -> tuple[News, ...]:
    """What a player's digest tells of whom and what they follow, in the order in which it happened."""
    rows = reader.connection.execute(_FOR_DIGEST, {"player": player_id, "since": since, "until": until})
    return shown_news(reader, rows.mappings().all())[::-1]


def news_of(reader: Reader, player_id: int, fact: str) -> News | None:
    """One of a player's news; None if there is nothing to tell of it any more."""
    mine = select(NEWS).where(NEWS.c.player_id == player_id, NEWS.c.fact == fact)
    return next(iter(shown_news(reader, reader.connection.execute(mine).mappings().all())), None)


def latest_news(player_id: int) -> Select[Any]:
    """The statement for all news of a player, the latest first."""
    return _OF_PLAYER.params(player=player_id)


def shown_news(reader: Reader, rows: Sequence[RowMapping | Row[Any]]) -> tuple[News, ...]:
    """The news in *rows*, as things stand now: two statements."""
    found = [row if isinstance(row, RowMapping) else row._mapping for row in rows]  # noqa: SLF001 - SQLAlchemy's public name
    games = {row["game_id"] for row in found if row["game_id"]}
    seasons = {row["season_id"] for row in found if row["season_id"]}
    shown_games: dict[str, Any] = (
        {row.id: row for row in reader.connection.execute(_GAMES_SHOWN, {"games": sorted(games)})} if games else {}
    )
    shown_seasons: dict[int, Any] = (
        {row.id: row for row in reader.connection.execute(_SEASONS_SHOWN, {"seasons": sorted(seasons)})}
        if seasons
        else {}
    )
    news = []
    for row in found:
        if row["game_id"] in shown_games:
            news.append(_of_game(reader, row, shown_games[row["game_id"]]))
        elif row["season_id"] in shown_seasons:
            news.append(_of_season(row, shown_seasons[row["season_id"]]))
    return tuple(news)


def _of_game(reader: Reader, row: RowMapping, game: Row[Any]) -> News:
    info = reader.registry.get_rules(game.ruleset).info
    names = isolated(game.name_0), isolated(game.name_1)
    kind, detail = FactKind(row["kind"]), ""
    if kind is FactKind.BEGUN:
        words = f"{names[0]} and {names[1]} began a game of {info.title}"
    elif kind is FactKind.TURN:
        words = f"Turn {row['turn_number']} was made in the game of {info.title} between {names[0]} and {names[1]}"
    else:
        winner = None if game.winner is None else Seat(game.winner)
        words = (
            f"The game of {info.title} between {names[0]} and {names[1]} is over"
            if winner is None
            else f"{names[winner]} won against {names[1 - winner]} in {info.title}"
        )
        detail = outcome_words(info, winner, game.reason, names)
    board = BoardNow(game.id, game.version, game.turn_number)
    return News(row["fact"], words, detail, f"/games/{game.id}", row["at"], board)


def _of_season(row: RowMapping, season: Row[Any]) -> News:
    words = _SEASON_WORDS[FactKind(row["kind"])].format(f"{season.name}, season {season.number},")
    return News(row["fact"], words, "", f"/leagues/{season.league_id}/{season.number}", row["at"])


def _news_row(uow: UnitOfWork, fact: Row[Any], player_id: int, way: FollowWay) -> dict[str, object]:
    return {
        "player_id": player_id,
        "fact": fact.key,
        "kind": fact.kind,
        "way": way.value,
        "game_id": fact.game_id,
        "season_id": fact.season_id,
        "turn_number": fact.turn_number,
        "at": fact.at,
        "told_at": uow.now,
    }


def _followers(uow: UnitOfWork, fact: Row[Any]) -> tuple[list[tuple[int, FollowWay]], int | None]:
    """The next followers of a fact, each with the way that tells most, and the last of them; None after all of them."""
    players: list[int] = []
    asked = {"after": fact.told_to, "game": fact.game_id, "most": _AT_ONCE}
    if fact.game_id is not None:
        seats = select(SEAT.c.player_id).where(SEAT.c.game_id == fact.game_id).order_by(SEAT.c.seat)
        players = list(uow.connection.execute(seats).scalars())
        asked |= {"first": players[0], "second": players[1]}
    else:
        season = select(_SEASON.c.league_id).where(_SEASON.c.id == fact.season_id)
        asked["league"] = uow.connection.execute(season).scalar_one()
    rows = uow.connection.execute(_following(FactKind(fact.kind)), asked).all()
    # A part that is full may have more: beyond its last follower nothing is known of it.
    counts: dict[int, list[int]] = {}
    for row in rows:
        counts.setdefault(row.part, []).append(row.player_id)
    last = min((found[-1] for found in counts.values() if len(found) == _AT_ONCE), default=None)
    ranks: dict[int, int] = {}
    for row in rows:
        # Those who play hear of it anyway.
        if row.player_id not in players and (last is None or row.player_id <= last):
            ranks[row.player_id] = max(ranks.get(row.player_id, 0), row.rank)
    return [(player, _RANKS[rank]) for player, rank in sorted(ranks.items())], last


@cache
def _following(kind: FactKind) -> CompoundSelect[Any]:
    """The followers whom a fact of a *kind* is told, some of each way to follow it, in the order of their ids."""
    if kind is FactKind.TURN:
        ways = [and_(FOLLOW.c.game_id == bindparam("game"), FOLLOW.c.each_turn)]
    elif kind in {FactKind.BEGUN, FactKind.OVER}:
        ways = [FOLLOW.c.game_id == bindparam("game")]
        is_told = ~has_blocked(FOLLOW.c.followed_id, FOLLOW.c.player_id)
        ways += [and_(FOLLOW.c.followed_id == bindparam(name), is_told) for name in ("first", "second")]
    else:
        ways = [FOLLOW.c.league_id == bindparam("league")]
    parts = [
        select(FOLLOW.c.player_id, _RANK.label("rank"), literal(number).label("part"))
        .where(way, FOLLOW.c.player_id > bindparam("after"), exists(_OPEN))
        .order_by(FOLLOW.c.player_id)
        .limit(bindparam("most"))
        .subquery(f"part_{number}")
        for number, way in enumerate(ways)
    ]
    found = union_all(*(select(part) for part in parts))
    return found.order_by(found.selected_columns.player_id)


@cache
def _noting_games(kind: FactKind, *, is_sqlite: bool) -> CompiledChange:
    of_game = FOLLOW.c.game_id == GAME.c.id
    if kind is FactKind.TURN:
        is_followed: ColumnElement[bool] = exists(select(FOLLOW.c.id).where(of_game, FOLLOW.c.each_turn))
        number = GAME.c.turn_number - 1
    else:
        of_player = (
            select(SEAT.c.game_id)
            .join(FOLLOW, FOLLOW.c.followed_id == SEAT.c.player_id)
            .where(SEAT.c.game_id == GAME.c.id)
        )
        is_followed = or_(exists(select(FOLLOW.c.id).where(of_game)), exists(of_player))
        number = GAME.c.turn_number
    # A game that organisers let go on may end twice, at another version.
    key = literal(f"{kind.value}:") + GAME.c.id + ":" + cast(GAME.c.version, String)
    row = select(
        key,
        literal(kind.value),
        GAME.c.id,
        literal(None, _FACT.c.season_id.type),
        number,
        bindparam("at", type_=_FACT.c.at.type),
        literal(0),
    ).where(GAME.c.id.in_(_GAMES), GAME.c.is_private.is_(False), is_followed)
    return CompiledChange(_new_fact(is_sqlite=is_sqlite).from_select(_COLUMNS, row).on_conflict_do_nothing())


def _new_fact(*, is_sqlite: bool) -> Any:  # noqa: ANN401 - the kinds of the two databases share no type that knows conflicts
    made: Insert = sqlite.insert(_FACT) if is_sqlite else postgresql.insert(_FACT)
    return made
