"""The harness is able to fail: each law is broken on purpose, and exactly that law is reported."""

from pathlib import Path

import pytest

from tests.crash.breaks import BREAKS
from tests.crash.laws import LAWS, broken
from tests.crash.performance import Script, performed
from tests.crash.stage import Laid
from tests.crash.story import story

_VERIFIED = "L14"
_BY_CHANCE = "L0"
_ON_SQLITE = sorted(name for name, found in BREAKS.items() if not found.is_on_postgresql)
_ON_POSTGRESQL = sorted(name for name, found in BREAKS.items() if found.is_on_postgresql)


@pytest.mark.parametrize("name", _ON_SQLITE)
def test_a_broken_law_is_reported(name: str, sqlite_url: str, tmp_path: Path) -> None:
    assert reported(name, ("serve",), sqlite_url, tmp_path) == BREAKS[name].laws


@pytest.mark.parametrize("name", _ON_POSTGRESQL)
def test_a_broken_law_is_reported_where_several_write(name: str, postgresql_url: str, tmp_path: Path) -> None:
    assert reported(name, ("web", "jobs", "jobs", "mail"), postgresql_url, tmp_path) == BREAKS[name].laws


def test_every_law_is_broken_by_something() -> None:
    assert frozenset().union(*(found.laws for found in BREAKS.values())) == LAWS.keys() - {_BY_CHANCE}


def reported(name: str, kinds: tuple[str, ...], url: str, folder: Path) -> frozenset[str]:
    """The laws that are reported while a break is laid; what `corr verify` says only where it alone has to."""
    found = BREAKS[name]
    script = Script(
        kinds=kinds,
        seconds=found.seconds,
        # A season goes on by itself, and ends by its date.
        turns=0 if found.season else 20,
        factor=found.factor,
        players=4,
        laid=Laid((found.failpoint,) if found.failpoint else (), name),
        drain=60,
        round=12,
        leaves=found.leaves,
        season=found.season,
        cut_once_in=0,
        is_hurried=True,
        insists=False,
        has_mail=False,
    )

    facts = performed(script, folder, url)

    findings = broken(facts)
    print("\n".join(story(facts, script)), findings)  # noqa: T201 - shown where the test fails
    expected = found.laws | found.besides | {_VERIFIED, _BY_CHANCE}
    return frozenset(findings) - (expected - found.laws)
