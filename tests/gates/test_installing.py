"""What the guides, the image and the Makefile install: Corr by its own name, and nothing that is not locked."""

import re
import subprocess

import pytest

from tests.gates import tree

_GUIDES = ("README.md", "CHANGELOG.md", "corr/games/README.md", "deploy/", ".github/", ".ci/")
_COMMAND = re.compile(r"\bpip (?:--python \S+ )?install\b((?: +(?:\\\n)?[^\s`&|;#]+)*)")
_LOCK = re.compile(r"\S*requirements\S*\.txt")
_CORR = frozenset({".", "/src"})
_OPTIONS_WITH_A_WORD = ("--python", "-r", "--requirement")
_GAME = "corr-hexo"


def _commands(text: str) -> list[list[str]]:
    """The words of each command that installs something."""
    return [command.replace("\\\n", " ").split() for command in _COMMAND.findall(text) if command.strip()]


def _in_guides() -> list[tuple[str, list[str]]]:
    texts = tree.everything(*_GUIDES)
    return [(name, words) for name, text in texts.items() for words in _commands(text)]


def _in_the_makefile() -> list[tuple[str, list[str]]]:
    # Everything is printed as if nothing were installed, and nothing is run.
    targets = [f".venv/.{name}" for name in ("dev", "test", "check", "bench")]
    command = ["make", "--dry-run", "--always-make", *targets]
    printed = subprocess.run(command, check=True, cwd=tree.ROOT, capture_output=True, text=True).stdout
    words = [found.group(1) for found in re.finditer(r"\binstall='install(.*)'", printed)]
    return [("Makefile", line.split()) for line in words] + [("Makefile", words) for words in _commands(printed)]


_ALL = [*_in_guides(), *_in_the_makefile()]


def test_all_that_installs_is_seen() -> None:
    places = {name for name, _ in _ALL}
    locks = {word for name, words in _ALL if name == "Makefile" for word in words if _LOCK.fullmatch(word)}

    assert places >= {"Makefile", "corr/games/README.md", "deploy/Containerfile", "deploy/README.md"}
    assert locks == {
        *(f"deploy/requirements{name}.txt" for name in ("", "-build", "-installer")),
        *(f"tests/requirements-{name}.txt" for name in ("dev", "test", "check", "bench")),
    }


@pytest.mark.parametrize(("place", "words"), _ALL, ids=[f"{name}: {' '.join(words)}" for name, words in _ALL])
def test_nothing_is_installed_but_what_is_locked_here(place: str, words: list[str]) -> None:
    options = {word for word in words if word.startswith("-")}
    targets = [
        word
        for before, word in zip(["", *words], words, strict=False)
        if not word.startswith("-") and before not in _OPTIONS_WITH_A_WORD
    ]

    if any(_LOCK.fullmatch(word) for word in words):
        assert targets == []
        assert {"--require-hashes", "--no-deps"} <= options
    elif _CORR & set(targets):
        assert {"--no-build-isolation", "--no-deps"} <= options
    elif targets == [_GAME]:
        assert "--no-deps" in options
    else:
        # What authors of games need for the checks, in an environment of their own.
        assert (place, targets) == ("corr/games/README.md", ["pytest", "hypothesis"])


def test_what_comes_as_sources_is_built_with_what_is_locked() -> None:
    built = [words for _, words in _ALL if any(word.endswith("requirements.txt") for word in words)]

    assert len(built) == len(["Makefile", "deploy/Containerfile", "deploy/README.md"])
    assert [words for words in built if "--no-build-isolation" not in words] == []
