"""The circuit breaker, which stops letters while our own relay takes none; and leases of dead processes."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import Row, bindparam, exists, func, select, union, update

from corr.base.delivery_ledger import plain_words
from corr.base.tokens import number_below
from corr.base.uow import Reader, UnitOfWork
from corr.store.base import add_new, changed, table
from corr.store.tables.clocks import Pulse
from corr.store.tables.mails import Breaker, Inbox, InboxState, Outbox, OutboxState

_BREAKER = table(Breaker)
_FIRST_REST = 10
_LONGEST_REST = 15 * 60
_PROBE = timedelta(minutes=3)
"""How long the process that probes the relay with one letter may take before another one does."""
_PULSE = table(Pulse)
_QUEUES = ((table(Inbox), InboxState.NEW.value), (table(Outbox), OutboxState.WAITING.value))
IS_IN_TROUBLE = exists().where(_BREAKER.c.relay == bindparam("relay"), _BREAKER.c.faults > 0)
"""A condition: the relay of that name has failed since it last took a letter."""
IS_OPEN = exists().where(_BREAKER.c.relay == bindparam("relay"), _BREAKER.c.open_until > bindparam("now"))
"""A condition: the breaker is open, so that nothing may be sent through that relay now."""
_OWNERS = union(*(select(queue.c.lease_owner).where(queue.c.lease_owner.is_not(None)) for queue, _ in _QUEUES))


@dataclass(frozen=True, slots=True)
class BreakerView:
    """Whether a relay takes letters."""

    relay: str
    is_open: bool
    faults: int
    """In a row."""
    open_until: datetime | None
    words: str
    """The relay's last answer; empty while all is well."""
    changed_at: datetime


def breakers(reader: Reader) -> tuple[BreakerView, ...]:
    """All relays that were ever in trouble."""
    found = reader.connection.execute(select(_BREAKER).order_by(_BREAKER.c.relay))
    return tuple(_shown(row, reader.now) for row in found)


def admitted(uow: UnitOfWork, relay: str, most: int) -> int:
    """
    The number of letters that may be tried through *relay* now: *most* while all is well, none while the breaker is
    open, and one, as a probe by a single process, when it has been open long enough.
    """
    row = uow.connection.execute(select(_BREAKER).where(_BREAKER.c.relay == relay)).first()
    if row is None or row.faults == 0:
        return most
    ready = (_BREAKER.c.relay == relay) & (_BREAKER.c.faults > 0) & (_BREAKER.c.open_until <= uow.now)
    probing = update(_BREAKER).where(ready).values(open_until=uow.now + uow.machine(_PROBE)).returning(_BREAKER.c.relay)
    return 1 if uow.connection.execute(probing).first() is not None else 0


def note_fault(uow: UnitOfWork, relay: str, words: str, began_at: datetime) -> None:
    """
    Note that *relay* failed, and open the breaker: longer after each fault in a row, with a random part.

    :param began_at: when the attempt began; a fault that another process noted since counts as the same.
    """
    fresh = {"relay": relay, "faults": 0, "words": "", "changed_at": uow.now}
    add_new(uow.connection, _BREAKER, [fresh], unique="relay")
    row = uow.connection.execute(select(_BREAKER).where(_BREAKER.c.relay == relay).with_for_update()).one()
    if row.faults > 0 and row.changed_at > began_at:
        return
    seconds = min(_LONGEST_REST, _FIRST_REST * 2 ** min(row.faults, 12))
    rest = timedelta(seconds=seconds + number_below(seconds // 4 + 1))
    values = {"faults": row.faults + 1, "open_until": uow.now + uow.machine(rest), "words": plain_words(words)}
    uow.connection.execute(update(_BREAKER).where(_BREAKER.c.relay == relay).values(**values, changed_at=uow.now))


def note_success(uow: UnitOfWork, relay: str) -> None:
    """Note that *relay* took a letter, and close the breaker."""
    troubled = (_BREAKER.c.relay == relay) & (_BREAKER.c.faults > 0)
    values = {"faults": 0, "open_until": None, "words": "", "changed_at": uow.now}
    uow.connection.execute(update(_BREAKER).where(troubled).values(values))


def close_breaker(uow: UnitOfWork, relay: str) -> None:
    """Let *relay* be probed at once, with one letter after the other until it takes one."""
    troubled = (_BREAKER.c.relay == relay) & (_BREAKER.c.faults > 0)
    uow.connection.execute(update(_BREAKER).where(troubled).values(open_until=uow.now))


def _shown(row: Row[Any], now: datetime) -> BreakerView:
    is_open = row.open_until is not None and row.open_until > now
    return BreakerView(row.relay, is_open, row.faults, row.open_until, row.words, row.changed_at)


def owners_in_hand(reader: Reader) -> Mapping[str, datetime | None]:
    """The processes that hold leases on letters or mails, each with its last heartbeat; None if there was none."""
    owners = [str(owner) for owner in reader.connection.execute(_OWNERS).scalars()]
    if not owners:
        return {}
    seen = select(_PULSE.c.owner, func.max(_PULSE.c.at).label("at")).where(_PULSE.c.owner.in_(owners))
    last = {row.owner: row.at for row in reader.connection.execute(seen.group_by(_PULSE.c.owner))}
    return {owner: last.get(owner) for owner in owners}


def release(uow: UnitOfWork, owner: str, last_seen: datetime | None) -> int:
    """
    End all leases of *owner*, a process that died; the number of letters and mails.

    :param last_seen: its last heartbeat; if there is a later one, it lives, and nothing is done.
    """
    if owners_in_hand(uow).get(owner) != last_seen:
        return 0
    free = {"lease_until": None, "lease_owner": None, "try_at": uow.now}
    count = 0
    for queue, state in _QUEUES:
        left = (queue.c.lease_owner == owner) & (queue.c.state == state)
        count += changed(uow.connection, update(queue).where(left).values(free))
    return count
