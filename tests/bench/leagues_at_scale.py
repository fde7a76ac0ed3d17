"""
Pages of leagues and ratings among very many leagues, next to the same pages among few: the same league, the same games.
None is kept: each time the season has changed, and somebody asks who has seen no page yet.

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

import psycopg
from flask.testing import FlaskClient
from sqlalchemy import Connection, Engine, event

from corr.leagues.rows import show_season_anew
from corr.players.sessions import open_session
from corr.store.db import Database
from corr.web.app import create_app
from corr.web.app_state import WebSettings
from corr.web.auth import SESSION
from tests.bench._figures import Figure
from tests.bench._leagues import LeagueWorld, a_world_of_leagues
from tests.bench._worlds import sites

FEW, MANY = 100, 2_000
_ROUNDS = 12
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
    "its reasons": "/leagues/summer-cup/1/1/why",
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
    """One service."""

    world: LeagueWorld
    browser: FlaskClient


def figures() -> Iterator[Figure]:
    """Those of both databases."""
    for site in sites():
        with ExitStack() as stack:
            worlds = [
                stack.enter_context(a_world_of_leagues(site.new_url(f"leagues_{leagues}"), leagues))
                for leagues in (FEW, MANY)
            ]
            yield from _measured(site.name, *map(_place, worlds))


def _measured(name: str, few: Place, many: Place) -> Iterator[Figure]:
    for page, path in _PAGES.items():
        seen = [_statements(place, path) for place in (few, many)]
        pairs = [(_timed(few, path), _timed(many, path)) for _ in range(_ROUNDS)]
        middle, other = (1000 * median(column) for column in zip(*pairs, strict=True))
        counts = " and ".join(str(len(each)) for each in seen)
        scans = sorted(_scans(many.world.database, seen[1]))
        told = f"; goes through all of {', '.join(scans)}" if scans else ""
        detail = f"{other:.2f} ms, {middle:.2f} ms, {counts} statements{told}"
        yield Figure(f"{name}: {page}, among {MANY:,} leagues x {FEW:,}", other / middle, 1.3, detail=detail)


def _timed(place: Place, path: str) -> float:
    token = _new_reader(place)
    timer = time.process_time if place.world.database.is_sqlite else time.perf_counter
    begin = timer()
    _get(place, path, token)
    return timer() - begin


def _new_reader(place: Place) -> str:
    """The session of somebody who has seen no page yet, after all of the season has to be drawn anew."""
    with place.world.workshop.open() as uow:
        show_season_anew(uow, place.world.season.id)
        return open_session(uow, place.world.season.players["Ada"], "bench").token


def _get(place: Place, path: str, token: str) -> None:
    answer = place.browser.get(path, base_url=_ORIGIN, headers={"Cookie": f"{SESSION}={token}"})
    assert answer.status_code == 200, (path, answer.status)


def _statements(place: Place, path: str) -> list[tuple[str, Any]]:
    """What a page asks the database that shows it for the first time, with the values of its parameters."""
    seen: list[tuple[str, Any]] = []

    def note(_connection: object, _cursor: object, statement: str, parameters: Any, *_more: object) -> None:  # noqa: ANN401 - the driver's own
        seen.append((statement, parameters))

    token = _new_reader(place)
    event.listen(Engine, "before_cursor_execute", note)
    _get(place, path, token)
    event.remove(Engine, "before_cursor_execute", note)
    return [each for each in seen if each[0].lstrip().startswith(("SELECT", "WITH"))]


def _scans(database: Database, seen: Sequence[tuple[str, Any]]) -> set[str]:
    """Which large tables are gone through from one end to the other."""
    word = "EXPLAIN QUERY PLAN" if database.is_sqlite else "EXPLAIN"
    with database.reading() as connection:
        plans = [
            " ".join(map(str, row))
            for statement, values in seen
            for row in _rows(connection, f"{word} {statement}", values)
        ]
    return {found for plan in plans for found in _SCANS.findall(plan)}


def _rows(connection: Connection, statement: str, values: Any) -> Sequence[Sequence[object]]:  # noqa: ANN401 - the driver's own
    """What a statement finds, which has the driver's own parameters or, once it was compiled for PostgreSQL, "$1"."""
    if "$1" not in statement:
        return connection.exec_driver_sql(statement, values).all()
    raw = connection.connection.driver_connection
    assert isinstance(raw, psycopg.Connection)
    return psycopg.RawCursor(raw).execute(statement, values).fetchall()


def _place(world: LeagueWorld) -> Place:
    return Place(world, create_app(world.workshop, WebSettings(_ORIGIN)).test_client(use_cookies=False))
