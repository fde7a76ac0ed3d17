"""
Held orders: orders from a mail that were not carried out at once, since they may not be meant, or not be the player's.

Most are asked back: nothing is done until the player confirms them, within a day. An unsure turn is delayed: it is
played by itself, unless its player stops it. Either way they count from when the mail came in.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from enum import StrEnum
from typing import Any

from sqlalchemy import ColumnElement, RowMapping, Select, and_, exists, not_, or_, select, update

from corr.base.tokens import hash_given, hash_token, new_token
from corr.base.uow import Reader, UnitOfWork
from corr.game.delayed_turns import HELD as _HELD
from corr.game.game_row import GAME, SEAT
from corr.store.base import add_new, some_of, table
from corr.store.tables.games import GameState, SealedTurn
from corr.store.tables.mails import HeldState

VALID_FOR = timedelta(days=1)
"""How long a held order can be confirmed."""
_NEVER = datetime(9999, 1, 1, tzinfo=UTC)
"""When delayed orders expire."""
OPEN_STATES = (HeldState.WAITING.value, HeldState.DELAYED.value)
"""The states of orders that their players can still confirm."""
_SEALED = table(SealedTurn)
_MOST_REPLACED = 1000
_IS_OPEN = _HELD.c.state.in_(OPEN_STATES)
# A secret choice that was made after that mail came does not change the game's turn number.
_HAS_CHOSEN_SINCE = exists().where(
    _SEALED.c.game_id == _HELD.c.game_id,
    _SEALED.c.number >= _HELD.c.turn_number,
    _SEALED.c.received_at > _HELD.c.received_at,
    SEAT.c.game_id == _SEALED.c.game_id,
    SEAT.c.seat == _SEALED.c.seat,
    SEAT.c.player_id == _HELD.c.player_id,
)
IS_OVERTAKEN = and_(
    _HELD.c.game_id.is_not(None),
    or_(GAME.c.state == GameState.OVER.value, GAME.c.turn_number > _HELD.c.turn_number, _HAS_CHOSEN_SINCE),
)
"""The condition that the game of a held order has gone on, or its player has chosen anew."""


class HoldReason(StrEnum):
    """Why something is asked back."""

    LIST = "list"
    """It came through a mailing list."""
    STRANGER = "stranger"
    """It came from another address."""
    FORGED = "forged"
    """Our own mail server found that it is not from the address that it names."""
    UNJUDGED = "unjudged"
    """Our own mail server could not judge that."""
    NO_TOKEN = "no-token"  # noqa: S105 - a reason, not a password
    """It came to no reply address, and was found by the Message-ID that it refers to."""
    OLD_LETTER = "old-letter"
    """It answers a letter about an earlier turn."""
    WITHDRAWAL = "withdrawal"
    """It would withdraw from a running season, which is always asked back."""
    ALTERNATIVES = "alternatives"
    """There are several to choose from, or it is struck through."""
    AHEAD = "ahead"
    """Other words stand ahead of it in its own sentence."""
    QUESTION = "question"
    """A question stands beside it."""
    LED_INTO = "led-into"
    """The words right before it lead into it."""
    TAKEN_BACK = "taken-back"
    """Words beside it may take it back."""
    OTHER_WORDS = "other-words"
    """Other words stand with it."""
    FOLLOW_UP = "follow-up"
    """The words right after it may be about it; no longer stored."""
    OTHER_PART = "other-part"
    """Only one of the mail's text and HTML holds it."""


FROM_ELSEWHERE = frozenset({HoldReason.LIST, HoldReason.STRANGER, HoldReason.FORGED})
"""Reasons that mean that the mail may not be the player's own."""
FROM_ANYBODY = FROM_ELSEWHERE | {HoldReason.NO_TOKEN}
"""Reasons that mean that anybody could have asked, which must not harm the player."""


@dataclass(frozen=True, slots=True)
class NewHeldOrder:
    """Orders to be held."""

    inbox_id: int
    player_id: int
    game_id: str | None
    """None for orders about no game."""
    turn_number: int | None
    """The turn that they are for."""
    orders: Mapping[str, object] = field(repr=False)
    """The orders as JSON values; they may hold a secret turn."""
    written_by: str
    received_at: datetime
    why: HoldReason = HoldReason.STRANGER
    asks_to_resign: bool = False
    is_delayed: bool = False
    """Whether they are carried out by themselves."""
    is_proved: bool = False
    """Whether our own mail server found proof of the sender."""
    draw_offer_id: int | None = None
    """The draw offer that the answered letter showed; None if it showed none."""


@dataclass(frozen=True, slots=True)
class Held:
    """A held order that was just stored."""

    id: int
    token: str = field(repr=False)
    """The token in the link that confirms it."""


@dataclass(frozen=True, slots=True)
class HeldView:
    """A held order as its player may see it."""

    id: int
    inbox_id: int
    """The mail that asked for it."""
    player_id: int
    game_id: str | None
    """None for what is about no game."""
    turn_number: int | None
    """The turn that it is for."""
    orders: Mapping[str, object] = field(repr=False)
    """The orders as JSON values; empty once settled."""
    why: HoldReason
    written_by: str
    """The address that it came from."""
    received_at: datetime
    expires_at: datetime
    plays_at: datetime | None
    """When a delayed one is carried out; None until its letter was handed to the relay."""
    is_proved: bool
    """Whether our own mail server found proof of its sender."""
    draw_offer_id: int | None
    """The draw offer that the answered letter showed; None if it showed none."""
    state: str
    """One of `HeldState`."""
    is_expired: bool
    """Whether the time to confirm it is over."""
    is_overtaken: bool
    """Whether its game has gone on since, or the player has made a later choice there."""

    @property
    def is_unsettled_delay(self) -> bool:
        """Whether it is delayed and not settled yet, although its game may have gone on."""
        return self.state == HeldState.DELAYED

    @property
    def is_delayed(self) -> bool:
        """Whether it is carried out by itself."""
        return self.status == HeldState.DELAYED

    @property
    def may_confirm(self) -> bool:
        """Whether it can still be confirmed, or rejected."""
        return self.status in OPEN_STATES

    @property
    def status(self) -> str:
        """Its state, or "overtaken" or "expired" if it waits in vain."""
        if self.state not in OPEN_STATES:
            return self.state
        return "overtaken" if self.is_overtaken else "expired" if self.is_expired else self.state


def hold(uow: UnitOfWork, order: NewHeldOrder) -> Held:
    """Keep *order* until its player confirms it, or it is carried out by itself."""
    token = new_token()
    values = {
        "token_hash": hash_token(token),
        "inbox_id": order.inbox_id,
        "player_id": order.player_id,
        "game_id": order.game_id,
        "turn_number": order.turn_number,
        "orders": json.dumps(dict(order.orders)),
        "why": order.why.value,
        "asks_to_resign": order.asks_to_resign,
        "written_by": order.written_by,
        "received_at": order.received_at,
        "expires_at": _NEVER if order.is_delayed else uow.now + VALID_FOR,
        "is_proved": order.is_proved,
        "draw_offer_id": order.draw_offer_id,
        "state": (HeldState.DELAYED if order.is_delayed else HeldState.WAITING).value,
    }
    # Two processes may have the same mail, if the lease of the first is over; the effect of the second will be undone.
    add_new(uow.connection, _HELD, [values], unique="inbox_id")
    found = uow.connection.execute(select(_HELD.c.id).where(_HELD.c.inbox_id == order.inbox_id))
    return Held(int(found.scalar_one()), token)


def replace_earlier(uow: UnitOfWork, held: Held, player_id: int, game_id: str) -> None:
    """
    Replace the player's earlier held orders in a game, since a newer turn is *held*.

    Rows that another transaction is settling are skipped, so that nobody waits for anybody.
    """
    waiting = (_HELD.c.game_id == game_id, _HELD.c.player_id == player_id, _IS_OPEN)
    earlier = some_of(_HELD, and_(*waiting, _HELD.c.id < held.id), _MOST_REPLACED)
    values = {"state": HeldState.REPLACED.value, "settled_at": uow.now, "orders": "{}"}
    uow.connection.execute(update(_HELD).where(earlier).values(values))


def find_held(reader: Reader, token: str) -> HeldView | None:
    """The held order that *token* confirms, settled or not; None if the token is unknown."""
    return _found(reader, _HELD.c.token_hash == hash_given(token))


def find_held_of_mail(reader: Reader, player_id: int, inbox_id: int) -> HeldView | None:
    """The held order of one of the player's mails, settled or not; None if there is none."""
    return _found(reader, and_(_HELD.c.inbox_id == inbox_id, _HELD.c.player_id == player_id))


def find_held_of_player(reader: Reader, player_id: int, held_id: int) -> HeldView | None:
    """A held order of the player by its id, settled or not; None if there is none."""
    return _found(reader, and_(_HELD.c.id == held_id, _HELD.c.player_id == player_id))


def held_of_game(reader: Reader, player_id: int, game_id: str) -> tuple[HeldView, ...]:
    """The held orders in a game that the player can confirm now, oldest first."""
    mine = (_HELD.c.game_id == game_id, _HELD.c.player_id == player_id, _HELD.c.state == HeldState.WAITING.value)
    waiting = _views().where(*mine, _HELD.c.expires_at > reader.now, not_(IS_OVERTAKEN)).order_by(_HELD.c.id)
    return tuple(_view(reader, row) for row in reader.connection.execute(waiting).mappings())


def confirm_held(uow: UnitOfWork, held_id: int) -> bool:
    """
    Settle a held order as confirmed; call it in the transaction of the effect.

    False if it was settled before or has expired; then there must be no effect. Of several calls at once, exactly one
    gets True.
    """
    return _settle(uow, held_id, HeldState.CONFIRMED)


def reject_held(uow: UnitOfWork, held_id: int) -> bool:
    """Settle a held order as rejected; False if it was settled before or has expired."""
    return _settle(uow, held_id, HeldState.REJECTED)


def reject_all_held(uow: UnitOfWork, player_id: int) -> None:
    """Reject all held orders of a player whose letters went to another mailbox."""
    waiting = (_HELD.c.player_id == player_id, _IS_OPEN)
    settled = {"state": HeldState.REJECTED.value, "settled_at": uow.now, "orders": "{}"}
    uow.connection.execute(update(_HELD).where(*waiting).values(**settled))


def _settle(uow: UnitOfWork, held_id: int, state: HeldState) -> bool:
    waiting = (_HELD.c.id == held_id, _IS_OPEN, _HELD.c.expires_at > uow.now)
    # The orders may hold a secret, and nobody needs them any more.
    changed = update(_HELD).where(*waiting).values(state=state.value, settled_at=uow.now, orders="{}")
    return uow.connection.execute(changed.returning(_HELD.c.id)).first() is not None


_OWN = ("id", "inbox_id", "player_id", "game_id", "turn_number", "orders", "why", "written_by", "received_at",
        "expires_at", "plays_at", "is_proved", "draw_offer_id", "state")  # fmt: skip


def _views() -> Select[Any]:
    joined = _HELD.outerjoin(GAME, GAME.c.id == _HELD.c.game_id)
    return select(*(_HELD.c[name] for name in _OWN), IS_OVERTAKEN.label("is_overtaken")).select_from(joined)


def _found(reader: Reader, which: ColumnElement[bool]) -> HeldView | None:
    row = reader.connection.execute(_views().where(which)).mappings().first()
    return None if row is None else _view(reader, row)


def _view(reader: Reader, row: RowMapping) -> HeldView:
    values = {**row, "orders": json.loads(row["orders"]), "why": HoldReason(row["why"])}
    values["is_overtaken"] = bool(row["is_overtaken"])
    return HeldView(**values, is_expired=row["expires_at"] <= reader.now)
