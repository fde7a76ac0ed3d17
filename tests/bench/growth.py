"""
Everything that people wait for, with ten and with a thousand times the past, side by side on both databases.

The processor time of PostgreSQL's own processes is added. What grows with the past shows as a number above one.
"""

import re
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from html import unescape
from itertools import count
from statistics import median
from urllib.parse import quote

from tests.bench._figures import Figure, Found, ratio
from tests.bench._grounds import Past, grounds
from tests.bench._metering import Request, Work, in_turns, together
from tests.bench._programs import Browser, Installation, Program, corr
from tests.bench._visits import Visits
from tests.bench._worlds import Site, sites
from tests.bench.load import requested
from tests.bench.mail import Way, a_way

PASTS = {
    "few": Past(games=1_000, finished=50, messages=100, turns=10),
    "many": Past(games=100_000, finished=5_000, messages=10_000, turns=500),
}
"""A past of ten and of a thousand parts; a game of 5,000 turns is none."""
REQUESTS = 20_000
_MATCHES = 700
_MAILS, _MAIL_ROUNDS = 30, 2
_FAR = 15
_OVER = "/games?state=over"
_OLDER = re.compile(r'href="(/games\?[^"]*after=[^"]*)"')
_EARLY = {"few": 1, "many": 460}
"""The turns from which on past positions are shown."""
_AIMS = {"game page with messages": 1.2, "game page of many turns": 1.2, "past position": 1.5}
_USUAL_AIM = 1.3
Kinds = dict[str, Work]


def figures() -> Iterator[Found]:
    """All of them."""
    for site in sites():
        with ExitStack() as stack:
            worlds = {size: grounds(site.new_url(size), past, _MATCHES) for size, past in PASTS.items()}
            webs = {
                size: stack.enter_context(corr("web", Installation(world.url, site.folder)))
                for size, world in worlds.items()
            }
            visits = {
                size: Visits(world, Browser(webs[size].port), together(webs[size].cpu, site.backends_of(size)))
                for size, world in worlds.items()
            }
            yield from _pages(site, visits)
            ways = {size: stack.enter_context(a_way(site, size, world)) for size, world in worlds.items()}
            yield from _mails(site, ways)
            if site.cluster is None:
                yield _memory(visits["many"], webs["many"])


def _pages(site: Site, visits: dict[str, Visits]) -> Iterator[Figure]:
    kinds = {size: kinds_of(size, each) for size, each in visits.items()}
    for name in kinds["few"]:
        # Those of a kind take turns alone: what a busy machine does to one it does to the other.
        spent = in_turns({size: each[name] for size, each in kinds.items()})
        detail = f"{median(spent['many']):.2f} ms, {median(spent['few']):.2f} ms"
        aim = _AIMS.get(name, _USUAL_AIM)
        yield Figure(f"{site.name}: {name}", ratio(spent["many"], spent["few"]), aim, detail=detail)


def kinds_of(size: str, visits: Visits) -> Kinds:
    """All that is asked for; the *size* says how much past there is."""
    found, browser = visits.grounds, visits.browser
    usual, veteran = found.homes[0], found.veteran
    someone, old = usual.due, veteran.due
    talk, long, quiet = found.talk, found.long, found.quiet
    numbers, turning = count(_EARLY[size]), count(1)
    following = [_OVER]

    def visited(path: str) -> Callable[[], Request]:
        return lambda: lambda: browser.get(path)

    def all_over() -> Request:
        path = following[-1]
        answer = browser.get(path)
        older = _OLDER.search(answer.body.decode())
        following.append(unescape(older[1]) if older and next(turning) % _FAR else _OVER)
        return lambda: browser.get(path)

    ready: dict[str, Callable[[], Request]] = {
        "turn": visits.turn,
        "game page afresh": visits.page_after_turn,
        "game page after a message": visits.page_after_message,
        "my games": lambda: visits.home(usual, someone),
        "my games of a veteran": lambda: visits.home(veteran, old),
        "player page of a veteran": lambda: visits.after_turn(veteran, f"/players/{quote(old.name)}", ""),
        "game page with messages": lambda: visits.after_turn(talk, talk.path, talk.people[0].token),
        "game page of many turns": lambda: visits.after_turn(long, long.path, long.people[0].token),
        "past position": lambda: visits.page_of_past(long, next(numbers)),
        "games to watch": visited("/games"),
        "games that are over, one page after the other": all_over,
        "ratings": visited("/ratings"),
        "status": visited("/status"),
    }
    return {
        **{name: visits.one_by_one(each) for name, each in ready.items()},
        "game page, kept": visits.kept(quiet.path, quiet.people[0].token),
        "my games, kept": visits.kept("/", someone.token),
    }


def _mails(site: Site, ways: dict[str, Way]) -> Iterator[Figure]:
    with ExitStack() as stack:
        jobs = {size: stack.enter_context(way.jobs()) for size, way in ways.items()}
        rounds = [{size: way.go([jobs[size]], _MAILS) for size, way in ways.items()} for _ in range(_MAIL_ROUNDS + 1)][
            1:
        ]
    many, few = ([one[size].cpu + one[size].own for one in rounds] for size in ("many", "few"))
    detail = f"{median(many):.1f} ms, {median(few):.1f} ms"
    yield Figure(f"{site.name}: mail in to both letters out", ratio(many, few), _USUAL_AIM, detail=detail)


def _memory(visits: Visits, web: Program) -> Figure:
    requested(visits.grounds, web, REQUESTS)
    games = visits.grounds.past.games
    return Figure(f"SQLite: memory of a web process, {games:,} games, {REQUESTS:,} requests", web.memory(), 200, "MB")
