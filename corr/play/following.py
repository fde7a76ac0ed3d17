"""Following players, games and leagues: beginning, changing and ending it."""

import hmac
from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import timedelta
from typing import Any

from sqlalchemy import ColumnElement, RowMapping, Select, bindparam, delete, func, insert, or_, select, update

from corr.base import rate_limits
from corr.base.tokens import keyed_token
from corr.base.uow import Reader, UnitOfWork
from corr.errors import InputError, NotAllowedError, NotFoundError, TooManyError, read_choice
from corr.game.game_row import GAME, PLAYER, PLAYERS, SEAT, check_id, joined_seats
from corr.play.followed_facts import FOLLOW, NEWS, BoardNow
from corr.play.meeting import you_have_blocked
from corr.play.proposed_terms import lock_proposer
from corr.players.blocks import wishes_about
from corr.players.profiles import player_named
from corr.store.base import is_id, table
from corr.store.tables.follows import FollowWay
from corr.store.tables.leagues import League, Season

MOST = 500
"""How many players, games and leagues one player follows at most."""
_LEAGUE, _SEASON = table(League), table(Season)
_CHANGES = rate_limits.Limit(
    "follows", 1_000, timedelta(days=1), "You have begun or changed to follow 1,000 times, the most for one day."
)
_TARGETS = {"player": FOLLOW.c.followed_id, "game": FOLLOW.c.game_id, "league": FOLLOW.c.league_id}
_FOLLOWED = PLAYER.alias("followed")
_LINES: Select[Any] = (
    select(
        FOLLOW,
        _FOLLOWED.c.name.label("player_name"),
        _LEAGUE.c.name.label("league_name"),
    )
    .outerjoin(_FOLLOWED, _FOLLOWED.c.id == FOLLOW.c.followed_id)
    .outerjoin(_LEAGUE, _LEAGUE.c.id == FOLLOW.c.league_id)
    .where(FOLLOW.c.player_id == bindparam("player"))
    .order_by(FOLLOW.c.id.desc())
)
_GAME_NAMES = joined_seats(
    select(
        GAME.c.id,
        GAME.c.ruleset,
        GAME.c.version,
        GAME.c.turn_number,
        *(player.c.name.label(f"name_{n}") for n, player in enumerate(PLAYERS)),
    )
).where(GAME.c.id.in_(bindparam("games", expanding=True)))


@dataclass(frozen=True, slots=True)
class Target:
    """What can be followed: a player, a game or a league."""

    kind: str
    """"player", "game" or "league"."""
    id: int | str
    title: str
    path: str
    """Its address within the service."""
    asked: str
    """What stands for it in the address of the form: a player's name, or an id."""


@dataclass(frozen=True, slots=True)
class FollowView:
    """Something that a player follows."""

    id: int
    kind: str
    title: str
    path: str
    way: str
    """"feed", "digest" or "letter"; each contains the ones before it."""
    each_turn: bool
    board: BoardNow | None = None
    """The game, as it is now; None for anything else."""


def get_target(reader: Reader, kind: str, asked: str) -> Target:
    """
    What somebody would follow.

    :raises NotFoundError: there is no such player, league, or game that all may see.
    """
    if kind == "player":
        player = player_named(reader, asked)
        return Target(kind, player.id, player.name, f"/players/{player.name}", player.name)
    if kind == "game":
        check_id(asked)
        row = reader.connection.execute(_GAME_NAMES.where(GAME.c.is_private.is_(False)), {"games": [asked]}).first()
        if row is not None:
            return Target(kind, row.id, _game_title(reader, row), f"/games/{row.id}", row.id)
        raise NotFoundError("There is no such game.")
    if kind == "league":
        league = select(_LEAGUE.c.id, _LEAGUE.c.name).where(_LEAGUE.c.id == asked.lower())
        found = reader.connection.execute(league).first()
        if found is not None:
            return Target(kind, found.id, found.name, f"/leagues/{found.id}", found.id)
        raise NotFoundError("There is no such league.")
    raise NotFoundError("Only players, games and leagues can be followed.")


def find_follow(reader: Reader, player_id: int, target: Target) -> FollowView | None:
    """How the player follows *target*; None if not at all."""
    mine = (FOLLOW.c.player_id == player_id) & _is(target)
    row = reader.connection.execute(select(FOLLOW).where(mine)).mappings().first()
    return None if row is None else _view(row, target.title, target.path)


def is_followed(reader: Reader, kind: str, id_: int | str, by: int | None) -> bool:
    """
    Whether a player follows something.

    :param kind: of which kind it is, as in `Target`.
    :param by: the player; None stands for somebody who is not signed in, and asks nothing.
    """
    mine = select(FOLLOW.c.id).where(FOLLOW.c.player_id == by, _TARGETS[kind] == id_)
    return by is not None and reader.connection.execute(mine).first() is not None


def follow(uow: UnitOfWork, player_id: int, target: Target, way: str, *, each_turn: bool) -> None:
    """
    Follow something, or follow it in another way. Who is blocked follows like anybody, but is told nothing.

    :raises InputError: there is no such way, or it is oneself.
    :raises NotAllowedError: it is a player whom the player has blocked.
    :raises TooManyError: the player follows as much as one may.
    """
    chosen = read_choice(FollowWay, way, "Choose how you want to hear of it.", field="way")
    if target.kind == "player" and target.id == player_id:
        raise InputError("That is you: your own games stand under “Your games”.")
    if target.kind == "player" and wishes_about(uow, player_id, int(target.id)).is_block:
        raise NotAllowedError(you_have_blocked(target.title))
    lock_proposer(uow, player_id)
    rate_limits.count(uow, {_CHANGES: str(player_id)})
    mine = (FOLLOW.c.player_id == player_id) & _is(target)
    values = {"way": chosen.value, "each_turn": each_turn and target.kind == "game"}
    if uow.connection.execute(update(FOLLOW).where(mine).values(**values)).rowcount:
        return
    count = select(func.count()).where(FOLLOW.c.player_id == player_id)
    if uow.connection.execute(count).scalar_one() >= MOST:
        raise TooManyError(f"You follow {MOST} players, games and leagues, the most there can be. End some first.")
    followed = {_TARGETS[target.kind].name: target.id}
    uow.connection.execute(insert(FOLLOW).values(player_id=player_id, **followed, **values, created_at=uow.now))


def end_follow(uow: UnitOfWork, player_id: int, follow_id: int) -> None:
    """End following something; doing so again changes nothing."""
    if is_id(follow_id):
        uow.connection.execute(delete(FOLLOW).where(FOLLOW.c.id == follow_id, FOLLOW.c.player_id == player_id))


def end_all_follows(uow: UnitOfWork, player_id: int) -> None:
    """End following everything."""
    uow.connection.execute(delete(FOLLOW).where(FOLLOW.c.player_id == player_id))


def follows_of(reader: Reader, player_id: int) -> tuple[FollowView, ...]:
    """All that a player follows, the latest first."""
    rows = reader.connection.execute(_LINES, {"player": player_id}).mappings().all()
    ids = sorted({row["game_id"] for row in rows if row["game_id"]})
    games = _games(reader, ids) if ids else {}
    return tuple(_listed(reader, row, games) for row in rows)


def follows_behind(reader: Reader, player_id: int, fact: str) -> tuple[FollowView, ...]:
    """What a player follows because of which a fact was told, to be ended from its letter."""
    news = select(NEWS).where(NEWS.c.player_id == player_id, NEWS.c.fact == fact)
    found = reader.connection.execute(news).mappings().first()
    if found is None:
        return ()
    if found["game_id"]:
        seats = select(SEAT.c.player_id).where(SEAT.c.game_id == found["game_id"])
        which = or_(FOLLOW.c.game_id == found["game_id"], FOLLOW.c.followed_id.in_(seats))
    else:
        league = select(_SEASON.c.league_id).where(_SEASON.c.id == found["season_id"]).scalar_subquery()
        which = FOLLOW.c.league_id == league
    rows = reader.connection.execute(_LINES.where(which), {"player": player_id}).mappings().all()
    games = _games(reader, [found["game_id"]]) if found["game_id"] else {}
    return tuple(_listed(reader, row, games) for row in rows)


def stop_token(reader: Reader, follow_id: int) -> str:
    """The secret part of the address that ends one follow from a letter, always the same; empty if it has ended."""
    row = reader.connection.execute(select(FOLLOW).where(FOLLOW.c.id == follow_id)).mappings().first()
    # An id may be used again, so the token stands for what is followed, and by whom.
    whole = "" if row is None else " ".join(str(row[name]) for name in ("id", "player_id", *_names(), "created_at"))
    return f"{follow_id}-{keyed_token(reader.secret, 'stop-following', whole)}" if whole else ""


def find_stopped(reader: Reader, token: str) -> tuple[int, FollowView] | None:
    """The player and the follow that the token of a letter ends; None if it has ended, or never was."""
    number = token.partition("-")[0]
    follow_id = int(number) if number.isascii() and number.isdigit() and len(number) < len("2147483648") else 0
    if not follow_id or not hmac.compare_digest(stop_token(reader, follow_id).encode(), token.encode()):
        return None
    player_id: int = reader.connection.execute(select(FOLLOW.c.player_id).where(FOLLOW.c.id == follow_id)).scalar_one()
    return next(((player_id, one) for one in follows_of(reader, player_id) if one.id == follow_id), None)


def _names() -> list[str]:
    return [column.name for column in _TARGETS.values()]


def _is(target: Target) -> ColumnElement[bool]:
    return _TARGETS[target.kind] == target.id


def _games(reader: Reader, games: list[str]) -> Mapping[str, Any]:
    return {row.id: row for row in reader.connection.execute(_GAME_NAMES, {"games": games})}


def _game_title(reader: Reader, row: Any) -> str:  # noqa: ANN401 - a row of `_GAME_NAMES`
    return f"{row.name_0} – {row.name_1}, {reader.registry.get_rules(row.ruleset).info.title}"


def _listed(reader: Reader, row: RowMapping, games: Mapping[str, Any]) -> FollowView:
    if row["game_id"]:
        game = games[row["game_id"]]
        board = BoardNow(game.id, game.version, game.turn_number)
        return replace(_view(row, _game_title(reader, game), f"/games/{game.id}"), board=board)
    if row["league_id"]:
        return _view(row, row["league_name"], f"/leagues/{row['league_id']}")
    return _view(row, row["player_name"], f"/players/{row['player_name']}")


def _view(row: RowMapping, title: str, path: str) -> FollowView:
    kind = next(kind for kind, column in _TARGETS.items() if row[column.name] is not None)
    return FollowView(row["id"], kind, title, path, row["way"], row["each_turn"])
