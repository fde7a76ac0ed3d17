"""Takeovers: seats that another player took over in the middle of a game, who had them before, and until when."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple

from sqlalchemy import bindparam, select

from corr.base.uow import Reader
from corr.game.game_row import PLAYER, GameRow
from corr.game.words import EventKind
from corr.games.seats import Seat
from corr.store.base import table
from corr.store.compiled_statements import CompiledQuery
from corr.store.tables.games import GameEvent

_EVENT = table(GameEvent)


class _TakeoverRow(NamedTuple):
    seat: Seat
    at: datetime
    order_key: str


_OF_GAME = CompiledQuery(
    select(_EVENT.c.seat, _EVENT.c.at, _EVENT.c.order_key)
    .where(_EVENT.c.game_id == bindparam("game"), _EVENT.c.kind == EventKind.REPLACED.value)
    .order_by(_EVENT.c.id),
    _TakeoverRow,
)
_NAMES = select(PLAYER.c.id, PLAYER.c.name).where(PLAYER.c.id.in_(bindparam("players", expanding=True)))


@dataclass(frozen=True, slots=True)
class SeatTakeover:
    """The change of a seat from one player to another."""

    seat: Seat
    at: datetime
    left: int
    """The player who had it before."""
    name: str
    """The name of that player."""


def takeover_key(left: int, came: int, number: int) -> str:
    """The idempotency key of a takeover in a game, from which `exchanged` reads the two players."""
    return f"replaced:{left}:{came}:{number}"


def exchanged(key: str) -> tuple[int, int]:
    """The ids of the player who left a seat and of the one who took it over, from the key of the event."""
    _, left, came, *_ = key.split(":")
    return int(left), int(came)


def names_of(reader: Reader, players: Collection[int]) -> Mapping[int, str]:
    """The names of players, by their ids."""
    if not players:
        return {}
    return {row.id: row.name for row in reader.connection.execute(_NAMES, {"players": sorted(players)})}


def takeovers_of(reader: Reader, game_row: GameRow) -> tuple[SeatTakeover, ...]:
    """The takeovers in a game, in order; only games of leagues have any."""
    if game_row.season_id is None:
        return ()
    rows = reader.rows(_OF_GAME, {"game": game_row.id})
    left = [exchanged(row.order_key)[0] for row in rows]
    names = names_of(reader, set(left))
    return tuple(SeatTakeover(row.seat, row.at, player, names[player]) for row, player in zip(rows, left, strict=True))


def name_at(game_row: GameRow, takeovers: Sequence[SeatTakeover], seat: Seat, at: datetime) -> str:
    """The name of the player who had *seat* at a moment."""
    later = [found.name for found in takeovers if found.seat == seat and at < found.at]
    return later[0] if later else game_row.seats[seat].name


def taken_at(takeovers: Sequence[SeatTakeover], seat: Seat) -> datetime | None:
    """When the present player of *seat* took it over; None for a player who had it from the start."""
    return max((found.at for found in takeovers if found.seat == seat), default=None)
