"""
Fifty clients at once who do what people do: they look at games, at their own games and at lists, play and write.

Beside the times that they wait: what more processes of `corr web` are good for, where there are cores for them.
"""

import os
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import dataclass
from itertools import cycle
from random import Random
from statistics import median, quantiles

from tests.bench._crowd import numbered_game_id
from tests.bench._figures import Figure, Found, NotMeasured
from tests.bench._grounds import Grounds, Match, Past, grounds
from tests.bench._programs import Browser, Installation, Program, corr
from tests.bench._worlds import Site, sites

CLIENTS = 50
_FEW = 4
SECONDS = 20.0
_CORES = 4
"""So many are needed to see what a second web process is good for."""
_PAST = Past(games=1_000, finished=50, messages=20, turns=50)
_LISTS = ("/games", "/games?state=over", "/ratings", "/rules", "/leagues")


@dataclass
class Waits:
    """How long each request took, in seconds, and how many came to nothing."""

    seconds: list[float]
    errors: int = 0


@dataclass
class Guest:
    """One client: two people who play a game against each other, at one browser."""

    browser: Browser
    match: Match
    chance: Random
    games: int
    """How many games of others there are."""

    def __post_init__(self) -> None:
        for person in self.match.people:
            self.browser.sign(person.token)

    def act(self) -> Callable[[], object]:
        """What is done next."""
        match, dice = self.match, self.chance.random()
        reader = self.chance.choice(match.people)
        if dice < 0.15 and (turn := match.find_next()) is not None:
            path, words = f"{match.path}/turns", {"turn": str(turn.number), "text": turn.text, "act": "submit"}
            return self.browser.posting(path, turn.by.token, **words)
        path = match.path
        if dice > 0.85:
            path = self.chance.choice(_LISTS)
        elif dice > 0.65:
            path = "/"
        elif dice > 0.5 and self.games:
            path = f"/games/{numbered_game_id(self.chance.randrange(self.games))}"
        return lambda: self.browser.get(path, reader.token)


def figures() -> Iterator[Found]:
    """All of them, on both databases."""
    for site in sites():
        prepared = grounds(site.new_url("ours"), _PAST, 4 * CLIENTS)
        installation = Installation(prepared.url, site.folder)
        with corr("web", installation) as web:
            waits, seconds = waited(prepared, [web], CLIENTS, lambda passed, _: passed > SECONDS)
        yield from _judged(f"{site.name}: {CLIENTS} clients", waits, seconds)
        if site.cluster is not None:
            yield _with_two(site, installation, prepared)


def waited(
    prepared: Grounds, programs: Sequence[Program], clients: int, is_enough: Callable[[float, int], bool]
) -> tuple[Waits, float]:
    """
    How long so many *clients* wait, all at once; and how long that was in all.

    :param is_enough: whether a client leaves after so many seconds and requests of its own.
    """
    ports, games = cycle(program.port for program in programs), prepared.past.games
    guests = [Guest(Browser(next(ports)), next(prepared.matches), Random(number), games) for number in range(clients)]
    began = time.perf_counter()

    def stay(guest: Guest) -> Waits:
        waits = Waits([])
        while not is_enough(time.perf_counter() - began, len(waits.seconds)):
            act = guest.act()
            asked = time.perf_counter()
            try:
                act()
            except AssertionError:
                waits.errors += 1
            waits.seconds.append(time.perf_counter() - asked)
        return waits

    with ThreadPoolExecutor(clients) as pool:
        found = list(pool.map(stay, guests))
    together = Waits([wait for one in found for wait in one.seconds], sum(one.errors for one in found))
    return together, time.perf_counter() - began


def requested(prepared: Grounds, program: Program, number: int) -> None:
    """Ask for so many pages, a few at once."""
    each = number // _FEW
    waits, _ = waited(prepared, [program], _FEW, lambda _seconds, count: count >= each)
    assert not waits.errors, f"{waits.errors} errors"


def _judged(name: str, waits: Waits, seconds: float) -> Iterator[Figure]:
    yield Figure(f"{name}: median", 1000 * median(waits.seconds), 300, "ms")
    yield Figure(f"{name}: p99", 1000 * quantiles(waits.seconds, n=100)[98], 600, "ms")
    yield Figure(f"{name}: rate", len(waits.seconds) / seconds, 120, "/s", is_floor=True)
    yield Figure(f"{name}: errors", waits.errors, 0, "")


def _with_two(site: Site, installation: Installation, prepared: Grounds) -> Found:
    name, cores = f"{site.name}: rate of two web processes x of one", os.cpu_count() or 1
    if cores < _CORES:
        return NotMeasured(name, f"{cores} cores, and it takes {_CORES}")
    rates = []
    with ExitStack() as stack:
        programs = [stack.enter_context(corr("web", installation)) for _ in range(2)]
        for some in (programs[:1], programs):
            waits, seconds = waited(prepared, some, CLIENTS, lambda passed, _: passed > SECONDS)
            rates.append(len(waits.seconds) / seconds)
    return Figure(name, rates[1] / rates[0], 1.7, is_floor=True)
