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
_UNDONE = ("TODO", "FIXME", "XXX")
_GAMES = sorted(path.parent.name for path in (tree.ROOT / "corr" / "games").glob("*/__init__.py"))


@pytest.mark.parametrize("word", _UNDONE)
def test_no_file_speaks_of_work_undone(word: str) -> None:
    written = {**tree.texts(*_WRITTEN), **{tree.name(path): path.read_text() for path in _scripts()}}
    found = [name for name, text in written.items() if word in text and name != tree.name(Path(__file__))]

    assert found == []


@pytest.mark.parametrize("game", _GAMES)
def test_no_game_is_named_outside_its_own_folder(game: str) -> None:
    product = {name: text for name, text in tree.everything("corr/", "templates/").items() if not _may_name(name, game)}

    found = [name for name, text in product.items() if _is_named(game, name) or _is_named(game, text)]

    assert product
    assert found == []


@pytest.mark.parametrize(
    "text",
    [
        "How to play Ludo",
        ".ludo-board { color: red }",
        '<g class="piece ludo">',
        '<symbol id="sign-ludo">',
        "is_ludo = True",
        "LUDO_START",
        "LudoRules()",
        "if (myLudo) {}",
        "games/ludo/rules.html",
        "corr/web/static/ludo.svg",
    ],
)
def test_a_game_is_recognized_however_it_is_written(text: str) -> None:
    assert _is_named("ludo", text)


@pytest.mark.parametrize("text", ["a preludo", "Saludos", "ALUDO"])
def test_a_word_that_only_holds_the_name_is_none(text: str) -> None:
    assert not _is_named("ludo", text)


def test_styles_drawings_and_scripts_are_looked_at_too() -> None:
    suffixes = {name.rpartition(".")[2] for name in tree.everything("corr/", "templates/")}

    assert suffixes >= {"py", "html", "txt", "subject", "css", "js", "svg"}


def test_there_is_at_least_one_game() -> None:
    assert _GAMES != []


def _is_named(game: str, text: str) -> bool:
    """Whether *game* occurs as a word or as part of a name that is put together from several."""
    return re.search(rf"(?i:(?<![a-z]){game})|(?<=[a-z]){game.title()}", text) is not None


def _may_name(name: str, game: str) -> bool:
    """A game's own folders, and the demonstration, which is about certain games."""
    return f"games/{game}/" in name or "demo" in name


def _scripts() -> list[Path]:
    return [path for path in tree.files() if path.name in {"Makefile", "find-python", "run"}]
