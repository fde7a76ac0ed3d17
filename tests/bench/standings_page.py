"""How much the page of the standings of 20 players costs, next to a static page of the same size in the same server."""

import json
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from http.client import HTTPConnection
from tempfile import TemporaryDirectory

from tests.bench._served_standings import Prepared
from tests.bench.web import Client, Spent, alternated, measured, ratios

_ROUNDS = 7
_PAGES = 150
_DRAWN = 10
"""Pages in a round of those that are drawn afresh."""
_AIM = 3
"""How many times as much as a static page it may cost."""
_LEGS = {1: "once", 2: "twice"}


class Visitor(Client):
    """A browser that only reads."""

    def __init__(self, port: int, token: str = "") -> None:
        self._connection = HTTPConnection("127.0.0.1", port)
        self._cookie = {"Cookie": f"sid={token}"} if token else {}
        self.csrf = ""


@contextmanager
def served(url: str, legs: int) -> Iterator[Prepared]:
    """A server process of its own, on an empty database."""
    command = [sys.executable, "-m", "tests.bench._served_standings", url, str(legs)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        try:
            yield Prepared(**json.loads(server.stdout.readline()))
        finally:
            server.kill()


def lines(url: str, legs: int) -> Iterator[str]:
    """The table of one division, measured on an empty database."""
    with served(url, legs) as prepared:
        yield f"everybody meets {_LEGS[legs]}: the page has {prepared.size / 1000:.1f} kB; the aim is {_AIM} x"
        stranger, reader = Visitor(prepared.port), Visitor(prepared.port, prepared.token)
        tag = stranger.get(prepared.path)[2]
        kinds: dict[str, Callable[[], Spent]] = {
            "kept here, for a stranger": lambda: _fetched(stranger, prepared.path),
            "kept here, for a player": lambda: _fetched(reader, prepared.path),
            "unchanged (304)": lambda: _fetched(stranger, prepared.path, 304, tag=tag),
            "the table in a frame": lambda: _fetched(stranger, f"{prepared.path}/embed"),
        }
        for name, work in kinds.items():
            yield from ratios(name, *alternated(work, lambda: _fetched(stranger, "/bare/same"), _ROUNDS), "static")
        drawn = alternated(
            lambda: _drawn(stranger, prepared.path), lambda: _fetched(stranger, "/bare/same", count=_DRAWN), 3
        )
        yield from ratios("drawn afresh", *drawn, "static")


def _fetched(client: Client, path: str, expected: int = 200, *, count: int = _PAGES, tag: str = "") -> Spent:
    headers = {"If-None-Match": tag} if tag else {}
    return measured([client], [[partial(_fetch, client, path, expected, headers)] * count])


def _drawn(client: Client, path: str) -> Spent:
    """Pages that are another one each time; that they are costs next to nothing."""

    def draw() -> None:
        client.get("/bare/anew")
        _fetch(client, path, 200, {})

    return measured([client], [[draw] * _DRAWN])


def _fetch(client: Client, path: str, expected: int, headers: dict[str, str]) -> None:
    status = client.get(path, **headers)[0]
    assert status == expected, status


def main() -> None:
    """Print the table, on SQLite."""
    for legs in _LEGS:
        with TemporaryDirectory() as folder:
            for line in lines(f"sqlite:///{folder}/corr.sqlite", legs):
                print(line, flush=True)


if __name__ == "__main__":
    main()
