"""
Units of work: one transaction, one moment, and the notices that leave with it.

A use case never commits. `Workshop.open` commits on the way out and rolls back on any exception but a refusal that a
use case marked with `UnitOfWork.kept`.
"""

from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from datetime import datetime, timedelta
from typing import Any, Protocol

from sqlalchemy import Connection
from sqlmodel import Session

from corr.base.notices import Notice
from corr.errors import CorrError
from corr.games.registry import Registry
from corr.store.base import table
from corr.store.db import Database
from corr.store.queries.statements import add_new
from corr.store.tables.mails import Outbox, OutboxState

_OUTBOX = table(Outbox)


class ServiceClock(Protocol):
    """Tells the time: the system's, or a test's."""

    def now(self) -> datetime:
        """The present moment, aware and in UTC."""
        ...

    def machine(self, span: timedelta) -> timedelta:
        """How long a *span* of the machine's own time is on this clock: the same, unless it runs faster."""
        ...


class Reader:
    """A view of the data at one moment, in which nothing changes."""

    def __init__(self, connection: Connection, now: datetime, workshop: "Workshop") -> None:
        self.connection = connection
        """What statements are executed on."""
        self.now = now
        """The one moment of all that is done here."""
        self.known: dict[str, Any] | None = {}
        """What was read already and may be asked for again, since nothing changes here; None where something may."""
        self.registry = workshop.registry
        """The games that can be played."""
        self.secret = workshop.secret
        """The service's own secret."""
        self.is_sqlite = workshop.is_sqlite
        """Whether the data lies in SQLite, where one writer at a time is at work and rows need no locks."""
        self._workshop = workshop

    def free_space(self) -> int | None:
        """Bytes that are free on the disk of the data; None if that is another machine's."""
        return self._workshop.free_space()

    def machine(self, span: timedelta) -> timedelta:
        """How long a *span* of the machine's own time, such as a lease, is on the service's clock."""
        return self._workshop.machine(span)


class UnitOfWork(Reader):
    """One transaction that changes data; a `Reader` too."""

    def __init__(self, session: Session, now: datetime, workshop: "Workshop") -> None:
        super().__init__(session.connection(), now, workshop)
        self.session = session
        self.known = None
        self._told: list[Notice] = []
        self.kept_refusal: CorrError | None = None
        """The refusal that commits all the same."""

    def tell(self, notice: Notice) -> None:
        """Let *notice* go out as a letter if, and only if, this transaction is committed."""
        self._told.append(notice)

    def kept(self, refusal: CorrError) -> CorrError:
        """
        The same *refusal*, to be raised at once: what was done before it is committed all the same. For counts of wrong
        tries, which a refusal must not undo.
        """
        self.kept_refusal = refusal
        return refusal

    @contextmanager
    def attempt(self) -> Iterator[None]:
        """A part that may fail by itself: an exception undoes what was done and told inside, and goes on its way."""
        told = len(self._told)
        try:
            with self.session.begin_nested():
                # The session sets its savepoint only when it is asked for its connection.
                self.session.connection()
                yield
        except BaseException:
            del self._told[told:]
            raise

    def write_notices(self) -> None:
        """Store what was told. `Workshop.open` does so at the end."""
        if self._told:
            # One of each key: the first says it all, and the second would be left out by the database anyway.
            notices = {notice.key: notice for notice in reversed(self._told)}
            rows = [self._row(notice) for notice in reversed(notices.values())]
            add_new(self.session, _OUTBOX, rows, unique="key")
            self._told.clear()

    def _row(self, notice: Notice) -> dict[str, object]:
        return {
            "key": notice.key,
            "kind": notice.kind.value,
            "player_id": notice.player_id,
            "address": notice.address,
            "game_id": notice.game_id,
            "turn_number": notice.turn_number,
            "facts": dict(notice.facts),
            "state": OutboxState.WAITING.value,
            "created_at": self.now,
            "try_at": self.now,
            "tries": 0,
            "fault": "",
        }


class Workshop:
    """Where units of work are opened; built once for each process."""

    def __init__(self, database: Database, clock: ServiceClock, registry: Registry, secret: bytes) -> None:
        self._database = database
        self._clock = clock
        self.registry = registry
        self.secret = secret
        self.is_sqlite = database.is_sqlite
        """Whether the data lies in SQLite."""

    def free_space(self) -> int | None:
        """Bytes that are free on the disk of the data; None if that is another machine's."""
        return self._database.free_space()

    def now(self) -> datetime:
        """The present moment: when something arrived, before it has waited for its turn to be written."""
        return self._clock.now()

    def machine(self, span: timedelta) -> timedelta:
        """How long a *span* of the machine's own time, such as a lease, is on the service's clock."""
        return self._clock.machine(span)

    def within(self, seconds: float | None) -> AbstractContextManager[None]:
        """A while in which this thread waits for the data at most *seconds* together; None for as long as it takes."""
        return self._database.patience.within(seconds)

    @contextmanager
    def open(self) -> Iterator[UnitOfWork]:
        """
        A transaction that changes data; its moment is taken when it is this one's turn.

        :raises UnreachableError: the data cannot be reached; nothing was changed.
        :raises UnsureError: it got out of reach while the transaction was committed.
        """
        with self._database.writing() as session:
            uow = UnitOfWork(session, self._clock.now(), self)
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
            yield Reader(connection, self._clock.now(), self)
