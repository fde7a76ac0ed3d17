"""Two commands and a page that people wait for: `corr verify`, alone and in two processes, and the mailbox of a demo."""

import subprocess
import sys
import time
from collections.abc import Iterator
from functools import partial
from statistics import median

from tests.bench._figures import Figure, Found, NotMeasured, ratio
from tests.bench._grounds import Past, grounds
from tests.bench._metering import Work, in_turns
from tests.bench._programs import Browser, Installation, started
from tests.bench._worlds import Site, a_sqlite, sites
from tests.ports import free_ports

_GAMES = 4_000
_LETTERS = 140
_ROUNDS = 2
_PATIENCE = 60.0


def figures() -> Iterator[Found]:
    """All of them."""
    for site in sites():
        prepared = grounds(site.new_url("verified"), Past(games=_GAMES, finished=10, messages=10, turns=50), 10)
        yield _verified(site, Installation(prepared.url, site.folder))
    yield _mailbox()


def _verified(site: Site, installation: Installation) -> Found:
    name = f"{site.name}: `corr verify` with two processes x with one, games in a second"
    if "--processes" not in _output(["verify", "--help"], installation):
        return NotMeasured(name, "the command has no option for it")
    seconds = [[_seconds(["verify", "--processes", str(count)], installation) for count in (1, 2)] for _ in range(_ROUNDS)]
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


def _mailbox() -> Found:
    name = f"the mailbox of a demo with {_LETTERS} letters"
    with a_sqlite() as site:
        web_port, mail_port = free_ports(2)
        installation = Installation(f"sqlite:///{site.folder}/demo.sqlite", site.folder)
        environ = installation.environ(web_port, mail_port)
        with started(["-m", "corr", "serve", "--demo"], web_port, environ) as demo:
            browser, until = Browser(web_port), time.monotonic() + _PATIENCE
            while (found := browser.get("/mailbox").body.count(b'href="/mailbox/')) < _LETTERS:
                if time.monotonic() > until:
                    return NotMeasured(name, f"only {found} letters came")
                time.sleep(1)
            work = Work(demo.cpu, lambda: partial(browser.get, "/mailbox"), 10)
            return Figure(name, median(in_turns({"": work}, 5)[""]), 10, "ms", detail=f"{found} letters")
