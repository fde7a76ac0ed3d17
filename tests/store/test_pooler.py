"""A real PgBouncer in front of PostgreSQL, which gives each transaction whatever session is free."""

import os
import shutil
import subprocess
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Thread

import pytest
from sqlalchemy import Connection, text

from corr.base.uow import Workshop
from corr.config.values import PostgresAccess
from corr.store.db import Database
from corr.store.tables.games import Turn
from tests.conftest import lack
from tests.fakes import FakeClock
from tests.known_games import registry_with
from tests.playing import SECRET, Room, a_game
from tests.postgresql import OWNER, Cluster
from tests.tiny_game import TinyRules

_POOLED = PostgresAccess(is_pooled=True, is_prepared=False)
_PORT = 6432
_SESSIONS = 2
_OFTEN = 12
_SOON = 10.0
"""Seconds in which the pooler has to be there."""
_MOMENT = 0.02
_SETTINGS = """
[databases]
* = host={server} user={owner}
[pgbouncer]
pool_mode = transaction
default_pool_size = {sessions}
unix_socket_dir = {folder}
listen_port = {port}
auth_type = any
"""


@pytest.fixture
def pooled_url(postgresql: Cluster, postgresql_url: str) -> Iterator[str]:
    """A database behind PgBouncer, which has fewer sessions than the service has connections."""
    program = shutil.which("pgbouncer", path=f"{os.environ.get('PATH', '')}:/usr/sbin")
    if program is None:
        lack("PgBouncer (Debian: pgbouncer)")
    with TemporaryDirectory(prefix="corr-pool-") as name:
        folder = Path(name)
        settings = folder / "pgbouncer.ini"
        settings.write_text(
            _SETTINGS.format(server=postgresql.folder, owner=OWNER, sessions=_SESSIONS, folder=name, port=_PORT)
        )
        # It refuses to run as root, as the server does, and has to reach the server's socket.
        account = postgresql.folder.owner() if os.geteuid() == 0 else None
        if account is not None:
            shutil.chown(folder, account)
        pooler = subprocess.Popen([program, "-q", settings], user=account, stderr=subprocess.DEVNULL)
        try:
            _wait_for(folder / f".s.PGSQL.{_PORT}")
            yield postgresql_url.replace(str(postgresql.folder), name) + f"&port={_PORT}"
        finally:
            pooler.terminate()
            pooler.wait()


@pytest.fixture
def pooled(pooled_url: str) -> Iterator[Database]:
    """That database, as a service uses it."""
    with closing(Database(pooled_url, limit=10, access=_POOLED)) as made:
        yield made


def test_games_are_played_through_a_pooler(pooled: Database) -> None:
    clock = FakeClock()
    room = Room(pooled, clock, Workshop(pooled, clock, registry_with(TinyRules), SECRET))
    game = a_game(room, "A1", "B1")
    # More views at once than the pooler has sessions, each so often that the driver would prepare its statements.
    threads = [Thread(target=lambda: [game.view() for _ in range(_OFTEN)]) for _ in range(2 * _SESSIONS)]
    for thread in threads:
        thread.start()
    game.play("A2")
    for thread in threads:
        thread.join()

    assert [row["number"] for row in room.rows(Turn)] == [1, 2, 3]


@pytest.mark.parametrize("way", ["reading", "writing"])
def test_each_transaction_has_its_limits(pooled: Database, way: str) -> None:
    with getattr(pooled, way)() as connection:
        assert _limit(connection) == "10s"


def test_no_limit_stays_in_a_session(pooled: Database, pooled_url: str) -> None:
    for _ in range(_SESSIONS + 1):
        with pooled.reading() as connection:
            _limit(connection)

    with closing(Database(pooled_url, access=_POOLED)) as other, other.reading() as connection:
        assert _limit(connection) == "0"


def _limit(connection: Connection) -> str:
    return str(connection.execute(text("SHOW statement_timeout")).scalar_one())


def _wait_for(path: Path) -> None:
    until = time.monotonic() + _SOON
    while not path.exists():
        assert time.monotonic() < until, "PgBouncer did not start"
        time.sleep(_MOMENT)
