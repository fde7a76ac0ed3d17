"""
Blocks and mutes: whom a player wants no dealings with, or no words from; and whose challenges a player takes.

Nobody is ever told of a block or a mute, so nothing here gives out whose wish it was except to that player.
"""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, NamedTuple

from sqlalchemy import (
    ColumnElement,
    Integer,
    Select,
    and_,
    bindparam,
    case,
    delete,
    exists,
    func,
    literal,
    or_,
    select,
    update,
)

from corr.base.rate_limits import Limit, count
from corr.base.uow import Reader, UnitOfWork
from corr.errors import InputError, read_choice
from corr.store.base import add_missing, table
from corr.store.compiled_statements import CompiledQuery
from corr.store.tables.follows import Follow
from corr.store.tables.moderation import Block, BlockKind
from corr.store.tables.player_accounts import ChallengesFrom, Player

BLOCK, _PLAYER, _FOLLOW = table(Block), table(Player), table(Follow)
_EVERYWHERE = ""
WEIGHT_OF_BLOCK = 4
"""What a block adds to the number of `wish_stamp`."""
_BLOCKS = Limit("blocks", 100, timedelta(days=1), "You have blocked or muted 100 times, the most for one day.")
_BETWEEN = select(BLOCK.c.player_id, BLOCK.c.blocked_id, BLOCK.c.kind).where(
    BLOCK.c.game_id == _EVERYWHERE,
    or_(
        and_(
            BLOCK.c.player_id == bindparam("player", type_=Integer),
            BLOCK.c.blocked_id.in_(bindparam("others", expanding=True)),
        ),
        and_(
            BLOCK.c.kind == BlockKind.BLOCK.value,
            BLOCK.c.blocked_id == bindparam("player", type_=Integer),
            BLOCK.c.player_id.in_(bindparam("others", expanding=True)),
        ),
    ),
)
_LIST: Select[Any] = (
    select(BLOCK.c.blocked_id.label("id"), _PLAYER.c.name, BLOCK.c.kind, BLOCK.c.game_id, BLOCK.c.created_at)
    .join(_PLAYER, _PLAYER.c.id == BLOCK.c.blocked_id)
    .where(BLOCK.c.player_id == bindparam("player"))
    .order_by(_PLAYER.c.name_key, BLOCK.c.game_id)
)


class _Wish(NamedTuple):
    game_id: str
    kind: str


_WISHES = CompiledQuery(
    select(BLOCK.c.game_id, BLOCK.c.kind).where(
        BLOCK.c.player_id == bindparam("player"), BLOCK.c.blocked_id == bindparam("other")
    ),
    _Wish,
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
    muted: frozenset[int] = frozenset()
    """Those whom the player has muted."""

    @property
    def unheard(self) -> frozenset[int]:
        """Those whose words the player is not shown."""
        return self.by_player | self.muted


@dataclass(frozen=True, slots=True)
class Wishes:
    """What a player wants no more of from another one."""

    everywhere: BlockKind | None = None
    is_muted_here: bool = False
    """Whether they are muted in the game in question."""

    @property
    def word(self) -> str:
        """The wish in a word: "block", "mute", "game" if it is for that game alone, or "none"."""
        if self.everywhere is not None:
            return self.everywhere.value
        return "game" if self.is_muted_here else "none"

    @property
    def is_block(self) -> bool:
        """Whether the player has blocked them."""
        return self.everywhere is BlockKind.BLOCK

    @property
    def is_any(self) -> bool:
        """Whether words do not reach the player."""
        return self.everywhere is not None or self.is_muted_here


def block(uow: UnitOfWork, player_id: int, other_id: int, kind: BlockKind, *, game_id: str = _EVERYWHERE) -> None:
    """
    Block or mute somebody, everywhere or, with *game_id*, in one game; what was wished before gives way.
    Whoever blocks follows the other no more. The other still does, as it seems, and is told nothing.

    :raises InputError: it is oneself.
    """
    if player_id == other_id:
        raise InputError("That is you: only others can be blocked or muted.")
    count(uow, {_BLOCKS: str(player_id)})
    wish = {"player_id": player_id, "blocked_id": other_id, "game_id": game_id}
    add_missing(uow.connection, BLOCK, [{**wish, "kind": kind.value, "created_at": uow.now}])
    before = and_(_is(wish), BLOCK.c.kind != kind.value)
    uow.connection.execute(update(BLOCK).where(before).values(kind=kind.value, created_at=uow.now))
    if kind is BlockKind.BLOCK:
        mine = and_(_FOLLOW.c.player_id == player_id, _FOLLOW.c.followed_id == other_id)
        uow.connection.execute(delete(_FOLLOW).where(mine))


def unblock(uow: UnitOfWork, player_id: int, other_id: int, game_id: str = _EVERYWHERE) -> None:
    """Neither block nor mute somebody any more; doing so again changes nothing."""
    wish = {"player_id": player_id, "blocked_id": other_id, "game_id": game_id}
    uow.connection.execute(delete(BLOCK).where(_is(wish)))


def blocks_of(reader: Reader, player_id: int) -> tuple[BlockLine, ...]:
    """All whom a player has blocked or muted, by name."""
    rows = reader.connection.execute(_LIST, {"player": player_id})
    return tuple(BlockLine(row.id, row.name, BlockKind(row.kind), row.game_id, row.created_at) for row in rows)


def blocks_between(reader: Reader, player_id: int, others: Collection[int]) -> BlocksBetween:
    """The blocks between a player and *others*, either way, and the player's mutes: one statement."""
    asked = {"player": player_id, "others": sorted(set(others))}
    rows = reader.connection.execute(_BETWEEN, asked).all() if others else ()
    return BlocksBetween(
        frozenset(row.blocked_id for row in rows if row.player_id == player_id and row.kind == BlockKind.BLOCK.value),
        frozenset(row.player_id for row in rows if row.player_id != player_id),
        frozenset(row.blocked_id for row in rows if row.player_id == player_id and row.kind == BlockKind.MUTE.value),
    )


def is_blocked(reader: Reader, one_id: int, other_id: int) -> bool:
    """Whether one of the two has blocked the other."""
    found = blocks_between(reader, one_id, (other_id,))
    return bool(found.by_player or found.by_others)


def has_blocked(one: ColumnElement[int], other: ColumnElement[int]) -> ColumnElement[bool]:
    """The condition that one player has blocked another."""
    return exists(select(BLOCK.c.player_id).where(*_blocks(one, other)))


def blocked_since(reader: Reader, player_id: int, by_id: int) -> datetime | None:
    """Since when a player is blocked by another one; None if not at all."""
    asked = select(BLOCK.c.created_at).where(*_blocks(literal(by_id), literal(player_id)))
    return reader.connection.execute(asked).scalar()


def _blocks(one: ColumnElement[int], other: ColumnElement[int]) -> tuple[ColumnElement[bool], ...]:
    return BLOCK.c.player_id == one, BLOCK.c.blocked_id == other, BLOCK.c.kind == BlockKind.BLOCK.value


def is_blocked_between(one: ColumnElement[int], other: ColumnElement[int]) -> ColumnElement[bool]:
    """The condition that one of two players has blocked the other."""
    ways = ((one, other), (other, one))
    between = or_(*(and_(BLOCK.c.player_id == blocker, BLOCK.c.blocked_id == blocked) for blocker, blocked in ways))
    return exists(select(BLOCK.c.player_id).where(BLOCK.c.kind == BlockKind.BLOCK.value, between))


def is_muted(reader_id: ColumnElement[int], writer_id: ColumnElement[int]) -> ColumnElement[bool]:
    """The condition that a player has muted another one everywhere."""
    return is_unheard(reader_id, writer_id, literal(_EVERYWHERE))


def is_unheard(
    reader_id: ColumnElement[int], writer_id: ColumnElement[int], game_id: ColumnElement[str]
) -> ColumnElement[bool]:
    """The condition that a player has blocked or muted another one, everywhere or in that game."""
    wish = select(BLOCK.c.player_id).where(
        BLOCK.c.player_id == reader_id,
        BLOCK.c.blocked_id == writer_id,
        BLOCK.c.game_id.in_((_EVERYWHERE, game_id)),
    )
    return exists(wish)


def wish_stamp(player_id: ColumnElement[int], game_id: ColumnElement[str]) -> Select[Any]:
    """A number that differs for each set of a player's wishes about one other player, everywhere and in a game."""
    weight = case((BLOCK.c.game_id != _EVERYWHERE, 1), (BLOCK.c.kind == BlockKind.MUTE.value, 2), else_=WEIGHT_OF_BLOCK)
    wished = and_(BLOCK.c.player_id == player_id, BLOCK.c.game_id.in_((_EVERYWHERE, game_id)))
    return select(func.sum(weight)).where(wished)


def wishes_about(reader: Reader, player_id: int, other_id: int, game_id: str = _EVERYWHERE) -> Wishes:
    """What a player wants no more of from another one, everywhere and in that game."""
    asked = {"player": player_id, "other": other_id}
    found = {row.game_id: BlockKind(row.kind) for row in reader.rows(_WISHES, asked)}
    return Wishes(found.get(_EVERYWHERE), game_id in found if game_id else False)


def takes_words(reader: Reader, receiver_id: int, writer_id: int, game_id: str) -> bool:
    """Whether words of a writer reach their receiver, who may have muted them; a block stops them either way."""
    if wishes_about(reader, receiver_id, writer_id, game_id).is_any:
        return False
    return not is_blocked(reader, receiver_id, writer_id)


def takes_no_messages(name: str) -> str:
    """What is said to whoever wrote words that their receiver is not shown, by whatever wish."""
    return f"{name} takes no messages at the moment."


def challenges_from(reader: Reader, player_id: int) -> ChallengesFrom:
    """Whose challenges a player takes."""
    asked = select(_PLAYER.c.challenges_from).where(_PLAYER.c.id == player_id)
    return ChallengesFrom(reader.connection.execute(asked).scalar_one())


def set_challenges_from(uow: UnitOfWork, player_id: int, word: str) -> None:
    """
    Change whose challenges a player takes.

    :raises InputError: it is none of the three choices.
    """
    wanted = read_choice(ChallengesFrom, word, "Choose who may challenge you.", field="challenges_from")
    uow.connection.execute(update(_PLAYER).where(_PLAYER.c.id == player_id).values(challenges_from=wanted.value))


def _is(wish: dict[str, Any]) -> ColumnElement[bool]:
    return and_(*(BLOCK.c[name] == value for name, value in wish.items()))
