"""All letters to one domain at once, retried or thrown away by an administrator."""

from collections.abc import Callable
from dataclasses import dataclass

from sqlalchemy import Select, and_, func, or_, select

from corr.base.delivery_ledger import LETTER
from corr.base.uow import Reader, UnitOfWork
from corr.mail.queues.letter_queue import drop, retry
from corr.store.tables.post import OutboxState

MOST = 1000
"""How many letters are acted on in one go."""
_LONGEST_HOST = 255


@dataclass(frozen=True, slots=True)
class HostPost:
    """What an act on all letters to a domain would be about."""

    host: str
    waiting: int
    """Letters that are yet to be sent."""
    failed: int
    """Letters that were given up and may be retried."""


def post_to(reader: Reader, host: str) -> HostPost:
    """The letters to *host* that wait or were given up."""
    states = dict.fromkeys((OutboxState.WAITING.value, OutboxState.FAILED.value), 0)
    letters = _letters(host).subquery()
    counted = select(letters.c.state, func.count()).group_by(letters.c.state)
    for state, count in reader.connection.execute(counted):
        states[state] = count
    return HostPost(host, states[OutboxState.WAITING.value], states[OutboxState.FAILED.value])


def retry_all(uow: UnitOfWork, host: str) -> int:
    """Send every letter to *host* as soon as possible; how many there were to retry."""
    return _act(uow, host, retry)


def drop_all(uow: UnitOfWork, host: str) -> int:
    """Throw every letter to *host* away that waits or was given up; how many there were."""
    return _act(uow, host, drop)


def _act(uow: UnitOfWork, host: str, act: Callable[[UnitOfWork, int], bool]) -> int:
    # In one order for everybody, so that two transactions never wait for each other in a circle.
    found = uow.session.execute(_letters(host).order_by(LETTER.c.id).limit(MOST)).all()
    return sum(act(uow, row.id) for row in found)


def _letters(host: str) -> Select[tuple[int, str]]:
    address = func.lower(func.coalesce(LETTER.c.recipient, LETTER.c.address))
    # Of what was given up long ago nothing is kept that could be sent.
    is_failed = and_(LETTER.c.state == OutboxState.FAILED.value, LETTER.c.message.is_not(None))
    is_open = or_(LETTER.c.state == OutboxState.WAITING.value, is_failed)
    wanted = f"@{host.lower()[:_LONGEST_HOST]}"
    return select(LETTER.c.id, LETTER.c.state).where(is_open, address.endswith(wanted, autoescape=True))
