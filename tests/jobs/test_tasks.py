"""The loops of a real service: what each does when it ticks."""

import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from threading import Event

import pytest

from corr.base.faults import LoopFault
from corr.base.heartbeat import PulseView, beat, pulses
from corr.config import read_settings
from corr.jobs.heartbeat_loop import HeartbeatLoop, lease_owner
from corr.jobs.runner import Loop
from corr.jobs.tasks import runner_of, tasks_of
from corr.players.accounts import RequestSignIn, request_sign_in
from corr.wiring.assembly import Service, build

PATIENCE = 60.0


@pytest.fixture
def service(tmp_path: Path) -> Iterator[Service]:
    """An embedded service of which nothing runs yet."""
    service = build(read_settings({"CORR_VAR": str(tmp_path / "var")}))
    yield service
    service.database.close()


def tick(service: Service, name: str) -> bool:
    """Let one loop do one thing."""
    return next(task for task in tasks_of(service) if task.name == name).step()


def test_where_nothing_is_due_no_loop_goes_on(service: Service) -> None:
    went_on = {task.name: task.step() for task in tasks_of(service)}

    assert went_on == dict.fromkeys(went_on, False)
    assert set(went_on) == {
        "outbox",
        "inbox",
        "heirs",
        "offers",
        "standing offers",
        "outages",
        "delayed turns",
        "deadlines",
        "reminders",
        "digests",
        "follows",
        "seasons",
        "challenges",
        "addresses",
        "ratings",
        "listing",
        "forecasts",
        "abandoned",
        "purge",
    }


def test_the_outbox_sends_what_waits_and_then_rests(service: Service) -> None:
    with service.workshop.open() as uow:
        for number in range(2):
            request_sign_in(uow, RequestSignIn(f"ann{number}@example.org", f"browser {number}", "127.0.0.1"))

    went_on = [tick(service, "outbox") for _ in range(2)]

    assert service.letters is not None
    assert went_on == [True, False]
    assert len(list((service.letters / "new").iterdir())) == 2


def test_letters_that_are_not_begun_when_the_service_stops_wait_for_the_next_one(service: Service) -> None:
    with service.workshop.open() as uow:
        request_sign_in(uow, RequestSignIn("ann@example.org", "browser", "127.0.0.1"))
    stopped = {task.name: task.step for task in tasks_of(service, lambda: True)}

    stopped["outbox"]()
    went_on = tick(service, "outbox")

    assert service.letters is not None
    assert went_on
    assert len(list((service.letters / "new").iterdir())) == 1


def test_every_loop_of_a_running_service_leaves_a_sign_of_life_before_it_begins(service: Service) -> None:
    runner = runner_of(service)
    heart = HeartbeatLoop(service.workshop, service.owner, runner.turned, runner.failing)

    heart.start(runner.loops)

    with service.workshop.look() as reader:
        found = {(pulse.loop, pulse.owner) for pulse in pulses(reader)}
    heart.stop()
    assert found == {(loop, service.owner) for loop in ("process", *(task.name for task in tasks_of(service)))}


def test_a_loop_that_stands_still_leaves_no_further_sign_of_life(service: Service) -> None:
    heart = HeartbeatLoop(service.workshop, service.owner, lambda: ["inbox"], dict, every=0.01)
    heart.start(["inbox", "outbox"])

    began = at_of(service)
    until = time.monotonic() + PATIENCE
    while at_of(service)["inbox"] == began["inbox"] and time.monotonic() < until:
        time.sleep(0.01)
    now = at_of(service)
    heart.stop()

    assert now["inbox"] > began["inbox"]
    assert now["outbox"] == began["outbox"]


def test_every_loop_whose_steps_only_fail_is_told_as_failing_and_by_what(service: Service) -> None:
    def fail() -> bool:
        raise ZeroDivisionError

    loops = [Loop(replace(task, step=fail), Event()) for task in tasks_of(service)]
    for loop in loops:
        loop.tick()
    faults = {loop.task.name: fault for loop in loops if (fault := loop.faults.present)}

    with service.workshop.open() as uow:
        beat(uow, service.owner, [loop.task.name for loop in loops])
        beat(uow, service.owner, [], faults)

    with service.workshop.look() as reader:
        found = {pulse.loop: pulse.fault for pulse in pulses(reader) if pulse.failing_since is not None}
    assert found == {task.name: "ZeroDivisionError in fail" for task in tasks_of(service)}


def test_a_heart_tells_what_fails_until_it_works_again(service: Service) -> None:
    failing = {"inbox": LoopFault("KeyError in read", 90)}
    turned = ["outbox"]
    heart = HeartbeatLoop(service.workshop, service.owner, lambda: turned, lambda: failing, every=0.01)
    heart.start(["inbox", "outbox"])

    began = wait_for(service, lambda found: found["inbox"].fault == "KeyError in read")
    failing.clear()
    turned.append("inbox")
    later = wait_for(service, lambda found: not found["inbox"].fault)
    heart.stop()

    since = began["inbox"].failing_since
    assert since is not None
    assert since < began["inbox"].at
    assert began["outbox"].failing_since is None
    assert later["inbox"].failing_since is None


def wait_for(service: Service, is_so: Callable[[dict[str, PulseView]], bool]) -> dict[str, PulseView]:
    """The heartbeats, once they are as they should be."""
    until = time.monotonic() + PATIENCE
    while True:
        with service.workshop.look() as reader:
            found = {pulse.loop: pulse for pulse in pulses(reader)}
        if is_so(found):
            return found
        assert time.monotonic() < until, "it never happens"
        time.sleep(0.01)


def test_each_loop_that_sends_has_a_connection_and_leases_in_a_name_of_its_own(tmp_path: Path) -> None:
    relayed = {"CORR_SMTP_URL": "smtp://127.0.0.1:1", "CORR_MAIL_DOMAIN": "play.example", "CORR_SENDERS": "3"}
    service = build(read_settings({"CORR_VAR": str(tmp_path / "var"), **relayed}))
    loops = [task.name for task in tasks_of(service) if task.name.startswith("outbox")]
    heart = HeartbeatLoop(service.workshop, service.owner, list, dict)

    heart.start(loops)

    with service.workshop.look() as reader:
        alive = {pulse.owner for pulse in pulses(reader)}
    heart.stop()
    service.database.close()
    assert loops == ["outbox", "outbox/2", "outbox/3"]
    assert len(set(map(id, service.transports))) == len(loops)
    assert {lease_owner(service.owner, loop) for loop in loops} == alive
    assert len(alive) == len(loops)


def at_of(service: Service) -> dict[str, datetime]:
    """When each loop was last alive."""
    with service.workshop.look() as reader:
        return {pulse.loop: pulse.at for pulse in pulses(reader)}
