"""Migrations by several processes: one works and the others wait; one that is killed has done nothing."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from pathlib import Path
from threading import Event
from uuid import uuid4

import pytest
from sqlalchemy import event, inspect

from corr.store.db import Database
from corr.store.migrate import layout_of, upgrade
from tests.postgresql import Cluster

pytestmark = pytest.mark.slow

PATIENCE = 120.0
HOSTS = 10
_DIES = """
import os, signal, sys
from sqlalchemy import event
from corr.store.db import Database
from corr.store.migrate import upgrade

def die(_connection, _cursor, statement, *_more):
    if "CREATE TABLE feed_token" in statement:
        os.kill(os.getpid(), signal.SIGKILL)

database = Database(sys.argv[1])
event.listen(database.engine, "before_cursor_execute", die)
upgrade(database)
"""


@pytest.fixture(params=["sqlite", "postgresql"])
def empty_url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """A database without any table."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'new.sqlite'}"
    return _on(request.getfixturevalue("postgresql"))


def _on(cluster: Cluster) -> str:
    name = f"empty_{uuid4().hex}"
    cluster.run(f"CREATE DATABASE {name}")
    return cluster.url(name)


@contextmanager
def migrating(url: str, var: Path) -> Iterator[subprocess.Popen[str]]:
    """`corr migrate` in a process of its own."""
    settings = {"CORR_DATABASE_URL": url, "CORR_VAR": str(var), "CORR_SECRET": "x" * 40, "PATH": os.environ["PATH"]}
    with subprocess.Popen(
        [sys.executable, "-m", "corr", "migrate"],
        env=settings,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as started:
        yield started
        started.kill()


def test_ten_hosts_that_start_at_once_migrate_once(empty_url: str, tmp_path: Path) -> None:
    def run(_host: int) -> str:
        with migrating(empty_url, tmp_path) as started:
            said, complained = started.communicate(timeout=PATIENCE)
            assert started.returncode == 0, complained
            return said

    with ThreadPoolExecutor(HOSTS) as hosts:
        said = sorted(hosts.map(run, range(HOSTS)))

    assert [line.split(" ")[2] for line in said] == ["is"] * (HOSTS - 1) + ["went"]


def test_a_killed_migration_has_done_nothing_and_stands_in_nobodys_way(empty_url: str) -> None:
    killed = subprocess.run([sys.executable, "-c", _DIES, empty_url], check=False, timeout=PATIENCE)

    with closing(Database(empty_url)) as database:
        with database.reading() as connection:
            tables = inspect(connection).get_table_names()
        upgrade(database)
        with database.reading() as connection:
            is_newest = layout_of(connection).is_newest

    assert killed.returncode == -signal.SIGKILL
    assert tables == []
    assert is_newest


def test_who_waits_for_another_migration_says_so(postgresql: Cluster, tmp_path: Path) -> None:
    url = _on(postgresql)
    begun, may_go_on = Event(), Event()

    def wait(_connection: object, _cursor: object, statement: str, *_more: object) -> None:
        if "CREATE TABLE" in statement:
            begun.set()
            may_go_on.wait(PATIENCE)

    with closing(Database(url)) as first, ThreadPoolExecutor(1) as thread:
        event.listen(first.engine, "before_cursor_execute", wait)
        at_work = thread.submit(upgrade, first)
        assert begun.wait(PATIENCE)
        with migrating(url, tmp_path) as second:
            assert second.stderr is not None
            complained = second.stderr.readline()
            may_go_on.set()
            said, _ = second.communicate(timeout=PATIENCE)
        at_work.result(PATIENCE)

    assert "Another process is at work on the layout of the database; this one waits for it." in complained
    assert said == "The database is up to date.\n"
