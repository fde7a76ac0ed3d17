"""
A job process that sends letters and is quick to take up what the dead leave: `python -m tests.jobs.hasty_worker`.

It does what `corr jobs` does, with a heart that beats faster, so that nobody has to wait for a minute.
"""

import os
import sys
import time
from threading import Event

from corr.config import read_settings
from corr.jobs.heart import Heart
from corr.jobs.heirs import Heirs
from corr.jobs.runner import Runner, Task
from corr.jobs.tasks import tasks_of
from corr.wiring.service import build

PATIENCE = 2.0
"""In seconds, after which a process without a sign of life is dead."""


def main() -> None:
    """Work until somebody ends this process."""
    service = build(read_settings(os.environ))
    heirs = Heirs(service.workshop, service.owner, patience=PATIENCE)
    outbox = next(task for task in tasks_of(service) if task.name == "outbox")
    runner = Runner([outbox, Task("heirs", 0.2, heirs.look_after)], stopping=Event())
    Heart(service.workshop, service.owner, runner.turned, every=0.2).start(runner.loops)
    runner.start()
    sys.stdout.write("works\n")
    sys.stdout.flush()
    while True:
        time.sleep(60)


if __name__ == "__main__":
    main()
