"""
Pages of leagues and ratings among very many leagues, next to the same pages among few: the same league, the same games.

Aim: at most 1.3 times as long, the same number of statements, and no statement that goes through a whole large table.
The processor time of the whole process is compared on SQLite; PostgreSQL works in processes of its own, so there it is
the time on the clock.
"""

import re
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from statistics import median
from typing import Any

from flask.testing import FlaskClient
from sqlalchemy import event

from corr.players.sessions import open_session
from corr.store.db import Database
from corr.web.app import create_app
from corr.web.app_state import WebSettings
from corr.web.auth import SESSION
from tests.bench._leagues import LeagueWorld, a_world_of_leagues
from tests.bench._worlds import a_cluster, a_folder

FEW, MANY = 100, 2_000
_ROUNDS = 30
_ORIGIN = "http://127.0.0.1:9999"
_LARGE = (
    "game",
    "game_seat",
    "player",
    "entry",
    "pairing",
    "rating",
    "rating_day",
    "league_event",
)
"""Of leagues, seasons and divisions there are few, and PostgreSQL rightly reads all of them at once now and then."""
_SCANS = re.compile(rf"(?:SCAN|Seq Scan on) ({'|'.join(_LARGE)})\b(?! USING (?:COVERING )?INDEX)")
_PAGES = {
    "all leagues": "/leagues",
    "seasons that run": "/leagues?state=running&page=2",
    "a league": "/leagues/summer-cup",
    "a season": "/leagues/summer-cup/1",
    "a division": "/leagues/summer-cup/1/1",
    "its rounds": "/leagues/summer-cup/1/1/rounds",
    "its open games": "/leagues/summer-cup/1/1/schedule",
    "its table in a frame": "/leagues/summer-cup/1/1/embed",
    "page 50 of the journal": "/leagues/summer-cup/journal?page=50",
    "page 2 of the ratings": "/ratings/kelasu?page=2",
    "the best of all games": "/ratings",
    "a player of ten seasons": "/players/Ada",
    "a player's ratings": "/players/Ada/ratings/kelasu",
    "home of such a player": "/",
}


@dataclass(frozen=True)
class Place:
    """One service, with the session of a player of ten seasons."""

    world: LeagueWorld
    browser: FlaskClient
    token: str


def main() -> None:
    """Print the tables of both databases."""
    with a_folder() as folder:
        _show("SQLite", [f"sqlite:///{folder}/{number}.sqlite" for number in (FEW, MANY)])
    with a_cluster() as cluster:
        if cluster is None:
            print("no PostgreSQL on this machine")
            return
        for number in (FEW, MANY):
            cluster.run(f"CREATE DATABASE leagues_{number}")
        _show("PostgreSQL", [cluster.url(f"leagues_{number}") for number in (FEW, MANY)])


def _show(name: str, urls: Sequence[str]) -> None:
    print(f"{name}: {MANY:,} leagues with 10 players and 45 games each, next to {FEW:,}; the aim is 1.3 x", flush=True)
    with ExitStack() as stack:
        worlds = [
            stack.enter_context(a_world_of_leagues(url, leagues))
            for url, leagues in zip(urls, (FEW, MANY), strict=True)
        ]
        places = [_place(world) for world in worlds]
        for line in _lines(*places):
            print(f"  {line}", flush=True)


def _lines(few: Place, many: Place) -> Iterator[str]:
    for name, path in {**_PAGES, "page 100 of the ratings": "/ratings/kelasu?page=100"}.items():
        seen = [_statements(place, path) for place in (few, many)]
        pairs = [(_timed(few, path), _timed(many, path)) for _ in range(_ROUNDS)]
        middle, other = (1000 * median(column) for column in zip(*pairs, strict=True))
        counts = " and ".join(str(len(each)) for each in seen)
        scans = sorted(_scans(many.world.database, seen[1]))
        told = f"; goes through all of {', '.join(scans)}" if scans else ""
        yield f"{name:26}{middle:8.2f} ms {other:8.2f} ms {other / middle:5.2f} x   {counts} statements{told}"


def _timed(place: Place, path: str) -> float:
    timer = time.process_time if place.world.database.is_sqlite else time.perf_counter
    begin = timer()
    _get(place, path)
    return timer() - begin


def _get(place: Place, path: str) -> None:
    # A house of its own each time would cost more than the page: what is kept is drawn anew by another reader alone.
    answer = place.browser.get(path, base_url=_ORIGIN, headers={"Cookie": f"{SESSION}={place.token}"})
    assert answer.status_code in {200, 304}, (path, answer.status)


def _statements(place: Place, path: str) -> list[tuple[str, Any]]:
    """What a page asks the database that shows it for the first time, with the values of its parameters."""
    seen: list[tuple[str, Any]] = []

    def note(_connection: object, _cursor: object, statement: str, parameters: Any, *_more: object) -> None:  # noqa: ANN401 - the driver's own
        seen.append((statement, parameters))

    reader = place.world.database._reader  # noqa: SLF001 - pages read through no other
    event.listen(reader, "before_cursor_execute", note)
    _get(place, path)
    event.remove(reader, "before_cursor_execute", note)
    return [each for each in seen if each[0].lstrip().startswith(("SELECT", "WITH"))]


def _scans(database: Database, seen: Sequence[tuple[str, Any]]) -> set[str]:
    """Which large tables are gone through from one end to the other."""
    word = "EXPLAIN QUERY PLAN" if database.is_sqlite else "EXPLAIN"
    with database.reading() as connection:
        plans = [
            " ".join(map(str, row))
            for statement, values in seen
            for row in connection.exec_driver_sql(f"{word} {statement}", values)
        ]
    return {found for plan in plans for found in _SCANS.findall(plan)}


def _place(world: LeagueWorld) -> Place:
    with world.workshop.open() as uow:
        token = open_session(uow, world.season.players["Ada"], "bench").token
    app = create_app(world.workshop, WebSettings(_ORIGIN))
    return Place(world, app.test_client(use_cookies=False), token)


if __name__ == "__main__":
    main()
