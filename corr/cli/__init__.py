"""
The commands: `corr --help` lists them.

A command's module is loaded only when the command is called, so that a question to an engine, or the list of commands,
does not wait for the libraries of the web.
"""

import errno
import gc
import os
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass
from io import TextIOWrapper
from typing import Any, ClassVar, TypeVar

import click

from corr.errors import CorrError, UnreachableError
from corr.lazy_import import LazyImport

_Part = TypeVar("_Part")

REFUSED = 2
"""The exit status of a refusal, which is also click's for a wrong option."""
_AWAY = "The database cannot be reached, or did not answer in time. See that its server runs, and try again."
_YOUNG_OBJECTS = 10_000
"""
After how many new objects garbage is looked for. Most is freed without, as nobody refers to it any more: Python's own
700 cost a game page a twentieth of its time.
"""
_INTERRUPTED = 130
"""The usual exit status of a command that was ended by Ctrl-C."""


@dataclass(frozen=True, slots=True)
class Listed:
    """A command in the list, which need not be loaded."""

    place: str
    """Its module and its name there, "module:name"."""
    summary: str
    """The first sentence of its help, or what is said in its place."""
    is_whole: bool = False
    """Whether it takes several lines on a narrow terminal, where others are cut."""


COMMANDS = {
    "actions": Listed(
        "corr.cli.engine:actions",
        "List the legal next actions in GAME, one a line.",
    ),
    "admin": Listed(
        "corr.cli.maintenance:admin",
        "Say which players are administrators.",
    ),
    "board": Listed(
        "corr.cli.engine:board",
        "Show a board of GAME as it stands in letters.",
    ),
    "check": Listed(
        "corr.cli.engine:check",
        "Play turns of GAME, or a whole game from its record.",
    ),
    "game": Listed(
        "corr.cli.own_games:game",
        "Write a game of your own, and check any that is installed.",
    ),
    "jobs": Listed(
        "corr.cli.serve:jobs",
        "Send and read mail, keep deadlines and remind until Ctrl-C.",
    ),
    "league": Listed(
        "corr.cli.leagues:league",
        "Found leagues from files, and show their standings.",
    ),
    "mail": Listed(
        "corr.cli.mail:mail",
        "Take in mail until Ctrl-C, or say what is read in one.",
    ),
    "migrate": Listed(
        "corr.cli.maintenance:migrate",
        "Bring the database up to date.",
    ),
    "perft": Listed(
        "corr.cli.engine:perft",
        "Count the sequences of exactly DEPTH actions in GAME.",
    ),
    "ratings": Listed(
        "corr.cli.maintenance:ratings",
        "Look after the ratings of players.",
    ),
    "record": Listed(
        "corr.cli.maintenance:record",
        "Write the whole game GAME_ID as one text file.",
    ),
    "rehearse": Listed(
        "corr.cli.maintenance:rehearse",
        "Let time run faster in an empty database, for trying things out.",
    ),
    "serve": Listed(
        "corr.cli.serve:serve",
        "Serve pages, jobs and mail until Ctrl-C.",
    ),
    "verify": Listed(
        "corr.cli.verify:verify",
        "Play every game again, and compare all that is kept.",
    ),
    "web": Listed(
        "corr.cli.serve:web",
        "Serve pages alone until Ctrl-C.",
    ),
}
"""All commands by name, in the order of the list."""
LEAGUE_COMMANDS = {
    "create": Listed("corr.cli.leagues.files:create", "Found a league from a file."),
    "export": Listed("corr.cli.leagues.files:export", "Write a league as a file."),
    "roster": Listed(
        "corr.cli.leagues.tables:roster",
        "Ask players to join by a CSV file, or write who is in.",
        is_whole=True,
    ),
    "sample": Listed("corr.cli.leagues.files:sample", "Print a file to begin with."),
    "schema": Listed("corr.cli.leagues.files:schema", "Explain all keys of a file."),
    "simulate": Listed("corr.cli.leagues.simulate:simulate", "Play seasons with invented players."),
    "standings": Listed("corr.cli.leagues.tables:standings", "Print the standings of a season."),
}


class _Refused(click.ClickException):
    """A refusal, which is printed as its sentence on the error stream."""

    exit_code = REFUSED

    def show(self, file: Any = None) -> None:  # noqa: ANN401 - click's own signature
        click.echo(self.message, file=file, err=file is None)


class ListedCommands(click.Group):
    """Commands by their names, each loaded only when it is called."""

    listed: ClassVar[Mapping[str, Listed]]

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 - click's own signature
        """The names of the commands."""
        return list(self.listed)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002 - as above
        """A command, which is loaded now; None if there is none of that name."""
        return load(self.listed[cmd_name].place) if cmd_name in self.listed else None

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List the commands as click does, without loading any of them."""
        listed = [
            click.Command(name, help=command.summary, short_help=command.summary if command.is_whole else None)
            for name, command in self.listed.items()
        ]
        click.Group(commands=listed).format_commands(ctx, formatter)


class _Commands(ListedCommands):
    """All commands; the place where refusals are translated to sentences."""

    listed = COMMANDS

    def invoke(self, ctx: click.Context) -> Any:  # noqa: ANN401 - click's own signature
        _write_what_can_be_written()
        try:
            result = super().invoke(ctx)
            if sys.stdout is not None:
                sys.stdout.flush()
        except CorrError as refused:
            raise _Refused(refused.sentence) from refused
        except UnreachableError as fault:
            raise _Refused(_AWAY) from fault
        except BrokenPipeError:
            # The reader of our output has closed it, as `head` does.
            _drop_output()
            ctx.exit(0)
        except OSError as fault:
            if fault.errno != errno.ENOSPC:
                raise
            _drop_output()
            raise _Refused(f"The output cannot be written: {fault.strerror}.") from fault
        except KeyboardInterrupt:
            ctx.exit(_INTERRUPTED)
        return result


def load(place: str) -> click.Command:
    """The command at *place*, "module:name"."""
    found: LazyImport[object] = LazyImport(place)
    command = loaded(found)
    assert isinstance(command, click.Command)
    return command


def loaded(part: LazyImport[_Part]) -> _Part:
    """A command or a part of one; its module is loaded if it was not loaded before."""
    with nullcontext() if part.place.partition(":")[0] in sys.modules else _keeping_all():
        return part.load()


@contextmanager
def _keeping_all() -> Iterator[None]:
    """
    A context without garbage collection, for imports: all objects made in it live until the process ends.

    They are not searched later either. That took a third of the time of a short command.
    """
    is_collecting = gc.isenabled()
    gc.disable()
    try:
        yield
        gc.freeze()
        gc.set_threshold(_YOUNG_OBJECTS)
    finally:
        if is_collecting:
            gc.enable()


def _write_what_can_be_written() -> None:
    """Print a question mark for a character that the terminal cannot show; the error stream replaces those anyway."""
    if isinstance(sys.stdout, TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")


def _drop_output() -> None:
    """Discard the output that is still buffered, so that its end causes no error message."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


@click.group(cls=_Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="corr-server")
def main() -> None:
    """Slow board games on the web and by mail."""
