"""
Waiting for PostgreSQL, but not for ever.

Where the network stalls, everything that is sent is acknowledged and nothing comes back: neither the system's own
limits nor the server's help then. So every wait of a connection looks at a clock on this side. A connection that was
given up is closed, since its answer may still be on the way, and never goes back to the pool.

While nothing gets through, one unit of work at a time tries; the others are turned away soon, so that they do not queue
up behind threads that wait.
"""

import math
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Event, Lock, local
from typing import Any, cast

import psycopg
from psycopg.abc import RV, PQGen
from sqlalchemy import Engine, create_engine, event
from sqlalchemy.engine.interfaces import DBAPIConnection, Dialect
from sqlalchemy.pool import ConnectionPoolEntry

_INTERVAL = 0.1
_LONGEST_PING = 2.0
"""Seconds that a connection from the pool has to show that it is alive; firewalls drop idle ones without a word."""
_LONGEST_CONNECT = 3.0
_SHORTEST_CONNECT = 2.0
"""The driver rounds anything less up to this."""
_LONGEST_ADMISSION = 0.5
_LATE = "the database did not answer in time"
_POOL = 20
_MOST_MORE = 20
_LONGEST_TRIAL = 4.0
_POOL_WAIT = 2.0
_TOO_LITTLE = 0.5
"""Seconds that are not worth a new connection."""
_LONGEST_LOCK = 6.0
"""Seconds that a statement waits for somebody else's lock: less than pages have, so that the server says so itself."""


class GaveUpError(psycopg.OperationalError):
    """The database did not answer within the time that its user has."""


class Patience:
    """
    How long units of work may wait for the database, each as a whole.

    :param limit: seconds for a unit of work of which nothing else is said; None for as long as it takes.
    """

    def __init__(self, limit: float | None) -> None:
        self.limit = limit
        self.elapsed: Callable[[], float] = time.monotonic
        """Seconds since some moment in the past, by which all waits are measured."""
        self._mine = local()
        self._trial = Lock()
        self._away = Event()

    @contextmanager
    def within(self, seconds: float | None) -> Iterator[None]:
        """All that this thread asks meanwhile is answered within *seconds* from now; None for as long as it takes."""
        before = self._until
        self._mine.until = math.inf if seconds is None else self.elapsed() + seconds
        try:
            yield
        finally:
            self._mine.until = before

    @contextmanager
    def unit(self) -> Iterator[None]:
        """
        One unit of work.

        :raises GaveUpError: the database is away, and somebody else tries already whether it is back.
        """
        if self._until is not None:
            with self._admitted():
                yield
        else:
            with self.within(self.limit), self._admitted():
                yield

    def left(self) -> float:
        """How many seconds this thread may still wait; infinity where there is no limit."""
        return math.inf if self._until is None else self._until - self.elapsed()

    def note(self, *, is_away: bool) -> None:
        """Note whether the database answered in time."""
        if is_away:
            self._away.set()
        elif self._away.is_set():
            self._away.clear()

    @property
    def _until(self) -> float | None:
        return cast("float | None", getattr(self._mine, "until", None))

    @contextmanager
    def _admitted(self) -> Iterator[None]:
        if not self._away.is_set() or math.isinf(self.left()):
            yield
            return
        if not self._trial.acquire(timeout=_LONGEST_ADMISSION):
            raise GaveUpError("the database is away")
        try:
            is_trial = self._away.is_set()
            if is_trial:
                # Others wait for what comes of it, so that it gets no more time than it takes to see.
                with self.within(min(self.left(), _LONGEST_TRIAL)):
                    yield
        finally:
            self._trial.release()
        if not is_trial:
            yield


class PatientConnection(psycopg.Connection[Any]):
    """A connection whose waits come to an end."""

    patience: Patience
    is_resting = False
    """Whether it lies in the pool, where all that is asked is whether it is alive."""

    def wait(self, gen: PQGen[RV], interval: float = _INTERVAL, timeout: float | None = None) -> RV:
        """
        What *gen* gives when the server has answered.

        :raises GaveUpError: it did not in time; the connection is closed.
        """
        left = self.patience.left()
        if self.is_resting:
            left = min(left, _LONGEST_PING)
        if timeout is not None:
            return super().wait(gen, interval, timeout)
        if math.isinf(left):
            return super().wait(gen, interval)
        if left <= 0:
            # Nothing is begun of which the end would not be seen.
            self.pgconn.finish()
            raise GaveUpError(_LATE)
        try:
            found = super().wait(_ending(gen, left, self.patience.elapsed), interval)
        except GaveUpError:
            self.pgconn.finish()
            self.patience.note(is_away=True)
            raise
        self.patience.note(is_away=False)
        return found


def patient_engine(url: str, patience: Patience) -> Engine:
    """An engine for PostgreSQL whose connections wait as long as *patience* allows."""
    # Parameters are hidden since they may be tokens, and faults are logged.
    engine = create_engine(
        url,
        pool_size=_POOL,
        max_overflow=_MOST_MORE,
        pool_timeout=_POOL_WAIT,
        pool_pre_ping=True,
        hide_parameters=True,
    )

    def connect(_dialect: Dialect, _record: object, _positional: object, named: dict[str, Any]) -> PatientConnection:
        return _connected(named, patience)

    def rest(connection: DBAPIConnection | None, _record: ConnectionPoolEntry) -> None:
        if connection is not None:
            cast("PatientConnection", connection).is_resting = True

    def wake(connection: DBAPIConnection, *_more: object) -> None:
        cast("PatientConnection", connection).is_resting = False

    event.listen(engine, "do_connect", connect)
    event.listen(engine, "checkin", rest)
    event.listen(engine, "checkout", wake)
    return engine


def _connected(named: dict[str, Any], patience: Patience) -> PatientConnection:
    """
    A new connection.

    :raises GaveUpError: no time is left for it.
    """
    left = patience.left()
    if left <= _TOO_LITTLE:
        raise GaveUpError(_LATE)
    if not math.isinf(left):
        most = max(_SHORTEST_CONNECT, min(_LONGEST_CONNECT, left))
        named = {"connect_timeout": math.ceil(most)} | named
    if patience.limit is not None:
        named = named | {"options": _options(patience.limit, str(named.get("options", "")))}
    try:
        made = PatientConnection.connect(**named)
    except psycopg.errors.ConnectionTimeout:
        patience.note(is_away=True)
        raise
    made.patience = patience
    return made


def _options(limit: float, others: str) -> str:
    """
    What the server is asked to end by itself: where the network is gone, it must not hold locks for somebody who has
    given up. What the database's address says comes last, and so counts.
    """
    limits = {
        "statement_timeout": limit,
        "lock_timeout": min(limit, _LONGEST_LOCK),
        "idle_in_transaction_session_timeout": limit,
    }
    ours = " ".join(f"-c {name}={math.ceil(1000 * most)}" for name, most in limits.items())
    return f"{ours} {others}".strip()


def _ending(gen: PQGen[RV], left: float, elapsed: Callable[[], float]) -> PQGen[RV]:
    """
    *gen*, which is left when *left* seconds have passed by *elapsed*.

    :raises GaveUpError: they have.
    """
    until = elapsed() + left
    try:
        wish = next(gen)
        while True:
            ready = yield wish
            if elapsed() >= until:
                raise GaveUpError(_LATE)
            wish = gen.send(ready)
    except StopIteration as end:
        return cast("RV", end.value)
