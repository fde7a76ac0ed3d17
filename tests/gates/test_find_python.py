"""Which Python `make` takes on a machine that has several, and what it says where there is none that will do."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.gates import tree
from tests.packages import LOCKS

_FIND = tree.ROOT / "deploy" / "find-python"
_NONE = (
    "Corr needs Python 3.11 or newer, and there is none here. On Debian 12 and Ubuntu 24.04, or newer: apt install "
    "python3 python3-venv\n"
)
_LACKS = "Python {0} cannot make environments here: it lacks venv. On Debian and Ubuntu: apt install python{0}-venv\n"


def _put(folder: Path, **pythons: str) -> str:
    """
    Put Pythons into a folder, each by its name with what it is, and give the folder as a PATH.

    "3.12" is a whole one, "3.12 ensurepip" lacks modules, and "" does not run, as a name that pyenv keeps may.
    """
    for name, what in pythons.items():
        version, *lacking = what.split() or [""]
        pretended = (
            f"import sys; sys.version_info = ({version.replace('.', ', ')}, 0, 'final', 0); "
            f"sys.modules.update(dict.fromkeys({lacking})); exec(sys.argv[1])"
        )
        runs = f'echo "{name} $*" >> {folder}/calls\n[ "$1" = -c ] && exec {sys.executable} -c "{pretended}" "$2"\n'
        path = folder / name.replace("_", ".")
        path.write_text(f"#!/bin/sh\n{runs if what else 'echo not found >&2; exit 127'}\n")
        path.chmod(0o755)
    return str(folder)


def _find(path: str, *words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([_FIND, *words], env={"PATH": path}, capture_output=True, text=True, check=False)


@pytest.mark.parametrize(
    ("pythons", "taken"),
    [
        ({"python3": "3.11"}, "python3"),
        ({"python3": "3.13", "python3_13": "3.13"}, "python3.13"),
        ({"python3_11": "3.11", "python3_12": "3.12", "python3_14": "3.14"}, "python3.14"),
        ({"python3": "3.11", "python3_12": "", "python3_13": ""}, "python3"),
        ({"python3": "3.9", "python3_11": "3.11"}, "python3.11"),
        ({"python3": "3.15"}, "python3"),
        ({"python3_13": "3.13 ensurepip pip", "python3_11": "3.11"}, "python3.11"),
        ({"python3_13": "3.13 ensurepip"}, "python3.13"),
    ],
    ids=str,
)
def test_the_newest_python_that_runs_and_is_whole_is_taken(tmp_path: Path, pythons: dict[str, str], taken: str) -> None:
    found = _find(_put(tmp_path, **pythons))

    assert (found.stdout, found.stderr, found.returncode) == (f"{taken}\n", "", 0)


@pytest.mark.parametrize(
    ("pythons", "words"),
    [
        ({}, _NONE),
        ({"python3": "3.10", "python3_11": ""}, _NONE),
        ({"python3": "3.13 ensurepip pip"}, _LACKS.format("3.13")),
        ({"python3": "3.11 venv", "python3_14": "3.14 venv ensurepip"}, _LACKS.format("3.14")),
    ],
    ids=str,
)
def test_what_is_missing_is_told_in_one_sentence(tmp_path: Path, pythons: dict[str, str], words: str) -> None:
    found = _find(_put(tmp_path, **pythons))

    assert (found.stdout, found.stderr, found.returncode) == ("", words, 1)


@pytest.mark.parametrize(
    ("what", "words"),
    [
        ("3.9", "Corr needs Python 3.11 or newer, and mine is 3.9.\n"),
        ("", "Corr needs Python 3.11 or newer, and mine cannot be run.\n"),
        ("3.12 ensurepip pip", _LACKS.format("3.12")),
    ],
)
def test_a_python_that_was_chosen_is_the_only_one_that_is_tried(tmp_path: Path, what: str, words: str) -> None:
    found = _find(_put(tmp_path, mine=what, python3="3.13"), "mine")

    assert (found.stdout, found.stderr, found.returncode) == ("", words, 1)


def test_make_uses_the_python_that_was_chosen(tmp_path: Path) -> None:
    path = _put(tmp_path, mine="3.12", python3_13="3.13")

    _make(tmp_path, path, "PYTHON=mine", ".venv/.uv")

    assert "mine -m venv --clear --without-pip .venv\n" in (tmp_path / "calls").read_text()


def test_make_uses_the_newest_python_by_itself(tmp_path: Path) -> None:
    path = _put(tmp_path, python3="3.11", python3_13="3.13", python3_14="")

    _make(tmp_path, path, ".venv/.uv")

    assert "python3_13 -m venv --clear --without-pip .venv\n" in (tmp_path / "calls").read_text()


@pytest.mark.parametrize("command", ["run", "test"])
def test_make_says_what_is_missing_and_leaves_nothing_behind(tmp_path: Path, command: str) -> None:
    made = _make(tmp_path, _put(tmp_path, python3="3.13 ensurepip pip"), command)

    assert made.stderr.startswith(_LACKS.format("3.13"))
    assert made.returncode != 0
    assert not (tmp_path / "checkout" / ".venv").exists()


def _make(folder: Path, path: str, *words: str) -> subprocess.CompletedProcess[str]:
    """`make` in a copy of what installs a checkout, on a machine with nothing but what lies at *path*."""
    make = shutil.which("make")
    assert make is not None
    for file in (tree.ROOT / "Makefile", tree.ROOT / "pyproject.toml", _FIND, *LOCKS):
        copy = folder / "checkout" / tree.name(file)
        copy.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(file, copy)
    command = [make, "--silent", *words]
    return subprocess.run(
        command, env={"PATH": path}, cwd=folder / "checkout", capture_output=True, text=True, check=False
    )
