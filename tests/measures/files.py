"""Measures of files and their names: how long, small ones, those with one importer, repeated names, league code."""

import ast
import io
import re
import tokenize
from collections import defaultdict
from functools import cache
from pathlib import PurePosixPath

import grimp

from tests.gates import tree

SMALL = 60
"""A module with fewer lines wants to be part of another one."""
SHORT = 100
"""A module of at most so many lines, which one sibling alone imports, wants to be part of that sibling."""
ROLES = frozenset({
    "errors",
    "forms",
    "letters",
    "orders",
    "pages",
    "rows",
    "settings",
    "tables",
    "views",
    "words",
})  # fmt: skip
"""Names of the part that a module plays in its package, whatever the package is about: they may occur often."""
_NAMELESS = frozenset({"__init__.py", "__main__.py"})
_GAMES = "corr/games/"
_ABOUT_LEAGUES = re.compile(r"(?:^|[^a-z])(?:leagues?|seasons?|divisions?|organise)(?:[^a-z]|$)")
_PACKAGE = "corr/leagues"
_PAGES = ("corr/web/pages/", "corr/web/static/", "templates/")
_ONE_EACH = ("corr/store/tables/", "corr/cli/", "corr/mail/", "corr/demo/")
_MUCH = 1 / 3
"""Whose imports are league code to this part is league code itself."""


_NO_CODE = frozenset({
    tokenize.COMMENT,
    tokenize.NL,
    tokenize.NEWLINE,
    tokenize.INDENT,
    tokenize.DEDENT,
    tokenize.ENDMARKER,
})  # fmt: skip


@cache
def _texts() -> dict[str, str]:
    return {name: text for name, text in tree.texts(".py").items() if name.startswith("corr/")}


@cache
def lines() -> dict[str, int]:
    """How many lines each module of the product has, by its path."""
    return {name: len(text.splitlines()) for name, text in _texts().items()}


def code_lines() -> dict[str, int]:
    """How many of them are code: no blank line, no comment, no docstring, no string below an attribute."""
    return {name: len(_lines_of_code(text)) for name, text in _texts().items()}


def _lines_of_code(text: str) -> set[int]:
    written = text.splitlines()
    tokens = tokenize.generate_tokens(io.StringIO(text).readline)
    found = {
        line
        for token in tokens
        if token.type not in _NO_CODE
        for line in range(token.start[0], token.end[0] + 1)
        if written[line - 1].strip()
    }
    return found - {line for node in ast.walk(ast.parse(text)) for line in _documented(node)}


def _documented(node: ast.AST) -> range:
    """The lines of a docstring, or of a string below an attribute."""
    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str):
        return range(node.lineno, (node.end_lineno or node.lineno) + 1)
    return range(0)


def small_modules() -> list[str]:
    """The modules below 60 lines outside the games, `__init__` apart."""
    return [name for name, count in lines().items() if count < SMALL and _is_counted(name)]


def modules_of_one_sibling() -> list[str]:
    """The modules of at most 100 lines that are imported by one module alone, which lies in the same folder."""
    graph = grimp.build_graph("corr", cache_dir=None)
    found = []
    for name, count in lines().items():
        if count > SHORT or PurePosixPath(name).name in _NAMELESS:
            continue
        importers = graph.find_modules_that_directly_import(_dotted(name))
        if len(importers) == 1 and _folder(min(importers)) == _folder(_dotted(name)):
            found.append(f"{name} (by {min(importers)})")
    return found


def repeated_names() -> dict[str, list[str]]:
    """The names that two modules or more share outside the games, but for those of roles; with these modules."""
    named = defaultdict(list)
    for name in lines():
        if _is_counted(name):
            named[PurePosixPath(name).stem].append(name)
    return {name: paths for name, paths in sorted(named.items()) if len(paths) > 1 and name not in ROLES}


def league_places() -> list[str]:
    """
    The places that hold league code: its package, its pages, its templates, and each further file or folder.

    League code is what is named so (a file or folder with league, season, division or organise in its name), and each
    module for which a third of what it imports of the product is league code. A folder that is named so is one place.
    """
    paths = [tree.name(path) for path in tree.files()]
    named = {name: place for name in paths if name.startswith(("corr/", "templates/")) and (place := _place(name))}
    return sorted({*named.values(), *_with_league_imports()})


def places_in_the_way() -> list[str]:
    """The places of league code beside its package, its pages, its templates and one each where one is allowed."""
    places = [place for place in league_places() if not place.startswith((*_PAGES, f"{_PACKAGE}/"))]
    allowed = {min((place for place in places if place.startswith(parent)), default="") for parent in _ONE_EACH}
    return [place for place in places if place not in {_PACKAGE, *allowed}]


def _with_league_imports() -> list[str]:
    graph = grimp.build_graph("corr", cache_dir=None)
    found = []
    for name in lines():
        imported = graph.find_modules_directly_imported_by(_dotted(name))
        about = [each for each in imported if _ABOUT_LEAGUES.search(each)]
        if not _place(name) and imported and len(about) >= _MUCH * len(imported):
            found.append(name)
    return found


def _place(name: str) -> str | None:
    """The outermost file or folder of a path that is named as league code."""
    parts = name.split("/")
    named = next((index for index, part in enumerate(parts) if _ABOUT_LEAGUES.search(part)), None)
    return None if named is None else "/".join(parts[: named + 1])


def _is_counted(name: str) -> bool:
    return not name.startswith(_GAMES) and PurePosixPath(name).name not in _NAMELESS


def _dotted(name: str) -> str:
    return name.removesuffix(".py").removesuffix("/__init__").replace("/", ".")


def _folder(module: str) -> str:
    return module.rpartition(".")[0]
