"""
Databases of any size to measure with, and the word about which size was measured.

`CORR_BENCH_BIG=1 make bench` measures with a million games, which takes some minutes to build; without it, with fewer.
"""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from tempfile import TemporaryDirectory

from corr.base.uow import Workshop
from corr.games.registry import Registry
from corr.store.db import Database
from corr.store.migrate import upgrade
from tests.bench._crowd import add_crowd, settle
from tests.bench._model_games import DemoGamesWish
from tests.fakes import START, FakeClock
from tests.postgresql import Cluster, end_with, find_programs, start

IS_BIG = os.environ.get("CORR_BENCH_BIG", "") not in {"", "0"}
"""Whether somebody has the time for a million games."""
HINT = "" if IS_BIG else " (with CORR_BENCH_BIG=1: 1,000,000)"


@dataclass(frozen=True)
class World:
    """A service with games, whose clock is moved."""

    database: Database
    clock: FakeClock
    workshop: Workshop


@contextmanager
def a_cluster() -> Iterator[Cluster | None]:
    """A PostgreSQL as it comes, which keeps its promises about the disk; None where there is none."""
    programs = find_programs()
    if programs is None:
        yield None
        return
    folder = start(programs, ())
    end_with(os.getpid(), folder)
    yield Cluster(folder)


@contextmanager
def a_folder() -> Iterator[Path]:
    """Where databases of SQLite lie meanwhile."""
    with TemporaryDirectory(prefix="corr-bench-") as folder:
        yield Path(folder)


@contextmanager
def a_world(url: str, wish: DemoGamesWish, start: datetime = START) -> Iterator[World]:
    """A service on an empty database, filled as is wished for, whose clock begins at *start*."""
    database, clock = Database(url), FakeClock(start)
    try:
        upgrade(database)
        workshop = Workshop(database, clock, Registry.discover(), b"a secret of benchmarks")
        for _ in add_crowd(workshop, wish):
            pass
        settle(database)
        yield World(database, clock, workshop)
    finally:
        database.close()
