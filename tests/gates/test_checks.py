"""The list of what mail must withstand names a test, a benchmark or a reason for every line, and none that is gone."""

import ast
import re
from functools import cache
from pathlib import Path

from tests.gates.tree import ROOT

_LIST = ROOT / "tests" / "mail" / "CHECKS.md"
_LINE = re.compile(r"(\d+)\. ", re.MULTILINE)
_TEST = re.compile(r"`(tests/[\w/]+\.py)::(\w+)`")
_BENCH = re.compile(r"`make bench`: `(tests/bench/\w+\.py)`")
_COUNT = 124


def test_every_check_has_its_line_in_order() -> None:
    assert [int(found) for found in _LINE.findall(_text())] == list(range(1, _COUNT + 1))


def test_every_check_is_held_by_a_test_a_benchmark_or_a_reason() -> None:
    bare = [
        line.splitlines()[0]
        for line in _lines()
        if not (_TEST.search(line) or _BENCH.search(line) or "Cannot be tested here:" in line)
    ]

    assert bare == []


def test_every_test_and_benchmark_that_is_named_exists() -> None:
    missing = [f"{path}::{name}" for path, name in _TEST.findall(_text()) if name not in _tests_of(ROOT / path)]
    missing += [path for path in _BENCH.findall(_text()) if not (ROOT / path).exists()]

    assert missing == []


def _text() -> str:
    return _LIST.read_text(encoding="utf-8")


def _lines() -> list[str]:
    """Each check with everything under it."""
    text = _text()
    starts = [found.start() for found in _LINE.finditer(text)]
    return [text[start:end] for start, end in zip(starts, [*starts[1:], len(text)], strict=True)]


@cache
def _tests_of(path: Path) -> frozenset[str]:
    if not path.exists():
        return frozenset()
    tree = ast.parse(path.read_text(encoding="utf-8"))
    return frozenset(node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef))
