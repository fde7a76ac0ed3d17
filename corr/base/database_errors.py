"""Log lines that say that the database cannot be reached: one line each, and not again for every request."""

import math
import time
from collections.abc import Callable
from logging import ERROR, Logger

_SAY_AGAIN = 60.0


class Trouble:
    """
    A log of failed access to the data, with one line a minute for each kind of fault.

    :param elapsed: seconds since some moment in the past.
    """

    def __init__(self, log: Logger, elapsed: Callable[[], float] = time.monotonic) -> None:
        self._log = log
        self._elapsed = elapsed
        self._said: dict[str, float] = {}

    def note(self, what: str, fault: Exception) -> None:
        """
        Log *what* could not be done, unless the same kind of fault was logged a moment ago.

        There is no traceback: when a server is away, it does not matter at which statement.
        """
        kind, now = f"{type(fault).__name__}: {fault}", self._elapsed()
        if now - self._said.get(kind, -math.inf) >= _SAY_AGAIN:
            self._said[kind] = now
            self._log.log(ERROR, "%s: the data is out of reach (%s)", what, kind)
