"""
The loops of the service: each ticks on its own and does what is due, one thing at a time.

Nothing depends on when a tick happens, or on how many processes there are: what is due is in the database, and the
first process claims it.
"""

import logging
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from threading import Event, Thread

from apscheduler.executors.pool import ThreadPoolExecutor
from apscheduler.schedulers.background import BackgroundScheduler
from apscheduler.triggers.base import BaseTrigger

from corr.base.faults import LoopFault, LoopFaults
from corr.errors import UnreachableError

_LOG = logging.getLogger(__name__)
_LONGEST_REST = 60.0
_LONGEST_WAIT = 5.0
"""The longest rest, in seconds, while the database cannot be reached: asking again costs little."""
_LATE = 15.0
"""Seconds after which a late tick is overdue."""
_SAY_AGAIN = 600.0
_PATIENCE = 10.0
"""Seconds that a stop waits for steps in progress."""


@dataclass(frozen=True, slots=True)
class Task:
    """Work that is looked for again and again."""

    name: str
    every: float
    """Seconds between two ticks."""
    step: Callable[[], bool]
    """A function that does one thing that is due, and tells whether there may be more to do at once."""


class Every(BaseTrigger):  # type: ignore[misc] # The library has no types.
    """
    Ticks at an interval in seconds, with only one tick for all that were missed.

    The library's own interval goes through every missed tick: if the machine's clock is set forward by a year, those
    are millions.
    """

    __slots__ = ("_every",)

    def __init__(self, seconds: float) -> None:
        self._every = timedelta(seconds=seconds)

    def get_next_fire_time(self, previous_fire_time: datetime | None, now: datetime) -> datetime:
        """When to tick after *previous_fire_time*; *now* if there was none."""
        if previous_fire_time is None:
            return now
        following = previous_fire_time + self._every
        return following if following > now - self._every else now + self._every


class Loop:
    """
    One task that is repeated: after a fault it rests, longer each time, and logs the fault now and then.

    :param elapsed: seconds since some moment in the past.
    """

    def __init__(self, task: Task, stopping: Event, elapsed: Callable[[], float] = time.monotonic) -> None:
        self.task = task
        self.is_fresh = False
        """Whether a step succeeded since this was last set back to False."""
        self._stopping = stopping
        self._elapsed = elapsed
        self._in_row = 0
        """How many faults it met one after the other."""
        self._rest_until = 0.0
        self._said: dict[str, float] = {}
        self._is_ticking = False
        self._went_well = False
        self._ticked_at = elapsed()
        self.faults = LoopFaults(elapsed)
        """What it met since its last success."""

    @property
    def is_waiting(self) -> bool:
        """Whether its last tick succeeded and the next one is not due yet."""
        return self._went_well and not self._is_ticking and not self.is_overdue

    @property
    def is_overdue(self) -> bool:
        """Whether its next tick is late: the machine's clock, by which ticks are timed, was set back."""
        return not self._is_ticking and self._elapsed() - self._ticked_at > self.task.every + _LATE

    def tick(self) -> None:
        """Do what is due. No exception leaves this method, as the loop has to go on."""
        self._is_ticking = True
        try:
            self._work()
        finally:
            self._ticked_at = self._elapsed()
            self._is_ticking = False

    def _work(self) -> None:
        if self._elapsed() < self._rest_until:
            return
        try:
            while not self._stopping.is_set() and self.faults.watch(self.task.step):
                self._in_row = 0
                # A loop with much to do is as alive as one with nothing to do.
                self.is_fresh = True
        except Exception as fault:  # noqa: BLE001 - a process loop
            self._rest(fault)
        else:
            self._in_row = 0
            self.is_fresh = self._went_well = True

    def _rest(self, fault: Exception) -> None:
        self._went_well = False
        now = self._elapsed()
        longest = _LONGEST_WAIT if isinstance(fault, UnreachableError) else _LONGEST_REST
        rest = min(longest, 2.0**self._in_row)
        self._in_row = min(self._in_row + 1, 10)
        self._rest_until = now + rest
        kind = type(fault).__qualname__
        if now - self._said.get(kind, -_SAY_AGAIN) >= _SAY_AGAIN:
            self._said[kind] = now
            self._say(fault)

    def _say(self, fault: Exception) -> None:
        if isinstance(fault, UnreachableError):
            # If a server is away, the traceback tells nothing.
            _LOG.error("The loop “%s” cannot reach the data (%s), and tries again.", self.task.name, fault)
        else:
            _LOG.error("The loop “%s” met a fault and goes on.", self.task.name, exc_info=fault)


class Runner:
    """
    Runs tasks in the background, each at most once at a time in this process.

    :param stopping: set when nothing more may be begun.
    :param elapsed: seconds since some moment in the past.
    """

    def __init__(
        self, tasks: Sequence[Task], *, stopping: Event | None = None, elapsed: Callable[[], float] = time.monotonic
    ) -> None:
        self._stopping = stopping or Event()
        self._loops = [Loop(task, self._stopping, elapsed) for task in tasks]
        self._scheduler = BackgroundScheduler(
            timezone=UTC,
            executors={"default": ThreadPoolExecutor(len(self._loops))},
            # Several late ticks become one, and none is dropped for being late.
            job_defaults={"coalesce": True, "max_instances": 1, "misfire_grace_time": None},
        )
        # In a thread of its own, since the library waits without a limit.
        self._ending = Thread(target=self._scheduler.shutdown, name="ending", daemon=True)

    @property
    def loops(self) -> tuple[str, ...]:
        """The names of all loops."""
        return tuple(loop.task.name for loop in self._loops)

    def start(self) -> None:
        """Begin to tick; the first tick is at once."""
        for loop in self._loops:
            self._scheduler.add_job(loop.tick, Every(loop.task.every), id=loop.task.name)
        self._scheduler.start()

    def stop(self, patience: float = _PATIENCE) -> bool:
        """Stop ticking, and wait up to *patience* seconds for steps in progress; whether they were finished."""
        if not self._stopping.is_set():
            self._stopping.set()
            self._ending.start()
        self._ending.join(patience)
        return not self._ending.is_alive()

    def turned(self) -> list[str]:
        """
        The names of the loops that are alive: a step succeeded since the last call, or they wait for their next tick.

        Overdue loops are scheduled again.
        """
        alive = [loop.task.name for loop in self._loops if loop.is_fresh or loop.is_waiting]
        for loop in self._loops:
            loop.is_fresh = False
            if loop.is_overdue and not self._stopping.is_set():
                _LOG.warning("The loop “%s” is woken: was the clock of this machine set back?", loop.task.name)
                self._scheduler.reschedule_job(loop.task.name, trigger=Every(loop.task.every))
        return alive

    def failing(self) -> dict[str, LoopFault]:
        """What each loop meets that has met nothing but faults since its last success."""
        return {loop.task.name: fault for loop in self._loops if (fault := loop.faults.present) is not None}
