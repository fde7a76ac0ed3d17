"""
A job process that sends letters and is quick to take up what the dead leave: `python -m tests.jobs.hasty_worker`.

It does what `corr jobs` does, with a heart that beats faster, and it measures how long others are silent by a file, so
that nobody has to wait for a minute, and nobody is taken for dead whom a busy machine lets wait.
"""

import os
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from threading import Event

from corr.config import read_settings
from corr.jobs.heartbeat_loop import HeartbeatLoop, OrphanedLeases
from corr.jobs.runner import Runner, Task
from corr.jobs.tasks import tasks_of
from corr.wiring.assembly import build

PATIENCE = 8.0
"""In seconds, after which a process without a sign of life is dead."""
FOLDER = "STOPWATCH_FOLDER"


@dataclass(frozen=True, slots=True)
class Stopwatch:
    """Seconds that pass when a test says so."""

    folder: Path

    def __call__(self) -> float:
        """How many passed; each process leaves a mark whenever it asks for them."""
        with self._marks(os.getpid()).open("ab") as marks:
            marks.write(b".")
        return float(self._seconds.read_text(encoding="ascii"))

    def show(self, seconds: float) -> None:
        """Let that many have passed."""
        draft = self.folder / "draft"
        draft.write_text(str(seconds), encoding="ascii")
        draft.replace(self._seconds)

    def looks(self, process_id: int) -> int:
        """How often a process has asked."""
        return self._marks(process_id).stat().st_size

    @property
    def _seconds(self) -> Path:
        return self.folder / "seconds"

    def _marks(self, process_id: int) -> Path:
        return self.folder / f"{process_id}.marks"


def main() -> None:
    """Work until somebody ends this process."""
    service = build(read_settings(os.environ))
    leases = OrphanedLeases(
        service.workshop, service.owner, patience=PATIENCE, elapsed=Stopwatch(Path(os.environ[FOLDER]))
    )
    outbox = next(task for task in tasks_of(service) if task.name == "outbox")
    runner = Runner([outbox, Task("heirs", 0.2, leases.look_after)], stopping=Event())
    HeartbeatLoop(service.workshop, service.owner, runner.turned, runner.failing, every=0.2).start(runner.loops)
    runner.start()
    sys.stdout.write("works\n")
    sys.stdout.flush()
    while True:
        time.sleep(60)


if __name__ == "__main__":
    main()
