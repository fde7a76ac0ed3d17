"""Loops: they drain, rest after a fault, outlive every fault, and stop after the thing in hand."""

import logging
import time
from datetime import UTC, datetime, timedelta
from itertools import pairwise
from queue import Queue
from threading import Event

import pytest

from corr.base.faults import LoopFault, set_aside
from corr.errors import UnreachableError
from corr.jobs.runner import Every, Loop, Runner, Task

PATIENCE = 60.0


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
        thing = self.things.pop(0)
        if thing == "fault":
            raise ZeroDivisionError
        if thing == "bad thing":
            set_aside(KeyError())
        else:
            self.done += 1
        return True


def lose_the_data() -> bool:
    """Find the data out of reach."""
    raise UnreachableError("OperationalError")


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


def test_a_loop_never_rests_for_long_while_the_data_is_out_of_reach() -> None:
    stopwatch, tries = Stopwatch(), []

    def step() -> bool:
        tries.append(stopwatch.seconds)
        return lose_the_data()

    loop = Loop(Task("work", 1, step), Event(), stopwatch)
    for _ in range(300):
        loop.tick()
        stopwatch.seconds += 1

    assert max(later - earlier for earlier, later in pairwise(tries)) == 5


def test_a_loop_that_went_well_forgets_its_faults() -> None:
    work, stopwatch = Work("fault", "fault", "fault", "thing", "fault", "thing"), Stopwatch()
    loop = a_loop(work, stopwatch)
    for rest in (1, 2, 4, 1):
        loop.tick()
        stopwatch.seconds += rest

    loop.tick()

    assert work.done == 2


def test_a_loop_that_met_only_faults_since_it_last_did_something_says_since_when_and_what() -> None:
    work, stopwatch = Work("thing", "fault", "fault", "fault"), Stopwatch()
    loop = a_loop(work, stopwatch)
    loop.tick()
    stopwatch.seconds += 100
    loop.tick()
    stopwatch.seconds += 100
    loop.tick()

    fault = loop.faults.present

    assert fault == LoopFault("ZeroDivisionError in step", 200)


@pytest.mark.parametrize("things", [["thing"], []])
def test_a_loop_fails_no_longer_once_it_did_something_or_found_nothing_to_do(things: list[str]) -> None:
    work, stopwatch = Work("fault", *things), Stopwatch()
    loop = a_loop(work, stopwatch)
    loop.tick()
    assert loop.faults.present is not None
    stopwatch.seconds += 5

    loop.tick()

    assert loop.faults.present is None


def test_a_loop_that_only_sets_things_aside_fails_although_it_goes_on_and_although_nothing_else_is_due() -> None:
    work, stopwatch = Work("bad thing", "bad thing"), Stopwatch()
    loop = a_loop(work, stopwatch)
    for _ in range(69):
        loop.tick()
        stopwatch.seconds += 60

    assert work.things == []
    assert loop.is_fresh
    assert loop.faults.present == LoopFault("KeyError", 69 * 60)
    stopwatch.seconds += 60
    assert loop.faults.present is None


def test_one_thing_that_is_done_after_one_that_was_set_aside_shows_that_the_loop_works() -> None:
    work = Work("bad thing", "thing")
    loop = a_loop(work)

    loop.tick()

    assert loop.faults.present is None


def test_what_one_loop_sets_aside_is_no_fault_of_another() -> None:
    good, bad = a_loop(Work("thing")), a_loop(Work("bad thing"))

    bad.tick()
    good.tick()
    set_aside(KeyError())

    assert (good.faults.present is None, bad.faults.present is None) == (True, False)


def test_the_same_fault_is_told_once(caplog: pytest.LogCaptureFixture) -> None:
    work, stopwatch = Work(*["fault"] * 5), Stopwatch()
    loop = a_loop(work, stopwatch)

    with caplog.at_level(logging.ERROR):
        for _ in range(5):
            loop.tick()
            stopwatch.seconds += 60

    assert [record.getMessage() for record in caplog.records] == ["The loop “work” met a fault and goes on."]


def test_data_out_of_reach_is_told_in_one_line(caplog: pytest.LogCaptureFixture) -> None:
    loop = Loop(Task("work", 1, lose_the_data), Event())

    with caplog.at_level(logging.ERROR):
        loop.tick()

    assert [(record.getMessage(), record.exc_info) for record in caplog.records] == [
        ("The loop “work” cannot reach the data (OperationalError), and tries again.", None)
    ]


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

    runner = Runner([Task("work", 3600, step)])
    runner.start()
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

    runner = Runner([Task("work", 0.01, step)])
    runner.start()
    begun.wait(PATIENCE)
    was_patient = runner.stop(0.05)
    may_end.set()
    is_finished = runner.stop(PATIENCE)

    assert (was_patient, is_finished) == (False, True)
    assert ended == ["one"]


def test_loops_that_went_well_are_alive_until_they_should_have_ticked_again() -> None:
    ticked, failed, stopwatch = Event(), Event(), Stopwatch()

    def step() -> bool:
        ticked.set()
        return False

    def broken() -> bool:
        failed.set()
        raise ZeroDivisionError

    runner = Runner([Task("work", 3600, step), Task("broken", 3600, broken)], elapsed=stopwatch)
    runner.start()
    ticked.wait(PATIENCE)
    failed.wait(PATIENCE)
    runner.stop(PATIENCE)
    alive = [runner.turned(), runner.turned()]
    stopwatch.seconds += 3600 + 60

    assert alive == [["work"], ["work"]]
    assert runner.turned() == []


def test_a_loop_that_has_much_to_do_is_fresh_before_it_is_done() -> None:
    begun, may_end = Event(), Event()

    def step() -> bool:
        if begun.is_set():
            may_end.wait(PATIENCE)
            return False
        begun.set()
        return True

    runner = Runner([Task("work", 3600, step)])
    runner.start()
    begun.wait(PATIENCE)
    until = time.monotonic() + PATIENCE
    while not (turned := runner.turned()) and time.monotonic() < until:
        time.sleep(0.01)
    may_end.set()
    runner.stop(PATIENCE)

    assert turned == ["work"]


def test_a_loop_that_the_clock_forgot_is_woken() -> None:
    stopwatch, ticks = Stopwatch(), Queue[str]()

    def step() -> bool:
        ticks.put("tick")
        return False

    runner = Runner([Task("work", 3600, step)], elapsed=stopwatch)
    runner.start()
    ticks.get(timeout=PATIENCE)
    stopwatch.seconds += 3600 + 60
    until = time.monotonic() + PATIENCE
    while ticks.empty() and time.monotonic() < until:
        runner.turned()
        time.sleep(0.05)
    came = not ticks.empty()
    runner.stop(PATIENCE)

    assert came


YEAR = timedelta(days=365)


@pytest.mark.parametrize("jump", [timedelta(seconds=1), timedelta(hours=8), YEAR])
def test_however_far_the_clock_jumps_one_tick_makes_up_for_all_that_were_missed(jump: timedelta) -> None:
    every, begin = Every(0.5), datetime(2026, 3, 2, tzinfo=UTC)

    ticks, at = 0, every.get_next_fire_time(begin, begin + jump)
    while at <= begin + jump:
        ticks, at = ticks + 1, every.get_next_fire_time(at, begin + jump)

    assert ticks <= 2
    assert at <= begin + jump + timedelta(seconds=0.5)
