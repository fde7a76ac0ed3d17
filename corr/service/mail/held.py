"""
Held orders: what a mail asked for in a player's name that did not surely come from the player.

Nothing of it happens until the player confirms it, within a day. Then it counts from when the mail came in.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from sqlalchemy import RowMapping, Select, select, update

from corr.service.chance import hash_given, hash_token, new_token
from corr.service.uow import Reader, UnitOfWork
from corr.store.base import table
from corr.store.queries.writing import add_new
from corr.store.tables.mailing import HeldOrder, HeldState

VALID_FOR = timedelta(days=1)
"""How long a held order can be confirmed."""
_HELD = table(HeldOrder)


@dataclass(frozen=True, slots=True)
class NewHeldOrder:
    """What is to be held."""

    inbox_id: int
    player_id: int
    game_id: str
    turn_number: int
    """The turn that was due in the letter that was answered."""
    orders: Mapping[str, object] = field(repr=False)
    """What was asked for: values that JSON knows. It may hold a secret turn."""
    written_by: str
    received_at: datetime


@dataclass(frozen=True, slots=True)
class HeldView:
    """A held order as its player may see it."""

    id: int
    inbox_id: int
    """The mail that asked for it."""
    player_id: int
    game_id: str
    turn_number: int
    """The turn that was due in the letter that was answered."""
    orders: Mapping[str, object] = field(repr=False)
    """What was asked for; empty once that was settled."""
    written_by: str
    """The address that it came from."""
    received_at: datetime
    expires_at: datetime
    state: str
    """One of "waiting", "confirmed", "rejected"."""
    is_expired: bool
    """Whether it waited for too long and can be confirmed no more."""

    @property
    def may_confirm(self) -> bool:
        """Whether it can still be confirmed, or rejected."""
        return self.state == HeldState.WAITING and not self.is_expired

    @property
    def is_confirmed(self) -> bool:
        """Whether its player has confirmed it."""
        return self.state == HeldState.CONFIRMED

    @property
    def is_rejected(self) -> bool:
        """Whether its player has said that it was not meant."""
        return self.state == HeldState.REJECTED


def hold(uow: UnitOfWork, order: NewHeldOrder) -> str:
    """Keep *order* until its player confirms it; the token that confirms it."""
    token = new_token()
    values = {
        "token_hash": hash_token(token),
        "inbox_id": order.inbox_id,
        "player_id": order.player_id,
        "game_id": order.game_id,
        "turn_number": order.turn_number,
        "orders": json.dumps(dict(order.orders)),
        "written_by": order.written_by,
        "received_at": order.received_at,
        "expires_at": uow.now + VALID_FOR,
        "state": HeldState.WAITING.value,
    }
    # Two may be at the same mail, if the lease of the first is over; what the second does will be undone.
    add_new(uow.session, _HELD, [values], unique="inbox_id")
    return token


def find_held(reader: Reader, token: str) -> HeldView | None:
    """The held order that *token* confirms, whatever became of it; None if it is unknown, or nothing like a token."""
    row = reader.connection.execute(_views().where(_HELD.c.token_hash == hash_given(token))).mappings().first()
    return None if row is None else _view(reader, row)


def find_held_of_mail(reader: Reader, player_id: int, inbox_id: int) -> HeldView | None:
    """The held order of one of the player's mails, whatever became of it; None if it has none."""
    mine = (_HELD.c.inbox_id == inbox_id, _HELD.c.player_id == player_id)
    row = reader.connection.execute(_views().where(*mine)).mappings().first()
    return None if row is None else _view(reader, row)


def held_of_game(reader: Reader, player_id: int, game_id: str) -> tuple[HeldView, ...]:
    """The held orders in a game that the player can confirm now, oldest first."""
    mine = (_HELD.c.game_id == game_id, _HELD.c.player_id == player_id, _HELD.c.state == HeldState.WAITING.value)
    waiting = _views().where(*mine, _HELD.c.expires_at > reader.now).order_by(_HELD.c.id)
    return tuple(_view(reader, row) for row in reader.connection.execute(waiting).mappings())


def confirm_held(uow: UnitOfWork, held_id: int) -> bool:
    """
    Let a held order wait no longer, since its player means it; call it in the transaction of the effect.

    False: it was settled before, or waited for too long. Then there must be no effect. However many try at once, one
    of them is told True.
    """
    return _settle(uow, held_id, HeldState.CONFIRMED)


def reject_held(uow: UnitOfWork, token: str) -> bool:
    """Forget what a mail asked for, since its player did not mean it; False if there is nothing that waits."""
    found = find_held(uow, token)
    return found is not None and _settle(uow, found.id, HeldState.REJECTED)


def reject_held_of_mail(uow: UnitOfWork, player_id: int, inbox_id: int) -> bool:
    """The same by the page of the player's own mail."""
    found = find_held_of_mail(uow, player_id, inbox_id)
    return found is not None and _settle(uow, found.id, HeldState.REJECTED)


def _settle(uow: UnitOfWork, held_id: int, state: HeldState) -> bool:
    waiting = (_HELD.c.id == held_id, _HELD.c.state == HeldState.WAITING.value, _HELD.c.expires_at > uow.now)
    # What it asked for may be a secret; nobody needs it any more.
    changed = update(_HELD).where(*waiting).values(state=state.value, settled_at=uow.now, orders="{}")
    return uow.session.execute(changed.returning(_HELD.c.id)).first() is not None


def _views() -> Select[tuple[object, ...]]:
    names = [name for name in HeldView.__dataclass_fields__ if name != "is_expired"]
    return select(*(_HELD.c[name] for name in names))


def _view(reader: Reader, row: RowMapping) -> HeldView:
    values = {**row, "orders": json.loads(row["orders"])}
    return HeldView(**values, is_expired=row["expires_at"] <= reader.now)
