"""Breaks of deadlines: fallen twice, too early, or never."""

import time
from datetime import timedelta

from sqlalchemy import Connection, Engine, event

from corr.service import standing
from corr.service.clocks import deadlines, overdue
from corr.service.clocks.outages import are_doors_closed
from corr.service.uow import Reader
from tests.crash.replacing import put, put_everywhere

_LAZY = 12.0
"""Seconds that a lazy sweep lets pass."""
_TOGETHER = 2.0
"""Seconds between two moments at which sweeps look that are to meet."""
_EARLY = timedelta(minutes=50)


def sweep_without_lock() -> None:
    """Two sweeps may take the same game in hand, and nothing is compared when it ends."""

    def unlock(
        _connection: Connection, _cursor: object, statement: str, parameters: object, *_: object
    ) -> tuple[str, object]:
        if "due_at <=" in statement and "FOR NO KEY UPDATE" in statement:
            # All sweeps look at the same moment.
            time.sleep(_TOGETHER - time.time() % _TOGETHER)
            statement = statement.partition("FOR NO KEY UPDATE")[0]
        elif "FROM game JOIN game_seat" in statement and "FOR NO KEY UPDATE" in statement:
            # Both have seen the game running before either ends it.
            time.sleep(0.5)
            statement = statement.partition("FOR NO KEY UPDATE")[0]
        elif statement.startswith("UPDATE game SET") and "ended_at=" in statement:
            statement = statement.replace("game.state = ", "'' <> ")
        return statement, parameters

    event.listen(Engine, "before_cursor_execute", unlock, retval=True)


def accept_late_turns() -> None:
    """Nobody looks whether a turn is late, and for a while no sweep either."""
    begun = time.monotonic()

    def lazy(reader: Reader) -> bool:
        return time.monotonic() < begun + _LAZY or are_doors_closed(reader)

    put_everywhere("are_doors_closed", are_doors_closed, lazy)
    put(standing, "is_late", lambda *_: False)


def never_sweep() -> None:
    """To whoever looks for deadlines, the doors are always closed."""
    put_everywhere("are_doors_closed", are_doors_closed, lambda _: True)


def sweep_early() -> None:
    """Deadlines fall fifty minutes before they have passed."""
    grace = overdue.GRACE
    for module in (overdue, deadlines):
        put(module, "GRACE", grace - _EARLY)
