"""
The database: one engine for writing, one for reading, and the order among writers on SQLite.

On SQLite writers begin with BEGIN IMMEDIATE (a deferred transaction that reads and then writes fails at once with
"database is locked", whatever the timeout), behind a first-come-first-served lock for the threads of this process and
a file lock for all processes: without them sixteen clients wait unfairly, up to a hundred times the median. No wait is
endless, since a process that holds the lock may have been stopped.
"""

import fcntl
import logging
import math
import os
import shutil
import sqlite3
import time
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, nullcontext, suppress
from dataclasses import dataclass, field
from pathlib import Path
from threading import TIMEOUT_MAX, Event, Lock
from typing import Any, TypeVar

from sqlalchemy import Engine, create_engine, event
from sqlalchemy.engine import Connection, make_url
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.exc import DBAPIError, InterfaceError, OperationalError
from sqlalchemy.exc import TimeoutError as PoolTimeoutError
from sqlalchemy.pool import ConnectionPoolEntry

from corr.config.values import PostgresAccess
from corr.errors import UnreachableError, UnsureError
from corr.lazy_import import LazyImport
from corr.store.wait_limits import GaveUpError, WaitLimits

_LOOK_AGAIN = 0.002
"""Seconds between two looks for the lock among processes."""
_BUSY = "others are writing"
_LOG = logging.getLogger(__name__)
_POOL = 20
DIRECT = PostgresAccess()
"""One server of PostgreSQL, and nothing in between."""
_PATIENT_ENGINE: LazyImport[Callable[[str, WaitLimits, PostgresAccess], Engine]] = LazyImport(
    "corr.store.postgresql:patient_engine"
)
"""Loaded only where the database is PostgreSQL."""
_SQLITE = {"timeout": 10, "check_same_thread": False}
_AWAY = (OperationalError, InterfaceError, PoolTimeoutError, GaveUpError)
_AWAY_ON_SQLITE = frozenset(
    {sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED, sqlite3.SQLITE_IOERR, sqlite3.SQLITE_FULL, sqlite3.SQLITE_CANTOPEN}
)
"""Faults of the disk, or locks that others hold; all other codes are faults of the program."""


_Seen = TypeVar("_Seen")
_VIEW = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"
_ONE_PLAN = "; SET LOCAL plan_cache_mode = force_generic_plan"
"""Else PostgreSQL plans anew for each value where it expects far more rows of the others."""
_DISK_FULL = "53100"
"""PostgreSQL's code for a full disk."""


class WriteLock:
    """A lock that one writer at a time holds: threads in order of arrival, processes by a lock on a file."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._guard = Lock()
        self._waiting: deque[Lock] = deque()
        self._taken = False
        self._file: int | None = None

    @contextmanager
    def held(self, limit: float) -> Iterator[None]:
        """
        The block in which this thread holds the lock; it waits for it *limit* seconds at most.

        :raises UnreachableError: others held the lock for longer.
        """
        until = time.monotonic() + limit
        self._enter(limit)
        try:
            descriptor = self._lock_file(until)
            try:
                yield
            finally:
                fcntl.flock(descriptor, fcntl.LOCK_UN)
        finally:
            self._leave()

    def close(self) -> None:
        """Close the file of the lock."""
        with self._guard:
            if self._file is not None:
                os.close(self._file)
                self._file = None

    def _enter(self, limit: float) -> None:
        with self._guard:
            if not self._taken:
                self._taken = True
                return
            mine = Lock()
            mine.acquire()
            self._waiting.append(mine)
        # A page may come here when its time is over: a negative time would raise, and leave its place to nobody.
        if mine.acquire(timeout=max(0.0, min(limit, TIMEOUT_MAX))):
            return
        with self._guard:
            # If it is no longer in the queue, the lock was handed to this thread at this very moment.
            if mine in self._waiting:
                self._waiting.remove(mine)
                raise UnreachableError(_BUSY)

    def _leave(self) -> None:
        with self._guard:
            if self._waiting:
                self._waiting.popleft().release()
            else:
                self._taken = False

    def _lock_file(self, until: float) -> int:
        """
        The file, locked among processes; its lock is usually free, since few processes share a database on SQLite.

        :raises UnreachableError: it was not free before *until*, a moment of `time.monotonic`.
        """
        if self._file is None:
            self._file = os.open(self._path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        while True:
            try:
                fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                if time.monotonic() >= until:
                    raise UnreachableError(_BUSY) from None
                time.sleep(_LOOK_AGAIN)
            else:
                return self._file


@dataclass(frozen=True, slots=True)
class _Replica:
    """A replica, which is waited for by itself: it may be away while the database is there."""

    engine: Engine
    patience: WaitLimits
    is_away: Event = field(default_factory=Event)
    """Whether it could not be reached the last time."""

    def note(self, fault: UnreachableError | None) -> None:
        """Log that it is away, or back, once."""
        if fault is not None and not self.is_away.is_set():
            self.is_away.set()
            _LOG.warning("the replica is out of reach, and the database itself is read instead (%s)", fault)
        elif fault is None and self.is_away.is_set():
            self.is_away.clear()
            _LOG.warning("the replica can be read again")


class Database:
    """
    The database of a service.

    :param url: an SQLAlchemy URL, "sqlite:///…" or "postgresql+psycopg://…".
    :param limit: how many seconds a unit of work may wait for PostgreSQL; None for no limit.
    :param access: how the servers of PostgreSQL are used.
    """

    def __init__(self, url: str, limit: float | None = None, access: PostgresAccess = DIRECT) -> None:
        parsed = make_url(url)
        self.url = url
        self.patience = WaitLimits(limit)
        self._replica: _Replica | None = None
        self._glancing: list[Connection] = []
        self.is_sqlite = parsed.get_backend_name() == "sqlite"
        if self.is_sqlite:
            path = Path(parsed.database or "").absolute()
            self._folder: Path | None = path.parent
            self._writer = _sqlite_engine(url, "BEGIN IMMEDIATE")
            self._reader = self._planned_reader = _sqlite_engine(url, "BEGIN")
            self._glancer: Engine | None = self._reader.execution_options(begin="")
            self._write_lock: WriteLock | None = WriteLock(path.with_name(path.name + ".lock"))
        else:
            self._writer = _PATIENT_ENGINE.load()(url, self.patience, access)
            self._reader = self._writer.execution_options(begin=_VIEW)
            self._planned_reader = self._writer.execution_options(begin=_VIEW + _ONE_PLAN)
            # Through a pooler, statements have their limits from their transaction.
            self._glancer = None if access.is_pooled else self._writer.execution_options(begin="")
            if access.replica_url is not None:
                patience = WaitLimits(limit)
                engine = _PATIENT_ENGINE.load()(access.replica_url, patience, access)
                self._replica = _Replica(engine.execution_options(begin=_VIEW), patience)
            self._write_lock = None
            self._folder = None

    @property
    def engine(self) -> Engine:
        """The engine that may write, for migrations."""
        return self._writer

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """
        One transaction that may write: committed on the way out, rolled back on any exception.

        :raises UnreachableError: the data cannot be reached; nothing was changed.
        :raises UnsureError: the connection was lost while the transaction was committed.
        """
        # One of the writers on SQLite may have been stopped, so that waiting for the others has a limit.
        longest = min(self.patience.left(), math.inf if self.patience.limit is None else self.patience.limit)
        held = nullcontext() if self._write_lock is None else self._write_lock.held(longest)
        with self._unit(self.patience), held, _begun(self._writer) as connection:
            yield connection
            try:
                connection.commit()
            except BaseException as fault:
                # Whatever the fault was, no connection goes back to the pool with an open transaction.
                connection.invalidate()
                if isinstance(fault, DBAPIError) and fault.connection_invalidated:
                    raise UnsureError(_kind(fault)) from fault
                raise

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """
        One consistent view of the data in which nothing can be written.

        :raises UnreachableError: the data cannot be reached.
        """
        with self._unit(self.patience), _viewed(self._reader) as connection:
            yield connection

    @contextmanager
    def reading_planned(self) -> Iterator[Connection]:
        """
        The same where each statement has one plan for all values: for large ones about one player, which are planned
        for longer than they run.

        :raises UnreachableError: the data cannot be reached.
        """
        with self._unit(self.patience), _viewed(self._planned_reader) as connection:
            yield connection

    def glance(self, read: Callable[[Connection], _Seen]) -> _Seen:
        """
        What *read* finds with one statement alone, around which no transaction is needed: on PostgreSQL a third of the
        round trips. If the connection from the pool is dead, *read* is called once more.

        :raises UnreachableError: the data cannot be reached.
        """
        with self._unit(self.patience):
            try:
                return self._glanced(read)
            except DBAPIError as fault:
                if not fault.connection_invalidated:
                    raise
                self._forget_glancing()
                return self._glanced(read)

    def _glanced(self, read: Callable[[Connection], _Seen]) -> _Seen:
        if self._glancer is None:
            with _viewed(self._reader) as view:
                return read(view)
        connection = self._next_glancing(self._glancer)
        try:
            found = read(connection)
        except BaseException:
            connection.close()
            raise
        self._glancing.append(connection)
        return found

    def _next_glancing(self, glancer: Engine) -> Connection:
        """
        A connection that nobody uses. Nothing has begun in it of which anybody but SQLAlchemy knows, so that it stays
        as it is for the next glance: to begin and to end it costs as much as the statement.
        """
        try:
            return self._glancing.pop()
        except IndexError:
            return glancer.connect()

    def _forget_glancing(self) -> None:
        """Give all connections that wait for a glance back to the pool."""
        with suppress(IndexError):
            while True:
                self._glancing.pop().close()

    def glance_late(self, read: Callable[[Connection], _Seen]) -> _Seen:
        """
        The same for somebody who has written nothing here: it may be some seconds old.

        :raises UnreachableError: the data cannot be reached.
        """
        if self._replica is None:
            return self.glance(read)
        with self.watching() as connection:
            return read(connection)

    @contextmanager
    def watching(self) -> Iterator[Connection]:
        """
        The same for somebody who has written nothing here: it may be some seconds old.

        :raises UnreachableError: the data cannot be reached.
        """
        with ExitStack() as stack:
            yield stack.enter_context(self.reading()) if self._replica is None else self._replica_or_not(stack)

    def _replica_or_not(self, stack: ExitStack) -> Connection:
        """A view of the replica; of the database itself if the replica cannot be reached."""
        assert self._replica is not None
        try:
            with ExitStack() as tried:
                tried.enter_context(self._unit(self._replica.patience))
                connection = tried.enter_context(_viewed(self._replica.engine))
                stack.push(tried.pop_all())
        except UnreachableError as fault:
            self._replica.note(fault)
            return stack.enter_context(self.reading())
        self._replica.note(None)
        return connection

    def free_space(self) -> int | None:
        """The bytes that are free on the disk of an SQLite database; None for a server, which does not tell."""
        return None if self._folder is None else shutil.disk_usage(self._folder).free

    def close(self) -> None:
        """Close all connections."""
        self._forget_glancing()
        self._writer.dispose()
        self._reader.dispose()
        if self._replica is not None:
            self._replica.engine.dispose()
        if self._write_lock is not None:
            self._write_lock.close()

    @contextmanager
    def _unit(self, patience: WaitLimits) -> Iterator[None]:
        """
        One unit of work, within the time that it has.

        :raises UnreachableError: it met a fault of the network, of the server or of the disk.
        """
        try:
            with nullcontext() if self.is_sqlite else patience.unit():
                yield
        except _AWAY as fault:
            if self.is_sqlite and not _is_away_on_sqlite(fault):
                raise
            raise UnreachableError(_kind(fault)) from fault


@contextmanager
def _begun(engine: Engine) -> Iterator[Connection]:
    """
    A connection with a transaction that has begun.

    To begin is how a connection from the pool shows that it is alive; where it is not, a new one takes its place.
    """
    with ExitStack() as stack:
        connection = stack.enter_context(engine.connect())
        try:
            connection.begin()
        except DBAPIError as fault:
            if not fault.connection_invalidated:
                raise
            stack.close()
            connection = stack.enter_context(engine.connect())
            connection.begin()
        yield connection


@contextmanager
def _viewed(engine: Engine) -> Iterator[Connection]:
    """A connection with a transaction that only reads."""
    with _begun(engine) as connection:
        try:
            yield connection
        finally:
            # The pool would roll back, and then psycopg forgets all statements that the server has planned. What was
            # read is read, whatever becomes of the connection; and one that was lost has nothing to end.
            with suppress(DBAPIError):
                if connection.in_transaction() and not connection.invalidated:
                    connection.commit()


def _is_away_on_sqlite(fault: Exception) -> bool:
    code = getattr(fault.orig, "sqlite_errorcode", 0) if isinstance(fault, DBAPIError) else 0
    # The lowest byte is the kind; the others say more.
    return code & 0xFF in _AWAY_ON_SQLITE


def _kind(fault: Exception) -> str:
    """The name of a fault: never the driver's own words, which may quote values that were to be stored."""
    cause = fault.orig if isinstance(fault, DBAPIError) else fault
    is_full = getattr(cause, "sqlite_errorcode", 0) & 0xFF == sqlite3.SQLITE_FULL
    if is_full or getattr(cause, "sqlstate", None) == _DISK_FULL:
        return "disk full: nothing more can be written"
    return type(cause).__name__


def _sqlite_engine(url: str, begin: str) -> Engine:
    # Parameters are hidden since they may be tokens, and faults are logged.
    # The connection that was used last still knows its statements, and pages that nobody has changed since.
    engine = create_engine(url, pool_size=_POOL, pool_use_lifo=True, hide_parameters=True, connect_args=_SQLITE)

    def prepare(connection: DBAPIConnection, _entry: ConnectionPoolEntry) -> None:
        # The driver's own idea of when to begin is switched off; the event below begins.
        connection.isolation_level = None
        cursor = connection.cursor()
        # Its own cache stays at two megabytes for each connection: what is not there the system has.
        for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON"):
            cursor.execute(f"PRAGMA {pragma}")
        if begin == "BEGIN":
            cursor.execute("PRAGMA query_only=ON")
        cursor.close()

    def start(connection: Connection) -> None:
        if connection.get_execution_options().get("begin") == "":
            # One statement follows that is a transaction by itself.
            return
        if begin == "BEGIN":
            # This one waits for nobody and cannot fail, and SQLAlchemy's way costs as much as half a query.
            connection.connection.cursor().execute(begin)
        else:
            connection.exec_driver_sql(begin)

    _listen(engine, "connect", prepare)
    _listen(engine, "begin", start)
    return engine


def _listen(engine: Engine, name: str, listener: Any) -> None:  # noqa: ANN401 - SQLAlchemy's own signature
    event.listen(engine, name, listener)
