"""
Answers beyond the limit of an hour: they wait in one letter for each player and hour, which is sent when it is over.

It has no reply address and no token, so that a robot that answers it is not answered without end.
"""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from datetime import timedelta

from sqlalchemy import select, update

from corr.base.notices import gathered_answers, waiting_row
from corr.base.uow import UnitOfWork
from corr.mail.queues.inbox_limits import next_hour
from corr.store.base import add_new, table
from corr.store.tables.mails import Outbox

_LETTER = table(Outbox)
_MOST = 50
"""So many answers one letter repeats; of others it gives the number."""
_SENT_AFTER = timedelta(minutes=1)
"""How long after the hour it is sent: clocks of several machines differ, and nothing is added any more."""


@dataclass(frozen=True, slots=True)
class GatheredAnswer:
    """One answer in short."""

    text: str
    path: str = field(default="", repr=False)
    """Of the page on which it goes on, which may hold a token; empty if there is none."""
    game: str = ""
    """The game in words; empty if it is about none."""


def gather(uow: UnitOfWork, player_id: int, facts: Mapping[str, object], answer: GatheredAnswer) -> None:
    """Add *answer* to the player's letter of this hour, which begins with *facts*."""
    over_at = next_hour(uow)
    notice = gathered_answers(player_id, over_at, {**facts, "gathered": [], "left_out": 0})
    add_new(uow.connection, _LETTER, [{**waiting_row(notice, uow.now), "try_at": over_at + _SENT_AFTER}], unique="key")
    mine = _LETTER.c.key == notice.key
    before = uow.connection.execute(select(_LETTER.c.facts).where(mine).with_for_update()).scalar_one()
    is_full = len(before["gathered"]) >= _MOST
    more = {"left_out": before["left_out"] + 1} if is_full else {"gathered": [*before["gathered"], asdict(answer)]}
    uow.connection.execute(update(_LETTER).where(mine).values(facts={**before, **more}))
