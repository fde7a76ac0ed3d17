"""
Queues in the database: how a process claims an item so that no other process works on it.

Claiming an item puts off its next try by the length of the lease. If its owner is killed, nothing is lost: the item is
tried again when the lease is over, or sooner if another process notices that the owner is dead. All spans here are in
the machine's own time.
"""

from collections.abc import Sequence
from datetime import timedelta
from typing import Any

from sqlalchemy import Column, Row, Table, select, update

from corr.base.tokens import number_below
from corr.base.uow import UnitOfWork

_FIRST_DELAY = 30
_LONGEST_DELAY = 3 * 3600


def claim_some(
    uow: UnitOfWork,
    queue: Table,
    most: int,
    *,
    state: str,
    owner: str,
    lease: timedelta,
    columns: Sequence[Column[Any]],
) -> Sequence[Row[*tuple[Any, ...]]]:
    """
    Up to *most* of the items in *state* that have waited longest and may be tried now, as *columns*, in any order.

    :param lease: how long they belong to *owner*; longer than the work on all of them can take.
    """
    # SQLite leaves the lock out: there is one writer anyway. A part of its own, since PostgreSQL might run a subquery
    # again for each row and lock more of them than wanted.
    waiting = (
        select(queue.c.id)
        .where(queue.c.state == state, queue.c.try_at <= uow.now)
        .order_by(queue.c.try_at, queue.c.id)
        .limit(most)
        .with_for_update(skip_locked=True)
        .cte("waiting")
    )
    until = uow.now + uow.machine(lease)
    values = {"lease_until": until, "lease_owner": owner, "try_at": until, "tries": queue.c.tries + 1}
    taken = update(queue).where(queue.c.id.in_(select(waiting.c.id))).values(values).returning(*columns)
    return uow.connection.execute(taken).all()


def delay(tries: int) -> timedelta:
    """How long to wait after so many failed tries: longer each time, and a little different for each item."""
    seconds = min(_LONGEST_DELAY, _FIRST_DELAY * 2 ** min(max(tries - 1, 0), 12))
    return timedelta(seconds=seconds + number_below(seconds // 4 + 1))
