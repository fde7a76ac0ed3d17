"""
Verification by several processes side by side.

Replaying is arithmetic, of which a Python process does one thing at a time; so several verify several ranges of games.
Each opens the database for itself and only reads it. The process that was asked is one of them, so that no processor
waits for the others to start.
"""

import os
import signal
from collections import deque
from collections.abc import Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import ExitStack
from dataclasses import dataclass, field
from multiprocessing import get_context

from corr.administration.cases import IdRange
from corr.administration.verification import Verified, verify_range, verify_ranges
from corr.base.uow import Workshop
from corr.config import read_settings
from corr.errors import ConflictError
from corr.wiring.database_access import keeping

MOST = 32
"""The largest number of processes."""
_WORTH_IT = 20
"""Fewer ranges than this for each process cost more to start one than it saves."""
_AHEAD = 2
"""How many ranges are given to each of the others: the one it verifies, and the next."""


@dataclass(frozen=True, slots=True)
class VerificationPool:
    """
    A number of processes that verify ranges of games; they end with the verification.

    :param processes: how many, at most, with the one that asks.
    :param least: how many ranges there must be for each.
    """

    processes: int
    least: int = _WORTH_IT

    def __call__(self, workshop: Workshop, ranges: Sequence[IdRange]) -> Iterator[Verified]:
        """
        What each range came to, in the order of the ranges. Few ranges are verified by this process itself.

        :raises ConflictError: a process died.
        """
        processes = min(self.processes, len(ranges) // self.least)
        if processes <= 1:
            yield from verify_ranges(workshop, ranges)
            return
        with ProcessPoolExecutor(processes - 1, get_context("spawn"), initializer=_begin) as pool:
            try:
                yield from _in_order(pool, workshop, deque(ranges), (processes - 1) * _AHEAD)
            except BrokenProcessPool as fault:
                raise ConflictError(
                    "A process that verified games ended before it was done, perhaps for lack of memory. Nothing was "
                    "changed. Please try again with fewer: --processes 1."
                ) from fault
            finally:
                pool.shutdown(wait=False, cancel_futures=True)


def _in_order(pool: ProcessPoolExecutor, workshop: Workshop, left: deque[IdRange], ahead: int) -> Iterator[Verified]:
    waiting: deque[Future[Verified]] = deque()
    while left:
        while left and sum(not future.done() for future in waiting) < ahead:
            waiting.append(pool.submit(_verify, left.popleft()))
        if left:
            waiting.append(Future())
            waiting[-1].set_result(verify_range(workshop, left.popleft()))
        while waiting and waiting[0].done():
            yield waiting.popleft().result()
    for future in waiting:
        yield future.result()


@dataclass(slots=True)
class _Process:
    """What a process of the pool keeps from range to range."""

    workshop: Workshop | None = None
    opened: ExitStack = field(default_factory=ExitStack)


_THIS = _Process()


def _begin() -> None:
    # Ctrl-C reaches all processes of a terminal; the one that prints ends the others.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _THIS.workshop = _THIS.opened.enter_context(keeping(read_settings(os.environ)))


def _verify(ids: IdRange) -> Verified:
    assert _THIS.workshop is not None
    return verify_range(_THIS.workshop, ids)
