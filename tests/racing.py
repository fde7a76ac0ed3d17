"""Builders for races: works that are done at once, each of which waits for the others at the worst moment."""

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from functools import partial
from threading import Barrier, BrokenBarrierError, Thread, local
from typing import TypeVar

from sqlalchemy import Engine, event

from corr.base.uow import UnitOfWork
from tests.playing import Room

T = TypeVar("T")
_PATIENCE = 0.5
"""Seconds that a work waits for one that cannot come, since the database lets it wait for this one."""


def at_once(*works: Callable[[], T]) -> list[T]:
    """
    What *works* give, done at the same time.

    :raises Exception: one of them failed.
    """
    ready = Barrier(len(works))

    def run(work: Callable[[], T]) -> T:
        ready.wait(60)
        return work()

    with ThreadPoolExecutor(len(works)) as pool:
        return [started.result() for started in [pool.submit(run, work) for work in works]]


def together(work: Callable[[str], bool], count: int = 4) -> None:
    """Let several, each under a name of its own, do *work* at the same time until nothing is left to do."""

    def work_on(owner: str) -> None:
        while work(owner):
            pass

    at_once(*(partial(work_on, f"worker {number}") for number in range(count)))


def in_units_of_work(room: Room, *works: Callable[[UnitOfWork], T]) -> list[T]:
    """What *works* give, each in a transaction of its own, at the same time."""

    def run(work: Callable[[UnitOfWork], T]) -> T:
        with room.workshop.open() as uow:
            return work(uow)

    return at_once(*((lambda work=work: run(work)) for work in works))


@contextmanager
def meanwhile(room: Room, *words: str, work: Callable[[], object], where: type[Engine] | None = None) -> Iterator[None]:
    """
    A while in which somebody else does *work* just before the first statement that holds all of *words*.

    Where the database lets that work wait, it is done afterwards.

    :param where: `Engine` for statements that only read as well.
    """
    other, listened = Thread(target=work), where or room.database.engine

    def interrupt(_connection: object, _cursor: object, statement: str, *_more: object) -> None:
        if all(word in statement for word in words) and other.ident is None:
            other.start()
            other.join(_PATIENCE)

    event.listen(listened, "before_cursor_execute", interrupt)
    try:
        yield
    finally:
        event.remove(listened, "before_cursor_execute", interrupt)
        other.join()


@contextmanager
def meeting(room: Room, *words: str, after: bool = False, count: int = 2) -> Iterator[None]:
    """
    A while in which *count* threads wait for each other, once, before the first statement that holds all of *words*.

    Where one cannot come that far, the others go on without it.

    :param after: whether they wait after that statement instead.
    """
    barrier, seen = Barrier(count), local()

    def wait(_connection: object, _cursor: object, statement: str, *_more: object) -> None:
        if all(word in statement for word in words) and not getattr(seen, "has_met", False):
            seen.has_met = True
            with suppress(BrokenBarrierError):
                barrier.wait(_PATIENCE)

    moment = "after_cursor_execute" if after else "before_cursor_execute"
    event.listen(room.database.engine, moment, wait)
    try:
        yield
    finally:
        event.remove(room.database.engine, moment, wait)
