"""
The order among writers on SQLite: threads of a process in order of arrival, processes by a lock on a file.

SQLite's own lock lets whoever asks at the right moment go first; with many writers some wait a hundred times as long as
others. Nobody waits for ever: a process that holds the lock may have been stopped.
"""

import fcntl
import os
import time
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import TIMEOUT_MAX, Lock

from corr.errors import UnreachableError

_LOOK_AGAIN = 0.002
"""Seconds between two looks for the lock among processes."""
_BUSY = "others are writing"


class Turnstile:
    """Lets one writer at a time pass: threads in order of arrival, processes by a lock on a file."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._guard = Lock()
        self._waiting: deque[Lock] = deque()
        self._taken = False
        self._file: int | None = None

    @contextmanager
    def passed(self, limit: float) -> Iterator[None]:
        """
        The turn of this thread, within *limit* seconds.

        :raises UnreachableError: others were at it for longer.
        """
        until = time.monotonic() + limit
        self._enter(limit)
        try:
            descriptor = self._opened()
            _lock(descriptor, until)
            try:
                yield
            finally:
                fcntl.flock(descriptor, fcntl.LOCK_UN)
        finally:
            self._leave()

    def close(self) -> None:
        """Give the file back to the system."""
        with self._guard:
            if self._file is not None:
                os.close(self._file)
                self._file = None

    def _enter(self, limit: float) -> None:
        with self._guard:
            if not self._taken:
                self._taken = True
                return
            mine = Lock()
            mine.acquire()
            self._waiting.append(mine)
        if mine.acquire(timeout=min(limit, TIMEOUT_MAX)):
            return
        with self._guard:
            # If it is not there any more, the turn has come at this very moment.
            if mine in self._waiting:
                self._waiting.remove(mine)
                raise UnreachableError(_BUSY)

    def _leave(self) -> None:
        with self._guard:
            if self._waiting:
                self._waiting.popleft().release()
            else:
                self._taken = False

    def _opened(self) -> int:
        if self._file is None:
            self._file = os.open(self._path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        return self._file


def _lock(descriptor: int, until: float) -> None:
    """
    Take the lock among processes; mostly it is free, since few share a database on SQLite.

    :raises UnreachableError: it was not free before the moment *until* of this machine.
    """
    while True:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            if time.monotonic() >= until:
                raise UnreachableError(_BUSY) from None
            time.sleep(_LOOK_AGAIN)
        else:
            return
