"""What may stand in the files of the tree."""

import re
from pathlib import Path

import pytest

from tests.gates import tree

_WRITTEN = (
    ".py",
    ".html",
    ".txt",
    ".subject",
    ".css",
    ".js",
    ".md",
    ".sql",
    ".toml",
    ".yml",
    ".yaml",
    ".conf",
    ".mako",
)
_MOST_LINES = 400
_UNDONE = ("TODO", "FIXME", "XXX")
_GAMES = sorted(path.parent.name for path in (tree.ROOT / "corr" / "games").glob("*/__init__.py"))


def test_no_file_has_more_than_400_lines() -> None:
    long = {name: text.count("\n") for name, text in tree.texts(*_WRITTEN).items() if text.count("\n") > _MOST_LINES}

    assert long == {}


@pytest.mark.parametrize("word", _UNDONE)
def test_no_file_speaks_of_work_undone(word: str) -> None:
    written = {**tree.texts(*_WRITTEN), **{tree.name(path): path.read_text() for path in _scripts()}}
    found = [name for name, text in written.items() if word in text and name != tree.name(Path(__file__))]

    assert found == []


@pytest.mark.parametrize("game", _GAMES)
def test_no_game_is_named_outside_its_own_folder(game: str) -> None:
    word = re.compile(rf"\b{game}", re.IGNORECASE)
    product = {name: text for name, text in tree.texts(*_WRITTEN).items() if name.startswith(("corr/", "templates/"))}
    found = [name for name, text in product.items() if word.search(text) and not _may_name(name, game)]

    assert found == []


def test_there_is_at_least_one_game() -> None:
    assert _GAMES != []


def _may_name(name: str, game: str) -> bool:
    """A game's own folders, and the demonstration, which is about certain games."""
    return f"games/{game}/" in name or "demo" in name


def _scripts() -> list[Path]:
    return [path for path in tree.files() if path.name in {"Makefile", "run"}]
