"""Leagues: standings are worked out without floats, and no organiser does anything that leaves no trace."""

import ast
from functools import cache
from pathlib import Path

import pytest

from tests.gates.tree import ROOT

_LEAGUES = ROOT / "corr" / "leagues"
_INEXACT = {"playouts.py", "typed_values.py"}
"""
What to expect of players by their ratings, for simulations and the game of the week: no standings come of it. And what
was typed into a file, where 0.5 is a float for the library that reads it: it becomes a text at once.
"""
_USE_CASES = sorted([*(_LEAGUES / "acts").glob("*.py"), *(_LEAGUES / "seasons").glob("*.py")])
_SHARED = [*_USE_CASES, _LEAGUES / "journal.py", _LEAGUES / "league_news.py"]
_NOTING = {"note_act", "note", "ask_named", "_note"}
_TELLING = {"tell_news", "tell_of_league", "tell_announcement", "tell", "begin_season", "call_off_season", "ask_named"}
_OWN = {"join_season", "leave_season"}
"""Acts of players that concern nobody else yet."""
_UNTOLD = {"make_league", "ChangePlan", "ResetPlan"}
"""Of a league that is new nobody knows yet; and divisions are told when the season begins."""


@pytest.mark.parametrize("path", sorted((_LEAGUES / "rules").glob("*.py")), ids=lambda path: path.name)
def test_no_points_are_ever_floats(path: Path) -> None:
    if path.name in _INEXACT:
        return
    found = [ast.dump(node) for node in ast.walk(_tree(path)) if _is_float(node)]

    assert found == []


def test_the_use_cases_of_organisers_are_found() -> None:
    assert {"Withdraw", "SetResult", "Pause", "CloseLeague", "ChangeSettings", "open_season"} <= set(_use_cases())


def test_every_act_stands_in_the_journal() -> None:
    silent = [each for each, names in _use_cases().items() if not names & _NOTING]

    assert silent == []


def test_every_act_of_organisers_is_told_to_those_concerned() -> None:
    silent = [each for each, names in _use_cases().items() if not names & _TELLING]

    assert sorted(silent) == sorted(_OWN | _UNTOLD)


@cache
def _tree(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


def _is_float(node: ast.AST) -> bool:
    if isinstance(node, ast.Constant):
        return isinstance(node.value, float)
    return isinstance(node, ast.Name) and node.id == "float"


def _use_cases() -> dict[str, set[str]]:
    """Everything that somebody orders, with all names that it leads to within its module and what they all share."""
    found = {}
    bases = _classes(_LEAGUES / "acts" / "organiser_act.py")
    common = {name: node for path in _SHARED for name, node in _functions(path).items() if not name.startswith("_")}
    for path in _USE_CASES:
        own = _functions(path)
        for name, function in own.items():
            if [argument.arg for argument in function.args.args][:2] == ["uow", "order"] and not name.startswith("_"):
                found[name] = _reached(name, own, common)
        for kind in _classes(path).values():
            if "perform" in _methods(kind) and kind is not bases["Act"]:
                found[kind.name] = _reached("perform", own | _methods(kind), common | _methods(bases["SeasonAct"]))
                found[kind.name] |= _reached("carry_out", _methods(bases["Act"]) | _methods(kind), common)
    return found


def _functions(path: Path) -> dict[str, ast.FunctionDef]:
    return {node.name: node for node in _tree(path).body if isinstance(node, ast.FunctionDef)}


def _classes(path: Path) -> dict[str, ast.ClassDef]:
    return {node.name: node for node in _tree(path).body if isinstance(node, ast.ClassDef)}


def _methods(kind: ast.ClassDef) -> dict[str, ast.FunctionDef]:
    return {node.name: node for node in kind.body if isinstance(node, ast.FunctionDef)}


def _reached(name: str, own: dict[str, ast.FunctionDef], common: dict[str, ast.FunctionDef]) -> set[str]:
    """All names in a function and in those that it calls: of its own module, and public ones of others."""
    seen: set[str] = set()
    ahead = [own[name]]
    while ahead:
        function = ahead.pop()
        # What is private elsewhere may be called as something else is here.
        known = common | own if function in own.values() else common
        nodes = list(ast.walk(function))
        names = {node.id for node in nodes if isinstance(node, ast.Name)}
        names |= {node.attr for node in nodes if isinstance(node, ast.Attribute)}
        ahead += [known[each] for each in names - seen if each in known]
        seen |= names
    return seen
