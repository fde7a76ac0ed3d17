"""
Copies of a process, made to be killed.

To load the program takes longer than most of them live, so they are forked from one that has it in its memory. That one
holds no connection to a database: a copy must not speak on it.
"""

import gc
import os
import sys
import traceback
from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module

from corr.games.registry import Registry

_LOADED_LATE = ("sqlalchemy.dialects.postgresql.psycopg", "sqlalchemy.dialects.sqlite.pysqlite")


@dataclass(frozen=True, slots=True)
class Child:
    """A process that was forked, and what it has to say."""

    process: int
    pipe: int

    def heard(self) -> tuple[str, int]:
        """All that it says, and its exit code, once it has ended; negative for a signal."""
        with os.fdopen(self.pipe) as words:
            said = words.read()
        return said, os.waitstatus_to_exitcode(os.waitpid(self.process, 0)[1])


def load() -> None:
    """Load what the program loads no sooner than it is needed, so that no copy has to."""
    Registry.discover()
    for name in _LOADED_LATE:
        import_module(name)
    # What is there now is shared by all copies, as long as nobody writes on it.
    gc.freeze()


def forked(work: Callable[[Callable[[str], None]], None]) -> Child:
    """A copy of this process that does *work*, which is given a way to say something to this one."""
    reading, writing = os.pipe()
    process = os.fork()
    if process:
        os.close(writing)
        return Child(process, reading)
    os.close(reading)
    code = 1
    try:
        work(lambda words: _write(writing, words))
        code = 0
    except Exception:  # noqa: BLE001 - its exit code tells
        traceback.print_exc()
        sys.stderr.flush()
    finally:
        # What the other process has in its buffers is not for this one to write.
        os._exit(code)


def _write(pipe: int, words: str) -> None:
    os.write(pipe, words.encode())
