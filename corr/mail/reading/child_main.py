"""
The program that reads mails in a process of its own, one after the other, until nobody hands it any more.

It gives itself limits before each mail and dies of them: whoever waits for its answer sees that it is gone. It knows
no database, no page and no secret.
"""

import mmap
import os
import signal
import sys
import traceback
from collections.abc import Callable
from contextlib import suppress
from math import ceil
from pathlib import Path

from corr.games.registry import Registry
from corr.mail.reading.child_protocol import BrokenWireError, read_job, write_frame, write_reading
from corr.mail.reading.mail_facts import Reading
from corr.mail.reading.reader import read

# Where a system cannot limit a process, mails are read without limits.
if sys.platform != "win32":
    import resource

CPU_SECONDS = 5
"""Of work on one mail."""
WALL_SECONDS = 30
"""That pass at most, if the machine is busy."""
MEMORY = 256 * 1024 * 1024
"""Bytes that reading may take beyond those of the program itself."""
ReadsMail = Callable[..., Reading]
"""Such as `reader.read`."""
OUT_OF_MEMORY = 3
"""What this program ends with then."""
_PAGES = Path("/proc/self/statm")


def main(read: ReadsMail = read, cpu_seconds: int = CPU_SECONDS, wall_seconds: int = WALL_SECONDS) -> None:
    """Read mails from standard input, write readings to standard output, until the input ends."""
    # Stray prints must not be taken for readings.
    answers = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    # Who ends the service often tells all of its processes; this one ends when the parent has no more for it.
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, signal.SIG_IGN)
    registry = Registry.discover()
    _limit_memory()
    try:
        # A broken wire is how the work ends: the parent is gone, or has closed it.
        with suppress(BrokenWireError, BrokenPipeError):
            while True:
                job = read_job(sys.stdin.buffer)
                _limit_time(cpu_seconds, wall_seconds)
                reading = read(
                    job.raw, sender=job.sender, ruleset=job.ruleset, authserv_id=job.authserv_id, registry=registry
                )
                write_frame(answers, write_reading(reading))
                _lift_time()
    except MemoryError:
        # There may not even be enough left to tell it in words.
        os._exit(OUT_OF_MEMORY)
    except Exception as fault:  # noqa: BLE001 - a loop's last resort
        # Where it happened may be told; its words may hold some of the mail, and with it a token.
        traceback.print_tb(fault.__traceback__)
        sys.exit(f"{type(fault).__name__} while a mail was read")


def _limit_memory() -> None:
    if sys.platform == "win32":
        return
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    _limit(resource.RLIMIT_DATA, _held(5) + MEMORY)
    _limit(resource.RLIMIT_AS, _held(0) + MEMORY)


def _limit(kind: int, most: int) -> None:
    if sys.platform != "win32":
        _, hard = resource.getrlimit(kind)
        if most > MEMORY and (hard == resource.RLIM_INFINITY or most < hard):
            resource.setrlimit(kind, (most, hard))


def _held(column: int) -> int:
    """Bytes that this process holds now, by a column of the kernel's table; 0 where there is none."""
    try:
        return int(_PAGES.read_text(encoding="ascii").split()[column]) * mmap.PAGESIZE
    except (OSError, ValueError, IndexError):
        return 0


def _limit_time(cpu_seconds: int, wall_seconds: int) -> None:
    """From now on for one mail; the system itself ends this process, whatever it is doing."""
    if sys.platform != "win32":
        used = resource.getrusage(resource.RUSAGE_SELF)
        most = ceil(used.ru_utime + used.ru_stime) + cpu_seconds
        _, hard = resource.getrlimit(resource.RLIMIT_CPU)
        resource.setrlimit(resource.RLIMIT_CPU, (most if hard == resource.RLIM_INFINITY else min(most, hard), hard))
        signal.setitimer(signal.ITIMER_REAL, wall_seconds)


def _lift_time() -> None:
    if sys.platform != "win32":
        signal.setitimer(signal.ITIMER_REAL, 0)


if __name__ == "__main__":
    main()
