"""
The program `corr` as the harness starts it: `python -m tests.crash.launcher COMMAND …`.

It is the same program, in which points to die at, or deliberate breaks, may be laid before it begins.
"""

import faulthandler
import os
import signal
import sys
import time
from pathlib import Path
from threading import Thread

from corr.cli import main
from tests.crash.breaks import BREAKS
from tests.crash.failpoints import FAILPOINTS, Trap

FAILPOINTS_LAID, MARKS, BREAKS_LAID = "CRASH_FAILPOINTS", "CRASH_MARKS", "CRASH_BREAKS"
"""The environment variables that say what is laid, and in which folder it is noted that a point was met."""


def launch() -> None:
    """Lay what is wanted, and begin."""
    environ = os.environ
    for name in filter(None, environ.get(BREAKS_LAID, "").split(",")):
        BREAKS[name].lay()
    for name in filter(None, environ.get(FAILPOINTS_LAID, "").split(",")):
        Trap(FAILPOINTS[name], mark(Path(environ[MARKS]), name)).lay()
    # Whoever does not end in time is asked what it waits for.
    faulthandler.register(signal.SIGUSR1)
    sys.argv[0] = "corr"
    Thread(target=_end_with, args=(os.getppid(),), daemon=True).start()
    main()


def mark(folder: Path, name: str) -> Path:
    """The file in *folder* that is there once the failpoint of that *name* was met."""
    return folder / f"died {name}"


def _end_with(parent: int) -> None:
    """Outlive the harness by no more than a moment, however it ends."""
    while os.getppid() == parent:
        time.sleep(1)
    os.kill(os.getpid(), signal.SIGKILL)


if __name__ == "__main__":
    launch()
