"""Whether everything runs: for load balancers, for players, and for administrators."""

import math
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import groupby
from threading import Lock
from typing import Any

from sqlalchemy import Select, delete, func, insert, select
from sqlalchemy.exc import SQLAlchemyError

from corr.base.heartbeat import JOBS, MAIL, STALE_AFTER, WEB, PulseView, last_seen, pulses
from corr.base.uow import Reader, Workshop
from corr.clocks.outages import OutageView, outages
from corr.errors import UnreachableError
from corr.players.sign_in_letters import Waiting, waiting
from corr.store.base import table
from corr.store.migrate import layout_of
from corr.store.tables.mails import Inbox, InboxState, Outbox, OutboxState
from corr.store.tables.player_accounts import RateCount

_NAMES = {WEB: "pages", JOBS: "jobs", MAIL: "mail servers"}
_INBOX, _OUTBOX = table(Inbox), table(Outbox)
_A_WHILE = timedelta(minutes=5)
"""What waits for less time is on its way."""
_PROBE_KEPT = 5.0
"""Seconds for which an answer holds: whoever asks all the time must not make the disk work all the time."""
_PROBE_SIZE = 32 * 1024
"""Characters that are written: a row that fits into the last free corner says nothing."""


@dataclass(frozen=True, slots=True)
class KindStatus:
    """One kind of process."""

    name: str
    """ "pages", "jobs" or "mail servers"."""
    last_at: datetime | None
    """Its last sign of life; None if there never was one."""
    is_fresh: bool


@dataclass(frozen=True, slots=True)
class Status:
    """How the service is, as anybody may know it."""

    kinds: tuple[KindStatus, ...]
    """Those that were ever seen; pages and jobs in any case."""
    closed_since: datetime | None
    """Since when players cannot hand their turns in, or nobody reads them; None while they can."""
    is_settling: bool
    """Whether an outage is over whose time was not given back to all games yet."""
    letters_since: datetime | None
    """Since when the oldest letter waits that should be out by now."""
    mails_since: datetime | None
    """Since when the oldest mail waits that should be understood by now."""

    @property
    def is_well(self) -> bool:
        """Whether everything runs."""
        waits = self.letters_since or self.mails_since
        return all(kind.is_fresh for kind in self.kinds) and not self.closed_since and not waits


@dataclass(frozen=True, slots=True)
class ProcessView:
    """One process with its loops."""

    owner: str
    pulses: tuple[PulseView, ...]

    @property
    def is_gone(self) -> bool:
        """Whether none of its loops is alive."""
        return all(pulse.is_stale for pulse in self.pulses)

    def has_stopped(self, pulse: PulseView) -> bool:
        """Whether one of its loops stands still while another is alive."""
        return pulse.is_stale and not self.is_gone

    @property
    def last_at(self) -> datetime:
        """Its last sign of life."""
        return max(pulse.at for pulse in self.pulses)


@dataclass(frozen=True, slots=True)
class Machinery:
    """How the service is, as administrators may know it."""

    status: Status
    processes: tuple[ProcessView, ...]
    """Those that are alive first."""
    outages: tuple[OutageView, ...]
    sign_ins: Waiting
    """Letters to sign in that wait because too many are asked for."""


@dataclass(frozen=True, slots=True)
class Check:
    """One thing that a process needs to be of use."""

    name: str
    is_well: bool
    words: str


class WriteProbe:
    """
    Writes a row, takes it away again, and says whether that went well.

    :param elapsed: seconds since some moment in the past.
    """

    def __init__(self, elapsed: Callable[[], float] = time.monotonic) -> None:
        self._elapsed = elapsed
        self._lock = Lock()
        self._found_at = -math.inf
        self._found = Check("writing", is_well=True, words="")

    def check(self, workshop: Workshop) -> Check:
        """Whether something could be written just now, or a few seconds ago."""
        with self._lock:
            if self._elapsed() - self._found_at >= _PROBE_KEPT:
                self._found = _tried_to_write(workshop)
                self._found_at = self._elapsed()
            return self._found


def status(reader: Reader) -> Status:
    """How the service is now."""
    last = next(iter(outages(reader, 1)), None)
    return Status(
        kinds=tuple(_kinds(reader)),
        closed_since=last.began_at if last is not None and last.ended_at is None else None,
        is_settling=last is not None and last.ended_at is not None and last.settled_at is None,
        letters_since=_letters_since(reader),
        mails_since=_mails_since(reader),
    )


def machinery(reader: Reader) -> Machinery:
    """Every loop of every process, and the latest outages."""
    by_owner = sorted(pulses(reader), key=lambda pulse: (pulse.owner, pulse.loop))
    processes = [ProcessView(owner, tuple(found)) for owner, found in groupby(by_owner, lambda pulse: pulse.owner)]
    processes.sort(key=lambda process: (process.is_gone, process.owner))
    return Machinery(status(reader), tuple(processes), outages(reader), waiting(reader))


def readiness(reader: Reader) -> Sequence[Check]:
    """What a process needs: a database that can be read, its newest layout, and that pages and jobs are alive."""
    found = layout_of(reader.connection)
    words = "current" if found.is_newest else f"{found.current or 'none'}, and this version of Corr has {found.newest}"
    # A newer version that runs beside this one has migrated already, in a way that this one can live with.
    is_well = found.is_newest or not found.is_known
    checks = [Check("database", is_well=True, words="can be read"), Check("layout", is_well, words)]
    return (*checks, *(_check(reader, kind) for kind in _kinds(reader) if kind.name != _NAMES[MAIL]))


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


def _kinds(reader: Reader) -> Iterator[KindStatus]:
    seen = last_seen(reader)
    stale = reader.now - reader.machine(STALE_AFTER)
    for loop, name in _NAMES.items():
        last_at = seen.get(loop)
        # Mail may come in by other ways than by a server of ours.
        if last_at is not None or loop != MAIL:
            yield KindStatus(name, last_at, is_fresh=last_at is not None and last_at >= stale)


def _letters_since(reader: Reader) -> datetime | None:
    waits = (_OUTBOX.c.state == OutboxState.WAITING.value) & (_OUTBOX.c.try_at <= _late(reader))
    return _first(reader, select(func.min(_OUTBOX.c.try_at)).where(waits))


def _mails_since(reader: Reader) -> datetime | None:
    waits = (_INBOX.c.state == InboxState.NEW.value) & (_INBOX.c.try_at <= _late(reader))
    return _first(reader, select(func.min(_INBOX.c.try_at)).where(waits))


def _late(reader: Reader) -> datetime:
    return reader.now - reader.machine(_A_WHILE)


def _first(reader: Reader, statement: Select[Any]) -> datetime | None:
    found = reader.connection.execute(statement).scalar()
    assert found is None or isinstance(found, datetime)
    return found
