"""The map of the house names what is there, and leaves no package out."""

import re

from tests.gates.tree import ROOT

_CORR = ROOT / "corr"
_MAP = (_CORR / "README.md").read_text(encoding="utf-8")


def test_every_module_on_the_map_is_there() -> None:
    modules = [f"/{path.relative_to(_CORR).as_posix()}" for path in _CORR.rglob("*.py")]
    named = re.findall(r"`([\w/]+\.py)`", _MAP)

    assert len(named) > 40
    assert [name for name in named if not any(module.endswith(f"/{name}") for module in modules)] == []


def test_every_package_is_on_the_map() -> None:
    packages = {path.parent.name for path in _CORR.glob("*/__init__.py")}

    assert {name for name in packages if f"`{name}`" not in _MAP and f'"{name}' not in _MAP} == set()
