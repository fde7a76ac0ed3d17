"""Times when the service was down: no deadline is enforced in them, nor before every clock was credited."""

from datetime import timedelta

from sqlalchemy import or_, select

from corr.service.uow import Reader
from corr.store.base import table
from corr.store.tables.clocks import Outage

BREATH = timedelta(minutes=15)
"""After every outage nobody's time runs out for so long."""
_OUTAGE = table(Outage)


def are_doors_closed(reader: Reader) -> bool:
    """Whether players cannot, or could not just now, hand their turns in: then no deadline is enforced."""
    unsettled = _OUTAGE.c.ended_at.is_(None) | _OUTAGE.c.settled_at.is_(None)
    closed = select(_OUTAGE.c.id).where(or_(unsettled, _OUTAGE.c.ended_at > reader.now - BREATH)).limit(1)
    return reader.connection.execute(closed).first() is not None
