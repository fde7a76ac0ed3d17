"""
Queues in the database: how a process claims an item so that no other process works on it.

Claiming an item puts off its next try by the length of the lease. If its owner is killed, nothing is lost: the item is
tried again when the lease is over, or sooner if another process notices that the owner is dead. All spans here are in
the machine's own time.
"""

from collections.abc import Sequence
from datetime import timedelta
from functools import cache
from typing import Any

from sqlalchemy import Column, Row, Table, bindparam, select, update
from sqlalchemy.sql.dml import ReturningUpdate

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
    until = uow.now + uow.machine(lease)
    asked = {"in_state": state, "now": uow.now, "most": most, "until": until, "owner": owner}
    return uow.connection.execute(_claiming(queue, tuple(columns)), asked).all()


@cache
def _claiming(queue: Table, columns: tuple[Column[Any], ...]) -> ReturningUpdate[*tuple[Any, ...]]:
    # SQLite leaves the lock out: there is one writer anyway. A part of its own, since PostgreSQL might run a subquery
    # again for each row and lock more of them than wanted.
    waiting = (
        select(queue.c.id)
        .where(queue.c.state == bindparam("in_state"), queue.c.try_at <= bindparam("now"))
        .order_by(queue.c.try_at, queue.c.id)
        .limit(bindparam("most"))
        .with_for_update(skip_locked=True)
        .cte("waiting")
    )
    until = bindparam("until", type_=queue.c.try_at.type)
    values = {"lease_until": until, "lease_owner": bindparam("owner"), "try_at": until, "tries": queue.c.tries + 1}
    return update(queue).where(queue.c.id.in_(select(waiting.c.id))).values(values).returning(*columns)


def delay(tries: int) -> timedelta:
    """How long to wait after so many failed tries: longer each time, and a little different for each item."""
    seconds = min(_LONGEST_DELAY, _FIRST_DELAY * 2 ** min(max(tries - 1, 0), 12))
    return timedelta(seconds=seconds + number_below(seconds // 4 + 1))
