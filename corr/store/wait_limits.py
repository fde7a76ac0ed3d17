"""
Waiting for PostgreSQL, but not for ever.

Where the network stalls, everything that is sent is acknowledged and nothing comes back: neither the system's own
limits nor the server's help then. So every wait of a connection looks at a clock on this side; see `postgresql.py`.

While nothing gets through, one unit of work at a time tries; the others are turned away soon, so that they do not queue
up behind threads that wait.
"""

import math
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Event, Lock, local

_LONGEST_ADMISSION = 0.5
_LONGEST_TRIAL = 4.0


class GaveUpError(Exception):
    """The database did not answer within the time that its user has."""


class _ThreadWaits(local):
    """What each thread knows of its own waits."""

    until: float | None = None
    """The moment until which it may wait; None if nothing was said."""


class WaitLimits:
    """
    How long units of work may wait for the database, each as a whole.

    :param limit: seconds for a unit of work of which nothing else is said; None for as long as it takes.
    """

    def __init__(self, limit: float | None) -> None:
        self.limit = limit
        self.elapsed: Callable[[], float] = time.monotonic
        """Seconds since some moment in the past, by which all waits are measured."""
        self._mine = _ThreadWaits()
        self._trial = Lock()
        self._away = Event()

    @contextmanager
    def within(self, seconds: float | None) -> Iterator[None]:
        """All that this thread asks meanwhile is answered within *seconds* from now; None for as long as it takes."""
        before = self._mine.until
        self._mine.until = math.inf if seconds is None else self.elapsed() + seconds
        try:
            yield
        finally:
            self._mine.until = before

    @contextmanager
    def unit(self) -> Iterator[None]:
        """
        One unit of work.

        :raises GaveUpError: the database is away, and somebody else tries already whether it is back.
        """
        if self._mine.until is not None:
            with self._admitted():
                yield
        else:
            with self.within(self.limit), self._admitted():
                yield

    def left(self) -> float:
        """How many seconds this thread may still wait; infinity where there is no limit."""
        return math.inf if self._mine.until is None else self._mine.until - self.elapsed()

    def note(self, *, is_away: bool) -> None:
        """Note whether the database answered in time."""
        if is_away:
            self._away.set()
        elif self._away.is_set():
            self._away.clear()

    @contextmanager
    def _admitted(self) -> Iterator[None]:
        if not self._away.is_set() or math.isinf(self.left()):
            yield
            return
        if not self._trial.acquire(timeout=_LONGEST_ADMISSION):
            raise GaveUpError("the database is away")
        try:
            is_trial = self._away.is_set()
            if is_trial:
                # Others wait for what comes of it, so that it gets no more time than it takes to see.
                with self.within(min(self.left(), _LONGEST_TRIAL)):
                    yield
        finally:
            self._trial.release()
        if not is_trial:
            yield
