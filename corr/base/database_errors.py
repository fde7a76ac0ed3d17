"""Saying that the data is out of reach: in one line, and seldom, however many meet it."""

import math
import time
from collections.abc import Callable
from logging import ERROR, Logger

_SAY_AGAIN = 60.0


class Trouble:
    """
    Says it in one log, once a minute for each kind of fault.

    :param elapsed: seconds since some moment in the past.
    """

    def __init__(self, log: Logger, elapsed: Callable[[], float] = time.monotonic) -> None:
        self._log = log
        self._elapsed = elapsed
        self._said: dict[str, float] = {}

    def note(self, what: str, fault: Exception) -> None:
        """
        Say *what* could not be done, unless that was said a moment ago of the same kind of fault.

        Without the way it went: where it breaks off tells nothing when a server is away.
        """
        kind, now = f"{type(fault).__name__}: {fault}", self._elapsed()
        if now - self._said.get(kind, -math.inf) >= _SAY_AGAIN:
            self._said[kind] = now
            self._log.log(ERROR, "%s: the data is out of reach (%s)", what, kind)
