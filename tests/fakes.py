"""Stand-ins for what tests cannot have: time that passes when told to."""

from datetime import UTC, datetime, timedelta
from threading import Event, Lock

START = datetime(2026, 3, 2, 12, 0, tzinfo=UTC)
"""When time begins in tests: a Monday at noon."""


class FakeClock:
    """A clock that stands still until it is moved."""

    def __init__(self, start: datetime = START, factor: int = 1) -> None:
        self._now = start
        self._factor = factor
        self._guard = Lock()

    def now(self) -> datetime:
        """The present moment."""
        with self._guard:
            return self._now

    def move(self, by: timedelta) -> None:
        """Let time pass."""
        with self._guard:
            self._now += by

    def machine(self, span: timedelta) -> timedelta:
        """How long a *span* of the machine's time is here."""
        return span * self._factor


class WatchedClock(FakeClock):
    """A clock that tells when somebody looks at it."""

    def __init__(self, start: datetime = START) -> None:
        super().__init__(start)
        self.looked_at = Event()

    def now(self) -> datetime:
        """The present moment."""
        self.looked_at.set()
        return super().now()
