"""
The loops of the service: each ticks on its own and works off what is due, one thing at a time.

Nothing depends on a tick happening at its moment, or in one process only: what is due stands in the database, and
whoever comes first claims it.
"""

import logging
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from threading import Event, Thread

from apscheduler.executors.pool import ThreadPoolExecutor
from apscheduler.schedulers.background import BackgroundScheduler

_LOG = logging.getLogger(__name__)
_LONGEST_REST = 60.0
_PULSE = 15.0
_SAY_AGAIN = 600.0


@dataclass(frozen=True, slots=True)
class Task:
    """Something to look after again and again."""

    name: str
    every: float
    """Seconds between two ticks."""
    step: Callable[[], bool]
    """Does one thing that is due; whether there may be more to do at once."""


class Loop:
    """
    One task with its memory of faults: after a fault it rests, longer each time, and says so once.

    :param elapsed: seconds since some moment in the past.
    """

    def __init__(self, task: Task, stopping: Event, elapsed: Callable[[], float] = time.monotonic) -> None:
        self.task = task
        self.is_fresh = False
        """Whether a tick went well since somebody last asked and set this back."""
        self._stopping = stopping
        self._elapsed = elapsed
        self._faults = 0
        self._rest_until = 0.0
        self._said: dict[str, float] = {}

    def tick(self) -> None:
        """Work off what is due. No fault gets out of here: a loop outlives everything."""
        if self._elapsed() < self._rest_until:
            return
        try:
            while not self._stopping.is_set() and self.task.step():
                self._faults = 0
        except Exception as fault:  # noqa: BLE001 - a process loop
            self._rest(fault)
        else:
            self._faults = 0
            self.is_fresh = True

    def _rest(self, fault: Exception) -> None:
        now = self._elapsed()
        rest = min(_LONGEST_REST, 2.0**self._faults)
        self._faults = min(self._faults + 1, 10)
        self._rest_until = now + rest
        kind = type(fault).__qualname__
        if now - self._said.get(kind, -_SAY_AGAIN) >= _SAY_AGAIN:
            self._said[kind] = now
            _LOG.error("The loop “%s” met a fault and goes on.", self.task.name, exc_info=fault)


class Runner:
    """
    Runs tasks in the background, each at most once at a time in this process.

    :param beat: is given the names of the loops that went well since it was called before.
    :param pulse: seconds between two such calls.
    :param stopping: is set when no more is to be begun.
    """

    def __init__(
        self,
        tasks: Sequence[Task],
        beat: Callable[[Sequence[str]], None],
        pulse: float = _PULSE,
        *,
        stopping: Event | None = None,
    ) -> None:
        self._stopping = stopping or Event()
        self.beat = beat
        self._loops = [Loop(task, self._stopping) for task in (*tasks, Task("pulse", pulse, self._pulse))]
        self._scheduler = BackgroundScheduler(
            timezone=UTC,
            executors={"default": ThreadPoolExecutor(len(self._loops))},
            # A tick that comes late comes once, and none is dropped for being late.
            job_defaults={"coalesce": True, "max_instances": 1, "misfire_grace_time": None},
        )
        # In a thread of its own, since the library waits without an end.
        self._ending = Thread(target=self._scheduler.shutdown, name="ending", daemon=True)

    def start(self, now: datetime) -> None:
        """Begin to tick, for the first time at once."""
        for loop in self._loops:
            trigger = {"trigger": "interval", "seconds": loop.task.every}
            self._scheduler.add_job(loop.tick, **trigger, id=loop.task.name, next_run_time=now)
        self._scheduler.start()

    def stop(self, patience: float) -> bool:
        """Stop ticking and wait up to *patience* seconds for the things in hand; whether they were finished."""
        if not self._stopping.is_set():
            self._stopping.set()
            self._ending.start()
        self._ending.join(patience)
        return not self._ending.is_alive()

    def _pulse(self) -> bool:
        fresh = [loop for loop in self._loops if loop.is_fresh]
        for loop in fresh:
            loop.is_fresh = False
        if fresh:
            self.beat([loop.task.name for loop in fresh])
        return False
