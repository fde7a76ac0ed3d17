"""
The deadline tick with many running games, next to the same with few, timed in turn in the same run.

Aims, as ratios: finding the next deadline and a tick that finds nothing 1.2; acting on all that passed 1.5 on
PostgreSQL and 2.5 on SQLite.
"""

import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from datetime import datetime, timedelta
from statistics import median

from sqlalchemy import func, select

from corr.game.game_row import SEAT
from corr.play.deadlines import enforce_next_deadline
from corr.play.overdue import GRACE, claim_overdue
from tests.bench._figures import Figure
from tests.bench._model_games import DemoGamesWish
from tests.bench._worlds import IS_BIG, World, a_world, sites

FEW = 5_000
MANY = 1_000_000 if IS_BIG else 50_000
DUE = 1_000
"""How many deadlines pass."""
_AT_ONCE = 50
"""After so many in one world it is the other's turn, so that a busy machine is busy for both."""
_POLLS = 200
_ROUNDS = 2
_ACTING = {"SQLite": 2.5, "PostgreSQL": 1.5}
"""How many times as long acting on a deadline may take among many."""
_PACES = ("3d/turn", "7d/turn", "10d+1d/20d")


def figures() -> Iterator[Figure]:
    """Those of both databases."""
    for site in sites():
        with ExitStack() as stack:
            few, many = (
                stack.enter_context(
                    a_world(
                        site.new_url(f"games_{games}"),
                        DemoGamesWish(games, turns=2, models=60, running=100, paces=_PACES, bundle=20_000),
                    )
                )
                for games in (FEW, MANY)
            )
            yield from _measured(site.name, few, many)


def _measured(name: str, few: World, many: World) -> Iterator[Figure]:
    among = f"among {MANY:,} games x among {FEW:,}"
    yield _compared(
        f"{name}: a deadline tick that finds nothing {among}", [_pair(few, many, _tick) for _ in range(_POLLS)], 1.2
    )
    for number in range(1, _ROUNDS + 1):
        for world in (few, many):
            world.clock.move(_after(world, DUE) - world.clock.now())
        yield _compared(
            f"{name}: finding what passed first {among}", [_pair(few, many, _find) for _ in range(_POLLS)], 1.2
        )
        spans = [_pair(few, many, lambda world: _timed(world, _enforce)) for _ in range(DUE // _AT_ONCE)]
        yield _compared(f"{name}: acting on {DUE:,} deadlines, time {number}", spans, _ACTING[name])


def _pair(few: World, many: World, work: Callable[[World], float]) -> tuple[float, float]:
    return work(few), work(many)


def _compared(name: str, pairs: list[tuple[float, float]], aim: float) -> Figure:
    few, many = zip(*pairs[len(pairs) // 10 :], strict=True)
    detail = f"{1000 * median(many):.3f} ms, {1000 * median(few):.3f} ms"
    return Figure(name, median(many) / median(few), aim, detail=detail)


def _tick(world: World) -> float:
    return _timed(world, lambda world: _step(world, expected=False))


def _find(world: World) -> float:
    """The statements alone, without the transaction."""
    with world.workshop.open() as uow:
        begin = time.perf_counter()
        found = claim_overdue(uow)
        span = time.perf_counter() - begin
    assert found is not None
    return span


def _enforce(world: World) -> None:
    for _ in range(_AT_ONCE):
        _step(world, expected=True)


def _step(world: World, *, expected: bool) -> None:
    with world.workshop.open() as uow:
        assert (enforce_next_deadline(uow) is not None) is expected


def _timed(world: World, work: Callable[[World], None]) -> float:
    begin = time.perf_counter()
    work(world)
    return time.perf_counter() - begin


def _after(world: World, number: int) -> datetime:
    """When the deadlines of that many games have passed."""
    with world.workshop.look() as reader:
        first = func.min(SEAT.c.due_at)
        coming = select(first).where(SEAT.c.due_at.is_not(None)).group_by(SEAT.c.game_id).order_by(first)
        last: datetime = reader.connection.execute(coming.offset(number - 1).limit(1)).scalar_one()
    return last + GRACE + timedelta(milliseconds=1)
