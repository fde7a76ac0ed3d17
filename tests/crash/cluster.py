"""A PostgreSQL of the harness's own, which survives being killed: what it said is committed is there afterwards."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from tests.postgresql import Cluster, end_with, start

# Only the machine must not break down; the server may.
_SETTINGS = ("fsync=off", "full_page_writes=off", "synchronous_commit=on")


@dataclass(frozen=True, slots=True)
class OwnCluster:
    """A server that can be restarted."""

    programs: Path
    cluster: Cluster

    def url(self, database: str) -> str:
        """What SQLAlchemy connects to *database* with."""
        return self.cluster.url(database)

    def restart(self, *, at_once: bool) -> None:
        """
        Stop it, which ends all connections, and start it again.

        :param at_once: whether it has no time to write down what it has in hand, as when it is killed.
        """
        self.cluster.control(self.programs, "restart", "--mode", "immediate" if at_once else "fast")


@contextmanager
def own_cluster(programs: Path) -> Iterator[OwnCluster]:
    """A server that runs meanwhile, with a database named `crash`."""
    cluster = Cluster(start(programs, _SETTINGS))
    end_with(os.getpid(), cluster.folder)
    cluster.run("CREATE DATABASE crash")
    try:
        yield OwnCluster(programs, cluster)
    finally:
        cluster.control(programs, "stop", "--mode", "immediate")
