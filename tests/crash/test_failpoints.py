"""A process that dies exactly there costs nobody anything: for each step of a turn, a send, a sweep, a mail."""

from pathlib import Path

import pytest

from tests.crash.failpoints import FAILPOINTS, Moment
from tests.crash.laws import broken
from tests.crash.performance import Script, performed
from tests.crash.stage import Laid
from tests.crash.story import story


@pytest.mark.parametrize("name", sorted(FAILPOINTS))
def test_a_process_that_dies_exactly_there_breaks_no_law(name: str, sqlite_url: str, tmp_path: Path) -> None:
    is_at_start = FAILPOINTS[name].at_start
    script = Script(
        kinds=("serve",),
        seconds=3 if name.startswith("outage") or is_at_start else 25,
        players=6,
        laid=Laid(name),
        drain=90,
        round=16,
        is_hurried=True,
        until_died=not is_at_start,
        has_outage=name.startswith("outage"),
    )
    url = f"sqlite:///{tmp_path / 'empty.sqlite'}" if is_at_start else sqlite_url

    facts = performed(script, tmp_path, url)

    print("\n".join(story(facts, script)))  # noqa: T201 - shown where the test fails
    assert (tmp_path / "died").exists()
    assert broken(facts) == {}


def test_there_is_a_point_before_and_after_each_step() -> None:
    moments = {moment: sum(point.moment is moment for point in FAILPOINTS.values()) for moment in Moment}

    assert all(moments.values())
