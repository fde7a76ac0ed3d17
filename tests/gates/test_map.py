"""The map of the house names what is there, and leaves no package out."""

import re

from tests.gates.tree import ROOT

_CORR = ROOT / "corr"
_MAP = (_CORR / "README.md").read_text(encoding="utf-8")


def test_every_module_on_the_map_is_there() -> None:
    paths = [
        *_CORR.rglob("*.py"),
        *_CORR.rglob("*.txt"),
        *(ROOT / "tests").rglob("*.py"),
        *(ROOT / "templates").rglob("*.*"),
    ]
    there = [f"/{path.relative_to(ROOT).as_posix()}" for path in paths]
    named = re.findall(r"`([\w/]+\.(?:py|html|txt))`", _MAP)

    assert len(named) > 60
    assert [name for name in named if not any(path.endswith(f"/{name}") for path in there)] == []


def test_every_package_is_on_the_map() -> None:
    packages = {path.parent.name for path in _CORR.glob("*/__init__.py")}

    assert {name for name in packages if f"`{name}`" not in _MAP and f'"{name}' not in _MAP} == set()
