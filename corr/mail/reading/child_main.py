"""
The program of the child process: it reads mails, one after the other, until its input ends.

It sets limits for itself before each mail and dies when it reaches one, which the parent notices. It has no database,
no pages and no secrets. Parent and child talk in frames of bytes: for each mail one with what is known about it, as
JSON, and one with the mail itself; the answer is the reading, as JSON.
"""

import json
import mmap
import os
import signal
import struct
import sys
import traceback
from collections.abc import Callable
from contextlib import suppress
from dataclasses import asdict, dataclass
from datetime import datetime
from math import ceil
from pathlib import Path
from typing import IO

from corr.games.registry import Registry
from corr.mail.reading.mail_facts import Reading
from corr.mail.reading.reader import read
from corr.mail.reading.words.vocabulary import WordListError

# A system that cannot limit a process reads mails without limits.
if sys.platform != "win32":
    import resource

CPU_SECONDS = 5
"""CPU time for one mail."""
WALL_SECONDS = 30
"""The longest time for one mail, on a busy machine too."""
MEMORY = 256 * 1024 * 1024
"""The bytes that reading may take beyond those of the program itself."""
ReadsMail = Callable[..., Reading]
"""The type of `reader.read`."""
OUT_OF_MEMORY = 3
"""The exit code of this program when it runs out of memory."""
_PAGES = Path("/proc/self/statm")
_LENGTH = struct.Struct(">I")
_LONGEST = 64 * 1024 * 1024


class BrokenWireError(Exception):
    """The other end is gone, or what it sent is malformed."""


@dataclass(frozen=True, slots=True)
class Job:
    """A mail to read."""

    raw: bytes
    sender: str
    ruleset: str | None
    authserv_id: str
    names: tuple[str, ...] = ()
    """The names of the players, by which they may greet and sign."""


def write_frame(wire: IO[bytes], content: bytes) -> None:
    """
    Send *content* and wait until it is on its way.

    :raises OSError: the other end is gone.
    """
    wire.write(_LENGTH.pack(len(content)))
    wire.write(content)
    wire.flush()


def read_frame(wire: IO[bytes]) -> bytes:
    """
    The next frame from the other end.

    :raises BrokenWireError: it is gone.
    """
    head = wire.read(_LENGTH.size)
    if len(head) < _LENGTH.size:
        raise BrokenWireError
    (length,) = _LENGTH.unpack(head)
    if length > _LONGEST:
        raise BrokenWireError
    content = wire.read(length)
    if len(content) < length:
        raise BrokenWireError
    return content


def write_job(wire: IO[bytes], job: Job) -> None:
    """
    Send a mail to be read.

    :raises OSError: the other end is gone.
    """
    write_frame(wire, json.dumps([job.sender, job.ruleset, job.authserv_id, job.names]).encode())
    write_frame(wire, job.raw)


def read_job(wire: IO[bytes]) -> Job:
    """
    The next mail to read.

    :raises BrokenWireError: the other end is gone.
    """
    sender, ruleset, authserv_id, names = json.loads(read_frame(wire))
    return Job(read_frame(wire), sender, ruleset, authserv_id, tuple(names))


def write_reading(reading: Reading) -> bytes:
    """*reading* as JSON."""
    return json.dumps(asdict(reading), default=datetime.isoformat).encode()


def main(read: ReadsMail = read, cpu_seconds: int = CPU_SECONDS, wall_seconds: int = WALL_SECONDS) -> None:
    """Read mails from standard input, write readings to standard output, until the input ends."""
    # Stray prints must not be taken for readings.
    answers = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    # A signal to the service often goes to all of its processes; this one ends when the parent closes its input.
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, signal.SIG_IGN)
    registry = Registry.discover()
    _limit_memory()
    try:
        # The work ends when the pipe breaks: the parent is gone, or has closed it.
        with suppress(BrokenWireError, BrokenPipeError):
            while True:
                job = read_job(sys.stdin.buffer)
                _limit_time(cpu_seconds, wall_seconds)
                reading = read(
                    job.raw,
                    sender=job.sender,
                    ruleset=job.ruleset,
                    authserv_id=job.authserv_id,
                    names=job.names,
                    registry=registry,
                )
                write_frame(answers, write_reading(reading))
                _lift_time()
    except MemoryError:
        # There may not be enough memory left for words.
        os._exit(OUT_OF_MEMORY)
    except WordListError as fault:
        sys.exit(str(fault))
    except Exception as fault:  # noqa: BLE001 - a loop's last resort
        # The traceback may be printed; the fault's text may hold some of the mail, and with it a token.
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
    """The bytes that this process has now, by a column of /proc/self/statm; 0 on other systems."""
    try:
        return int(_PAGES.read_text(encoding="ascii").split()[column]) * mmap.PAGESIZE
    except (OSError, ValueError, IndexError):
        return 0


def _limit_time(cpu_seconds: int, wall_seconds: int) -> None:
    """Set the time limits for one mail; the system itself enforces them, whatever this process is doing."""
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
