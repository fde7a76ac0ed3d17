"""Breaks of deadlines: fallen twice, too early, or never."""

import time
from datetime import timedelta

from sqlalchemy import Connection, Engine, event

from corr.service import refusals
from corr.service.clocks import deadlines, overdue
from corr.service.clocks.outages import are_doors_closed
from tests.crash.replacing import put, put_everywhere

_LAZY = timedelta(seconds=10)
"""How long after a deadline a lazy sweep comes by."""
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
    """Nobody looks whether a turn is late, and sweeps take their time."""
    put(refusals, "is_late", lambda *_: False)
    for module in (overdue, deadlines):
        put(module, "GRACE", _LAZY)


def never_sweep() -> None:
    """To whoever looks for deadlines, the doors are always closed."""
    put_everywhere("are_doors_closed", are_doors_closed, lambda _: True)


def sweep_early() -> None:
    """Deadlines fall fifty minutes before they have passed."""
    grace = overdue.GRACE
    for module in (overdue, deadlines):
        put(module, "GRACE", grace - _EARLY)
