"""The harness is able to fail: each law is broken on purpose, and exactly that law is reported."""

import os
from collections.abc import Sequence
from pathlib import Path

import pytest

from tests.crash.breaks import BREAKS
from tests.crash.laws import LAWS, broken
from tests.crash.newborn import Nursery
from tests.crash.performance import performed
from tests.crash.showing import SHOWINGS, Showing, alone
from tests.crash.story import story

_VERIFIED = "L14"
_BY_CHANCE = "L0"
_SHOWN = tuple(alone()) if os.environ.get("TEST_BREAKS_ALONE") else SHOWINGS
"""Several breaks at once, or each by itself, which takes some minutes."""
_SOONEST = "mark-before-sending"
"""What is shown in a few seconds, so that one stage is set up by `make test`, too."""
_ON_SQLITE = [
    pytest.param(showing, marks=[] if _SOONEST in showing.faults else pytest.mark.slow)
    for showing in _SHOWN
    if not showing.is_on_postgresql
]
_ON_POSTGRESQL = [showing for showing in _SHOWN if showing.is_on_postgresql]


def _named(showing: Showing) -> str:
    return "+".join(showing.faults)


@pytest.mark.parametrize("showing", _ON_SQLITE, ids=_named)
def test_a_broken_law_is_reported(showing: Showing, nursery: Nursery, sqlite_url: str, tmp_path: Path) -> None:
    assert reported(showing, ["serve"], sqlite_url, tmp_path, nursery=nursery) == showing.laws


@pytest.mark.slow
@pytest.mark.parametrize("showing", _ON_POSTGRESQL, ids=_named)
def test_a_broken_law_is_reported_where_several_write(
    showing: Showing, nursery: Nursery, postgresql_url: str, tmp_path: Path
) -> None:
    kinds = ["web", "jobs", "jobs", "mail"]

    assert reported(showing, kinds, postgresql_url, tmp_path, nursery=nursery) == showing.laws


def test_every_law_is_broken_by_something() -> None:
    assert frozenset().union(*(found.laws for found in BREAKS.values())) == LAWS.keys() - {_BY_CHANCE}


def test_every_break_is_shown_once() -> None:
    assert sorted(name for showing in SHOWINGS for name in showing.faults) == sorted(BREAKS)


def reported(showing: Showing, kinds: Sequence[str], url: str, folder: Path, *, nursery: Nursery) -> frozenset[str]:
    """The laws that are reported while breaks are laid; what `corr verify` says only where it alone has to."""
    script = showing.script(kinds)

    facts = performed(script, folder, url, starts=nursery)

    findings = broken(facts)
    print("\n".join(story(facts, script)), findings)  # noqa: T201 - shown where the test fails
    expected = showing.laws | showing.besides | {_VERIFIED, _BY_CHANCE}
    return frozenset(findings) - (expected - showing.laws)
