"""The heart of a process: tells the database every few seconds which of its loops are alive."""

import logging
import time
from collections.abc import Callable, Sequence
from threading import Event, Thread

from corr.base.heartbeat import leave
from corr.base.uow import Workshop
from corr.clocks.outages import live
from corr.errors import UnreachableError

_LOG = logging.getLogger(__name__)
EVERY = 10.0
"""Seconds between two beats."""
_PATIENCE = 5.0
_SAY_AGAIN = 600.0
_PROCESS = "process"
"""The sign of life of the process itself: it may be busy with one thing for long, and is not dead."""


class Heart:
    """
    Beats for one process until it is stopped.

    :param turned: the names of the loops that went well since it was asked before.
    """

    def __init__(
        self, workshop: Workshop, owner: str, turned: Callable[[], Sequence[str]], *, every: float = EVERY
    ) -> None:
        self._workshop = workshop
        self._owner = owner
        self._turned = turned
        self._every = every
        self._stopping = Event()
        self._said_at = -_SAY_AGAIN
        self._missing_since: float | None = None
        self._thread = Thread(target=self._run, name="heart", daemon=True)

    def start(self, loops: Sequence[str]) -> None:
        """
        Beat for all *loops*, before any of them has begun to work, and then again and again.

        :raises UnreachableError: the database is away.
        """
        self._beat(loops)
        self._thread.start()

    def stop(self) -> None:
        """Beat no more, and say goodbye."""
        self._stopping.set()
        self._thread.join(_PATIENCE)
        try:
            with self._workshop.open() as uow:
                leave(uow, self._owner)
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
            # Where it breaks off tells nothing when a server is away.
            _LOG.error("The data is out of reach (%s); this process waits for it.", fault)
        else:
            _LOG.error("The pulse met a fault and goes on.", exc_info=fault)

    def _go_on(self) -> None:
        if self._missing_since is not None:
            _LOG.warning("The pulse goes on after about %s seconds.", round(time.monotonic() - self._missing_since))
            self._missing_since = None

    def _beat(self, loops: Sequence[str]) -> None:
        with self._workshop.open() as uow:
            live(uow, self._owner, [_PROCESS, *loops])
