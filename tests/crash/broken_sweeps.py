"""Breaks of deadlines and delayed turns: fallen twice, too early, or never."""

import re
import time
from collections.abc import Sequence
from copy import copy
from datetime import timedelta

from sqlalchemy import Connection, Engine, event, text

from corr.base.uow import Reader
from corr.clocks.outages import is_outage
from corr.game import refusals
from corr.mail.queues.delayed_orders import DueOrder, next_due
from corr.play import deadlines, overdue
from tests.crash.replacing import put, put_everywhere

_SWEEPS = "sweeps"
_WAITS = 8.0
"""Seconds that a sweep which has seen a game waits for another one to see it too; each looks every few seconds."""
_OFTEN = 0.05
_KEY = 2_871
"""The first half of the number of the advisory locks by which sweeps see each other; nothing else uses it."""
_SEES = text("SELECT pg_advisory_xact_lock_shared(:key, hashtext(:game))")
_SEEN_BY = text(
    "SELECT count(*) FROM pg_locks JOIN pg_database ON pg_database.oid = pg_locks.database "
    "WHERE datname = current_database() AND locktype = 'advisory' AND classid = :key "
    "AND objid = (SELECT hashtext(:game)::bigint & 4294967295)::oid"
)
_WANTED = re.compile(r"WHERE game\.id = \$([0-9]+)")
"""The number of the value that says which game a statement reads."""
_EARLY = timedelta(minutes=50)


def sweep_without_lock() -> None:
    """Two sweeps may take the same game in hand, and nothing is compared when it ends."""
    event.listen(Engine, "before_cursor_execute", _unlock, retval=True)
    event.listen(Engine, "after_cursor_execute", _let_another_see)
    for end in ("commit", "rollback"):
        event.listen(Engine, end, lambda connection: connection.info.pop(_SWEEPS, None))


def accept_late_turns() -> None:
    """Nobody looks whether a turn is late."""
    put(refusals, "is_late", lambda *_: False)


def never_sweep() -> None:
    """To whoever looks for deadlines, the doors are always closed."""
    put_everywhere("is_outage", is_outage, lambda _: True)


def sweep_early() -> None:
    """Deadlines fall fifty minutes before they have passed."""
    grace = overdue.GRACE
    for module in (overdue, deadlines):
        put(module, "GRACE", grace - _EARLY)


def play_delayed_early() -> None:
    """Delayed turns are played two hours before their moment."""

    def early(reader: Reader) -> DueOrder | None:
        sooner = copy(reader)
        sooner.now += timedelta(hours=2)
        return next_due(sooner)

    put_everywhere("next_due", next_due, early)


def _unlock(
    connection: Connection, _cursor: object, statement: str, parameters: object, *_: object
) -> tuple[str, object]:
    """Let a sweep lock nothing and compare nothing."""
    is_locking = "FOR NO KEY UPDATE" in statement
    if is_locking and "due_at <=" in statement:
        connection.info[_SWEEPS] = True
    if _SWEEPS in connection.info:
        statement = statement.partition("FOR NO KEY UPDATE")[0]
        if statement.startswith("UPDATE game SET") and "ended_at=" in statement:
            statement = statement.replace("game.state = ", "'' <> ")
    return statement, parameters


def _let_another_see(connection: Connection, _cursor: object, statement: str, parameters: object, *_: object) -> None:
    """Wait, before a game ends that was seen running, until another sweep has seen it running too."""
    wanted = _WANTED.search(statement) if "FROM game JOIN game_seat" in statement else None
    if _SWEEPS not in connection.info or wanted is None:
        return
    assert isinstance(parameters, Sequence)
    seen = {"key": _KEY, "game": parameters[int(wanted[1]) - 1]}
    until = time.monotonic() + _WAITS
    connection.execute(_SEES, seen)
    while connection.execute(_SEEN_BY, seen).scalar_one() < 2 and time.monotonic() < until:
        time.sleep(_OFTEN)
    # The other one looks before this one has ended.
    time.sleep(2 * _OFTEN)
