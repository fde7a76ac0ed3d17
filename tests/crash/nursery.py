"""
Where processes of the service come from: `python -m tests.crash.nursery`.

To load the program takes longer than many of them live, so they are forked from one that has it in its memory and does
nothing else: it has no other thread, and no connection to any database. Each line of its standard input is an order,
and for each it says one line on its standard output.
"""

import gc
import json
import os
import signal
import sys
from contextlib import suppress
from importlib import import_module

from corr.games.registry import Registry
from tests.crash.launcher import launch

_LOADED = (
    "corr.cli.mail",
    "corr.cli.serve",
    "corr.cli.webserver",
    "corr.jobs.tasks",
    "corr.mail.inbound.listener",
    "sqlalchemy.dialects.postgresql.psycopg",
    "sqlalchemy.dialects.sqlite.pysqlite",
)
"""What every process loads sooner or later, and the games besides."""


class _Nursery:
    """The processes that were born here."""

    def __init__(self) -> None:
        self._living: set[int] = set()
        self._ended: dict[int, int] = {}

    def has_born_me(self) -> bool:
        """Do what is asked until nobody asks any more; True in each process that is born meanwhile."""
        for line in sys.stdin:
            order = json.loads(line)
            if "pid" in order:
                _say(self._code(order["pid"]))
                continue
            pid = os.fork()
            if not pid:
                _become(order["arguments"], order["environ"], order["said"])
                return True
            self._living.add(pid)
            _say(pid)
        return False

    def end_all(self) -> None:
        """Leave nobody behind."""
        for pid in self._living:
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)

    def _code(self, pid: int) -> int | None:
        """The exit code of a process, negative for a signal; None while it lives."""
        if pid in self._living:
            found, status = os.waitpid(pid, os.WNOHANG)
            if found:
                self._living.remove(pid)
                self._ended[pid] = os.waitstatus_to_exitcode(status)
        return self._ended.get(pid)


def main() -> None:
    """Let processes be born until the standard input ends."""
    for module in _LOADED:
        import_module(module)
    Registry.discover()
    # What is there now is shared by all, as long as nobody writes on it.
    gc.freeze()
    nursery = _Nursery()
    _say("ready")
    if nursery.has_born_me():
        launch()
    nursery.end_all()


def _become(arguments: list[str], environ: dict[str, str], said: str) -> None:
    """Be the program, called with these *arguments*, in a process that was just born."""
    os.environ.clear()
    os.environ.update(environ)
    sys.argv = ["corr", *arguments]
    nothing = os.open(os.devnull, os.O_RDONLY)
    words = os.open(said, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
    for old, new in ((nothing, 0), (words, 1), (words, 2)):
        os.dup2(old, new)
    os.closerange(3, max(nothing, words) + 1)


def _say(words: object) -> None:
    sys.stdout.write(json.dumps(words) + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main()
