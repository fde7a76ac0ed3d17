"""
The order among writers on SQLite: threads of a process in order of arrival, processes by a lock on a file.

SQLite's own lock goes to whoever asks at the right moment; with many writers some wait a hundred times as long as
others. No wait is endless, since a process that holds the lock may have been stopped.
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


class WriteLock:
    """A lock that one writer at a time holds: threads in order of arrival, processes by a lock on a file."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._guard = Lock()
        self._waiting: deque[Lock] = deque()
        self._taken = False
        self._file: int | None = None

    @contextmanager
    def held(self, limit: float) -> Iterator[None]:
        """
        The block in which this thread holds the lock; it waits for it *limit* seconds at most.

        :raises UnreachableError: others held the lock for longer.
        """
        until = time.monotonic() + limit
        self._enter(limit)
        try:
            descriptor = self._lock_file(until)
            try:
                yield
            finally:
                fcntl.flock(descriptor, fcntl.LOCK_UN)
        finally:
            self._leave()

    def close(self) -> None:
        """Close the file of the lock."""
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
            # If it is no longer in the queue, the lock was handed to this thread at this very moment.
            if mine in self._waiting:
                self._waiting.remove(mine)
                raise UnreachableError(_BUSY)

    def _leave(self) -> None:
        with self._guard:
            if self._waiting:
                self._waiting.popleft().release()
            else:
                self._taken = False

    def _lock_file(self, until: float) -> int:
        """
        The file, locked among processes; its lock is usually free, since few processes share a database on SQLite.

        :raises UnreachableError: it was not free before *until*, a moment of `time.monotonic`.
        """
        if self._file is None:
            self._file = os.open(self._path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        while True:
            try:
                fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                if time.monotonic() >= until:
                    raise UnreachableError(_BUSY) from None
                time.sleep(_LOOK_AGAIN)
            else:
                return self._file
