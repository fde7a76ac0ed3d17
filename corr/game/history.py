"""The history of a game beside its turns: each act, and each change of a clock with its reason, is recorded."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import bindparam, exists, insert, select

from corr.base.uow import Reader, UnitOfWork
from corr.errors import InputError
from corr.game.words import EventKind
from corr.games.seats import Seat
from corr.store.base import table
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
