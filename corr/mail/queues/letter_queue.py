"""The queue of letters for administrators: waiting letters, failures by domain, retrying and dropping."""

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import ColumnElement, Row, Select, and_, func, or_, select, update

from corr.base.delivery_ledger import EVENT, LETTER, about, host_of, note
from corr.base.uow import Reader, UnitOfWork
from corr.errors import NotFoundError
from corr.mail.queues.circuit_breaker import BreakerView, breakers
from corr.players.mail_preferences import end_silence_after
from corr.store.base import table
from corr.store.tables.games import Game
from corr.store.tables.mails import DeliveryKind, OutboxState

FAILED_KEPT = timedelta(days=30)
"""How long a failed letter is kept, so that it can be retried."""
_GAME = table(Game)
_SHOWN = 50
_HOSTS = 20
_FAILURES = (DeliveryKind.PUT_OFF.value, DeliveryKind.REFUSED.value, DeliveryKind.BOUNCED.value)
MOST = 1000
"""The most letters that one act changes."""
_LONGEST_HOST = 255


@dataclass(frozen=True, slots=True)
class QueueLine:
    """A letter in the queue."""

    letter_id: int
    kind: str
    about: str
    """The kind in words: "Your turn in Chess"."""
    to: str
    """The address that it goes to; empty while that is not known."""
    host: str
    """The domain of that address."""
    queued_at: datetime
    try_at: datetime
    """When it is tried next, or when it failed."""
    tries: int
    fault: str
    """Why the last attempt failed, in the words of the far end."""


@dataclass(frozen=True, slots=True)
class HostFaults:
    """The failures at one domain in the last days."""

    host: str
    put_off: int
    refused: int
    bounced: int
    last_at: datetime
    last_words: str


@dataclass(frozen=True, slots=True)
class QueueView:
    """The queue at one moment."""

    waiting: int
    """The number of waiting letters, with those that are being sent."""
    due: int
    """The number of them that could be sent now."""
    oldest_at: datetime | None
    """When the oldest of them was queued; None if there is none."""
    letters: tuple[QueueLine, ...]
    """The oldest that wait."""
    failed_count: int
    """The number of failed letters that can be retried."""
    failed: tuple[QueueLine, ...]
    """The latest of them."""
    hosts: tuple[HostFaults, ...]
    """The domains with most failures."""
    days: int
    """The number of days in which failures are counted."""
    breakers: tuple[BreakerView, ...] = field(default=())
    """Our own relays, and whether they take letters."""


def queue(reader: Reader, days: int = 3) -> QueueView:
    """The queue now, with the failures of the last *days*."""
    waiting = LETTER.c.state == OutboxState.WAITING.value
    due = func.count().filter(LETTER.c.try_at <= reader.now)
    count, count_due, oldest_at = reader.connection.execute(
        select(func.count(), due, func.min(LETTER.c.created_at)).where(waiting)
    ).one()
    failed = (LETTER.c.state == OutboxState.FAILED.value) & LETTER.c.message.is_not(None)
    return QueueView(
        waiting=count,
        due=count_due,
        oldest_at=oldest_at,
        letters=_lines(reader, waiting, LETTER.c.created_at),
        failed_count=reader.connection.execute(select(func.count()).where(failed)).scalar_one(),
        failed=_lines(reader, failed, LETTER.c.try_at.desc()),
        hosts=_hosts(reader, reader.now - timedelta(days=days)),
        days=days,
        breakers=breakers(reader),
    )


def retry(uow: UnitOfWork, letter_id: int) -> bool:
    """
    Send a letter as soon as possible that waits for a later try or has failed; False for any other one.

    :raises NotFoundError: there is no such letter.
    """
    row = _get_locked(uow, letter_id)
    is_resting = row.state == OutboxState.WAITING and not _is_in_hand(uow, row) and row.try_at > uow.now
    is_failed = row.state == OutboxState.FAILED and row.is_kept
    if not is_resting and not is_failed:
        return False
    fresh = {"state": OutboxState.WAITING.value, "try_at": uow.now, "tries": 0, "lease_until": None}
    uow.connection.execute(update(LETTER).where(LETTER.c.id == letter_id).values(**fresh, lease_owner=None))
    note(uow, letter_id, DeliveryKind.RETRIED, host=host_of(row.recipient or row.address))
    return True


def drop(uow: UnitOfWork, letter_id: int) -> bool:
    """
    Drop a letter that waits or has failed; False if it is being sent, or is settled otherwise.

    :raises NotFoundError: there is no such letter.
    """
    row = _get_locked(uow, letter_id)
    if row.state not in (OutboxState.WAITING, OutboxState.FAILED) or _is_in_hand(uow, row):
        return False
    empty: dict[str, object] = {"facts": {}, "message": None, "envelope_sender": None, "lease_owner": None}
    dropped = {"state": OutboxState.DROPPED.value, "lease_until": None, **empty}
    uow.connection.execute(update(LETTER).where(LETTER.c.id == letter_id).values(dropped))
    end_silence_after(uow, letter_id)
    note(uow, letter_id, DeliveryKind.DROPPED, host=host_of(row.recipient or row.address))
    return True


def _get_locked(uow: UnitOfWork, letter_id: int) -> Row[Any]:
    names = ("state", "try_at", "lease_until", "recipient", "address")
    columns = (*(LETTER.c[name] for name in names), LETTER.c.message.is_not(None).label("is_kept"))
    row = uow.connection.execute(select(*columns).where(LETTER.c.id == letter_id).with_for_update()).first()
    if row is None:
        raise NotFoundError("There is no such letter.")
    return row


def _is_in_hand(uow: UnitOfWork, row: Row[Any]) -> bool:
    return row.lease_until is not None and row.lease_until > uow.now


def _lines(reader: Reader, which: ColumnElement[bool], order: ColumnElement[Any]) -> tuple[QueueLine, ...]:
    names = ("id", "kind", "recipient", "address", "created_at", "try_at", "tries", "fault")
    joined = LETTER.outerjoin(_GAME, _GAME.c.id == LETTER.c.game_id)
    asked = select(*(LETTER.c[name] for name in names), _GAME.c.ruleset).select_from(joined).where(which)
    found = reader.connection.execute(asked.order_by(order, LETTER.c.id).limit(_SHOWN))
    return tuple(
        QueueLine(
            letter_id=row.id,
            kind=row.kind,
            about=about(reader, row.kind, row.ruleset),
            to=row.recipient or row.address or "",
            host=host_of(row.recipient or row.address),
            queued_at=row.created_at,
            try_at=row.try_at,
            tries=row.tries,
            fault=row.fault,
        )
        for row in found
    )


def _hosts(reader: Reader, since: datetime) -> tuple[HostFaults, ...]:
    """The domains with most failures since *since*, each with its last one."""
    counts = [func.count().filter(EVENT.c.kind == kind) for kind in _FAILURES]
    failures = (EVENT.c.kind.in_(_FAILURES), EVENT.c.at > since)
    grouped = select(EVENT.c.host, func.max(EVENT.c.id), *counts).where(*failures).group_by(EVENT.c.host)
    found = reader.connection.execute(grouped.order_by(func.count().desc(), EVENT.c.host).limit(_HOSTS)).all()
    asked = select(EVENT.c.id, EVENT.c.at, EVENT.c.words).where(EVENT.c.id.in_([row[1] for row in found]))
    last = {event.id: event for event in reader.connection.execute(asked)}
    return tuple(
        HostFaults(host, put_off, refused, bounced, last[newest].at, last[newest].words)
        for host, newest, put_off, refused, bounced in found
    )


@dataclass(frozen=True, slots=True)
class HostLetters:
    """The number of letters that an act on all letters to a domain would change."""

    host: str
    waiting: int
    """Letters that wait."""
    failed: int
    """Failed letters that can be retried."""


def letters_to(reader: Reader, host: str) -> HostLetters:
    """The number of letters to *host* that wait or have failed."""
    states = dict.fromkeys((OutboxState.WAITING.value, OutboxState.FAILED.value), 0)
    letters = _letters(host).subquery()
    counted = select(letters.c.state, func.count()).group_by(letters.c.state)
    for state, count in reader.connection.execute(counted):
        states[state] = count
    return HostLetters(host, states[OutboxState.WAITING.value], states[OutboxState.FAILED.value])


def retry_all(uow: UnitOfWork, host: str) -> int:
    """Send all letters to *host* as soon as possible; the number of letters retried."""
    return _act(uow, host, retry)


def drop_all(uow: UnitOfWork, host: str) -> int:
    """Drop all letters to *host* that wait or have failed; the number of letters dropped."""
    return _act(uow, host, drop)


def _act(uow: UnitOfWork, host: str, act: Callable[[UnitOfWork, int], bool]) -> int:
    # Always in one order, so that two transactions never wait for each other in a circle.
    found = uow.connection.execute(_letters(host).order_by(LETTER.c.id).limit(MOST)).all()
    return sum(act(uow, row.id) for row in found)


def _letters(host: str) -> Select[tuple[int, str]]:
    address = func.lower(func.coalesce(LETTER.c.recipient, LETTER.c.address))
    # Letters that failed long ago were emptied and cannot be sent.
    is_failed = and_(LETTER.c.state == OutboxState.FAILED.value, LETTER.c.message.is_not(None))
    is_open = or_(LETTER.c.state == OutboxState.WAITING.value, is_failed)
    wanted = f"@{host.lower()[:_LONGEST_HOST]}"
    return select(LETTER.c.id, LETTER.c.state).where(is_open, address.endswith(wanted, autoescape=True))
