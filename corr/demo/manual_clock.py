"""A clock that is set by hand."""

from datetime import datetime, timedelta


class ManualClock:
    """A `ServiceClock` that stands still until it is set forward."""

    def __init__(self, start: datetime) -> None:
        self._now = start

    def now(self) -> datetime:
        """The moment that it was set to."""
        return self._now

    def machine(self, span: timedelta) -> timedelta:
        """The same *span*."""
        return span

    def move(self, by: timedelta) -> None:
        """Set it forward."""
        self._now += by

    def move_to(self, moment: datetime) -> None:
        """Set it forward to a moment; one that has passed changes nothing."""
        self._now = max(self._now, moment)
