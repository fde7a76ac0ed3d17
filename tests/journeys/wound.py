"""
Corr with a clock that is wound by hand: `python -m tests.journeys.wound` is `corr`, and a file says how far that clock
is ahead of the machine's.

Winding it is no outage: spans of the machine's own time count for so much that no sign of life is missed by it.
"""

import os
import sys
from datetime import UTC, datetime, timedelta
from pathlib import Path

from corr import wiring
from corr.cli import main

FILE = "CLOCK_FILE"
_FACTOR = 12_000
"""A minute without a sign of life is an outage: so many of them are more than eight days, which no story takes."""
GRACE = timedelta(hours=17)
"""How long after a deadline it has fallen for sure: the five seconds that turns in hand are given count as much."""


class WoundClock(wiring.SystemClock):
    """A clock that runs as usual, but from wherever it was wound to."""

    def __init__(self) -> None:
        self._file = Path(os.environ[FILE])

    def now(self) -> datetime:
        """The present moment, aware and UTC."""
        return datetime.now(UTC) + ahead(self._file)

    def machine(self, span: timedelta) -> timedelta:
        """A *span* of the machine's time, as if this clock always ran as fast as it is wound now and then."""
        return span * _FACTOR


def ahead(file: Path) -> timedelta:
    """How far the clock of a *file* is ahead."""
    return timedelta(seconds=float(file.read_text(encoding="ascii")))


def wind(file: Path, moment: datetime) -> None:
    """Let the clock show *moment* now; all that it is ever wound on may be eight days."""
    draft = file.with_suffix(".new")
    draft.write_text(str((moment - datetime.now(UTC)).total_seconds()), encoding="ascii")
    draft.replace(file)


if __name__ == "__main__":
    vars(wiring)[wiring.SystemClock.__name__] = WoundClock
    sys.exit(main())
