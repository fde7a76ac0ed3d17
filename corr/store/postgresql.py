"""
Connections to PostgreSQL that wait as long as their user does. Loaded only where the database is one.

A connection that was given up is closed, since its answer may still be on the way, and never goes back to the pool.
"""

import math
from collections.abc import Callable
from typing import Any, Self, cast

import psycopg
from psycopg import generators
from psycopg.abc import RV, PQGen
from psycopg.adapt import PyFormat, Transformer
from psycopg.errors import error_from_result
from psycopg.pq import ExecStatus
from sqlalchemy import Engine, create_engine, event
from sqlalchemy.engine import Connection
from sqlalchemy.engine.interfaces import DBAPIConnection, Dialect
from sqlalchemy.pool import ConnectionPoolEntry

from corr.config.values import PostgresAccess
from corr.store.wait_limits import GaveUpError, WaitLimits

_INTERVAL = 0.1
_LONGEST_PING = 2.0
"""Seconds that a connection from the pool has to show that it is alive; firewalls drop idle ones without a word."""
_LONGEST_CONNECT = 3.0
_SHORTEST_CONNECT = 2.0
"""The driver rounds anything less up to this."""
_LATE = "the database did not answer in time"
_POOL = 20
_MOST_MORE = 20
_POOL_WAIT = 2.0
_TOO_LITTLE = 0.5
"""Seconds that are not worth a new connection."""
_LONGEST_LOCK = 6.0
"""Seconds that a statement waits for somebody else's lock: less than pages have, so that the server says so itself."""


class NoAnswerError(GaveUpError, psycopg.OperationalError):
    """The same as a fault of the driver, which is what SQLAlchemy expects."""


class _NumberedCursor(psycopg.RawCursor[Any]):
    """
    A cursor for statements that are the same each time, with numbers for their values.

    Each is prepared at once: to plan a large one takes the server twenty times as long as to run it, and psycopg would
    let it be planned six times on each connection. For one that is prepared it does what psycopg would do, and no more:
    half of psycopg's time is for all that such a statement may not be. It is used again by the same connection, so that
    it never closes.
    """

    _conn: "PatientConnection"

    def execute(self, query: Any, params: Any = None, **_how: Any) -> Self:  # noqa: ANN401 - as psycopg has it
        """Run a statement."""
        connection, transformer = self._conn, Transformer(self._conn)
        values = transformer.dump_sequence(params, [PyFormat.AUTO] * len(params))
        prepared = connection._prepared._names  # noqa: SLF001 - as psycopg's own cursors do
        key = query.encode(), transformer.types or ()
        if key not in prepared:
            return super().execute(query, params, prepare=True)
        prepared.move_to_end(key)
        self._reset()
        self._tx = transformer
        with connection.lock:
            connection.pgconn.send_query_prepared(prepared[key], values, transformer.formats)
            results = connection.wait(generators.execute(connection.pgconn))
        self._check_results(results)
        self._set_results(results)
        return self

    def close(self) -> None:
        """Forget what was found."""
        self._reset()


class PatientConnection(psycopg.Connection[Any]):
    """A connection whose waits come to an end."""

    patience: WaitLimits
    is_resting = False
    """Whether it may have died since it was used, and has not yet shown that it is alive."""
    _numbered: _NumberedCursor | None = None

    def numbered_cursor(self) -> _NumberedCursor:
        """Its only cursor for statements with numbers, so that one is read before the next is executed."""
        if self._numbered is None:
            self._numbered = _NumberedCursor(self)
        return self._numbered

    def command(self, words: str) -> None:
        """Run statements without values and rows, as psycopg itself does for COMMIT: a cursor would cost more."""
        with self.lock:
            self.pgconn.send_query(words.encode())
            results = self.wait(generators.execute(self.pgconn))
        for result in results:
            if result.status != ExecStatus.COMMAND_OK:
                raise error_from_result(result)

    def wait(self, gen: PQGen[RV], interval: float = _INTERVAL, timeout: float | None = None) -> RV:
        """
        What *gen* gives when the server has answered.

        :raises NoAnswerError: it did not in time; the connection is closed.
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
            raise NoAnswerError(_LATE)
        try:
            found = super().wait(_ending(gen, left, self.patience.elapsed), interval)
        except NoAnswerError:
            self.pgconn.finish()
            self.patience.note(is_away=True)
            raise
        self.patience.note(is_away=False)
        return found


def patient_engine(url: str, patience: WaitLimits, access: PostgresAccess) -> Engine:
    """An engine for PostgreSQL whose connections wait as long as *patience* allows."""
    # Parameters are hidden since they may be tokens, and faults are logged.
    engine = create_engine(
        url,
        pool_size=_POOL,
        max_overflow=_MOST_MORE,
        pool_timeout=_POOL_WAIT,
        # The connection that was used last knows most plans.
        pool_use_lifo=True,
        hide_parameters=True,
    )

    def connect(_dialect: Dialect, _record: object, _positional: object, named: dict[str, Any]) -> PatientConnection:
        # Transactions are begun and ended here, so that the driver need not.
        named = {"autocommit": True} | named
        if not access.is_prepared:
            named["prepare_threshold"] = None
        if patience.limit is not None and not access.is_pooled:
            named["options"] = _options(patience.limit, str(named.get("options", "")))
        return _connected(named, patience)

    def rest(connection: DBAPIConnection | None, _record: ConnectionPoolEntry) -> None:
        if connection is not None:
            cast("PatientConnection", connection).is_resting = True

    event.listen(engine, "do_connect", connect)
    event.listen(engine, "checkin", rest)
    event.listen(engine, "begin", _begin)
    # A pooler takes no options at the beginning of a session, so that each transaction has its limits.
    return engine.execution_options(limits=_local_limits(patience.limit)) if access.is_pooled else engine


def _begin(connection: Connection) -> None:
    """
    Begin a transaction, of the kind that the execution option "begin" tells.

    It is no statement for SQLAlchemy: its way costs as much as the whole round trip. Where "begin" is empty, each
    statement that follows is a transaction by itself, and shows whether the connection is alive.
    """
    options = connection.get_execution_options()
    if options.get("isolation_level") == "AUTOCOMMIT":
        return
    driver = cast("PatientConnection", connection.connection.dbapi_connection)
    if options.get("begin") == "":
        driver.is_resting = True
        return
    try:
        driver.command(options.get("begin", "BEGIN") + options.get("limits", ""))
    except psycopg.Error as fault:
        connection._handle_dbapi_exception(fault, "BEGIN", None, None, None)  # noqa: SLF001 - there is no other way
    driver.is_resting = False


def _connected(named: dict[str, Any], patience: WaitLimits) -> PatientConnection:
    """
    A new connection.

    :raises NoAnswerError: no time is left for it.
    """
    left = patience.left()
    if left <= _TOO_LITTLE:
        raise NoAnswerError(_LATE)
    if not math.isinf(left):
        most = max(_SHORTEST_CONNECT, min(_LONGEST_CONNECT, left))
        named = {"connect_timeout": math.ceil(most)} | named
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
    ours = " ".join(f"-c {name}={most}" for name, most in _limits(limit).items())
    return f"{ours} {others}".strip()


def _local_limits(limit: float | None) -> str:
    """The same as statements that follow BEGIN and hold until its transaction ends."""
    return "" if limit is None else "".join(f"; SET LOCAL {name} = {most}" for name, most in _limits(limit).items())


def _limits(limit: float) -> dict[str, int]:
    """Milliseconds after which the server ends what it does, by the names of its settings."""
    seconds = {
        "statement_timeout": limit,
        "lock_timeout": min(limit, _LONGEST_LOCK),
        "idle_in_transaction_session_timeout": limit,
    }
    return {name: math.ceil(1000 * most) for name, most in seconds.items()}


def _ending(gen: PQGen[RV], left: float, elapsed: Callable[[], float]) -> PQGen[RV]:
    """
    *gen*, which is left when *left* seconds have passed by *elapsed*.

    :raises NoAnswerError: they have.
    """
    until = elapsed() + left
    try:
        wish = next(gen)
        while True:
            ready = yield wish
            if elapsed() >= until:
                raise NoAnswerError(_LATE)
            wish = gen.send(ready)
    except StopIteration as end:
        return cast("RV", end.value)
