"""Absurd words to the commands that look after a service, and databases that are none: one sentence, never a trace."""

import os
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from sqlalchemy import text

from corr.cli import main
from corr.store.db import Database
from tests.known_games import KNOWN_RULESETS
from tests.ports import free_port

_NO_TEXT = os.fsdecode(b"kelasu/\xff")
_COMMANDS = (
    ("migrate",),
    ("verify",),
    ("verify", "--repair"),
    ("verify", "--ruleset", "kelasu/1"),
    ("rehearse", "--factor", "2"),
    ("jobs",),
    ("web",),
    ("mail",),
    ("serve",),
)


def run(url: str, *words: str) -> Result:
    """What a command did for a service whose data lies at *url*."""
    environ = {"CORR_DATABASE_URL": url, "CORR_SECRET": "x" * 64, "CORR_URL": None, "CORR_VAR": None}
    # A service may be running on this machine.
    environ |= {name: f"127.0.0.1:{free_port()}" for name in ("CORR_WEB_LISTEN", "CORR_MAIL_LISTEN")}
    return CliRunner(env=environ).invoke(main, words)


def told(result: Result) -> str:
    """The one sentence of a command that was refused."""
    assert result.exit_code == 2, result.output
    assert result.exception is None or isinstance(result.exception, SystemExit)
    assert "Traceback" not in result.output
    return result.stderr


@pytest.mark.parametrize(
    "game", ["", "x", "9" * 5000, "a\x01b", "../..", "a\u202eb", "%s", _NO_TEXT, "'; DROP TABLE game; --"]
)
def test_a_game_that_is_none_is_not_verified(database_url: str, game: str) -> None:
    assert told(run(database_url, "verify", "--game", game)) == "There is no such game.\n"


@pytest.mark.parametrize("ruleset", ["", "x", "kelasu", "kelasu/9", "kelasu/1/..", "9" * 5000, "a\x01b", _NO_TEXT])
def test_a_ruleset_that_is_none_freezes_nothing_and_those_there_are_are_named(database_url: str, ruleset: str) -> None:
    answer = told(run(database_url, "verify", "--ruleset", ruleset))

    assert answer.startswith("There is no ruleset “")
    assert answer.endswith(f"there are: {KNOWN_RULESETS}.\n")
    assert len(answer) < 300


@pytest.mark.parametrize(
    "words",
    [
        ("verify", "more"),
        ("verify", "--dry-run"),
        ("verify", "--ruleset", "kelasu/1", "--repair"),
        ("verify", "--ruleset", "kelasu/1", "--game", "x"),
        ("rehearse",),
        ("rehearse", "--factor", "0"),
        ("rehearse", "--factor", "10001"),
        ("rehearse", "--factor", "9" * 60),
        ("rehearse", "--factor", "1.5"),
        ("migrate", "more"),
        ("web", "--port", "0"),
        ("web", "--port", "65536"),
        ("web", "--port", "http"),
        ("jobs", "--port", "80"),
        ("mail", "--port", "25"),
    ],
)
def test_words_that_cannot_be_are_refused_before_anything_is_done(sqlite_url: str, words: tuple[str, ...]) -> None:
    assert told(run(sqlite_url, *words)).strip()


@pytest.mark.parametrize(
    "url",
    [
        "x",
        "sqlite://",
        "sqlite:///",
        "sqlite:////nowhere/at/all.sqlite",
        "sqlite:////dev/null",
        "sqlite:////tmp/a%00b.sqlite",
        "mysql://db/corr",
        "postgresql://corr:HUSHHUSH@[::1/corr",
        "postgresql://corr:HUSHHUSH@127.0.0.1:1/corr",
        "postgresql://corr:HUSHHUSH@127.0.0.1:1/a%00b",
        "postgresql:///corr?host=/nowhere&connect_timeout=abc",
    ],
)
@pytest.mark.parametrize("command", ["migrate", "verify"])
def test_an_address_of_no_database_is_told_without_its_password(url: str, command: str) -> None:
    answer = told(run(url, command))

    assert "CORR_DATABASE_URL" in answer
    assert "HUSHHUSH" not in answer


@pytest.mark.parametrize("words", _COMMANDS)
def test_a_database_of_another_program_is_left_alone(tmp_path: Path, words: tuple[str, ...]) -> None:
    path = tmp_path / "other.sqlite"
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("CREATE TABLE post (id INTEGER)")

    answer = told(run(f"sqlite:///{path}", *words))

    assert "tables of another program" in answer
    with closing(sqlite3.connect(path)) as connection, connection:
        assert connection.execute("SELECT name FROM sqlite_master").fetchall() == [("post",)]


@pytest.mark.parametrize("words", _COMMANDS)
def test_a_database_of_a_newer_version_is_left_alone(
    migrated_sqlite: Path, tmp_path: Path, words: tuple[str, ...]
) -> None:
    path = tmp_path / "newer.sqlite"
    shutil.copyfile(migrated_sqlite, path)
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")

    assert "made by a newer version of Corr: its layout is 9999" in told(run(f"sqlite:///{path}", *words))


@pytest.mark.parametrize("words", _COMMANDS)
def test_where_nothing_can_be_written_no_command_begins(postgresql_url: str, words: tuple[str, ...]) -> None:
    database = Database(postgresql_url)
    with database.writing() as connection:
        name = connection.execute(text("SELECT current_database()")).scalar_one()
        connection.execute(text(f'ALTER DATABASE "{name}" SET default_transaction_read_only = on'))
    database.close()

    assert told(run(postgresql_url, *words)).startswith("Nothing can be written into the database")
