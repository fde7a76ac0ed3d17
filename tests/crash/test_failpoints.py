"""A process that dies exactly there costs nobody anything: for each step of a turn, a send, a sweep, a mail."""

from pathlib import Path

import pytest

from tests.crash.failpoints import FAILPOINTS, Moment
from tests.crash.happened import clock_runs_long
from tests.crash.house import USUAL, Manners
from tests.crash.laws import broken
from tests.crash.newborn import Nursery
from tests.crash.performance import performed
from tests.crash.script import Script, nothing_more
from tests.crash.stage import Laid
from tests.crash.story import story

_STEPS = (("turn", "game"), ("send",), ("sweep", "mail"), ("outage",), ("season", "rating"), ("migrate",))
"""What is gone through on one stage, by the first word of each point."""


@pytest.mark.slow
@pytest.mark.parametrize("steps", _STEPS, ids=" and ".join)
def test_processes_that_die_exactly_there_break_no_law(
    steps: tuple[str, ...], nursery: Nursery, sqlite_url: str, tmp_path: Path
) -> None:
    points = tuple(sorted(name for name in FAILPOINTS if name.startswith(steps)))
    is_at_start, has_outage = "migrate" in steps, "outage" in steps
    script = Script(
        kinds=("serve",),
        seconds=0,
        limit=400,
        turns=10,
        until=clock_runs_long if has_outage else nothing_more,
        # Deadlines have to fall.
        manners=Manners(sleeps_in=3) if "sweep" in steps else USUAL,
        players=6,
        laid=Laid(points),
        drain=180,
        round=16,
        is_hurried=True,
        until_died=not is_at_start and not has_outage,
        has_outage=has_outage,
        season=2 if "season" in steps else 0,
    )
    url = f"sqlite:///{tmp_path / 'empty.sqlite'}" if is_at_start else sqlite_url

    facts = performed(script, tmp_path, url, starts=nursery)

    print("\n".join(story(facts, script)))  # noqa: T201 - shown where the test fails
    assert facts.met == set(points)
    assert broken(facts) == {}


def test_each_point_is_on_some_stage() -> None:
    assert {name.partition("-")[0] for name in FAILPOINTS} == {step for steps in _STEPS for step in steps}


def test_there_is_a_point_before_and_after_each_step() -> None:
    moments = {moment: sum(point.moment is moment for point in FAILPOINTS.values()) for moment in Moment}

    assert all(moments.values())
