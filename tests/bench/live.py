"""
What open pages cost that ask for news by themselves: a thousand of them, all in the time when they ask most often.

What counts is the processor time of the web process; of PostgreSQL's own it is added. Beside it, how long one page of a
hundred takes with all these requests at the same time, next to the same without them, in rounds that take turns. For
that the web process has a processor of its own, as browsers have elsewhere: what asks would else stand in its way.
"""

import os
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager
from functools import partial
from itertools import cycle
from multiprocessing import get_context
from multiprocessing.synchronize import Event
from pathlib import Path
from statistics import median, quantiles

from corr.base.uow import Workshop
from corr.games.registry import Registry
from corr.players.sessions import open_session
from corr.store.db import Database
from corr.wiring import SystemClock
from tests.bench._figures import Figure, Found, ratio
from tests.bench._grounds import Grounds, Past, grounds
from tests.bench._metering import Request, Work, in_turns, together
from tests.bench._programs import SECRET, Browser, Installation, Program, corr
from tests.bench._worlds import Site, sites

_PAGES, _EVERY = 1000, 15
"""Pages that are looked at, and the seconds after which each asks again."""
_RATE = _PAGES / _EVERY
_MATCHES = 40
_MANY, _ROUNDS, _LOOKS = 60, 5, 300
_WARM = 50
"""Looks before, which are not counted: a process that has just forked copies its memory as it goes on."""
_BROWSERS = 100
"""Of the player whose pages ask: so many that none of them asks more often than a browser may."""


def figures() -> Iterator[Found]:
    """All of them, on both databases."""
    for site in sites():
        with ExitStack() as stack:
            prepared = grounds(site.new_url("ours"), Past(), _MATCHES)
            web = stack.enter_context(corr("web", Installation(prepared.url, site.folder)))
            tokens = _tokens(prepared.url, prepared.quiet.due.id)
            yield from _costs(site, prepared, web, tokens)
            yield _delays(site, prepared, web, tokens)


def _tokens(url: str, player_id: int) -> list[str]:
    """What the browsers of a player have: sessions of their own."""
    with closing(Database(url)) as database:
        workshop = Workshop(database, SystemClock(), Registry.discover(), SECRET.encode())
        with workshop.open() as uow:
            return [open_session(uow, player_id, "bench").token for _ in range(_BROWSERS)]


def _costs(site: Site, prepared: Grounds, web: Program, tokens: Sequence[str]) -> Iterator[Figure]:
    browser, match, each_token = Browser(web.port), prepared.quiet, cycle(tokens)
    path = f"/live?game={match.path.rpartition('/')[2]}"
    tag = browser.get(path, match.due.token).tag
    own = together(web.cpu, site.backends_of("ours"))
    asking: dict[str, Request] = {
        "a player's game page, unchanged": lambda: browser.get(path, next(each_token), tag),
        "a player's game page, changed": lambda: browser.get(path, next(each_token)),
        "a stranger's game page": partial(browser.get, path),
        "my games": lambda: browser.get("/live", next(each_token)),
    }
    spent = in_turns({name: Work(own, _ready(ask), _MANY) for name, ask in asking.items()})
    for name, found in spent.items():
        share, each = median(found) / 1000 * _RATE * 100, median(found)
        yield Figure(f"{site.name}: {_PAGES:,} of {name}", share, 10, "% core", detail=f"{each:.2f} ms each")


def _ready(request: Request) -> Callable[[], Request]:
    return lambda: request


def _delays(site: Site, prepared: Grounds, web: Program, tokens: Sequence[str]) -> Figure:
    """How much longer one page of a hundred takes."""
    with _apart(web):
        rounds = [(_worst(prepared, web), _worst_with_others(prepared, web, tokens)) for _ in range(_ROUNDS + 1)][1:]
    alone, beside = ([found[which] for found in rounds] for which in (0, 1))
    detail = f"{1000 * median(beside):.1f} ms, {1000 * median(alone):.1f} ms"
    return Figure(f"{site.name}: p99 of game pages with them x without", ratio(beside, alone), 1.5, detail=detail)


@contextmanager
def _apart(web: Program) -> Iterator[None]:
    """Let the web process and what measures it run on different processors, if there are two."""
    first, *others = sorted(os.sched_getaffinity(0))
    threads = [int(task.name) for task in Path(f"/proc/{web.pid}/task").iterdir()]
    for thread in threads if others else ():
        os.sched_setaffinity(thread, {first})
    os.sched_setaffinity(0, others or {first})
    try:
        yield
    finally:
        os.sched_setaffinity(0, {first, *others})


def _worst(prepared: Grounds, web: Program) -> float:
    """The seconds in which 99 of 100 pages come."""
    browser, people = Browser(web.port), prepared.quiet.people
    waits = []
    for person, _ in zip(cycle(people), range(_WARM + _LOOKS), strict=False):
        began = time.perf_counter()
        browser.get(prepared.quiet.path, person.token)
        waits.append(time.perf_counter() - began)
    return quantiles(waits[_WARM:], n=100)[98]


def _worst_with_others(prepared: Grounds, web: Program, tokens: Sequence[str]) -> float:
    # In a process of its own, which does not keep the one that measures waiting.
    processes = get_context("fork")
    ending = processes.Event()
    match = prepared.quiet
    asking = processes.Process(target=_ask, args=(web.port, match.path, tokens, ending))
    asking.start()
    try:
        return _worst(prepared, web)
    finally:
        ending.set()
        asking.join()


def _ask(port: int, path: str, tokens: Sequence[str], ending: Event) -> None:
    """Ask as often as all the pages do; whoever measures comes first."""
    os.nice(10)
    browser, address = Browser(port), f"/live?game={path.rpartition('/')[2]}"
    tag, each_token = browser.get(address, tokens[0]).tag, cycle(tokens)
    due = time.perf_counter()
    while not ending.wait(max(0.0, due - time.perf_counter())):
        browser.get(address, next(each_token), tag)
        due += 1 / _RATE
