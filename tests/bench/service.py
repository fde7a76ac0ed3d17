"""What hosts wait for: `corr verify`, alone and in two processes, and a demo's mailbox with its letters."""

import re
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from functools import partial
from itertools import cycle
from pathlib import Path
from statistics import median

from tests.bench._figures import Figure, Found, NotMeasured, ratio
from tests.bench._grounds import Past, grounds
from tests.bench._metering import Work, in_turns
from tests.bench._programs import Browser, Installation, started
from tests.bench._worlds import Site, a_sqlite, sites
from tests.ports import free_ports

_GAMES = 8_000
"""So many that the second or so in which a process starts weighs little."""
_LINK = re.compile(rb'href="(/mailbox/[^"]+)"')
_LETTERS = 140
_ROUNDS = 2
_PATIENCE = 60.0


def figures() -> Iterator[Found]:
    """All of them."""
    for site in sites():
        prepared = grounds(site.new_url("verified"), Past(games=_GAMES, finished=10, messages=10, turns=50), 10)
        yield _verified(site, Installation(prepared.url, site.folder))
    yield from _mailbox()


def _verified(site: Site, installation: Installation) -> Found:
    name = f"{site.name}: `corr verify` with two processes x with one, games in a second"
    if "--processes" not in _output(["verify", "--help"], installation):
        return NotMeasured(name, "the command has no option for it")
    commands = [["verify", "--processes", count] for count in "12"]
    seconds = [[_seconds(command, installation) for command in commands] for _ in range(_ROUNDS)]
    alone, both = zip(*seconds, strict=True)
    detail = f"{median(alone):.1f} s, {median(both):.1f} s"
    return Figure(name, ratio(alone, both), 1.7, is_floor=True, detail=detail)


def _seconds(words: list[str], installation: Installation) -> float:
    began = time.perf_counter()
    _output(words, installation)
    return time.perf_counter() - began


def _output(words: list[str], installation: Installation) -> str:
    command, environ = [sys.executable, "-m", "corr", *words], installation.environ(*free_ports(2))
    return subprocess.run(command, env=environ, check=True, capture_output=True, text=True).stdout


def _mailbox() -> Iterator[Found]:
    with a_sqlite() as site:
        web_port, mail_port = free_ports(2)
        installation = Installation(f"sqlite:///{site.folder}/demo.sqlite", site.folder)
        environ = installation.environ(web_port, mail_port)
        with started(["-m", "corr", "serve", "--demo"], web_port, environ) as demo:
            browser = Browser(web_port)
            _add_letters(site.folder, _LETTERS)
            pages = set(_LINK.findall(browser.get("/mailbox").body))
            each = cycle(sorted(page.decode() for page in pages))
            works = {
                f"the mailbox of a demo with {_LETTERS} letters": lambda: partial(browser.get, "/mailbox"),
                "a letter's page in it": lambda: partial(browser.get, next(each)),
            }
            spent = in_turns({name: Work(demo.cpu, request, 10) for name, request in works.items()}, 5)
            for name, found in spent.items():
                yield Figure(name, median(found), 10, "ms", detail=f"{len(pages)} are listed")


def _add_letters(below: Path, number: int) -> None:
    """Copy letters of a demo, once all that it sends at first have come, until there are so many."""
    until, before = time.monotonic() + _PATIENCE, 0
    while not (letters := _letters(below)) or len(letters) != before:
        assert time.monotonic() < until, "letters never came"
        before = len(letters)
        time.sleep(5)
    for count, path in zip(range(number - before), cycle(letters), strict=False):
        shutil.copy(path, path.with_name(f"{path.name}.{count}"))


def _letters(below: Path) -> list[Path]:
    return sorted(below.glob("**/new/*"))
