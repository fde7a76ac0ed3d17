"""Programs that a benchmark starts: Corr's own processes and the bare ones beside them, each on ports of its own."""

import os
import re
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from http.client import HTTPConnection
from pathlib import Path
from urllib.parse import urlencode

from tests.bench._metering import cpu_of, cpu_of_family, memory_of
from tests.ports import free_port, free_ports

SECRET = "a secret that all processes of a benchmark share"
_HOST = "127.0.0.1"
_OUR_PAGES = {"Sec-Fetch-Site": "same-origin"}
"""What all browsers say about a page of ours that asks."""
_PATIENCE = 120.0
_CSRF = re.compile(r'name="csrf" value="([^"]+)"')


@dataclass(frozen=True, slots=True)
class Program:
    """A program that runs and listens."""

    pid: int
    port: int
    """Where it listens: for browsers, or for mails if it is none for browsers."""

    def cpu(self) -> float:
        """Processor seconds so far, with those of processes that it started."""
        return cpu_of_family(self.pid)

    def own_cpu(self) -> float:
        """Processor seconds so far of the program alone."""
        return cpu_of(self.pid)

    def memory(self) -> float:
        """Megabytes that it holds."""
        return memory_of(self.pid)


@dataclass(frozen=True, slots=True)
class Installation:
    """What all processes of one service are told."""

    database_url: str
    folder: Path
    """Where they keep what they write beside the database."""
    relay_port: int = 0
    """Of the mail server that takes our letters; 0 if there is none."""

    def environ(self, web_port: int, mail_port: int) -> dict[str, str]:
        """The environment of one process."""
        name = f"{web_port}-{mail_port}"
        relay = {
            "CORR_SMTP_URL": f"smtp://{_HOST}:{self.relay_port}",
            "CORR_MAIL_DOMAIN": "play.example",
            "CORR_MAIL_FROM": "game@play.example",
        }
        return {
            "PATH": os.environ["PATH"],
            "CORR_VAR": str(self.folder / f"var-{name}"),
            "CORR_DATABASE_URL": self.database_url,
            "CORR_SECRET": SECRET,
            "CORR_URL": f"http://{_HOST}:{web_port}",
            "CORR_WEB_LISTEN": f"{_HOST}:{web_port}",
            "CORR_MAIL_LISTEN": f"{_HOST}:{mail_port}",
            "CORR_LOG_LEVEL": "error",
        } | (relay if self.relay_port else {})


@contextmanager
def corr(what: str, installation: Installation) -> Iterator[Program]:
    """A process of the service: `corr web`, `corr mail` or `corr jobs`."""
    web_port, mail_port = free_ports(2)
    port = {"web": web_port, "mail": mail_port}.get(what, 0)
    with started(["-m", "corr", what], port, installation.environ(web_port, mail_port)) as program:
        yield program


@contextmanager
def bare(kind: str, *arguments: str) -> Iterator[Program]:
    """A bare program that ours are compared with: "web" or "mail" of `tests.bench._bare`."""
    port = free_port()
    with started(["-m", "tests.bench._bare", kind, str(port), *arguments], port) as program:
        yield program


@contextmanager
def sink() -> Iterator[Program]:
    """A mail server that forgets all that it is given."""
    port = free_port()
    with started(["-m", "aiosmtpd", "-n", "-c", "aiosmtpd.handlers.Sink", "-l", f"{_HOST}:{port}"], port) as program:
        yield program


@contextmanager
def started(words: Sequence[str], port: int, environ: dict[str, str] | None = None) -> Iterator[Program]:
    """Python with *words*, until it is no longer needed; at first it is waited until it listens on *port*, if any."""
    nothing = subprocess.DEVNULL
    with subprocess.Popen([sys.executable, *words], env=environ, stdin=nothing, stdout=nothing) as process:
        try:
            until = time.monotonic() + _PATIENCE
            while port and not _is_open(port):
                assert process.poll() is None, f"{' '.join(words)} ended by itself"
                assert time.monotonic() < until, f"{' '.join(words)} never listened"
                time.sleep(0.05)
            yield Program(process.pid, port)
        finally:
            process.terminate()
            try:
                process.wait(15)
            except subprocess.TimeoutExpired:
                process.kill()


@dataclass(frozen=True, slots=True)
class Answer:
    """What came back."""

    status: int
    body: bytes
    tag: str


class Browser:
    """One connection that is kept; whoever signed in with a token asks over it."""

    def __init__(self, port: int) -> None:
        self._connection = HTTPConnection(_HOST, port, timeout=60)
        self._csrf: dict[str, str] = {}

    def close(self) -> None:
        """Hang up."""
        self._connection.close()

    def get(self, path: str, token: str = "", tag: str = "") -> Answer:
        """The page at *path*, which must be there; with a *tag* it may be unchanged."""
        headers = _OUR_PAGES | _cookie(token) | ({"If-None-Match": tag} if tag else {})
        answer = self._answered("GET", path, headers)
        assert answer.status in {200, 304}, (path, answer.status, answer.body[:500])
        return answer

    def post(self, path: str, token: str = "", **form: str) -> None:
        """Hand a form in; it must be taken."""
        self.sign(token)
        headers = _cookie(token) | {"Content-Type": "application/x-www-form-urlencoded"}
        fields = {"csrf": self._csrf.get(token, "")} | form
        answer = self._answered("POST", path, headers, urlencode(fields))
        assert answer.status == 303, (path, answer.status, answer.body[-3000:])

    def posting(self, path: str, token: str = "", **form: str) -> Callable[[], None]:
        """The same, to be done later, with all that it needs at hand."""
        self.sign(token)
        return partial(self.post, path, token, **form)

    def sign(self, token: str) -> None:
        """Know the word that the forms of a session carry."""
        if token and token not in self._csrf:
            found = _CSRF.search(self.get("/account", token).body.decode())
            assert found is not None
            self._csrf[token] = found[1]

    def _answered(self, method: str, path: str, headers: dict[str, str], body: str | None = None) -> Answer:
        self._connection.request(method, path, body, headers)
        answer = self._connection.getresponse()
        return Answer(answer.status, answer.read(), answer.headers.get("ETag", ""))


def _cookie(token: str) -> dict[str, str]:
    return {"Cookie": f"sid={token}"} if token else {}


def _is_open(port: int) -> bool:
    try:
        with socket.create_connection((_HOST, port), timeout=1):
            return True
    except OSError:
        return False
