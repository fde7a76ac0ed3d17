"""
The deadline tick with many running games, next to the same with few, timed in turn in the same run.

Aims, as ratios: finding the next deadline and a tick that finds nothing 1.2; acting on all that passed 1.5 on
PostgreSQL and 2.5 on SQLite.
"""

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from datetime import datetime, timedelta
from statistics import median

from sqlalchemy import func, select

from corr.game.game_row import SEAT
from corr.play.deadlines import enforce_next_deadline
from corr.play.overdue import GRACE, claim_overdue
from tests.bench._model_games import DemoGamesWish
from tests.bench._worlds import HINT, IS_BIG, World, a_cluster, a_folder, a_world

FEW = 10_000
MANY = 1_000_000 if IS_BIG else 100_000
DUE = 1_000
"""How many deadlines pass."""
_AT_ONCE = 50
"""After so many in one world it is the other's turn, so that a busy machine is busy for both."""
_POLLS = 200
_ROUNDS = 3
_PACES = ("3d/turn", "7d/turn", "10d+1d/20d")


def main() -> None:
    """Print the tables of both databases."""
    with a_folder() as folder:
        _show("SQLite", [f"sqlite:///{folder}/{number}.sqlite" for number in (FEW, MANY)], aim=2.5)
    with a_cluster() as cluster:
        if cluster is None:
            print("no PostgreSQL on this machine")
            return
        names = [f"games_{number}" for number in (FEW, MANY)]
        for name in names:
            cluster.run(f"CREATE DATABASE {name}")
        _show("PostgreSQL", [cluster.url(name) for name in names], aim=1.5)


def _show(name: str, urls: list[str], *, aim: float) -> None:
    print(f"{name}: {DUE:,} deadlines pass among {MANY:,} running games and among {FEW:,}{HINT}", flush=True)
    with ExitStack() as stack:
        began = time.perf_counter()
        few, many = (
            stack.enter_context(
                a_world(url, DemoGamesWish(games, turns=2, models=60, running=100, paces=_PACES, bundle=20_000))
            )
            for url, games in zip(urls, (FEW, MANY), strict=True)
        )
        print(f"  both were built in {time.perf_counter() - began:.0f} s", flush=True)
        for line in lines(few, many, aim):
            sys.stdout.write(f"  {line}\n")
            sys.stdout.flush()


def lines(few: World, many: World, aim: float) -> Iterator[str]:
    """The table of one database."""
    yield _compared("a tick that finds nothing", few, many, _tick, aim=1.2)
    for number in range(1, _ROUNDS + 1):
        for world in (few, many):
            world.clock.move(_after(world, DUE) - world.clock.now())
        yield _compared("finding what passed first", few, many, _find, aim=1.2)
        spans = [(_timed(few, _enforce), _timed(many, _enforce)) for _ in range(DUE // _AT_ONCE)]
        yield _line(f"acting on {DUE:,}, by {_AT_ONCE}, time {number}", spans, aim)
    yield _compared("a tick that finds nothing, after", few, many, _tick, aim=1.2)


def _compared(what: str, few: World, many: World, work: Callable[[World], float], *, aim: float) -> str:
    pairs = [(work(few), work(many)) for _ in range(_POLLS)]
    return _line(what, pairs[_POLLS // 10 :], aim)


def _line(what: str, pairs: list[tuple[float, float]], aim: float) -> str:
    middle, other = (1000 * median(column) for column in zip(*pairs, strict=True))
    ratio = median(many for _, many in pairs) / median(few for few, _ in pairs)
    whole = sum(many for _, many in pairs) / sum(few for few, _ in pairs)
    return f"{what:36}{middle:9.3f} ms {other:9.3f} ms {ratio:6.2f} x (in sum {whole:.2f} x, aim {aim:.1f})"


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


if __name__ == "__main__":
    main()
