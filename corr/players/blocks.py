"""
Blocks and mutes: whom a player wants no dealings with, or no words from; and whose challenges a player takes.

Nobody is ever told of a block or a mute, so nothing here gives out whose wish it was except to that player.
"""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import ColumnElement, Integer, Select, and_, bindparam, delete, exists, or_, select, update

from corr.base.rate_limits import Limit, count
from corr.base.uow import Reader, UnitOfWork
from corr.errors import InputError
from corr.store.base import table
from corr.store.statements import add_missing
from corr.store.tables.moderation import Block, BlockKind
from corr.store.tables.player_accounts import ChallengesFrom, Player

_BLOCK, _PLAYER = table(Block), table(Player)
_EVERYWHERE = ""
_BLOCKS = Limit("blocks", 100, timedelta(days=1), "You have blocked or muted 100 times, the most for one day.")
_BETWEEN = select(_BLOCK.c.player_id, _BLOCK.c.blocked_id).where(
    _BLOCK.c.kind == BlockKind.BLOCK.value,
    or_(
        and_(
            _BLOCK.c.player_id == bindparam("player", type_=Integer),
            _BLOCK.c.blocked_id.in_(bindparam("others", expanding=True)),
        ),
        and_(
            _BLOCK.c.blocked_id == bindparam("player", type_=Integer),
            _BLOCK.c.player_id.in_(bindparam("others", expanding=True)),
        ),
    ),
)
_LIST: Select[Any] = (
    select(_BLOCK.c.blocked_id.label("id"), _PLAYER.c.name, _BLOCK.c.kind, _BLOCK.c.game_id, _BLOCK.c.created_at)
    .join(_PLAYER, _PLAYER.c.id == _BLOCK.c.blocked_id)
    .where(_BLOCK.c.player_id == bindparam("player"))
    .order_by(_PLAYER.c.name_key, _BLOCK.c.game_id)
)


@dataclass(frozen=True, slots=True)
class BlockLine:
    """Somebody who is blocked or muted, as the player whose wish it is sees it."""

    id: int
    name: str
    kind: BlockKind
    game_id: str
    """The game in which they are muted; empty if it holds everywhere."""
    created_at: datetime


@dataclass(frozen=True, slots=True)
class BlocksBetween:
    """The blocks between a player and some others."""

    by_player: frozenset[int]
    """Those whom the player has blocked."""
    by_others: frozenset[int]
    """Those who have blocked the player. It must not be told."""


def block(uow: UnitOfWork, player_id: int, other_id: int, kind: BlockKind, *, game_id: str = _EVERYWHERE) -> None:
    """
    Block or mute somebody, everywhere or, with *game_id*, in one game; what was wished before gives way.

    :raises InputError: it is oneself.
    """
    if player_id == other_id:
        raise InputError("That is you: only others can be blocked or muted.")
    count(uow, {_BLOCKS: str(player_id)})
    wish = {"player_id": player_id, "blocked_id": other_id, "game_id": game_id}
    add_missing(uow.connection, _BLOCK, [{**wish, "kind": kind.value, "created_at": uow.now}])
    uow.connection.execute(update(_BLOCK).where(_is(wish)).values(kind=kind.value))


def unblock(uow: UnitOfWork, player_id: int, other_id: int, game_id: str = _EVERYWHERE) -> None:
    """Neither block nor mute somebody any more; doing so again changes nothing."""
    wish = {"player_id": player_id, "blocked_id": other_id, "game_id": game_id}
    uow.connection.execute(delete(_BLOCK).where(_is(wish)))


def blocks_of(reader: Reader, player_id: int) -> tuple[BlockLine, ...]:
    """All whom a player has blocked or muted, by name."""
    rows = reader.connection.execute(_LIST, {"player": player_id})
    return tuple(BlockLine(row.id, row.name, BlockKind(row.kind), row.game_id, row.created_at) for row in rows)


def blocks_between(reader: Reader, player_id: int, others: Collection[int]) -> BlocksBetween:
    """The blocks between a player and *others*, either way: one statement."""
    asked = {"player": player_id, "others": sorted(set(others))}
    rows = reader.connection.execute(_BETWEEN, asked).all() if others else ()
    return BlocksBetween(
        frozenset(row.blocked_id for row in rows if row.player_id == player_id),
        frozenset(row.player_id for row in rows if row.player_id != player_id),
    )


def is_blocked(reader: Reader, one_id: int, other_id: int) -> bool:
    """Whether one of the two has blocked the other."""
    found = blocks_between(reader, one_id, (other_id,))
    return bool(found.by_player or found.by_others)


def is_blocked_between(one: ColumnElement[int], other: ColumnElement[int]) -> ColumnElement[bool]:
    """The condition that one of two players has blocked the other."""
    ways = ((one, other), (other, one))
    between = or_(*(and_(_BLOCK.c.player_id == blocker, _BLOCK.c.blocked_id == blocked) for blocker, blocked in ways))
    return exists(select(_BLOCK.c.player_id).where(_BLOCK.c.kind == BlockKind.BLOCK.value, between))


def blocked_ids(reader: Reader, player_id: int) -> frozenset[int]:
    """Those whom a player has blocked, for lists that leave them out."""
    mine = select(_BLOCK.c.blocked_id).where(_BLOCK.c.player_id == player_id, _BLOCK.c.kind == BlockKind.BLOCK.value)
    return frozenset(reader.connection.execute(mine).scalars())


def challenges_from(reader: Reader, player_id: int) -> ChallengesFrom:
    """Whose challenges a player takes."""
    asked = select(_PLAYER.c.challenges_from).where(_PLAYER.c.id == player_id)
    return ChallengesFrom(reader.connection.execute(asked).scalar_one())


def set_challenges_from(uow: UnitOfWork, player_id: int, word: str) -> ChallengesFrom:
    """
    Change whose challenges a player takes.

    :raises InputError: it is none of the three choices.
    """
    try:
        wanted = ChallengesFrom(word)
    except ValueError:
        raise InputError("Choose who may challenge you.", field="challenges_from") from None
    uow.connection.execute(update(_PLAYER).where(_PLAYER.c.id == player_id).values(challenges_from=wanted.value))
    return wanted


def _is(wish: dict[str, Any]) -> ColumnElement[bool]:
    return and_(*(_BLOCK.c[name] == value for name, value in wish.items()))
