"""What is installed is locked: versions that the project allows, complete, and those that the suite runs with."""

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
from tests.packages import BUILD_LOCK, LOCKS, build, empty

_USED_HERE = [path for path in LOCKS if path.stem in {"requirements", "requirements-build", "requirements-test"}]

_LINE = re.compile(r"^(?P<what>[^#\s].*?)(?P<hashes>(?: --hash=sha256:[0-9a-f]{64})*)$", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class _Locked:
    """A line of the lock file that counts here."""

    name: str
    version: str
    hashes: int


def _locked(path: Path) -> dict[str, _Locked]:
    text = re.sub(r"\s*\\\n\s*", " ", path.read_text("utf-8"))
    lines = [(Requirement(line["what"]), line["hashes"].count("--hash=")) for line in _LINE.finditer(text)]
    return {
        canonicalize_name(one.name): _Locked(one.name, str(one.specifier).removeprefix("=="), hashes)
        for one, hashes in lines
        if one.marker is None or one.marker.evaluate()
    }


def _asked(path: Path) -> list[Requirement]:
    """What is to be locked in a file: dependencies of the project, or those of the group that the file is called by."""
    project = tomllib.loads((tree.ROOT / "pyproject.toml").read_text("utf-8"))
    group = path.stem.partition("-")[2]
    lines = _lines_of(group, project["dependency-groups"]) if group else project["project"]["dependencies"]
    return [Requirement(line) for line in lines]


def _lines_of(group: str, groups: dict[str, list[str | dict[str, str]]]) -> Iterator[str]:
    for entry in groups[group]:
        if isinstance(entry, str):
            yield entry
        else:
            yield from _lines_of(entry["include-group"], groups)


def _needed(asked: Requirement) -> Iterator[Requirement]:
    """What a package that is installed here needs, with the extras that were asked for."""
    for line in metadata.requires(asked.name) or []:
        needed = Requirement(line)
        if needed.marker is None or any(needed.marker.evaluate({"extra": extra}) for extra in {"", *asked.extras}):
            yield needed


def test_the_project_and_each_group_has_its_lock() -> None:
    project = tomllib.loads((tree.ROOT / "pyproject.toml").read_text("utf-8"))

    assert sorted(path.stem.partition("-")[2] for path in LOCKS) == sorted(["", *project["dependency-groups"]])


@pytest.mark.parametrize("path", LOCKS, ids=tree.name)
def test_every_dependency_is_locked_at_a_version_that_its_bound_allows(path: Path) -> None:
    lock, asked = _locked(path), _asked(path)

    wrong = [
        str(one)
        for one in asked
        if one.name not in lock or not one.specifier.contains(lock[one.name].version, prereleases=True)
    ]

    assert asked != []
    assert wrong == []


@pytest.mark.parametrize("path", _USED_HERE, ids=tree.name)
def test_whatever_a_locked_package_needs_is_locked_too(path: Path) -> None:
    lock, asked = _locked(path), _asked(path)
    needed = {str(one): one for one in asked}
    while asked:
        more = {str(one): one for one in _needed(asked.pop())}
        asked += [more[name] for name in more.keys() - needed.keys()]
        needed |= more

    names = {canonicalize_name(one.name) for one in needed.values()}

    assert names == lock.keys()


@pytest.mark.parametrize("path", LOCKS, ids=tree.name)
def test_every_locked_package_is_known_by_its_digests(path: Path) -> None:
    assert [one.name for one in _locked(path).values() if one.hashes == 0] == []


@pytest.mark.parametrize("path", _USED_HERE, ids=tree.name)
def test_the_suite_runs_with_what_is_locked(path: Path) -> None:
    lock = _locked(path).values()

    assert {one.name: metadata.version(one.name) for one in lock} == {one.name: one.version for one in lock}


def test_no_two_locks_have_different_versions_of_a_package() -> None:
    versions = {(one.name, one.version) for path in LOCKS for one in _locked(path).values()}

    assert sorted({name for name, _ in versions}) == sorted(name for name, _ in versions)


def test_what_builds_the_project_is_locked() -> None:
    project = tomllib.loads((tree.ROOT / "pyproject.toml").read_text("utf-8"))
    lock = _locked(BUILD_LOCK)

    asked = [Requirement(line) for line in project["build-system"]["requires"]]

    assert [one.name for one in asked if not one.specifier.contains(lock[one.name].version)] == []


@pytest.mark.slow
def test_what_is_locked_installs_and_runs(tmp_path: Path) -> None:
    environment = empty(tmp_path / "installed")

    environment.install_locked()
    environment.install("--no-deps", "--no-build-isolation", "--no-index", build(tmp_path, "sdist"))

    assert environment.run("corr", "--version").startswith("corr")
