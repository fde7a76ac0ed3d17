"""The status of the service: for load balancers, for players, and for administrators."""

import math
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import groupby
from threading import Lock
from typing import Any

from sqlalchemy import Select, Table, delete, func, insert, select
from sqlalchemy.exc import SQLAlchemyError

from corr.base.heartbeat import JOBS, MAIL, STALE_AFTER, WEB, PulseView, last_seen, pulses
from corr.base.uow import Reader, Workshop
from corr.clocks.outages import OutageView, outages
from corr.errors import UnreachableError
from corr.players.sign_in_letters import Waiting, waiting
from corr.ratings.waiting_lists import WaitingList, waiting_lists
from corr.store.base import table
from corr.store.migrate import layout_of
from corr.store.tables.mails import Inbox, InboxState, Outbox, OutboxState
from corr.store.tables.player_accounts import RateCount

_NAMES = {WEB: "pages", JOBS: "jobs", MAIL: "mail servers"}
_OF_DEADLINES = frozenset({JOBS, "reminders"})
_INBOX, _OUTBOX = table(Inbox), table(Outbox)
_A_WHILE = timedelta(minutes=5)
"""How long a letter or mail may wait before the status tells of it."""
_PROBE_KEPT = 5.0
"""Seconds for which a probe's result is kept: frequent requests must not make the disk work all the time."""
_PROBE_SIZE = 32 * 1024
"""Characters that are written: a small row might fit into the last free space of a full disk."""


@dataclass(frozen=True, slots=True)
class KindStatus:
    """The status of one kind of process."""

    name: str
    """ "pages", "jobs" or "mail servers"."""
    last_at: datetime | None
    """Its last heartbeat; None if there never was one."""
    is_fresh: bool


@dataclass(frozen=True, slots=True)
class Status:
    """The status of the service, as anybody may know it."""

    kinds: tuple[KindStatus, ...]
    """The kinds of processes that were ever seen; pages and jobs in any case."""
    closed_since: datetime | None
    """When the present outage began: turns cannot be handed in, or are not read; None without an outage."""
    is_settling: bool
    """Whether an outage is over and not all games have their credit for it yet."""
    letters_since: datetime | None
    """When the oldest letter that is overdue should have been sent; None if none is overdue."""
    mails_since: datetime | None
    """When the oldest mail that is overdue should have been read; None if none is overdue."""
    failing: tuple[PulseView, ...]
    """The loops of living processes that have met nothing but faults for more than a minute."""
    waiting_lists: tuple[WaitingList, ...]
    """The lists of ratings that cannot be counted."""

    @property
    def is_well(self) -> bool:
        """Whether everything runs."""
        waits = self.letters_since or self.mails_since or self.waiting_lists
        return all(kind.is_fresh for kind in self.kinds) and not self.closed_since and not waits and not self.failing

    def failing_since(self, kind: KindStatus) -> datetime | None:
        """Since when what a living *kind* of process stands for has met nothing but faults: deadlines and reminders."""
        if kind.name != _NAMES[JOBS] or not kind.is_fresh:
            return None
        return _began(pulse for pulse in self.failing if pulse.loop in _OF_DEADLINES)

    @property
    def others_failing_since(self) -> datetime | None:
        """Since when some other loop has met nothing but faults; None if none does."""
        return _began(pulse for pulse in self.failing if pulse.loop not in _OF_DEADLINES)

    @property
    def ratings_since(self) -> datetime | None:
        """Since when some list of ratings waits; None if none does."""
        return min((each.since for each in self.waiting_lists if each.since), default=None)


@dataclass(frozen=True, slots=True)
class ProcessView:
    """A process with its loops."""

    owner: str
    pulses: tuple[PulseView, ...]

    @property
    def is_gone(self) -> bool:
        """Whether all of its loops are stale."""
        return all(pulse.is_stale for pulse in self.pulses)

    def has_stopped(self, pulse: PulseView) -> bool:
        """Whether that loop is stale while another one is alive."""
        return pulse.is_stale and not self.is_gone

    def is_failing(self, pulse: PulseView) -> bool:
        """Whether that loop has met nothing but faults since its last success, and the process is alive."""
        return pulse.failing_since is not None and not self.is_gone

    @property
    def last_at(self) -> datetime:
        """Its last heartbeat."""
        return max(pulse.at for pulse in self.pulses)


@dataclass(frozen=True, slots=True)
class Machinery:
    """The status of the service, as administrators may know it."""

    status: Status
    processes: tuple[ProcessView, ...]
    """The processes, those that are alive first."""
    outages: tuple[OutageView, ...]
    sign_ins: Waiting
    """Sign-in letters that wait because too many were asked for."""


@dataclass(frozen=True, slots=True)
class Check:
    """The state of one thing that a process needs."""

    name: str
    is_well: bool
    words: str


class WriteProbe:
    """
    A probe that writes a row, deletes it again, and says whether that worked.

    :param elapsed: a monotonic clock, in seconds.
    """

    def __init__(self, elapsed: Callable[[], float] = time.monotonic) -> None:
        self._elapsed = elapsed
        self._lock = Lock()
        self._found_at = -math.inf
        self._found = Check("writing", is_well=True, words="")

    def check(self, workshop: Workshop) -> Check:
        """Whether the database could be written now, or a few seconds ago."""
        with self._lock:
            if self._elapsed() - self._found_at >= _PROBE_KEPT:
                self._found = _tried_to_write(workshop)
                self._found_at = self._elapsed()
            return self._found


def status(reader: Reader) -> Status:
    """The present status of the service."""
    last = next(iter(outages(reader, 1)), None)
    return Status(
        kinds=tuple(_kinds(reader)),
        closed_since=last.began_at if last is not None and last.ended_at is None else None,
        is_settling=last is not None and last.ended_at is not None and last.settled_at is None,
        letters_since=_waits_since(reader, _OUTBOX, OutboxState.WAITING.value),
        mails_since=_waits_since(reader, _INBOX, InboxState.NEW.value),
        failing=_failing(reader),
        waiting_lists=waiting_lists(reader),
    )


def machinery(reader: Reader) -> Machinery:
    """The status with every loop of every process, and the latest outages."""
    by_owner = sorted(pulses(reader), key=lambda pulse: (pulse.owner, pulse.loop))
    processes = [ProcessView(owner, tuple(found)) for owner, found in groupby(by_owner, lambda pulse: pulse.owner)]
    processes.sort(key=lambda process: (process.is_gone, process.owner))
    return Machinery(status(reader), tuple(processes), outages(reader), waiting(reader))


def readiness(reader: Reader) -> Sequence[Check]:
    """
    The state of what the service needs: a readable database of the newest layout, live pages and jobs; and what fails.
    """
    found = layout_of(reader.connection)
    words = "current" if found.is_newest else f"{found.current or 'none'}, and this version of Corr has {found.newest}"
    # An unknown layout is that of a newer version, which has migrated already; this version still works with it.
    is_well = found.is_newest or not found.is_known
    checks = [Check("database", is_well=True, words="can be read"), Check("layout", is_well, words)]
    if not found.is_newest and found.is_known:
        # What else there is to know may have no place yet.
        return checks
    failing = (_failing_check(pulse) for pulse in _failing(reader))
    # Players are named to administrators alone: what is told here ends in logs of others.
    uncounted = (
        Check("ratings", is_well=False, words=f"those in {each.title} wait at {each.day}, {each.fault}")
        for each in waiting_lists(reader)
    )
    kinds = (_check(reader, kind) for kind in _kinds(reader) if kind.name != _NAMES[MAIL])
    return (*checks, *kinds, *failing, *uncounted)


def _tried_to_write(workshop: Workshop) -> Check:
    counts = table(RateCount)
    try:
        with workshop.open() as uow:
            row = {"key": f"readyz:{'.' * _PROBE_SIZE}", "window_at": uow.now, "count": 0}
            uow.connection.execute(insert(counts).values(**row))
            uow.connection.execute(delete(counts).where(counts.c.key == row["key"]))
    except UnreachableError as fault:
        return Check("writing", is_well=False, words=f"nothing can be written ({fault})")
    except SQLAlchemyError as fault:
        return Check("writing", is_well=False, words=f"nothing can be written ({type(fault).__name__})")
    return Check("writing", is_well=True, words="works")


def _check(reader: Reader, kind: KindStatus) -> Check:
    if kind.last_at is None:
        return Check(kind.name, is_well=False, words="never seen")
    ago = int((reader.now - kind.last_at) / reader.machine(timedelta(seconds=1)))
    return Check(kind.name, kind.is_fresh, f"last sign of life {max(ago, 0)} seconds ago")


def _failing_check(pulse: PulseView) -> Check:
    words = f"only faults since {pulse.failing_since:%Y-%m-%d %H:%M} UTC, the last one {pulse.fault}"
    return Check(f"loop {pulse.loop}", is_well=False, words=words)


def _failing(reader: Reader) -> tuple[PulseView, ...]:
    """The loops of living processes that have been failing for more than a minute, by their names."""
    found, long_ago = pulses(reader), reader.now - reader.machine(STALE_AFTER)
    living = {pulse.owner for pulse in found if not pulse.is_stale}
    by_name = sorted((pulse for pulse in found if pulse.owner in living), key=lambda pulse: pulse.loop)
    return tuple(pulse for pulse in by_name if pulse.failing_since is not None and pulse.failing_since < long_ago)


def _began(failing: Iterable[PulseView]) -> datetime | None:
    return min((pulse.failing_since for pulse in failing if pulse.failing_since), default=None)


def _kinds(reader: Reader) -> Iterator[KindStatus]:
    seen = last_seen(reader)
    stale = reader.now - reader.machine(STALE_AFTER)
    for loop, name in _NAMES.items():
        last_at = seen.get(loop)
        # Mail may also come in without a mail server of Corr.
        if last_at is not None or loop != MAIL:
            yield KindStatus(name, last_at, is_fresh=last_at is not None and last_at >= stale)


def _waits_since(reader: Reader, queue: Table, state: str) -> datetime | None:
    """Since when something in a queue could be tried that is still in that *state*; None if nothing waits."""
    waits = (queue.c.state == state) & (queue.c.try_at <= _late(reader))
    return _first(reader, select(func.min(queue.c.try_at)).where(waits))


def _late(reader: Reader) -> datetime:
    return reader.now - reader.machine(_A_WHILE)


def _first(reader: Reader, statement: Select[Any]) -> datetime | None:
    found = reader.connection.execute(statement).scalar()
    assert found is None or isinstance(found, datetime)
    return found
