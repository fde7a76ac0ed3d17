"""What the linters are told, and what they cannot see."""

import ast
import sys
import tomllib
from pathlib import Path

import pytest

from tests.gates import tree

_FOLDERS = (
    "corr/games/", "corr/core/", "corr/records/", "corr/leagues/rules/", "corr/states.py", "corr/ratings/glicko2.py",
    "corr/ratings/rating_days.py",
)  # fmt: skip
_PURE = [path for path in tree.files() if tree.name(path).startswith(_FOLDERS) and path.suffix == ".py"]
_IMPURE = {
    "asyncio", "logging", "multiprocessing", "os", "pathlib", "random", "secrets", "shutil", "socket", "sqlite3",
    "subprocess", "sys", "tempfile", "threading", "time", "urllib", "uuid",
}  # fmt: skip


def test_the_layers_are_those_of_the_architecture() -> None:
    settings = tomllib.loads((tree.ROOT / "pyproject.toml").read_text())["tool"]["importlinter"]
    contract = next(one for one in settings["contracts"] if one["type"] == "layers")

    order = " > ".join(contract["layers"])

    assert order == (
        "cli > web | jobs > wiring > demo > administration > mail > leagues > play > ratings > clocks > game > "
        "players > base > store > render | records > core | games > config | distribution > "
        "errors | lazy_import | resources | states"
    )
    assert contract["exhaustive"]


@pytest.mark.parametrize("path", _PURE, ids=tree.name)
def test_engines_records_and_decisions_import_only_what_is_pure(path: Path) -> None:
    impure = {name for name in _imported(path) if name in _IMPURE or name not in {*sys.stdlib_module_names, "corr"}}

    assert impure == set()


def _imported(path: Path) -> set[str]:
    """The top-level names that a module imports."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            found |= {alias.name.partition(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and not node.level:
            found.add((node.module or "").partition(".")[0])
    return found
