"""
The child process that reads mails, so that no mail can stop, slow down or crash the process that took it in.

Each process has one child, which lives on from mail to mail. When a mail makes it run into its limits it dies, and the
next mail gets a new one.
"""

import os
import signal
import subprocess
import sys
from pathlib import Path
from threading import Lock
from typing import Protocol, Self

from pydantic import TypeAdapter, ValidationError

import corr
from corr.mail.reading.child_main import OUT_OF_MEMORY, BrokenWireError, Job, read_frame, write_job, write_reading
from corr.mail.reading.mail_facts import Reading

PROGRAM = "corr.mail.reading.child_main"
_MOST_MAILS = 1000
"""Mails after which a child is replaced, so that leaks do not add up."""
_PATIENCE = 5
_FROM_ELSEWHERE = "signal"
_KEPT = frozenset({"PATH", "LANG", "LC_ALL", "LC_CTYPE", "TZ", "HOME", "TMPDIR", "SYSTEMROOT", "LD_LIBRARY_PATH"})
"""The environment variables that a child gets; none of ours, which hold secrets."""
_READINGS = TypeAdapter(Reading)


class ReaderKilledError(Exception):
    """The child died of a mail: it ran into a limit, or found a fault in the program."""

    def __init__(self, how: str) -> None:
        super().__init__(how)
        self.how = how
        """The cause for the log: "time", "memory", "fault" in the program, "crash" or "signal" from elsewhere."""


class MailReader(Protocol):
    """Something that reads mails."""

    def read(
        self, raw: bytes, *, sender: str, ruleset: str | None, authserv_id: str, names: tuple[str, ...] = ()
    ) -> Reading:
        """
        The reading of the mail in *raw*; see `reader.read`.

        :raises ReaderKilledError: reading it took too much time or memory, or met a fault.
        """


class ChildReader:
    """
    A reader in a child process with limits; safe for threads, which wait for each other.

    :param program: the module that is run as the child.
    """

    def __init__(self, program: str = PROGRAM) -> None:
        self._program = program
        self._lock = Lock()
        self._child: _Child | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def read(
        self, raw: bytes, *, sender: str, ruleset: str | None, authserv_id: str, names: tuple[str, ...] = ()
    ) -> Reading:
        """
        The reading of the mail in *raw*; see `reader.read`.

        :raises ReaderKilledError: the child died of it.
        """
        job = Job(raw, sender, ruleset, authserv_id, names)
        with self._lock:
            try:
                return self._read(job)
            except ReaderKilledError as killed:
                # The mail is not to blame for what somebody else ended.
                if killed.how != _FROM_ELSEWHERE:
                    raise
                return self._read(job)

    @property
    def process_id(self) -> int:
        """The process id of the child; 0 if there is none."""
        return self._child.process_id if self._child is not None else 0

    def close(self) -> None:
        """End the child; a later mail would get a new one."""
        with self._lock:
            if self._child is not None:
                self._child.end()
                self._child = None

    def _read(self, job: Job) -> Reading:
        if self._child is not None and self._child.is_spent():
            self._child.end()
            self._child = None
        child = self._child = self._child or _Child(self._program)
        try:
            return child.read(job)
        except (OSError, BrokenWireError):
            self._child = None
            raise ReaderKilledError(child.end()) from None


class _Child:
    """One process and the pipes to it."""

    def __init__(self, program: str) -> None:
        self._parent = os.getpid()
        self._mails = 0
        self._process = subprocess.Popen(  # noqa: S603 - our own program
            [sys.executable, "-P", "-m", program],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env=_environment(),
        )
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._to, self._from = self._process.stdin, self._process.stdout

    @property
    def process_id(self) -> int:
        """Its process id."""
        return self._process.pid

    def is_spent(self) -> bool:
        """Whether it is gone, has read enough mails, or belongs to another process that this one was forked from."""
        is_ours = self._parent == os.getpid()
        return not is_ours or self._mails >= _MOST_MAILS or self._process.poll() is not None

    def read(self, job: Job) -> Reading:
        """
        Let it read one mail.

        :raises OSError: it is gone.
        :raises BrokenWireError: it is gone, or gave no reading.
        """
        self._mails += 1
        write_job(self._to, job)
        return read_reading(read_frame(self._from))

    def end(self) -> str:
        """End it if it still lives; how it died, for the log."""
        for wire in (self._to, self._from):
            try:
                wire.close()
            except OSError:
                # What was not yet sent cannot be sent any more.
                continue
        if self._parent != os.getpid():
            return "elsewhere"
        try:
            code = self._process.wait(_PATIENCE)
        except subprocess.TimeoutExpired:
            self._process.kill()
            code = self._process.wait()
        return _how(code)


def read_reading(content: bytes) -> Reading:
    """
    The reading in *content*, which comes from a process that has read hostile mail.

    :raises BrokenWireError: it is malformed.
    """
    try:
        reading = _READINGS.validate_json(content, strict=True)
    except ValidationError:
        # What is wrong with it may hold some of the mail.
        raise BrokenWireError from None
    # Written again it is the same, unless something was missing or too much.
    all_orders = (reading.orders, reading.orders_after_no or reading.orders)
    are_typed = all(len(orders.typed) in {0, len(orders.acts)} for orders in all_orders)
    if (
        not are_typed
        or write_reading(reading) != content
        or (reading.stamped_at is not None and reading.stamped_at.tzinfo is None)
    ):
        raise BrokenWireError
    return reading


def _how(code: int) -> str:
    """How a program ended, by what it ended with."""
    if sys.platform != "win32":
        if code in {-signal.SIGXCPU, -signal.SIGALRM}:
            return "time"
        if code in {-signal.SIGKILL, -signal.SIGHUP}:
            return _FROM_ELSEWHERE
    if code == OUT_OF_MEMORY:
        return "memory"
    return "crash" if code < 0 else "fault"


def _environment() -> dict[str, str]:
    kept = {name: value for name, value in os.environ.items() if name in _KEPT}
    return kept | {"PYTHONPATH": str(Path(corr.__file__).parents[1])}
