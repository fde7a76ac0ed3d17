"""
What dead processes leave behind: letters and mails that they had in hand, which others take up at once.

Who is dead is decided by whoever calls: here it is only made sure that nothing has changed since.
"""

from collections.abc import Mapping
from datetime import datetime

from sqlalchemy import func, select, union, update

from corr.base.uow import Reader, UnitOfWork
from corr.store.base import table
from corr.store.queries.writing import changed
from corr.store.tables.post import Inbox, InboxState, Outbox, OutboxState
from corr.store.tables.running import Pulse

_PULSE = table(Pulse)
_QUEUES = ((table(Inbox), InboxState.NEW.value), (table(Outbox), OutboxState.WAITING.value))
_OWNERS = union(*(select(queue.c.lease_owner).where(queue.c.lease_owner.is_not(None)) for queue, _ in _QUEUES))


def owners_in_hand(reader: Reader) -> Mapping[str, datetime | None]:
    """The processes that have letters or mails in hand, with their last sign of life; None if there is none."""
    owners = [str(owner) for owner in reader.connection.execute(_OWNERS).scalars()]
    if not owners:
        return {}
    seen = select(_PULSE.c.owner, func.max(_PULSE.c.at).label("at")).where(_PULSE.c.owner.in_(owners))
    last = {row.owner: row.at for row in reader.connection.execute(seen.group_by(_PULSE.c.owner))}
    return {owner: last.get(owner) for owner in owners}


def release(uow: UnitOfWork, owner: str, last_seen: datetime | None) -> int:
    """
    Let others take up at once what *owner* had in hand; how many letters and mails.

    :param last_seen: its last sign of life; if there is a later one, it lives, and nothing is done.
    """
    if owners_in_hand(uow).get(owner) != last_seen:
        return 0
    free = {"lease_until": None, "lease_owner": None, "try_at": uow.now}
    count = 0
    for queue, state in _QUEUES:
        left = (queue.c.lease_owner == owner) & (queue.c.state == state)
        count += changed(uow.session, update(queue).where(left).values(free))
    return count
