"""The verdicts of benchmarks, and a service to measure in small: that its games go on, and its pages are there."""

import os
import sys
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from itertools import islice
from pathlib import Path

import pytest

from tests.bench import __main__ as program
from tests.bench import possible_places
from tests.bench._figures import Figure, Found, NotMeasured, ratio, summary
from tests.bench._grounds import MODELS, Past, grounds
from tests.bench._metering import cpu_of, cpu_of_family, in_turns, memory_of, together
from tests.bench._programs import Browser, Installation, corr
from tests.bench._visits import Visits
from tests.bench._worlds import Site
from tests.bench.growth import kinds_of
from tests.bench.web import statements_of

_FEW = Past(games=20, finished=3, messages=30, turns=10)


@pytest.mark.parametrize(
    ("figure", "verdict"),
    [
        (Figure("slow", 1.31, 1.3), "MISSED"),
        (Figure("quick", 1.3, 1.3), "met"),
        (Figure("few", 119, 120, "/s", is_floor=True), "MISSED"),
        (Figure("many", 120, 120, "/s", is_floor=True), "met"),
    ],
)
def test_an_aim_is_met_or_missed(figure: Figure, verdict: str) -> None:
    assert figure.is_missed is (verdict == "MISSED")
    assert verdict in figure.line


def test_the_summary_has_all_aims_and_what_could_not_be_measured() -> None:
    found: list[Found] = [
        Figure("missed", 2, 1),
        Figure("without an aim", 3),
        Figure("met", 1, 1),
        NotMeasured("many", "2 cores"),
    ]

    lines = list(summary(found))

    assert [line.split()[0] for line in lines] == ["met", "missed", "many", "1"]
    assert lines[-1] == "1 met, 1 missed, 1 not measured on this machine"


def test_a_ratio_is_the_median_of_the_rounds() -> None:
    assert ratio([2, 30, 6], [1, 10, 2]) == 3


@pytest.mark.parametrize(("value", "status"), [(0.5, 0), (1.5, 1)])
def test_a_missed_aim_is_told_by_the_exit_status(value: float, status: int, monkeypatch: pytest.MonkeyPatch) -> None:
    def figures() -> Iterator[Found]:
        yield Figure("a figure", value, 1)

    monkeypatch.setattr(possible_places, "figures", figures)
    monkeypatch.setattr(sys, "argv", ["bench", "possible_places"])

    assert program.main() == status


def test_an_unknown_name_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "argv", ["bench", "no-such"])

    with pytest.raises(SystemExit, match="no such benchmark: no-such; there are "):
        program.main()


@pytest.mark.slow
def test_all_that_is_asked_for_is_answered_in_a_service_that_is_small(tmp_path: Path) -> None:
    site = Site("SQLite", tmp_path)
    world = grounds(site.new_url("small"), _FEW, 20, replace(MODELS, models=12))

    with corr("web", Installation(world.url, tmp_path)) as web, closing(Browser(web.port)) as browser:
        visits = Visits(world, browser, together(web.cpu, site.backends_of("small")))
        kinds = kinds_of("few", visits)
        answers = [work.ready()() for work in kinds.values() for _ in range(2)]
        spent = in_turns({"home": kinds["my games"]}, 1)
        megabytes = web.memory()

    assert len(answers) == 2 * len(kinds)
    assert all(spent["home"])
    assert megabytes > 10
    assert statements_of(world.url, "/", world.homes[0].due.token) > 2
    assert len(list(islice(world.matches, 5))) == 5


def test_processor_time_of_a_process_is_read_from_outside() -> None:
    before = cpu_of(os.getpid())

    sum(range(10**6))

    assert before < cpu_of(os.getpid()) <= cpu_of_family(os.getpid())
    assert memory_of(os.getpid()) > 1
