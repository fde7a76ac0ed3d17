"""`corr --help` lists the commands without loading them, and each loads no more than it needs."""

import gc
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from corr.cli import COMMANDS, LEAGUE_COMMANDS, Listed, load, main
from tests.ports import free_ports

_HEAVY = ("alembic", "flask", "icalendar", "PIL", "psycopg", "pydantic", "sqlalchemy", "corr.service", "corr.mail")
_RARE = ("alembic", "confusable_homoglyphs", "corr.demo", "dkim", "psycopg")
"""What is needed by an old database, a new name, a demo, a key for letters, and PostgreSQL."""
_UNUSUAL = tuple(name for name in _RARE if name != "alembic")
"""What is needed by no process on a new database of SQLite, which Alembic makes."""
_SERVING = ("aiosmtpd", "apscheduler", "flask", "imaplib", "jinja2", "PIL", "waitress", *_RARE)


@pytest.mark.parametrize("width", [60, 80, 200])
@pytest.mark.parametrize(("words", "commands"), [([], COMMANDS), (["league"], LEAGUE_COMMANDS)])
def test_the_list_says_what_the_commands_say(width: int, words: list[str], commands: Mapping[str, Listed]) -> None:
    loaded = click.Group(commands={name: load(command.place) for name, command in commands.items()})

    listed = CliRunner().invoke(main, [*words, "--help"], terminal_width=width, max_content_width=width)

    assert _commands_in(listed.output) == _commands_in(
        CliRunner().invoke(loaded, ["--help"], terminal_width=width, max_content_width=width).output
    )


@pytest.mark.parametrize("words", [[], ["admin"], ["game"], ["league"], ["mail"], ["ratings"]])
def test_no_line_of_a_list_is_cut_on_a_usual_terminal(words: list[str]) -> None:
    listed = CliRunner().invoke(main, [*words, "--help"], terminal_width=80)

    assert _commands_in(listed.output)
    assert "..." not in _commands_in(listed.output)


@pytest.mark.parametrize("words", [["--help"], ["--version"], ["nonsense"], ["league", "--help"]])
def test_what_needs_no_command_loads_none(words: list[str]) -> None:
    program = (
        "import sys, click.testing, corr.cli as cli\n"
        f"click.testing.CliRunner().invoke(cli.main, {words!r})\n"
        f"print([name for name in {_HEAVY!r} if name in sys.modules])"
    )

    assert _said_by(program) == "[]\n"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("command", "needless"),
    [
        ("admin", _SERVING),
        ("verify", _SERVING),
        ("jobs", ("aiosmtpd", "flask", "waitress", "icalendar", *_RARE)),
        ("mail", ("flask", "sqlalchemy", "waitress", *_RARE)),
        ("web", ("aiosmtpd", "apscheduler", "imaplib", *_RARE)),
        ("serve", _RARE),
    ],
)
def test_a_command_loads_nothing_that_it_cannot_need(command: str, needless: tuple[str, ...]) -> None:
    program = (
        "import sys, click.testing, corr.cli as cli\n"
        f"assert click.testing.CliRunner().invoke(cli.main, [{command!r}, '--help']).exit_code == 0\n"
        f"print([name for name in {needless!r} if name in sys.modules])"
    )

    assert _said_by(program) == "[]\n"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("command", "needed", "needless"),
    [
        ("jobs", ("apscheduler",), ("aiosmtpd", "flask", "waitress", "icalendar")),
        ("mail", ("aiosmtpd",), ("apscheduler", "flask", "imaplib", "waitress", "icalendar")),
        ("web", ("flask", "waitress"), ("aiosmtpd", "apscheduler", "imaplib")),
        ("serve", ("aiosmtpd", "apscheduler", "flask", "waitress"), ()),
    ],
)
def test_a_process_loads_only_the_parts_that_it_runs(
    command: str, needed: tuple[str, ...], needless: tuple[str, ...], tmp_path: Path
) -> None:
    web, mail = free_ports(2)
    program = (
        "import os, sys, click.testing, corr.cli as cli\n"
        "from corr.cli import serve\n"
        "vars(serve)['run'] = lambda *_: None\n"
        f"os.environ |= {{'CORR_VAR': {str(tmp_path)!r}, 'CORR_WEB_LISTEN': '127.0.0.1:{web}'}}\n"
        f"os.environ['CORR_MAIL_LISTEN'] = '127.0.0.1:{mail}'\n"
        f"assert click.testing.CliRunner().invoke(cli.main, [{command!r}]).exit_code == 0\n"
        f"print([name for name in {(*needed, *needless, *_UNUSUAL)!r} if name in sys.modules])"
    )

    assert _said_by(program) == f"{list(needed)}\n"


def test_garbage_is_collected_again_after_a_command_that_cannot_be_loaded() -> None:
    with pytest.raises(ModuleNotFoundError):
        load("corr.nowhere:command")

    assert gc.isenabled()


def _said_by(program: str) -> str:
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=180, check=True)
    return done.stdout


def _commands_in(help_text: str) -> str:
    return help_text.partition("\nCommands:\n")[2]
