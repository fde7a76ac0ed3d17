"""A short run of the crash test; `make crashtest` is the long one."""

from pathlib import Path

import pytest

from tests.conftest import lack
from tests.crash.cluster import own_cluster
from tests.crash.laws import broken
from tests.crash.newborn import Nursery
from tests.crash.performance import performed
from tests.crash.script import Script
from tests.crash.story import story
from tests.postgresql import find_programs

pytestmark = pytest.mark.slow


def test_processes_that_are_killed_beside_each_other_break_no_law(nursery: Nursery, tmp_path: Path) -> None:
    programs = find_programs()
    if programs is None:
        lack("PostgreSQL's server (Debian: postgresql)")
    script = Script(
        ("web", "web", "jobs", "jobs", "mail", "mail"), 12, kills=8, drain=300, season=8, round=16, is_hurried=True
    )

    with own_cluster(programs) as cluster:
        facts = performed(script, tmp_path, cluster.url("crash"), cluster, starts=nursery)

    print("\n".join(story(facts, script)))  # noqa: T201 - shown where the test fails
    assert broken(facts) == {}


def test_a_single_process_that_is_killed_breaks_no_law(nursery: Nursery, sqlite_url: str, tmp_path: Path) -> None:
    script = Script(("serve",), 12, kills=4, players=8, drain=300, season=6, round=16, life=3.0, is_hurried=True)

    facts = performed(script, tmp_path, sqlite_url, starts=nursery)

    print("\n".join(story(facts, script)))  # noqa: T201 - shown where the test fails
    assert broken(facts) == {}
