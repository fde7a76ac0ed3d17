"""The history of a game beside its turns: acts, changes of clocks with their reasons, and takeovers of seats."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, NamedTuple

from sqlalchemy import bindparam, exists, insert, select

from corr.base.uow import Reader, UnitOfWork
from corr.errors import InputError
from corr.game.game_row import PLAYER, GameRow
from corr.game.words import EventKind
from corr.games.seats import Seat
from corr.store.base import table
from corr.store.compiled_statements import CompiledQuery
from corr.store.tables.games import GameEvent

_EVENT = table(GameEvent)
_OF_KEY = select(exists().where(_EVENT.c.game_id == bindparam("game"), _EVENT.c.order_key == bindparam("key")))
LONGEST_REASON = 300
"""The most characters that a reason may have."""


@dataclass(frozen=True, slots=True)
class Happening:
    """An event to be recorded in a game's history."""

    kind: EventKind
    seat: Seat | None = None
    """The seat whose act or clock it was; None if it concerns both."""
    door: str = ""
    """How the order came: "web" or "mail"; empty for what the service does itself."""
    amount_ms: int | None = None
    """By how much a clock was changed, in milliseconds."""
    until: datetime | None = None
    """Until when it holds, such as a leave."""
    reason: str = ""
    """Why, in the words of the person who did it."""
    by_player_id: int | None = None
    """Who did it, if neither player did."""
    order_key: str | None = None
    """The idempotency key: the same key in one game means the same event."""


def is_recorded(reader: Reader, game_id: str, order_key: str) -> bool:
    """Whether the history of the game has an event with that idempotency key already."""
    return bool(reader.connection.execute(_OF_KEY, {"game": game_id, "key": order_key}).scalar_one())


def record_event(uow: UnitOfWork, game_id: str, turn_number: int, happening: Happening) -> None:
    """
    Record *happening* in the history of a locked game.

    :param turn_number: the turn that is due.
    """
    record_events(uow, [(game_id, turn_number, happening)])


def record_events(uow: UnitOfWork, events: Sequence[tuple[str, int, Happening]]) -> None:
    """Record events, each as game id, number of the due turn and happening; with one statement."""
    if events:
        uow.connection.execute(insert(_EVENT), [_row(uow, *event) for event in events])


def _row(uow: UnitOfWork, game_id: str, turn_number: int, happening: Happening) -> dict[str, Any]:
    return {
        "game_id": game_id,
        "turn_number": turn_number,
        "seat": happening.seat,
        "kind": happening.kind.value,
        "at": uow.now,
        "door": happening.door,
        "amount_ms": happening.amount_ms,
        "until": happening.until,
        "reason": happening.reason,
        "by_player_id": happening.by_player_id,
        "order_key": happening.order_key,
    }


def read_reason(text: str) -> str:
    """
    The reason in *text*, on one line.

    :raises InputError: there is none, or it cannot be shown.
    """
    reason = " ".join(text.split())
    if not reason:
        raise InputError("Write a short reason: both players read it.", field="reason")
    if len(reason) > LONGEST_REASON:
        raise InputError(f"A reason has at most {LONGEST_REASON} letters; this one has {len(reason)}.", field="reason")
    if not reason.isprintable():
        raise InputError("The reason has characters that cannot be shown; please type it again.", field="reason")
    return reason


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
