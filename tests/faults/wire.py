"""A wire to PostgreSQL that stalls, cuts, delays and refuses when it is told to."""

import re
import socket
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from enum import StrEnum
from pathlib import Path
from threading import Event, Lock, Thread
from typing import Self

from tests.ports import free_port
from tests.postgresql import OWNER

_HURRY = 100
_LONGEST = 60.0
"""Seconds after which a test fails that waits for something on the wire."""
_PREPARED = re.compile(rb"P.{4}(_pg3_[0-9a-f]+)\0([^\0]*)\0", re.DOTALL)
"""A statement that is prepared under a name: the message Parse of PostgreSQL's protocol, section 55.7 of its manual."""
_NAMED = re.compile(rb"B.{4}\0(_pg3_[0-9a-f]+)\0", re.DOTALL)
"""A prepared statement that is run by its name: the message Bind."""


class Fault(StrEnum):
    """What the wire does at certain words of the service."""

    STALL_BEFORE = "nothing passes any more, the words neither"
    STALL_AFTER = "the words pass, the answer does not, nor anything else"
    CUT_BEFORE = "all connections end before the words have passed"
    CUT_AFTER = "all connections end when the answer to the words arrives"


class Stopwatch:
    """Seconds as they pass, and many more of them while the wire stalls: nobody waits long for what cannot come."""

    def __init__(self) -> None:
        self._guard = Lock()
        self._hurries_since: float | None = None
        self._ahead = 0.0

    def __call__(self) -> float:
        """How many passed."""
        with self._guard:
            return self._now()

    def hurry(self, *, is_wanted: bool) -> None:
        """Run fast from now on, or as usual."""
        with self._guard:
            self._ahead = self._now() - time.monotonic()
            self._hurries_since = time.monotonic() if is_wanted else None

    def _now(self) -> float:
        now = time.monotonic()
        ahead = 0.0 if self._hurries_since is None else _HURRY * (now - self._hurries_since)
        return now + self._ahead + ahead


class Wire:
    """
    Passes on what comes and goes, acknowledging all of it at once as a stalled network does.

    :param far_end: the server's socket.
    """

    def __init__(self, far_end: Path) -> None:
        self._far_end = far_end
        self.port = free_port()
        self._listening = socket.create_server(("127.0.0.1", self.port))
        self.delay = 0.0
        """Seconds that everything takes, in each direction."""
        self.elapsed = Stopwatch()
        """By which a service at this wire is to measure how long it waits."""
        self.struck = Event()
        """Set when the fault at the words that are watched for has happened."""
        self._after, self._words, self._fault = b"", b"", Fault.CUT_BEFORE
        self._is_cut_next = False
        self._guard = Lock()
        self._ends: list[socket.socket] = []
        self._requests, self._answers = Event(), Event()
        self._threads: list[Thread] = []
        self.heal()
        self._accept()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.refuse()
        self.heal()
        self.cut()
        for thread in self._threads:
            thread.join(_LONGEST)

    def url(self, database: str) -> str:
        """What SQLAlchemy connects to *database* over this wire with."""
        return f"postgresql+psycopg://{OWNER}@127.0.0.1:{self.port}/{database}"

    def watch(self, words: bytes, fault: Fault, *, after: bytes = b"") -> None:
        """Let *fault* happen, once, when the service says *words*, but not before it said what comes *after*."""
        self.struck.clear()
        self._after, self._words, self._fault = after, words, fault

    def stall(self) -> None:
        """Let nothing pass."""
        self._requests.clear()
        self._answers.clear()
        self.elapsed.hurry(is_wanted=True)

    def heal(self) -> None:
        """Let everything pass, also what was held back."""
        self._words, self._is_cut_next, self.delay = b"", False, 0.0
        self._requests.set()
        self._answers.set()
        self.elapsed.hurry(is_wanted=False)

    def cut(self) -> None:
        """End all connections."""
        with self._guard:
            ends, self._ends = self._ends, []
        for end in ends:
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)

    def refuse(self) -> None:
        """Take no more connections."""
        with suppress(OSError):
            # A thread waits in it, which closing alone does not wake.
            self._listening.shutdown(socket.SHUT_RDWR)
        self._listening.close()

    def listen(self) -> None:
        """Take connections again."""
        self._listening = socket.create_server(("127.0.0.1", self.port))
        self._accept()

    def _accept(self) -> None:
        self._begin(self._take, self._listening)

    def _begin(self, work: Callable[..., None], *ends: socket.socket) -> None:
        thread = Thread(target=work, args=ends, daemon=True)
        self._threads.append(thread)
        thread.start()

    def _take(self, listening: socket.socket) -> None:
        with suppress(OSError):
            while True:
                near, _ = listening.accept()
                far = socket.socket(socket.AF_UNIX)
                far.connect(str(self._far_end))
                with self._guard:
                    self._ends += [near, far]
                self._begin(self._ask, near, far)
                self._begin(self._answer, far, near)

    def _ask(self, near: socket.socket, far: socket.socket) -> None:
        prepared: dict[bytes, bytes] = {}
        with _ending(near, far):
            while chunk := near.recv(1 << 16):
                time.sleep(self.delay)
                said = _said(chunk, prepared)
                if self._after and self._after in said:
                    self._after = b""
                if self._words and not self._after and self._words in said:
                    self._strike()
                self._requests.wait(_LONGEST)
                far.sendall(chunk)
            # Who ends a connection is heard no earlier than all that was said before.
            self._requests.wait(_LONGEST)

    def _answer(self, far: socket.socket, near: socket.socket) -> None:
        with _ending(far, near):
            while chunk := far.recv(1 << 16):
                time.sleep(self.delay)
                if self._is_cut_next:
                    self._is_cut_next = False
                    self.cut()
                self._answers.wait(_LONGEST)
                near.sendall(chunk)

    def _strike(self) -> None:
        self._words = b""
        self.struck.set()
        if self._fault is Fault.STALL_BEFORE:
            self.stall()
        elif self._fault is Fault.STALL_AFTER:
            self._answers.clear()
            self.elapsed.hurry(is_wanted=True)
        elif self._fault is Fault.CUT_BEFORE:
            self.cut()
        else:
            self._is_cut_next = True


def _said(chunk: bytes, prepared: dict[bytes, bytes]) -> bytes:
    """*chunk* with the texts of the statements that it only names, since the connection has *prepared* them."""
    prepared |= dict(_PREPARED.findall(chunk))
    return b"\n".join([chunk, *(prepared.get(name, b"") for name in _NAMED.findall(chunk))])


@contextmanager
def _ending(one: socket.socket, other: socket.socket) -> Iterator[None]:
    """When *one* end is gone, the other one is told."""
    with one:
        with suppress(OSError):
            yield
        for end in (one, other):
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
