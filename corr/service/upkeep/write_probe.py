"""Whether anything can be written: found out by writing, since a full disk can still be read."""

import math
import time
from collections.abc import Callable
from threading import Lock

from sqlalchemy import delete, insert
from sqlalchemy.exc import SQLAlchemyError

from corr.errors import UnreachableError
from corr.service.uow import Workshop
from corr.service.upkeep.status import Check
from corr.store.base import table
from corr.store.tables.accounts import RateCount

_KEPT = 5.0
"""Seconds for which an answer holds: whoever asks all the time must not make the disk work all the time."""
_SIZE = 32 * 1024
"""Characters that are written: a row that fits into the last free corner says nothing."""


class WriteProbe:
    """
    Writes a row, takes it away again, and says whether that went well.

    :param elapsed: seconds since some moment in the past.
    """

    def __init__(self, elapsed: Callable[[], float] = time.monotonic) -> None:
        self._elapsed = elapsed
        self._lock = Lock()
        self._found_at = -math.inf
        self._found = Check("writing", is_well=True, words="")

    def check(self, workshop: Workshop) -> Check:
        """Whether something could be written just now, or a few seconds ago."""
        with self._lock:
            if self._elapsed() - self._found_at >= _KEPT:
                self._found = _tried(workshop)
                self._found_at = self._elapsed()
            return self._found


def _tried(workshop: Workshop) -> Check:
    counts = table(RateCount)
    try:
        with workshop.open() as uow:
            row = {"key": f"readyz:{'.' * _SIZE}", "window_at": uow.now, "count": 0}
            uow.connection.execute(insert(counts).values(**row))
            uow.connection.execute(delete(counts).where(counts.c.key == row["key"]))
    except UnreachableError as fault:
        return Check("writing", is_well=False, words=f"nothing can be written ({fault})")
    except SQLAlchemyError as fault:
        return Check("writing", is_well=False, words=f"nothing can be written ({type(fault).__name__})")
    return Check("writing", is_well=True, words="works")
