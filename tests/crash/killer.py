"""What disturbs the service: processes are killed, stopped, held up and started again, and their database too."""

import random
import signal
import subprocess
import time
from dataclasses import dataclass, field

from tests.crash.cluster import OwnCluster
from tests.crash.journal import Journal
from tests.crash.stage import Process, Stage

_GRACE = 20.0
"""Seconds within which a process that is asked to stop has stopped."""
_SLOW = 8.0
"""Seconds after which a process that is asked to stop is asked what it waits for: it prints that among its words."""
_LONGEST_PAUSE = 3.0
_AT_FAILPOINT = "died at a failpoint"


@dataclass
class Killer:
    """
    Disturbs now one process, now another.

    :param rest: seconds between two blows, at most.
    """

    stage: Stage
    cluster: OwnCluster | None
    journal: Journal
    chance: random.Random
    rest: float = 1.0
    counts: dict[str, int] = field(default_factory=dict)
    restarted_at: float = -_GRACE
    """When the database was restarted last."""

    @property
    def kills(self) -> int:
        """How many processes were killed, however it was done."""
        return sum(count for what, count in self.counts.items() if what.startswith("SIGKILL"))

    def strike(self) -> None:
        """Do one thing, and see to it that what ended is started again."""
        time.sleep(self.chance.uniform(0.1, self.rest))
        self.revive()
        dice = self.chance.random()
        process = self.chance.choice(self.stage.processes)
        if dice < 0.04 and self.cluster is not None:
            self._restart_database(self.cluster)
        elif dice < 0.09:
            self._ask_to_stop(process)
        elif dice < 0.16:
            self._hold_up(process)
        else:
            self._kill(process)

    def revive(self) -> None:
        """Start whatever has ended, by itself or by a failpoint."""
        for process in self.stage.processes:
            if not process.is_running:
                self._note_end(process)
                self.journal.disrupted(f"{process.name} ended", repeats=process.senders)
                process.launch()

    def _note_end(self, process: Process) -> None:
        """A process has ended: at a failpoint, or by itself."""
        if len(self.stage.met) > self.counts.get(_AT_FAILPOINT, 0):
            self._count(_AT_FAILPOINT)
        elif time.monotonic() < self.restarted_at + _GRACE:
            self._count("ended without a database")
        else:
            self._count("ended by itself")
            said = process.said.read_text().strip().splitlines()[-1:]
            self.journal.accident(f"{process.name} ended by itself with status {process.wait()}: {''.join(said)}")

    def _kill(self, process: Process) -> None:
        process.kill()
        self.journal.disrupted(f"SIGKILL {process.name}", repeats=process.senders)
        self._count(f"SIGKILL {process.name}")
        time.sleep(self.chance.choice((0.0, 0.0, 0.5)))
        process.launch()
        if self.chance.random() < 0.5:
            # The others may be killed while they start.
            process.wait_until_open()

    def _ask_to_stop(self, process: Process) -> None:
        begun = time.monotonic()
        process.send(signal.SIGTERM)
        if not process.has_ended_within(_SLOW):
            self._count("SIGTERM that took long")
            process.send(signal.SIGUSR1)
            process.has_ended_within(_GRACE - _SLOW)
        self._count("SIGTERM" if not process.is_running else "SIGTERM that was not heard")
        process.kill()
        # Whatever was in hand after the patience of the process goes out again.
        self.journal.disrupted(f"SIGTERM {process.name}", repeats=process.senders, since=begun)
        process.launch()

    def _hold_up(self, process: Process) -> None:
        process.send(signal.SIGSTOP)
        time.sleep(self.chance.uniform(0.5, _LONGEST_PAUSE))
        process.send(signal.SIGCONT)
        self._count("SIGSTOP")

    def _restart_database(self, cluster: OwnCluster) -> None:
        at_once = self.chance.random() < 0.5
        self.restarted_at = begun = time.monotonic()
        try:
            cluster.restart(at_once=at_once)
        except subprocess.SubprocessError:
            cluster.restart(at_once=True)
        # A busy machine takes its time to start a server.
        self.restarted_at = time.monotonic()
        senders = sum(process.senders for process in self.stage.processes)
        self.journal.disrupted("PostgreSQL restarted", repeats=senders, since=begun)
        self._count("PostgreSQL killed" if at_once else "PostgreSQL restarted")

    def _count(self, what: str) -> None:
        self.counts[what] = self.counts.get(what, 0) + 1
