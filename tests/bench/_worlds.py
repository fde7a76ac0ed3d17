"""
Databases to measure with: of both kinds, of any size, and as safe from a loss of power as they are in service.

`BENCH_BIG=1 make bench` measures with larger ones, which take some minutes to build.
"""

import os
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from tempfile import TemporaryDirectory

import psycopg

from corr.base.uow import Workshop
from corr.games.registry import Registry
from corr.store.db import Database
from corr.store.migrate import upgrade
from tests.bench._bulk_insert import without_indexes
from tests.bench._crowd import add_crowd, settle
from tests.bench._game_copies import TABLES
from tests.bench._metering import Meter, cpu_of
from tests.bench._model_games import DemoGamesWish
from tests.fakes import START, FakeClock
from tests.postgresql import OWNER, Cluster, end_with, find_programs, start

IS_BIG = os.environ.get("BENCH_BIG", "") not in {"", "0"}
"""Whether somebody has the time for very many games."""
_BACKENDS = "SELECT pid FROM pg_stat_activity WHERE datname = %s AND backend_type = 'client backend'"


@dataclass(frozen=True)
class World:
    """A service with games, whose clock is moved."""

    database: Database
    clock: FakeClock
    workshop: Workshop


@dataclass(frozen=True)
class Site:
    """Where databases of one kind are made."""

    name: str
    folder: Path
    """Where programs keep what they write."""
    cluster: Cluster | None = None
    """The server; None for SQLite, which has none."""

    def new_url(self, name: str) -> str:
        """An empty database of that name."""
        if self.cluster is None:
            return f"sqlite:///{self.folder / name}.sqlite"
        self.cluster.run(f"CREATE DATABASE {name}")
        return self.cluster.url(name)

    def backends_of(self, name: str) -> Meter:
        """The processor time of the server's processes that work for the database of that *name*; none on SQLite."""
        cluster = self.cluster
        if cluster is None:
            return lambda: 0.0

        def spent() -> float:
            with psycopg.connect(host=str(cluster.folder), user=OWNER, dbname="postgres") as connection:
                return sum(cpu_of(row[0]) for row in connection.execute(_BACKENDS, (name,)))

        return spent


@contextmanager
def a_sqlite() -> Iterator[Site]:
    """Where databases of SQLite lie meanwhile."""
    with TemporaryDirectory(prefix="corr-bench-") as folder:
        yield Site("SQLite", Path(folder))


@contextmanager
def a_postgresql() -> Iterator[Site | None]:
    """A PostgreSQL as it comes, which keeps its promises about the disk; None where there is none."""
    programs = find_programs()
    if programs is None:
        yield None
        return
    cluster = Cluster(start(programs, ()))
    end_with(os.getpid(), cluster.folder)
    with TemporaryDirectory(prefix="corr-bench-") as folder:
        yield Site("PostgreSQL", Path(folder), cluster)
    cluster.control(programs, "--mode", "immediate", "stop")


def sites() -> Iterator[Site]:
    """A place for databases of each kind that this machine has, one after the other."""
    with a_sqlite() as site:
        yield site
    with a_postgresql() as server:
        if server is not None:
            yield server


@contextmanager
def a_world(url: str, wish: DemoGamesWish, start: datetime = START) -> Iterator[World]:
    """A service on an empty database, filled as is wished for, whose clock begins at *start*."""
    with closing(Database(url)) as database:
        clock = FakeClock(start)
        upgrade(database)
        workshop = Workshop(database, clock, Registry.discover(), b"a secret of benchmarks")
        with without_indexes(database, TABLES):
            for _ in add_crowd(workshop, wish):
                pass
        settle(database)
        yield World(database, clock, workshop)
