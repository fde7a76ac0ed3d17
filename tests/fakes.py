"""Stand-ins for what tests cannot have: time that passes when told to."""

from datetime import UTC, datetime, timedelta
from threading import Event, Lock

START = datetime(2026, 3, 2, 12, 0, tzinfo=UTC)
"""When time begins in tests: a Monday at noon."""


class FakeClock:
    """A clock that stands still until it is moved."""

    def __init__(self, start: datetime = START) -> None:
        self._now = start
        self._guard = Lock()

    def now(self) -> datetime:
        """The present moment."""
        with self._guard:
            return self._now

    def move(self, by: timedelta) -> None:
        """Let time pass."""
        with self._guard:
            self._now += by


class WatchedClock(FakeClock):
    """A clock that tells when somebody looks at it."""

    def __init__(self, start: datetime = START) -> None:
        super().__init__(start)
        self.looked_at = Event()

    def now(self) -> datetime:
        """The present moment."""
        self.looked_at.set()
        return super().now()
