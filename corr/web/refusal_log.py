"""How many refused requests are logged: enough to see who tries what, too few for a flood to fill the disk."""

from collections import Counter
from datetime import datetime, timedelta
from threading import Lock
from typing import NamedTuple

_WINDOW = timedelta(minutes=10)
_MOST_OF_ONE = 20
"""Lines for refusals of one kind to one network in a window."""
_MOST = 200
"""Lines for all together."""
_MOST_COUNTED = 20
"""Those of whom the log says how many refusals it left out; the others are counted together."""
_MOST_KEPT = 1000
_OTHERS = "many networks"


class Refused(NamedTuple):
    """A kind of refusal, and the network that was refused."""

    event: str
    network: str


class Refusals:
    """The refusals of the present window in this process, for what the log says of them."""

    def __init__(self) -> None:
        self._guard = Lock()
        self._began_at: datetime | None = None
        self._logged: Counter[Refused] = Counter()
        self._left_out: Counter[Refused] = Counter()

    def note(self, now: datetime, refused: Refused) -> tuple[bool, dict[Refused, int]]:
        """Whether to log one more refusal; and, once a window is over, how many of whom it left out."""
        with self._guard:
            before = self._begin_window(now) if self._is_over(now) else {}
            if self._logged[refused] < _MOST_OF_ONE and self._logged.total() < _MOST:
                self._logged[refused] += 1
                return True, before
            is_kept = refused in self._left_out or len(self._left_out) < _MOST_KEPT
            self._left_out[refused if is_kept else Refused(refused.event, _OTHERS)] += 1
            return False, before

    def _is_over(self, now: datetime) -> bool:
        # A clock that was set back begins a window, too.
        return self._began_at is None or not timedelta() <= now - self._began_at < _WINDOW

    def _begin_window(self, now: datetime) -> dict[Refused, int]:
        counted = dict(self._left_out.most_common(_MOST_COUNTED))
        for refused, times in self._left_out.items() - counted.items():
            others = Refused(refused.event, _OTHERS)
            counted[others] = counted.get(others, 0) + times
        self._began_at, self._logged, self._left_out = now, Counter(), Counter()
        return counted
