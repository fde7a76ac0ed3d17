"""What is deployed is locked: versions that the project allows, complete, and those that the suite runs with."""

import re
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from importlib import metadata
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tests.gates import tree
from tests.packages import LOCK, build, empty

_LINE = re.compile(r"^(?P<what>[^#\s].*?)(?P<hashes>(?: --hash=sha256:[0-9a-f]{64})*)$", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class _Locked:
    """A line of the lock file that counts here."""

    name: str
    version: str
    hashes: int


def _lock() -> dict[str, _Locked]:
    text = re.sub(r"\s*\\\n\s*", " ", LOCK.read_text("utf-8"))
    found = [(Requirement(line["what"]), line["hashes"].count("--hash=")) for line in _LINE.finditer(text)]
    return {
        canonicalize_name(one.name): _Locked(one.name, str(one.specifier).removeprefix("=="), hashes)
        for one, hashes in found
        if one.marker is None or one.marker.evaluate()
    }


def _project() -> list[Requirement]:
    project = tomllib.loads((tree.ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    return [Requirement(line) for line in project["dependencies"]]


def _needed(asked: Requirement) -> Iterator[Requirement]:
    """What a package that is installed here needs, with the extras that were asked for."""
    for line in metadata.requires(asked.name) or []:
        needed = Requirement(line)
        if needed.marker is None or any(needed.marker.evaluate({"extra": extra}) for extra in {"", *asked.extras}):
            yield needed


def test_every_dependency_is_locked_at_a_version_that_its_bound_allows() -> None:
    lock = _lock()

    wrong = [
        str(one)
        for one in _project()
        if one.name not in lock or not one.specifier.contains(lock[one.name].version, prereleases=True)
    ]

    assert wrong == []


def test_whatever_a_locked_package_needs_is_locked_too() -> None:
    lock, asked = _lock(), _project()
    needed = {str(one): one for one in asked}
    while asked:
        found = {str(one): one for one in _needed(asked.pop())}
        asked += [found[name] for name in found.keys() - needed.keys()]
        needed |= found

    names = {canonicalize_name(one.name) for one in needed.values()}

    assert names == lock.keys()


def test_every_locked_package_is_known_by_its_digests() -> None:
    assert [one.name for one in _lock().values() if one.hashes == 0] == []


def test_the_suite_runs_with_what_is_locked() -> None:
    lock = _lock().values()

    assert {one.name: metadata.version(one.name) for one in lock} == {one.name: one.version for one in lock}


def test_images_and_units_are_made_from_what_is_locked() -> None:
    options = "--require-hashes --no-deps -r "
    image = (LOCK.parent / "Containerfile").read_text("utf-8")
    words = (LOCK.parent / "README.md").read_text("utf-8")

    assert f"{options}/src/deploy/requirements.txt" in image
    assert f"{options}deploy/requirements.txt" in words


@pytest.mark.slow
def test_what_is_locked_installs_and_runs(tmp_path: Path) -> None:
    environment = empty(tmp_path / "installed")

    environment.install("--require-hashes", "--no-deps", "-r", LOCK)
    environment.install("--no-deps", build(tmp_path, "wheel"))

    assert environment.run("corr", "--version").startswith("corr")
