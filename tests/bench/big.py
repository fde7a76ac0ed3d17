"""
A PostgreSQL with very many games: how long it takes to fill by COPY, and what pages cost there.

`BENCH_GAMES` says how many games; `BENCH_BIG=1` means a million, with twenty million turns.
"""

import os
import time
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from statistics import median

from sqlalchemy import func, select, text

from corr.store.base import table
from corr.store.db import Database
from corr.store.tables.games import Turn
from corr.wiring import SystemClock
from tests.bench._figures import Figure, Found, NotMeasured
from tests.bench._grounds import MODELS, Past, grounds
from tests.bench._metering import in_turns, together
from tests.bench._model_games import played_models
from tests.bench._programs import Browser, Installation, corr
from tests.bench._visits import Visits
from tests.bench._worlds import IS_BIG, Site, a_postgresql, a_world
from tests.bench.growth import kinds_of

_MILLION = 1_000_000
GAMES = int(os.environ.get("BENCH_GAMES") or (_MILLION if IS_BIG else 20_000))
_LONGEST = 10
"""Minutes that a million games may take."""
_SIZE = text("SELECT pg_database_size(current_database())")


def figures() -> Iterator[Found]:
    """All of them."""
    with a_postgresql() as site:
        if site is None:
            yield NotMeasured("very many games", "there is no PostgreSQL")
        else:
            yield from _measured(site)


def _measured(site: Site) -> Iterator[Figure]:
    url = site.new_url("big")
    wish = replace(MODELS, games=GAMES)
    played_models(wish)
    began = time.perf_counter()
    with a_world(url, wish, SystemClock().now()):
        minutes = (time.perf_counter() - began) / 60
    with closing(Database(url)) as database, database.reading() as connection:
        turns = connection.execute(select(func.count()).select_from(table(Turn))).scalar_one()
        size = connection.execute(_SIZE).scalar_one()
    name = f"{GAMES:,} games with {turns:,} turns, written by COPY, for each million"
    detail = f"{minutes:.1f} minutes, {size / 1e9:.2f} GB"
    yield Figure(name, minutes * _MILLION / GAMES, _LONGEST, "min", detail=detail)
    world = grounds(url, Past(games=GAMES))
    with corr("web", Installation(url, site.folder)) as web:
        visits = Visits(world, Browser(web.port), together(web.cpu, site.backends_of("big")))
        for kind, work in kinds_of("many", visits).items():
            yield Figure(f"among {GAMES:,} games: {kind}", median(in_turns({"": work})[""]), unit="ms")
        yield Figure(f"among {GAMES:,} games: memory of the web process", web.memory(), 200, "MB")
