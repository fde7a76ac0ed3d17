"""
Channels: the ways in which notices reach people. Mail is one.

A channel queues what it delivers of the notices of a transaction, in that transaction, so that nothing is told that did
not happen, and nothing that happened is lost. What it takes from elsewhere: which notices go together and can be ended
(`notices.category_of`), who has a row in hand and when it is tried again (`heartbeat`), and what a notice says and
whether anybody still needs it (`mail.letters.letter_facts`).
"""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Protocol

from sqlalchemy import Connection

from corr.base.notices import Notice
from corr.store.base import table
from corr.store.statements import add_new
from corr.store.tables.mails import Outbox, OutboxState

_OUTBOX = table(Outbox)


class Channel(Protocol):
    """A way in which notices reach people."""

    def queue(self, connection: Connection, notices: Sequence[Notice], now: datetime) -> None:
        """Store what is to be delivered of *notices*, whose keys differ; once for each key, however often told."""
        ...


class MailQueue:
    """The channel of letters: every notice waits in the outbox."""

    def queue(self, connection: Connection, notices: Sequence[Notice], now: datetime) -> None:
        """Store *notices* as letters that wait."""
        add_new(connection, _OUTBOX, [waiting_row(notice, now) for notice in notices], unique="key")


def waiting_row(notice: Notice, now: datetime) -> Mapping[str, object]:
    """*notice* as a row of a queue, which may be claimed at once."""
    return {
        "key": notice.key,
        "kind": notice.kind.value,
        "player_id": notice.player_id,
        "address": notice.address,
        "game_id": notice.game_id,
        "turn_number": notice.turn_number,
        "facts": dict(notice.facts),
        "state": OutboxState.WAITING.value,
        "created_at": now,
        "try_at": now,
        "tries": 0,
        "fault": "",
    }
