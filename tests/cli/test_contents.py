"""`corr --help` lists the commands without loading them."""

import subprocess
import sys

import click
import pytest
from click.testing import CliRunner

from corr.cli import load, main
from corr.cli.contents import COMMANDS

_HEAVY = ("alembic", "flask", "icalendar", "PIL", "psycopg", "pydantic", "sqlalchemy", "corr.service", "corr.mail")


@pytest.mark.parametrize("width", [60, 80, 200])
def test_the_list_says_what_the_commands_say(width: int) -> None:
    loaded = click.Group(commands={name: load(command.place) for name, command in COMMANDS.items()})

    listed = CliRunner().invoke(main, ["--help"], terminal_width=width, max_content_width=width)

    assert _commands_in(listed.output) == _commands_in(
        CliRunner().invoke(loaded, ["--help"], terminal_width=width, max_content_width=width).output
    )


@pytest.mark.parametrize("words", [["--help"], ["--version"], ["nonsense"]])
def test_what_needs_no_command_loads_none(words: list[str]) -> None:
    program = (
        "import sys, click.testing, corr.cli as cli\n"
        f"click.testing.CliRunner().invoke(cli.main, {words!r})\n"
        f"print([name for name in {_HEAVY!r} if name in sys.modules])"
    )

    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=60, check=True)

    assert done.stdout == "[]\n"


def _commands_in(help_text: str) -> str:
    return help_text.partition("\nCommands:\n")[2]
