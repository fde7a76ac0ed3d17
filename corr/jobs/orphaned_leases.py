"""Looking after those who died: what a process had in hand is taken up by the others within a minute."""

import logging
import time
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

from corr.base.uow import Workshop
from corr.mail.queues.circuit_breaker import owners_in_hand, release

_LOG = logging.getLogger(__name__)
PATIENCE = 35.0
"""Seconds without a sign of life after which a process is dead; it leaves one every ten."""
_LONGEST_GAP = 15.0
"""If it was not looked for so many seconds, the database was away, and others could not leave a sign of life either."""


@dataclass(frozen=True, slots=True)
class _Silence:
    """How long a process is silent."""

    last_seen: datetime | None
    """Its last sign of life, by its own clock."""
    since: float
    """When that was first looked at, in seconds of `elapsed`: clocks of two machines may differ, this one does not."""


class Heirs:
    """
    Watches those who have letters or mails in hand, for one process.

    :param owner: that process.
    :param elapsed: seconds since some moment in the past.
    """

    def __init__(
        self,
        workshop: Workshop,
        owner: str,
        *,
        patience: float = PATIENCE,
        elapsed: Callable[[], float] = time.monotonic,
    ) -> None:
        self._workshop = workshop
        self._owner = owner
        self._patience = patience
        self._elapsed = elapsed
        self._looked_at = elapsed()
        self._silences: dict[str, _Silence] = {}

    def look_after(self) -> bool:
        """Release what those had in hand who have been silent for too long; call it every few seconds."""
        with self._workshop.look() as reader:
            found = owners_in_hand(reader)
        now = self._elapsed()
        known = self._silences if now - self._looked_at <= _LONGEST_GAP else {}
        self._looked_at = now
        self._silences = {
            owner: _went_on(known.get(owner), last_seen, now)
            for owner, last_seen in found.items()
            if owner != self._owner
        }
        for owner, silence in self._silences.items():
            if now - silence.since > self._patience:
                self._release(owner, silence)
        return False

    def _release(self, owner: str, silence: _Silence) -> None:
        with self._workshop.open() as uow:
            count = release(uow, owner, silence.last_seen)
        if count:
            _LOG.warning(
                "The process %s is gone; %s letters and mails that it had in hand are free again.", owner, count
            )


def _went_on(known: _Silence | None, last_seen: datetime | None, now: float) -> _Silence:
    return known if known is not None and known.last_seen == last_seen else _Silence(last_seen, now)
