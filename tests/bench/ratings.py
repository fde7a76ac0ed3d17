"""
Counting the games of a day for ratings and conduct in a world with many rated games, next to one with few, and working
all ratings out anew.

Aims, as ratios: a day 1.3, a tick that finds nothing 1.2. A game costs as much anew among many as among few.
"""

import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack
from statistics import median

from sqlalchemy import select, text, update

from corr.game.game_row import GAME, SEAT
from corr.ratings.counting import count_next
from corr.ratings.recount import compare
from tests.bench._model_games import DemoGamesWish
from tests.bench._worlds import IS_BIG, World, a_cluster, a_folder, a_world
from tests.ratings.building import Ended, insert_games

FEW = 2_000
MANY = 200_000 if IS_BIG else 20_000
_HINT = "" if IS_BIG else " (with CORR_BENCH_BIG=1: 200,000)"
_GAMES_OF_A_DAY = 20
_DAYS = 30
_TICKS = 200


def main() -> None:
    """Print the tables of both databases."""
    with a_folder() as folder:
        _show("SQLite", [f"sqlite:///{folder}/{number}.sqlite" for number in (FEW, MANY)])
    with a_cluster() as cluster:
        if cluster is None:
            print("no PostgreSQL on this machine")
            return
        names = [f"games_{number}" for number in (FEW, MANY)]
        for name in names:
            cluster.run(f"CREATE DATABASE {name}")
        _show("PostgreSQL", [cluster.url(name) for name in names])


def _show(name: str, urls: list[str]) -> None:
    print(f"{name}: days of {_GAMES_OF_A_DAY} games among {MANY:,} games and among {FEW:,}{_HINT}", flush=True)
    with ExitStack() as stack:
        few, many = (
            stack.enter_context(a_world(url, DemoGamesWish(games, models=60, bundle=20_000)))
            for url, games in zip(urls, (FEW, MANY), strict=True)
        )
        for line in _lines(few, many):
            sys.stdout.write(f"  {line}\n")
            sys.stdout.flush()


def _lines(few: World, many: World) -> Iterator[str]:
    for world, games in ((few, FEW), (many, MANY)):
        with world.workshop.open() as uow:
            uow.connection.execute(update(GAME).values(is_rated=True))
        began = time.perf_counter()
        steps = _count(world)
        span = time.perf_counter() - began
        parts = f"{len(steps):,} parts, the longest {1000 * max(steps):.0f} ms"
        yield f"{f'counting all of {games:,}':36}{span:9.1f} s, {parts}"
    pairs = [tuple(_day(world, day) for world in (few, many)) for day in range(_DAYS)]
    yield _compared("counting a day", pairs[_DAYS // 10 :], aim=1.3)
    for world in (few, many):
        _tidy(world)
    pairs = [tuple(_step(world)[0] for world in (few, many)) for _ in range(_TICKS)]
    yield _compared("a tick that finds nothing", pairs[_TICKS // 10 :], aim=1.2)
    for world in (few, many):
        began = time.perf_counter()
        with world.workshop.look() as reader:
            found = compare(reader)
        span = time.perf_counter() - began
        assert not found.differing
        yield f"{'all anew':36}{span:9.2f} s, {1e6 * span / max(1, found.days):.0f} µs for each day of a player"


def _tidy(world: World) -> None:
    """What PostgreSQL does by itself within a minute or two: clear away the rows that stood for what was to be done."""
    if not world.database.is_sqlite:
        with world.database.engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
            connection.execute(text("VACUUM"))


def _day(world: World, day: int) -> float:
    """How long it takes to count a new day."""
    with world.workshop.open() as uow:
        players = list(uow.connection.execute(select(SEAT.c.player_id).distinct().limit(2 * _GAMES_OF_A_DAY)).scalars())
        pairs = zip(players[::2], players[1::2], strict=True)
        games = {f"z{day}x{number}": Ended(day, *pair, game="kelasu") for number, pair in enumerate(pairs)}
        insert_games(uow, games)
    return sum(_count(world))


def _count(world: World) -> list[float]:
    """How long each part of the counting took, until nothing was left."""
    spans = []
    while True:
        span, went_on = _step(world)
        spans.append(span)
        if not went_on:
            return spans


def _step(world: World) -> tuple[float, bool]:
    began = time.perf_counter()
    with world.workshop.open() as uow:
        went_on = count_next(uow)
    return time.perf_counter() - began, went_on


def _compared(what: str, pairs: list[tuple[float, ...]], *, aim: float) -> str:
    few, many = (1000 * median(column) for column in zip(*pairs, strict=True))
    return f"{what:36}{few:9.2f} ms {many:9.2f} ms {many / few:6.2f} x (aim {aim:.1f})"
