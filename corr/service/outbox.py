"""
The outbox: notices that wait to be sent as letters.

A sender claims a letter, renders and keeps it, talks to the far end, and marks it; each step is a transaction of its
own. Killed anywhere in between, the same letter is sent again when the lease is over: at least once, never lost.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import CursorResult, update

from corr.service.chance import hash_token
from corr.service.claims import claim, delay
from corr.service.uow import UnitOfWork
from corr.store.base import table
from corr.store.tables.post import Outbox, OutboxState

LEASE = timedelta(minutes=5)
"""How long a letter belongs to its sender: the slowest mail server may take so long for it."""
GIVEN_UP_AFTER = timedelta(days=5)
"""How old a letter may become before it is no longer tried."""
_LONGEST_FAULT = 500


@dataclass(frozen=True, slots=True)
class ClaimedLetter:
    """A letter that one sender works at."""

    id: int
    kind: str
    key: str
    player_id: int | None
    address: str | None
    game_id: str | None
    turn_number: int | None
    facts: Mapping[str, Any] = field(repr=False)
    created_at: datetime
    tries: int
    """How often it was claimed, this time included."""
    message_id: str | None
    recipient: str | None
    message: bytes | None = field(repr=False)
    """The letter as it was rendered at an earlier try; None before."""
    envelope_sender: str | None = field(default=None, repr=False)
    """Where bounces of it go, once it is rendered; empty for nowhere."""


@dataclass(frozen=True, slots=True)
class RenderedLetter:
    """A letter as it leaves."""

    message: bytes = field(repr=False)
    message_id: str
    recipient: str
    envelope_sender: str = field(default="", repr=False)
    """Where bounces of it go; empty for nowhere."""
    bounce_token: str = field(default="", repr=False)
    """The token in that address; empty if there is none."""


def claim_letter(uow: UnitOfWork, owner: str) -> ClaimedLetter | None:
    """The letter that has waited longest, for *owner* alone until the lease is over; None if none waits."""
    rows = table(Outbox)
    columns = [rows.c[name] for name in ClaimedLetter.__dataclass_fields__]
    found = claim(uow, rows, state=OutboxState.WAITING.value, owner=owner, lease=LEASE, columns=columns)
    return None if found is None else ClaimedLetter(*found)


def keep_letter(uow: UnitOfWork, letter_id: int, letter: RenderedLetter) -> bool:
    """
    Keep the rendered letter, so that every try is the same; False if another rendering is kept already, or the letter
    waits no longer. Then claim it anew.
    """
    values = {
        "message": letter.message,
        "message_id": letter.message_id,
        "recipient": letter.recipient,
        "envelope_sender": letter.envelope_sender,
        "bounce_hash": hash_token(letter.bounce_token) if letter.bounce_token else None,
    }
    return _change(uow, letter_id, values, table(Outbox).c.message.is_(None))


def mark_sent(uow: UnitOfWork, letter_id: int) -> None:
    """Note that the far end took the letter, and forget what stood in it."""
    _settle(uow, letter_id, OutboxState.SENT, sent_at=uow.now, fault="")


def put_off(uow: UnitOfWork, letter_id: int, fault: str) -> None:
    """Try again later, after each try a longer while; after some days no more."""
    rows = table(Outbox)
    row = uow.session.execute(
        rows.select().with_only_columns(rows.c.tries, rows.c.created_at).where(rows.c.id == letter_id)
    )
    tries, created_at = row.one()
    if uow.now - created_at > GIVEN_UP_AFTER:
        give_up(uow, letter_id, fault)
    else:
        values = {"try_at": uow.now + delay(tries), "lease_until": None, "lease_owner": None, "fault": _shown(fault)}
        _change(uow, letter_id, values)


def give_up(uow: UnitOfWork, letter_id: int, fault: str) -> None:
    """Never send the letter: nobody may or can get it."""
    _settle(uow, letter_id, OutboxState.FAILED, fault=_shown(fault))


def mark_obsolete(uow: UnitOfWork, letter_id: int) -> None:
    """Never send the letter: what it says is no longer so."""
    _settle(uow, letter_id, OutboxState.OBSOLETE)


def _settle(uow: UnitOfWork, letter_id: int, state: OutboxState, **more: object) -> None:
    # Facts and message may hold secrets in clear.
    empty: dict[str, object] = {
        "facts": {},
        "message": None,
        "envelope_sender": None,
        "lease_until": None,
        "lease_owner": None,
    }
    _change(uow, letter_id, {"state": state.value, **empty, **more})


def _change(uow: UnitOfWork, letter_id: int, values: Mapping[str, Any], *only_if: Any) -> bool:  # noqa: ANN401 - clauses
    rows = table(Outbox)
    waiting = (rows.c.id == letter_id) & (rows.c.state == OutboxState.WAITING.value)
    changed = uow.session.execute(update(rows).where(waiting, *only_if).values(**values))
    assert isinstance(changed, CursorResult)
    return changed.rowcount == 1


def _shown(fault: str) -> str:
    """The words of the far end, fit for the database."""
    return "".join(sign if sign.isprintable() else " " for sign in fault)[:_LONGEST_FAULT]
