"""
The program `corr` as the harness starts it: `python -m tests.crash.launcher COMMAND …`.

It is the same program, in which one point to die at, or one deliberate break, may be laid before it begins.
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

FAILPOINT, MARK, BREAK = "CRASH_FAILPOINT", "CRASH_MARK", "CRASH_BREAK"
"""The environment variables that say what is laid, and where it is noted that the point was met."""


def launch() -> None:
    """Lay what is wanted, and begin."""
    environ = os.environ
    if environ.get(BREAK):
        BREAKS[environ[BREAK]].lay()
    if environ.get(FAILPOINT):
        Trap(FAILPOINTS[environ[FAILPOINT]], Path(environ[MARK])).lay()
    # Whoever does not end in time is asked what it waits for.
    faulthandler.register(signal.SIGUSR1)
    sys.argv[0] = "corr"
    Thread(target=_end_with, args=(os.getppid(),), daemon=True).start()
    main()


def _end_with(parent: int) -> None:
    """Outlive the harness by no more than a moment, however it ends."""
    while os.getppid() == parent:
        time.sleep(1)
    os.kill(os.getpid(), signal.SIGKILL)


if __name__ == "__main__":
    launch()
