"""The heartbeat of a process, which records its living loops, and the release of leases of dead processes."""

import logging
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from threading import Event, Thread

from corr.base.faults import LoopFault
from corr.base.heartbeat import beat, leave
from corr.base.uow import Workshop
from corr.clocks.outages import note_alive
from corr.errors import UnreachableError
from corr.mail.queues.circuit_breaker import owners_in_hand, release

_LOG = logging.getLogger(__name__)
EVERY = 10.0
"""Seconds between two heartbeats."""
_PATIENCE = 5.0
_SAY_AGAIN = 600.0
_PROCESS = "process"
"""The name of the process's own heartbeat: a process may be busy with one thing for long without being dead."""
PATIENCE = 35.0
"""Seconds without a heartbeat after which a process counts as dead; there is one every `EVERY` seconds."""
_LONGEST_GAP = 15.0
"""Seconds between two looks: after a longer gap the database was away, and no process could record heartbeats."""


def lease_owner(process: str, loop: str) -> str:
    """The name by which a *loop* of a *process* leases; of several that do the same, "outbox/2" has its own."""
    _, slash, number = loop.partition("/")
    return f"{process}{slash}{number}"


class HeartbeatLoop:
    """
    The heartbeat of one process, until it is stopped.

    :param turned: the names of the loops that were alive since it was last called.
    :param failing: what the loops meet that have met nothing but faults since their last success.
    """

    def __init__(
        self,
        workshop: Workshop,
        owner: str,
        turned: Callable[[], Sequence[str]],
        failing: Callable[[], Mapping[str, LoopFault]],
        *,
        every: float = EVERY,
    ) -> None:
        self._workshop = workshop
        self._owner = owner
        self._turned = turned
        self._failing = failing
        self._every = every
        self._owners: frozenset[str] = frozenset()
        self._stopping = Event()
        self._said_at = -_SAY_AGAIN
        self._missing_since: float | None = None
        self._thread = Thread(target=self._run, name="heart", daemon=True)

    def start(self, loops: Sequence[str]) -> None:
        """
        Record a heartbeat for all *loops*, before they begin to work, and then begin to repeat it.

        :raises UnreachableError: the database is away.
        """
        self._owners = frozenset(lease_owner(self._owner, loop) for loop in loops) - {self._owner}
        self._beat(loops)
        self._thread.start()

    def stop(self) -> None:
        """Stop the heartbeat, and record that the process has ended."""
        self._stopping.set()
        self._thread.join(_PATIENCE)
        try:
            with self._workshop.open() as uow:
                for owner in (self._owner, *self._owners):
                    leave(uow, owner)
        except UnreachableError:
            _LOG.warning("The database could not be told that this process ends.", exc_info=True)

    def _run(self) -> None:
        while not self._stopping.wait(self._every):
            try:
                self._beat(self._turned())
            except Exception as fault:  # noqa: BLE001 - a process loop
                self._miss(fault)
            else:
                self._go_on()

    def _miss(self, fault: Exception) -> None:
        now = time.monotonic()
        if self._missing_since is None:
            self._missing_since = now
        if now - self._said_at < _SAY_AGAIN:
            return
        self._said_at = now
        if isinstance(fault, UnreachableError):
            # If a server is away, the traceback tells nothing.
            _LOG.error("The data is out of reach (%s); this process waits for it.", fault)
        else:
            _LOG.error("The pulse met a fault and goes on.", exc_info=fault)

    def _go_on(self) -> None:
        if self._missing_since is not None:
            _LOG.warning("The pulse goes on after about %s seconds.", round(time.monotonic() - self._missing_since))
            self._missing_since = None

    def _beat(self, loops: Sequence[str]) -> None:
        with self._workshop.open() as uow:
            note_alive(uow, self._owner, [_PROCESS, *loops], self._failing())
            for owner in self._owners:
                beat(uow, owner, [_PROCESS])


@dataclass(frozen=True, slots=True)
class _Silence:
    """The time since the last heartbeat of a process."""

    last_seen: datetime | None
    """Its last heartbeat, by its own clock."""
    since: float
    """When this process first saw it, in seconds of `elapsed`: clocks of two machines may differ, this one does not."""


class OrphanedLeases:
    """
    The release of leases on letters and mails that dead processes hold.

    :param owner: the process that looks for them.
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
        """Release the leases of processes without a heartbeat for too long; call it every few seconds."""
        with self._workshop.look() as reader:
            found = owners_in_hand(reader)
        now = self._elapsed()
        known = self._silences if now - self._looked_at <= _LONGEST_GAP else {}
        self._looked_at = now
        self._silences = {
            owner: _went_on(known.get(owner), last_seen, now)
            for owner, last_seen in found.items()
            if owner.partition("/")[0] != self._owner
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
