"""The lists of what mail, clocks and leagues must do name tests, benchmarks or reasons that there are, in each line."""

import re
from functools import cache
from pathlib import Path

import pytest

from tests.gates.tree import ROOT

_MAIL = ROOT / "tests" / "mail" / "CHECKS.md"
_CLOCKS = ROOT / "tests" / "clocks" / "CHECKS.md"
_LEAGUES = ROOT / "tests" / "leagues" / "CHECKS.md"
_LISTS = {_MAIL: 124, _CLOCKS: 80, _LEAGUES: 132}
_LINE = re.compile(r"^(\d+)\. ", re.MULTILINE)
_TEST = re.compile(r"`(tests/[\w/]+\.py)::(\w+)`")
_DEFINED = re.compile(r"^def (\w+)\(", re.MULTILINE)
_BENCH = re.compile(r"`make bench`: `(tests/bench/\w+\.py)`")
_C = [f"C{number}" for number in range(1, 9)]
_L = [f"L{number}" for number in range(1, 15)]


@pytest.mark.parametrize("path", _LISTS, ids=str)
def test_every_check_has_its_line_in_order(path: Path) -> None:
    assert [int(found) for found in _LINE.findall(_text(path))] == list(range(1, _LISTS[path] + 1))


@pytest.mark.parametrize("path", _LISTS, ids=str)
def test_every_check_is_held_by_a_test_a_benchmark_or_a_reason(path: Path) -> None:
    bare = [
        line.splitlines()[0]
        for line in _lines(path)
        if not (_TEST.search(line) or _BENCH.search(line) or "Cannot be tested here:" in line)
    ]

    assert bare == []


@pytest.mark.parametrize("path", _LISTS, ids=str)
def test_every_test_and_benchmark_that_is_named_exists(path: Path) -> None:
    text = _text(path)
    missing = [f"{file}::{name}" for file, name in _TEST.findall(text) if name not in _tests_of(ROOT / file)]
    missing += [file for file in _BENCH.findall(text) if not (ROOT / file).exists()]

    assert missing == []


def test_every_check_of_clocks_and_every_law_of_the_crash_test_has_its_line() -> None:
    named = re.findall(r"^\d+\. ([CL]\d+): ", _text(_CLOCKS), re.MULTILINE)

    assert named == _C + _L


def _text(path: Path) -> str:
    return path.read_text(encoding="utf-8")


def _lines(path: Path) -> list[str]:
    """Each check with everything under it."""
    text = _text(path)
    starts = [found.start() for found in _LINE.finditer(text)]
    return [text[start:end] for start, end in zip(starts, [*starts[1:], len(text)], strict=True)]


@cache
def _tests_of(path: Path) -> frozenset[str]:
    if not path.exists():
        return frozenset()
    return frozenset(_DEFINED.findall(path.read_text(encoding="utf-8")))
