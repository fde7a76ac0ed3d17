"""Opening the database when a process starts: what cannot be opened is told in words."""

import os
import socket
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy import text
from sqlalchemy.engine import make_url

from corr.config import read_settings
from corr.errors import ConfigError
from corr.store.db import Database
from corr.store.migrate import open_database

pytestmark = pytest.mark.both_databases


def refused(url: str) -> str:
    """What is told about the database at *url*."""
    with pytest.raises(ConfigError) as refusal:
        open_database(url)
    return refusal.value.sentence


def beyond(path: Path) -> None:
    """Make a database of a version to come."""
    database, _ = open_database(f"sqlite:///{path}")
    with closing(database), database.engine.begin() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))


def foreign(path: Path) -> None:
    """Make a database of another program."""
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("CREATE TABLE player (x)")


def truncated(path: Path) -> None:
    """Make a database of which the end is lost."""
    database, _ = open_database(f"sqlite:///{path}")
    database.close()
    os.truncate(path, 5000)


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (beyond, "made by a newer version of Corr: its layout is 9999"),
        (foreign, "holds tables of another program"),
        (truncated, "malformed"),
        (lambda path: path.write_bytes(b"hello" * 1000), "file is not a database"),
        (lambda path: path.mkdir(), "unable to open"),
        (lambda path: path.with_name("db.lock").mkdir(), "Is a directory"),
    ],
)
def test_a_file_that_is_no_database_of_ours_is_told(tmp_path: Path, make: Callable[[Path], object], words: str) -> None:
    make(tmp_path / "db")

    assert words in refused(f"sqlite:///{tmp_path / 'db'}")


@pytest.mark.slow
def test_a_file_that_can_only_be_read_is_told(tmp_path: Path) -> None:
    path = tmp_path / "corr.sqlite"
    database, _ = open_database(f"sqlite:///{path}")
    database.close()
    path.chmod(0o400)
    # Root may write whatever it likes, unless it gives that up.
    command = ["setpriv", "--bounding-set=-dac_override"] if os.geteuid() == 0 else []
    command += [sys.executable, "-m", "corr", "migrate"]

    told = subprocess.run(command, env={"CORR_VAR": str(tmp_path)}, capture_output=True, text=True, check=False)

    assert told.returncode == 2
    assert "Nothing can be written into the database" in told.stderr


def test_a_server_that_can_only_be_read_is_told(postgresql_url: str) -> None:
    database, _ = open_database(postgresql_url)
    name = make_url(postgresql_url).database
    with database.engine.connect() as connection, connection.execution_options(isolation_level="AUTOCOMMIT"):
        connection.execute(text(f'ALTER DATABASE "{name}" SET default_transaction_read_only = on'))
    database.close()

    assert "Nothing can be written into the database" in refused(postgresql_url)


def test_a_folder_that_is_not_there_is_told(tmp_path: Path) -> None:
    assert "No such file or directory" in refused(f"sqlite:///{tmp_path / 'nowhere' / 'db'}")


@pytest.mark.parametrize(
    "rest",
    ["127.0.0.1:{port}/db", "h:notaport/db", "[::1/db", "127.0.0.1:{port}/db?connect_timeout=x", "x/db?nosuch=1"],
)
def test_a_server_that_cannot_be_used_is_told_without_the_password(rest: str) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]

    sentence = refused(f"postgresql+psycopg://corr:hunter2@{rest.replace('{port}', str(port))}")

    assert "CORR_DATABASE_URL" in sentence
    assert "hunter2" not in sentence


@pytest.mark.parametrize("name", ["a b", "a?b", "a%20b", "a#b", "ü", os.fsdecode(b"\xff")])
def test_the_database_lies_in_its_folder_whatever_that_is_called(tmp_path: Path, name: str) -> None:
    folder = tmp_path / name
    folder.mkdir()

    with closing(Database(read_settings({"CORR_VAR": str(folder)}).database_url)) as database:
        database.engine.connect().close()

    assert (folder / "corr.sqlite").exists()
