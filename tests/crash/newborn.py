"""Processes of the service that are forked from one that has loaded it, and cost next to nothing to start."""

import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from threading import Lock
from typing import IO, Protocol

_OFTEN = 0.02


class Life(Protocol):
    """A process, started in whichever way."""

    pid: int

    def poll(self) -> int | None:
        """Its exit code, negative for a signal; None while it lives."""

    def wait(self, timeout: float | None = None) -> int:
        """
        Its exit code, once it has ended.

        :raises subprocess.TimeoutExpired: it lives on.
        """

    def send_signal(self, sig: int) -> None:
        """Send it a signal, if it lives."""


class Starts(Protocol):
    """A way to start the program."""

    def __call__(self, arguments: Sequence[str], environ: Mapping[str, str], said: Path) -> Life:
        """The program, called with *arguments*; all that it prints is added to the file *said*."""


def started(arguments: Sequence[str], environ: Mapping[str, str], said: Path) -> Life:
    """The program in an interpreter of its own."""
    command = [sys.executable, "-m", "tests.crash.launcher", *arguments]
    with said.open("ab") as words:
        return subprocess.Popen(command, env=dict(environ), stdin=subprocess.DEVNULL, stdout=words, stderr=words)


@dataclass
class Newborn:
    """A process that was forked."""

    nursery: "Nursery"
    pid: int
    _code: int | None = None

    def poll(self) -> int | None:
        """Its exit code, negative for a signal; None while it lives."""
        if self._code is None:
            code = self.nursery.ask({"pid": self.pid})
            self._code = None if code is None else int(str(code))
        return self._code

    def wait(self, timeout: float | None = None) -> int:
        """
        Its exit code, once it has ended.

        :raises subprocess.TimeoutExpired: it lives on.
        """
        until = None if timeout is None else time.monotonic() + timeout
        while (code := self.poll()) is None:
            if until is not None and time.monotonic() > until:
                raise subprocess.TimeoutExpired(f"process {self.pid}", timeout or 0)
            time.sleep(_OFTEN)
        return code

    def send_signal(self, sig: int) -> None:
        """Send it a signal, if it lives."""
        # Nobody else gets its number before it was asked how it ended.
        if self.poll() is None:
            os.kill(self.pid, sig)


@dataclass
class Nursery:
    """What processes are forked from; it is a process itself, begun with the first of them."""

    _popen: subprocess.Popen[str] | None = None
    _guard: Lock = field(default_factory=Lock)

    def __call__(self, arguments: Sequence[str], environ: Mapping[str, str], said: Path) -> Life:
        """The program, called with *arguments*; all that it prints is added to the file *said*."""
        pid = self.ask({"arguments": list(arguments), "environ": dict(environ), "said": str(said)})
        return Newborn(self, int(str(pid)))

    def ask(self, order: Mapping[str, object]) -> object:
        """What it says to an order."""
        with self._guard:
            if self._popen is None:
                command = [sys.executable, "-m", "tests.crash.nursery"]
                self._popen = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
                assert _heard(self._popen.stdout) == "ready"
            assert self._popen.stdin is not None
            self._popen.stdin.write(json.dumps(order) + "\n")
            self._popen.stdin.flush()
            return _heard(self._popen.stdout)

    def end(self) -> None:
        """End it, and with it all that were born in it."""
        if self._popen is not None:
            self._popen.communicate()


def _heard(words: IO[str] | None) -> object:
    assert words is not None
    line = words.readline()
    assert line, "the nursery has ended"
    return json.loads(line)


@contextmanager
def a_nursery() -> Iterator[Nursery]:
    """A nursery that ends with whoever needs it."""
    nursery = Nursery()
    try:
        yield nursery
    finally:
        nursery.end()
