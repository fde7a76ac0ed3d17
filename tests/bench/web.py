"""
Turns and pages, next to bare routes in a program beside ours and in the same run, on both databases.

What counts is the processor time of the web process. Where the bare route works with the database too, or where it is
about growth, that of PostgreSQL's own processes that work for it is added; for pages it stands in lines of its own.
"""

import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, closing
from functools import partial
from itertools import count, cycle
from statistics import median
from urllib.parse import quote

from sqlalchemy import event
from sqlalchemy.pool import Pool

from corr.base.uow import Workshop
from corr.games.registry import Registry
from corr.store.db import Database
from corr.web.app import create_app
from corr.web.app_state import WebSettings
from corr.wiring import SystemClock
from tests.bench._figures import Figure, Found, ratio
from tests.bench._grounds import Grounds, Past, Person, grounds
from tests.bench._metering import Work, in_turns, together
from tests.bench._programs import SECRET, Browser, Installation, bare, corr
from tests.bench._visits import Visits
from tests.bench._worlds import Site, sites

_ORIGIN = "http://127.0.0.1:9999"
_ASKS = ("SELECT", "WITH", "INSERT", "UPDATE", "DELETE")
_TURN_AIMS = {"SQLite": 3.5, "PostgreSQL": 4.0}
_MANY = 40
"""How often in a row what costs little."""
_EARLY, _LATE = 4, 460
"""Turns of a long game from which on past positions are shown."""
_MATCHES = 700
_SIZE = 44_000
"""Bytes of a bare page: as many as a game page has."""


def figures() -> Iterator[Found]:
    """All of them."""
    for site in sites():
        with ExitStack() as stack:
            ours, bare_url = site.new_url("ours"), site.new_url("bare")
            prepared = grounds(ours, Past(), _MATCHES)
            web = stack.enter_context(corr("web", Installation(ours, site.folder)))
            beside = stack.enter_context(bare("web", bare_url))
            own, its = site.backends_of("ours"), site.backends_of("bare")
            browser, other = Browser(web.port), Browser(beside.port)
            whole = Visits(prepared, browser, together(web.cpu, own))
            pages = Visits(prepared, browser, web.cpu)
            yield from _turns(site, whole, Visits(prepared, other, together(beside.cpu, its)))
            yield from _pages(site, pages, Visits(prepared, other, beside.cpu))
            yield from _homes(site, pages)
            yield from _with_past(site, whole)
            if site.cluster is not None:
                yield from _of_server(Visits(prepared, browser, own))
        yield from _statements(site, prepared)


def _turns(site: Site, ours: Visits, other: Visits) -> Iterator[Figure]:
    insert = {"game": "x" * 8, "turn": "21", "text": "B6-C6, A6-B6, A1-A2"}
    posting = other.work(lambda: partial(other.browser.post, "/turn", "", **insert), 2 * _MANY)
    turns = ours.work(ours.turn, _MANY), _TURN_AIMS[site.name]
    yield from _ratios({f"{site.name}: a turn": turns}, posting, "one INSERT")


def _pages(site: Site, ours: Visits, other: Visits) -> Iterator[Figure]:
    """Pages of the web process alone; what they cost PostgreSQL comes later."""
    filler = _SIZE - len(other.browser.get("/page").body)
    game, home = ours.grounds.quiet, ours.grounds.homes[0]
    reader, regular = game.due.token, home.due.token
    works = {
        "game page afresh, for who is due": (ours.work(ours.page_after_turn), 2.2),
        "game page after a message": (ours.work(ours.page_after_message), 1.6),
        "game page, kept": (ours.kept(game.path, reader), 1.0),
        "game page, unchanged (304)": (ours.kept(game.path, reader, with_tag=True), 1.0),
        "my games, kept": (ours.kept("/", regular), 1.0),
        "my games, unchanged (304, if there is a tag)": (ours.kept("/", regular, with_tag=True), 1.0),
    }
    page = other.work(lambda: partial(other.browser.get, f"/page?filler={filler}"), _MANY)
    yield from _ratios({f"{site.name}: {name}": work for name, work in works.items()}, page, "a page of Jinja")


def _homes(site: Site, ours: Visits) -> Iterator[Figure]:
    """*My games* of people whose game has just gone on."""
    found = ours.grounds
    homes = cycle([(match, match.due) for match in found.homes[1:]])
    busy, person = found.busy, found.busy.due
    spent = in_turns(
        {
            "19": ours.one_by_one(lambda: ours.home(*next(homes))),
            "500": ours.one_by_one(lambda: ours.home(busy, person)),
        }
    )
    yield Figure(f"{site.name}: my games afresh, 19 running", median(spent["19"]), 5, "ms")
    yield Figure(f"{site.name}: my games afresh, 500 running", median(spent["500"]), 10, "ms")


def _with_past(site: Site, ours: Visits) -> Iterator[Figure]:
    """Pages of people and games with much behind them, next to those of newcomers."""
    found = ours.grounds
    (veteran, old), (newcomer, new) = ((match, match.due) for match in (found.veteran, found.newcomer))
    talk, chat, long, quiet = found.talk, found.chat, found.long, found.quiet
    early, late = count(_EARLY), count(_LATE)
    kinds = {
        "veteran": lambda: ours.home(veteran, old),
        "newcomer": lambda: ours.home(newcomer, new),
        "player": lambda: ours.after_turn(veteran, _profile(old), ""),
        "new player": lambda: ours.after_turn(newcomer, _profile(new), ""),
        "talk": lambda: ours.after_turn(talk, talk.path, talk.people[0].token),
        "chat": lambda: ours.after_turn(chat, chat.path, chat.people[0].token),
        "quiet": lambda: ours.after_turn(quiet, quiet.path, quiet.people[0].token),
        "long": lambda: ours.after_turn(long, long.path, long.people[0].token),
        "late": lambda: ours.page_of_past(long, next(late)),
        "early": lambda: ours.page_of_past(long, next(early)),
    }
    spent = in_turns({name: ours.one_by_one(ready) for name, ready in kinds.items()})
    for name, many, few, aim in (
        ("my games of a veteran (5,000 finished) x a newcomer's", "veteran", "newcomer", 1.3),
        ("player page of a veteran x a newcomer's", "player", "new player", 1.3),
        ("game page with 10,000 messages x with twenty", "talk", "chat", 1.2),
        ("game page with 500 turns x with ten", "long", "quiet", 1.2),
        ("a past position of 500 turns x an early one", "late", "early", 1.5),
    ):
        detail = f"{median(spent[many]):.2f} ms, {median(spent[few]):.2f} ms"
        yield Figure(f"{site.name}: {name}", ratio(spent[many], spent[few]), aim, detail=detail)


def _of_server(visits: Visits) -> Iterator[Figure]:
    """What pages cost PostgreSQL itself."""
    home = visits.grounds.homes[1]
    regular, quiet = home.due, visits.grounds.quiet
    spent = in_turns(
        {
            "game page afresh": visits.work(visits.page_after_turn),
            "my games afresh": visits.one_by_one(lambda: visits.home(home, regular)),
            "kept page": visits.kept(quiet.path, quiet.due.token),
        }
    )
    for (name, found), aim in zip(spent.items(), (1.7, 6.0, 0.7), strict=True):
        yield Figure(f"PostgreSQL's own: {name}", median(found), aim, "ms")


def _statements(site: Site, prepared: Grounds) -> Iterator[Figure]:
    """How many statements a page is drawn with."""
    if site.cluster is None:
        match = prepared.homes[2]
        found = statements_of(prepared.url, "/", match.due.token)
        yield Figure(f"{site.name}: statements of my games afresh", found, 8, "")


def _ratios(works: Mapping[str, tuple[Work, float]], other: Work, what: str) -> Iterator[Figure]:
    spent = in_turns({name: work for name, (work, _) in works.items()} | {"": other})
    for name, (_, aim) in works.items():
        detail = f"{median(spent[name]):.2f} ms, {what} {median(spent['']):.2f} ms"
        yield Figure(name, ratio(spent[name], spent[""]), aim, detail=detail)


def _profile(person: Person) -> str:
    return f"/players/{quote(person.name)}"


def statements_of(url: str, path: str, token: str) -> int:
    """How many statements a page takes that nobody has asked for before; at the driver, whatever sends them is seen."""
    seen: list[str] = []

    def watch(connection: sqlite3.Connection, _record: object) -> None:
        connection.set_trace_callback(seen.append)

    event.listen(Pool, "connect", watch)
    try:
        with closing(Database(url)) as database:
            workshop = Workshop(database, SystemClock(), Registry.discover(), SECRET.encode())
            browser = create_app(workshop, WebSettings(_ORIGIN)).test_client(use_cookies=False)
            cookie = {"Cookie": f"sid={token}"}
            assert browser.get("/account", base_url=_ORIGIN, headers=cookie).status_code == 200
            seen.clear()
            assert browser.get(path, base_url=_ORIGIN, headers=cookie).status_code == 200
            return sum(statement.lstrip().startswith(_ASKS) for statement in seen)
    finally:
        event.remove(Pool, "connect", watch)
