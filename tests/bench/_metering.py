"""Processor time of processes, measured from outside, and works that take turns, so that a busy machine is fair."""

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

Meter = Callable[[], float]
"""Processor seconds that somebody has spent so far."""
Request = Callable[[], object]
_SETTLE = 0.004
"""Seconds within which a server has finished what it does after an answer."""


@dataclass(frozen=True, slots=True)
class Work:
    """Something that is done again and again, and what it costs whom."""

    meter: Meter
    ready: Callable[[], Request]
    """Does what has to come before, which is not counted, and gives what is counted."""
    times: int = 15
    """How often in a row."""
    rows: int = 1
    """How often that in a round; where the same is asked for, what comes before each time is to be done each time."""


def cpu_of(pid: int) -> float:
    """Processor seconds that a process has spent so far, in all its threads, to the nanosecond."""
    # The number that clock_getcpuclockid() gives for another process on Linux.
    return time.clock_gettime((~pid << 3) | 2)


def cpu_of_family(pid: int) -> float:
    """The same of a process and those that it started."""
    children = [int(child) for task in Path(f"/proc/{pid}/task").iterdir() for child in _children(task)]
    return cpu_of(pid) + sum(map(cpu_of_family, children))


def together(*meters: Meter) -> Meter:
    """What several have spent."""
    return lambda: sum(meter() for meter in meters)


def memory_of(pid: int) -> float:
    """Megabytes that a process holds in memory."""
    status = Path(f"/proc/{pid}/status").read_text(encoding="ascii")
    return next(int(line.split()[1]) / 1000 for line in status.splitlines() if line.startswith("VmRSS"))


def in_turns(works: Mapping[str, Work], rounds: int = 7) -> dict[str, list[float]]:
    """The milliseconds of processor time that each takes once, by round; the first round warms up and is left out."""
    found = [{name: _spent(work) for name, work in works.items()} for _ in range(rounds + 1)][1:]
    return {name: [one[name] for one in found] for name in works}


def _spent(work: Work) -> float:
    return 1000 * sum(_row(work) for _ in range(work.rows)) / work.rows / work.times


def _row(work: Work) -> float:
    requests: Sequence[Request] = [work.ready() for _ in range(work.times)]
    time.sleep(_SETTLE)
    before = work.meter()
    for request in requests:
        request()
    time.sleep(_SETTLE)
    return work.meter() - before


def _children(task: Path) -> list[str]:
    return (task / "children").read_text(encoding="ascii").split()
