"""
Counting the games of a day for ratings and conduct in a world with many rated games, next to one with few, and working
all ratings out anew.

Aims, as ratios: a day 1.3, a tick that finds nothing 1.2. A game costs as much anew among many as among few.
"""

import time
from collections.abc import Iterator
from contextlib import ExitStack
from statistics import median

from sqlalchemy import select, text, update

from corr.game.game_row import GAME, SEAT
from corr.ratings.counting import count_next
from corr.ratings.recount import compare
from tests.bench._figures import Figure
from tests.bench._model_games import DemoGamesWish
from tests.bench._worlds import IS_BIG, World, a_world, sites
from tests.ratings.building import Ended, insert_games

FEW = 2_000
MANY = 200_000 if IS_BIG else 20_000
_GAMES_OF_A_DAY = 20
_DAYS = 30
_TICKS = 200


def figures() -> Iterator[Figure]:
    """Those of both databases."""
    for site in sites():
        with ExitStack() as stack:
            few, many = (
                stack.enter_context(
                    a_world(site.new_url(f"games_{games}"), DemoGamesWish(games, models=60, bundle=20_000))
                )
                for games in (FEW, MANY)
            )
            yield from _measured(site.name, few, many)


def _measured(name: str, few: World, many: World) -> Iterator[Figure]:
    for world, games in ((few, FEW), (many, MANY)):
        with world.workshop.open() as uow:
            uow.connection.execute(update(GAME).values(is_rated=True, counted_at=None))
        steps = _count(world)
        detail = f"{len(steps):,} parts, the longest {1000 * max(steps):.0f} ms"
        yield Figure(f"{name}: counting all of {games:,} games", sum(steps), unit="s", detail=detail)
    among = f"among {MANY:,} games x among {FEW:,}"
    pairs = [(_day(few, day), _day(many, day)) for day in range(_DAYS)]
    yield _compared(f"{name}: counting a day of {_GAMES_OF_A_DAY} games {among}", pairs, 1.3)
    for world in (few, many):
        _tidy(world)
    ticks = [(_step(few)[0], _step(many)[0]) for _ in range(_TICKS)]
    yield _compared(f"{name}: a rating tick that finds nothing {among}", ticks, 1.2)
    costs = []
    for world in (few, many):
        began = time.perf_counter()
        with world.workshop.look() as reader:
            found = compare(reader)
        assert not found.differing
        costs.append((time.perf_counter() - began) / max(1, found.days))
    detail = f"{1e6 * costs[1]:.0f} µs, {1e6 * costs[0]:.0f} µs"
    yield Figure(f"{name}: ratings all anew, each day of a player {among}", costs[1] / costs[0], 1.3, detail=detail)


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


def _compared(name: str, pairs: list[tuple[float, float]], aim: float) -> Figure:
    few, many = (1000 * median(column) for column in zip(*pairs[len(pairs) // 10 :], strict=True))
    return Figure(name, many / few, aim, detail=f"{many:.2f} ms, {few:.2f} ms")
