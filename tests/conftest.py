"""What all tests share: an empty database of either kind, a browser, and the word about parts this machine lacks."""

import gc
import os
import shutil
import sqlite3
import sys
from collections.abc import Iterator
from contextlib import closing
from itertools import islice
from pathlib import Path
from typing import NoReturn

import pytest
from hypothesis import HealthCheck, settings

from corr.store.db import Database
from corr.store.migrate import upgrade
from tests.chromium import find_chromium
from tests.crash.newborn import Nursery, a_nursery
from tests.examples import FEW, MANY
from tests.playing import Room, a_room
from tests.postgresql import Cluster, ReusedDatabase, find_programs, locked, roomy, shared_cluster
from tests.statements import compile_once, watch_changes_of_games

_MISSING = "missing on this machine: "
_SERIAL, _LONG = Path(__file__).with_name("crash"), Path(__file__).with_name("journeys")
"""Folders whose cases take longest: those that want some seconds' peace, and those that do not."""


def pytest_configure(config: pytest.Config) -> None:
    """Judge no example by the time that it takes, since a busy machine is no fault; and do nothing in vain."""
    # A service that a test starts would else be compiled anew each time, which takes longer than what it does.
    sys.dont_write_bytecode = False
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    # Tests write a lot, and nothing that should last.
    os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", roomy())
    # What holds for installed games is looked at in the tiny one of the tests, too.
    os.environ.setdefault("CONFORMANCE_RULES", "tests.tiny_game:TinyRules")
    # What is loaded and found now stays to the end of the run: nobody has to look for garbage in it.
    gc.disable()
    compile_once()
    watch_changes_of_games()
    untimed = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
    settings.register_profile("fast", untimed, max_examples=FEW)
    settings.register_profile("thorough", untimed, max_examples=MANY)
    settings.load_profile(config.getoption("hypothesis_profile") or "fast")


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """
    Let tests that ask for a database run on SQLite, and those with the mark `both_databases` on PostgreSQL, too.

    All run on both where TEST_BOTH_DATABASES=true.
    """
    if "database_url" in metafunc.fixturenames:
        is_marked = metafunc.definition.get_closest_marker("both_databases") is not None
        both = is_marked or os.environ.get("TEST_BOTH_DATABASES") == "true"
        metafunc.parametrize("database_url", ["sqlite", "postgresql"] if both else ["sqlite"], indirect=True)


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Let a run of slow tests over several processes begin with those that take longest."""
    workers = int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", "1"))
    if workers > 1 and any(item.get_closest_marker("slow") for item in items):
        items[:] = _longest_first(items, workers)


def _longest_first(items: list[pytest.Item], workers: int) -> list[pytest.Item]:
    """
    The same *items*; each worker's share, which is a row of them, begins with what takes long.

    The crash test's go to the first worker, one after the other: what they measure is time.
    """
    serial, long = ([item for item in items if folder in item.path.parents] for folder in (_SERIAL, _LONG))
    begins = [serial, *(long[worker :: workers - 1] for worker in range(workers - 1))]
    others = iter([item for item in items if not {_SERIAL, _LONG} & set(item.path.parents)])
    ordered: list[pytest.Item] = []
    for worker, begin in enumerate(begins):
        share = (len(items) - len(ordered)) // (workers - worker)
        ordered += [*begin, *islice(others, max(share - len(begin), 0))]
    return [*ordered, *others]


def pytest_collection_finish() -> None:
    """Look for garbage in what the tests leave, and in nothing that was there before."""
    gc.freeze()
    gc.enable()


@pytest.fixture(scope="session")
def shared(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder that every process of this run knows."""
    base = tmp_path_factory.getbasetemp()
    return base.parent if _is_worker(request) else base


@pytest.fixture(scope="session")
def migrated_sqlite(shared: Path) -> Path:
    """A migrated SQLite database to make copies of."""
    path = shared / "template.sqlite"
    with locked(shared / "template.sqlite.turn"):
        if not path.exists():
            path_in_work = path.with_suffix(".work")
            _migrate(f"sqlite:///{path_in_work}")
            # What is still in the write-ahead log goes into the one file that is copied.
            with sqlite3.connect(path_in_work) as connection:
                connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
            connection.close()
            path_in_work.rename(path)
    return path


@pytest.fixture(scope="session")
def postgresql(request: pytest.FixtureRequest, shared: Path) -> Cluster:
    """The run's own PostgreSQL, with a migrated database named `template_corr` to make copies of."""
    programs = find_programs()
    if programs is None:
        lack("PostgreSQL's server (Debian: postgresql)")
    cluster = shared_cluster(shared, programs, run=os.getppid() if _is_worker(request) else os.getpid())
    made = shared / "template.postgresql"
    with locked(shared / "template.postgresql.turn"):
        if not made.exists():
            cluster.run("CREATE DATABASE template_corr")
            _migrate(cluster.url("template_corr"))
            made.touch()
    return cluster


@pytest.fixture
def sqlite_url(migrated_sqlite: Path, tmp_path: Path) -> str:
    """A fresh SQLite database with all tables and no rows."""
    path = tmp_path / "corr.sqlite"
    shutil.copyfile(migrated_sqlite, path)
    return f"sqlite:///{path}"


@pytest.fixture(scope="session")
def reused(postgresql: Cluster) -> Iterator[ReusedDatabase]:
    """The PostgreSQL database that the tests of this process use, one after the other."""
    with closing(ReusedDatabase(postgresql, "template_corr")) as made:
        yield made


@pytest.fixture
def postgresql_url(reused: ReusedDatabase) -> Iterator[str]:
    """A PostgreSQL database with all tables and no rows."""
    with reused.emptied() as url:
        yield url


@pytest.fixture
def database_url(request: pytest.FixtureRequest) -> str:
    """A database with all tables and no rows: SQLite, and PostgreSQL too for tests with the mark `both_databases`."""
    url = request.getfixturevalue(f"{request.param}_url")
    assert isinstance(url, str)
    return url


@pytest.fixture(scope="session")
def nursery() -> Iterator[Nursery]:
    """What processes of the service are forked from."""
    with a_nursery() as nursery:
        yield nursery


@pytest.fixture(scope="session")
def chromium() -> str:
    """The path of the system's browser."""
    found = find_chromium()
    if found is None:
        lack("a browser (Debian: chromium-headless-shell)")
    return found


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say which parts of the system were missing, so that a skipped test is never overlooked."""
    skipped = terminalreporter.stats.get("skipped", [])
    reasons = {report.longrepr[2] for report in skipped if isinstance(report.longrepr, tuple)}
    for reason in sorted(reason for reason in reasons if _MISSING in reason):
        terminalreporter.write_line(reason.removeprefix("Skipped: "), yellow=True)


def _is_worker(request: pytest.FixtureRequest) -> bool:
    """Whether this process is one of several that a run is spread over."""
    return hasattr(request.config, "workerinput")


def lack(part: str) -> NoReturn:
    """Skip what needs *part*; on the machine that judges, nothing may be skipped."""
    if os.environ.get("CI") == "true":
        pytest.fail(_MISSING + part, pytrace=False)
    pytest.skip(_MISSING + part)


def _migrate(url: str) -> None:
    database = Database(url)
    upgrade(database)
    database.close()


@pytest.fixture
def room(database_url: str) -> Iterator[Room]:
    """What most tests of use cases begin with."""
    with a_room(database_url) as made:
        yield made
