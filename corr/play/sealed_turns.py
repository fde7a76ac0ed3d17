"""Sealed turns: where several seats choose at the same time, a turn waits unseen until those of all are in."""

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from datetime import datetime

from sqlalchemy import bindparam, exists, func, insert, or_, select
from sqlalchemy.exc import IntegrityError

from corr.base import tokens
from corr.base.uow import Reader, UnitOfWork
from corr.errors import ConflictError, TooManyError
from corr.game.game_row import GameRow
from corr.games.api import AnyDraft, AnyRules, Rules
from corr.games.seats import Seat
from corr.store.base import table
from corr.store.tables.games import SealedTurn

SEALED = table(SealedTurn)

_MOST_CHANGES = 100
"""How often one seat may hand in a turn for the same moment."""
_COLUMNS = (
    SEALED.c.seat,
    SEALED.c.text,
    SEALED.c.door,
    SEALED.c.received_at,
    SEALED.c.order_key,
    SEALED.c.nonce,
)
_LATEST_IDS = (
    select(func.max(SEALED.c.id))
    .where(SEALED.c.game_id == bindparam("game"), SEALED.c.number == bindparam("number"))
    .group_by(SEALED.c.seat)
)
_KNOWN = (
    select(*_COLUMNS)
    .where(
        SEALED.c.game_id == bindparam("game"),
        SEALED.c.number == bindparam("number"),
        or_(SEALED.c.seat == bindparam("of_seat"), SEALED.c.id.in_(_LATEST_IDS)),
    )
    .order_by(SEALED.c.id)
)
_EARLIER = SEALED.alias("earlier")
_IS_CHANGED = exists().where(
    _EARLIER.c.game_id == SEALED.c.game_id,
    _EARLIER.c.number == SEALED.c.number,
    _EARLIER.c.seat == SEALED.c.seat,
    _EARLIER.c.id < SEALED.c.id,
)
_LATEST = select(*_COLUMNS, _IS_CHANGED).where(SEALED.c.id.in_(_LATEST_IDS)).order_by(SEALED.c.seat)
_OF_ORDER = select(SEALED.c.number, SEALED.c.text).where(
    SEALED.c.game_id == bindparam("game"), SEALED.c.seat == bindparam("seat"), SEALED.c.order_key == bindparam("key")
)
_KEEP = insert(SEALED)


@dataclass(frozen=True, slots=True)
class HandedIn:
    """A turn that came in."""

    seat: Seat
    text: str = field(repr=False)
    """In canonical notation."""
    door: str
    """How it came: "web" or "mail"."""
    received_at: datetime
    order_key: str | None = field(default=None, repr=False)
    """The key of the form or of the mail: the same key is the same order."""
    nonce: str | None = field(default=None, repr=False)
    """What hides its word in a commitment; None if it never waited sealed."""
    is_changed: bool = False
    """Whether it replaced an earlier one of its seat."""


def sealed_turns(reader: Reader, game_id: str, number: int, seat: Seat) -> tuple[HandedIn, ...]:
    """
    All turns of *seat* for that number, in order, and the latest of each other seat.

    How often another seat changed its turn makes no difference, not even to the time that this takes.
    """
    rows = reader.connection.execute(_KNOWN, {"game": game_id, "number": number, "of_seat": seat})
    return tuple(HandedIn(*row) for row in rows)


def latest_sealed(reader: Reader, game_id: str, number: int) -> tuple[HandedIn, ...]:
    """The latest turn of each seat for that number; seats without one are left out."""
    rows = reader.connection.execute(_LATEST, {"game": game_id, "number": number})
    return tuple(HandedIn(*row) for row in rows)


def find_of_order(reader: Reader, game_id: str, seat: Seat, order_key: str) -> tuple[int, str] | None:
    """The number and text of the turn that *seat* handed in by that order, even if it was changed since."""
    row = reader.connection.execute(_OF_ORDER, {"game": game_id, "seat": seat, "key": order_key}).first()
    return None if row is None else (row.number, row.text)


def has_secrets(rules: AnyRules) -> bool:
    """Whether turns by these rules can hide something."""
    return type(rules).secret is not Rules.secret


def latest_by_seat(turns: Iterable[HandedIn]) -> dict[Seat, HandedIn]:
    """The latest turn of each seat."""
    return {turn.seat: turn for turn in turns}


def keep_sealed(uow: UnitOfWork, game_row: GameRow, turn: HandedIn, *, earlier: int) -> HandedIn:
    """
    Let *turn* wait, and give it with its nonce.

    :param earlier: how many the seat has handed in for this number before.
    :raises ConflictError: its order was used before for something else.
    """
    if earlier >= _MOST_CHANGES:
        raise TooManyError(
            f"This was changed {_MOST_CHANGES - 1} times, which has to be enough; what you chose last stands."
        )
    kept = replace(turn, nonce=tokens.new_nonce())
    try:
        uow.connection.execute(_KEEP, turn_columns(game_row, kept))
    except IntegrityError as fault:
        raise ConflictError("This form was used before; please load the page again.") from fault
    return kept


def turn_columns(game_row: GameRow, turn: HandedIn) -> dict[str, object]:
    """What is stored of *turn*, the one that is due, whether it waits or is played."""
    return {
        "game_id": game_row.id,
        "number": game_row.turn_number,
        "seat": turn.seat,
        "text": turn.text,
        "door": turn.door,
        "received_at": turn.received_at,
        "order_key": turn.order_key,
        "nonce": turn.nonce,
    }


def drafts_of(rules: AnyRules, position: object, turns: Iterable[HandedIn]) -> dict[Seat, AnyDraft]:
    """Those turns, read again in *position*."""
    return {turn.seat: rules.read(rules.begin(position, turn.seat), turn.text) for turn in turns}
