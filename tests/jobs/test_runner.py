"""Loops: they drain, rest after a fault, outlive every fault, and stop after the thing in hand."""

import logging
from collections.abc import Sequence
from datetime import UTC, datetime
from threading import Event

import pytest

from corr.jobs.runner import Loop, Runner, Task

PATIENCE = 10.0


class Stopwatch:
    """Seconds that pass when a test says so."""

    def __init__(self) -> None:
        self.seconds = 1000.0

    def __call__(self) -> float:
        """How many passed."""
        return self.seconds


class Work:
    """Things to do, some of which fail."""

    def __init__(self, *things: str) -> None:
        self.things = list(things)
        self.done = 0

    def step(self) -> bool:
        """Do one of them."""
        if not self.things:
            return False
        if self.things.pop(0) == "thing":
            self.done += 1
            return True
        raise ZeroDivisionError


def no_beat(_names: Sequence[str]) -> None:
    """Let nobody know which loops are alive."""


def a_loop(work: Work, stopwatch: Stopwatch | None = None) -> Loop:
    return Loop(Task("work", 1, work.step), Event(), stopwatch or Stopwatch())


def test_a_tick_works_off_everything_that_is_due() -> None:
    work = Work("thing", "thing", "thing")

    a_loop(work).tick()

    assert work.done == 3


def test_a_fault_stops_no_loop() -> None:
    work, stopwatch = Work("thing", "fault", "thing"), Stopwatch()
    loop = a_loop(work, stopwatch)

    loop.tick()
    stopwatch.seconds += 1
    loop.tick()

    assert work.done == 2


def test_a_loop_rests_longer_after_each_fault() -> None:
    work, stopwatch = Work(*["fault"] * 50), Stopwatch()
    loop = a_loop(work, stopwatch)

    for _ in range(300):
        loop.tick()
        stopwatch.seconds += 1

    assert 50 - len(work.things) == 10  # After 0, 1, 3, 7, 15, 31, 63, 123, 183 and 243 seconds.


def test_a_loop_that_went_well_forgets_its_faults() -> None:
    work, stopwatch = Work("fault", "fault", "fault", "thing", "fault", "thing"), Stopwatch()
    loop = a_loop(work, stopwatch)
    for rest in (1, 2, 4, 1):
        loop.tick()
        stopwatch.seconds += rest

    loop.tick()

    assert work.done == 2


def test_the_same_fault_is_told_once(caplog: pytest.LogCaptureFixture) -> None:
    work, stopwatch = Work(*["fault"] * 5), Stopwatch()
    loop = a_loop(work, stopwatch)

    with caplog.at_level(logging.ERROR):
        for _ in range(5):
            loop.tick()
            stopwatch.seconds += 60

    assert [record.getMessage() for record in caplog.records] == ["The loop “work” met a fault and goes on."]


def test_a_loop_is_fresh_only_after_a_tick_that_went_well() -> None:
    stopwatch = Stopwatch()
    loop = a_loop(Work("fault"), stopwatch)
    loop.tick()
    was_fresh = loop.is_fresh
    stopwatch.seconds += 1

    loop.tick()

    assert (was_fresh, loop.is_fresh) == (False, True)


def test_a_task_ticks_as_soon_as_it_is_started() -> None:
    ticked = Event()

    def step() -> bool:
        ticked.set()
        return False

    runner = Runner([Task("work", 3600, step)], no_beat)
    runner.start(datetime.now(UTC))
    came = ticked.wait(PATIENCE)
    runner.stop(PATIENCE)

    assert came


def test_stopping_waits_for_the_thing_in_hand_and_begins_no_other() -> None:
    begun, may_end, ended = Event(), Event(), []

    def step() -> bool:
        begun.set()
        may_end.wait(PATIENCE)
        ended.append("one")
        return True

    runner = Runner([Task("work", 0.01, step)], no_beat)
    runner.start(datetime.now(UTC))
    begun.wait(PATIENCE)
    was_patient = runner.stop(0.05)
    may_end.set()
    is_finished = runner.stop(PATIENCE)

    assert (was_patient, is_finished) == (False, True)
    assert ended == ["one"]


def test_loops_that_went_well_are_told_once() -> None:
    told: list[list[str]] = []
    ticked, beaten = Event(), Event()

    def beat(names: Sequence[str]) -> None:
        told.append(sorted(names))
        beaten.set()

    def step() -> bool:
        ticked.set()
        return False

    def broken() -> bool:
        raise ZeroDivisionError

    runner = Runner([Task("work", 3600, step), Task("broken", 3600, broken)], beat, pulse=0.05)
    runner.start(datetime.now(UTC))
    ticked.wait(PATIENCE)
    beaten.wait(PATIENCE)
    runner.stop(PATIENCE)

    names = [name for names in told for name in names]
    assert names.count("work") == 1
    assert "broken" not in names
