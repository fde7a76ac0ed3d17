"""
Units of work: one transaction, one moment, and the notices that are committed with it; and a log of failed ones.

A use case never commits. `Workshop.open` commits on the way out and rolls back on any exception but a refusal that a
use case marked with `UnitOfWork.kept`.
"""

import math
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from logging import ERROR, Logger
from typing import NamedTuple, Protocol, TypeVar, cast

from sqlalchemy import Connection
from sqlalchemy.exc import OperationalError

from corr.base.faults import log_words, set_aside
from corr.base.notices import Channel, MailQueue, Notice
from corr.errors import CorrError, UnreachableError
from corr.games.registry import Registry
from corr.store.compiled_statements import CompiledQuery, Parameters
from corr.store.db import Database

_SAY_AGAIN = 60.0
Found = TypeVar("Found", bound=NamedTuple)
Seen = TypeVar("Seen")


class ServiceClock(Protocol):
    """The clock that a service goes by: the system's, a rehearsal's or a test's."""

    def now(self) -> datetime:
        """The present moment, aware and in UTC."""
        ...

    def machine(self, span: timedelta) -> timedelta:
        """The length on this clock of a *span* of the machine's own time: the same, unless this clock runs faster."""
        ...


@dataclass(eq=False, repr=False, kw_only=True)
class Reader:
    """A consistent view of the data at one moment, for reading only."""

    connection: Connection
    """The connection on which statements are executed."""
    now: datetime
    """The moment that counts as now for everything done here."""
    registry: Registry
    """The games that can be played."""
    secret: bytes
    """The service's own secret."""
    is_sqlite: bool
    """Whether the data is in SQLite, where there is one writer at a time and rows need no locks."""
    workshop: "Workshop"
    """The place where it was opened."""
    known: dict[str, object] = field(init=False, default_factory=dict)
    """Values that were read before and still hold: nothing changes here, or a `UnitOfWork` has locked them."""
    _found: dict[tuple[object, str], Sequence[tuple[object, ...]]] = field(init=False, default_factory=dict)

    def rows(self, query: CompiledQuery[Found], parameters: Parameters) -> Sequence[Found]:
        """The rows of *query*, which runs once with the same *parameters*, since nothing changes here."""
        key = query, repr(parameters)
        if key not in self._found:
            self._found[key] = query.all(self.connection, parameters)
        return cast("Sequence[Found]", self._found[key])

    def machine(self, span: timedelta) -> timedelta:
        """The length on the service's clock of a *span* of the machine's own time, such as a lease."""
        return self.workshop.machine(span)


class Part:
    """A part of a unit of work that can be undone alone."""

    def __init__(self) -> None:
        self.is_undone = False
        self.fault: Exception | None = None
        """The fault for which it was undone, if it was guarded."""

    def undo(self) -> None:
        """Undo at its end what was done and told inside, and unlock what was locked."""
        self.is_undone = True

    @property
    def fault_words(self) -> str:
        """The kind and place of the fault for a log; its own words may hold turns or words of players."""
        assert self.fault is not None
        return log_words(self.fault)


@dataclass(eq=False, repr=False, kw_only=True)
class UnitOfWork(Reader):
    """One transaction that changes data; a `Reader` too."""

    asked_at: datetime
    """When it was asked for, before it waited for its turn to be written."""
    kept_refusal: CorrError | None = field(init=False, default=None)
    """The refusal with which the transaction is committed nevertheless."""
    _told: list[Notice] = field(init=False, default_factory=list)

    def rows(self, query: CompiledQuery[Found], parameters: Parameters) -> Sequence[Found]:
        """The rows of *query* as they are now."""
        return query.all(self.connection, parameters)

    def tell(self, notice: Notice) -> None:
        """Queue *notice* on every channel; it goes out only if this transaction is committed."""
        self._told.append(notice)

    def kept(self, refusal: CorrError) -> CorrError:
        """
        The same *refusal*, to be raised at once; what was done before is committed nevertheless. It is for counts of
        wrong tries, which a refusal must not undo.
        """
        self.kept_refusal = refusal
        return refusal

    @contextmanager
    def attempt(self) -> Iterator[Part]:
        """A part that may fail alone: an exception undoes what was done and told inside, and is raised again."""
        part, told, known = Part(), len(self._told), dict(self.known)
        try:
            with self.connection.begin_nested() as savepoint:
                yield part
                if part.is_undone:
                    savepoint.rollback()
        except BaseException:
            part.is_undone = True
            raise
        finally:
            if part.is_undone:
                del self._told[told:]
                # What was locked inside is unlocked again, too.
                self.known = known

    @contextmanager
    def guarded(self) -> Iterator[Part]:
        """
        A part whose fault must not stop others: it is undone, and its fault is kept and not raised.

        :raises OperationalError: the database is in trouble, which is no fault of this part.
        """
        part = Part()
        try:
            with self.attempt() as part:
                yield part
        except (OperationalError, UnreachableError):
            raise
        except Exception as fault:  # noqa: BLE001 - whoever asked for this logs it
            part.fault = fault
            set_aside(fault)

    def write_notices(self) -> None:
        """Let each channel queue the notices that were told. `Workshop.open` calls it at the end."""
        if self._told:
            # One for each key, the first: the database would leave out the second anyway.
            notices = {notice.key: notice for notice in reversed(self._told)}
            for channel in self.workshop.channels:
                channel.queue(self.connection, list(reversed(notices.values())), self.now)
            self._told.clear()


class Workshop:
    """The place where units of work are opened; a process has one."""

    def __init__(
        self,
        database: Database,
        clock: ServiceClock,
        registry: Registry,
        secret: bytes,
        *,
        channels: Sequence[Channel] = (MailQueue(),),
    ) -> None:
        self._database = database
        self._clock = clock
        self.registry = registry
        self.secret = secret
        self.channels = channels
        """The ways in which notices reach people."""
        self.is_sqlite = database.is_sqlite
        """Whether the data is in SQLite."""
        self.wait_limits = database.patience
        """How long units of work may wait for the data."""

    def free_space(self) -> int | None:
        """The bytes that are free on the disk of the data; None if it is on another machine."""
        return self._database.free_space()

    def now(self) -> datetime:
        """The present moment, for the time at which something arrived, before it waits to be written."""
        return self._clock.now()

    def machine(self, span: timedelta) -> timedelta:
        """The length on the service's clock of a *span* of the machine's own time, such as a lease."""
        return self._clock.machine(span)

    @contextmanager
    def open(self) -> Iterator[UnitOfWork]:
        """
        A transaction that changes data. Its moment is taken once it may write: on SQLite it waits for other writers.

        :raises UnreachableError: the data cannot be reached; nothing was changed.
        :raises UnsureError: it got out of reach while the transaction was committed.
        """
        asked_at = self._clock.now()
        with self._database.writing() as connection:
            uow = UnitOfWork(
                connection=connection,
                asked_at=asked_at,
                now=self._clock.now(),
                registry=self.registry,
                secret=self.secret,
                is_sqlite=self.is_sqlite,
                workshop=self,
            )
            try:
                yield uow
            except CorrError as refusal:
                if refusal is not uow.kept_refusal:
                    raise
            uow.write_notices()
        if uow.kept_refusal is not None:
            raise uow.kept_refusal

    @contextmanager
    def look(self) -> Iterator[Reader]:
        """
        A consistent view of the data.

        :raises UnreachableError: the data cannot be reached.
        """
        with self._database.reading() as connection:
            yield self._reader(connection)

    @contextmanager
    def look_planned(self) -> Iterator[Reader]:
        """
        The same for large statements about one player, each of which then has one plan for all values.

        :raises UnreachableError: the data cannot be reached.
        """
        with self._database.reading_planned() as connection:
            yield self._reader(connection)

    def glance(self, read: Callable[[Reader], Seen]) -> Seen:
        """
        What *read* finds with one statement alone, which is cheaper than a view of the data; it may be called twice.

        :raises UnreachableError: the data cannot be reached.
        """
        return self._database.glance(lambda connection: read(self._reader(connection)))

    def glance_late(self, read: Callable[[Reader], Seen]) -> Seen:
        """
        The same for somebody who has written nothing here: it may be some seconds old.

        :raises UnreachableError: the data cannot be reached.
        """
        return self._database.glance_late(lambda connection: read(self._reader(connection)))

    @contextmanager
    def watch(self) -> Iterator[Reader]:
        """
        The same for somebody who has written nothing here: it may be some seconds old.

        :raises UnreachableError: the data cannot be reached.
        """
        with self._database.watching() as connection:
            yield self._reader(connection)

    def _reader(self, connection: Connection) -> Reader:
        return Reader(
            connection=connection,
            now=self._clock.now(),
            registry=self.registry,
            secret=self.secret,
            is_sqlite=self.is_sqlite,
            workshop=self,
        )


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
