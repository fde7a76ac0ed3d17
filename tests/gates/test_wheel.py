"""What somebody gets who installs Corr without a checkout."""

import tomllib
from pathlib import Path

import pytest

from tests.gates import tree
from tests.journeys.browser import Browser
from tests.journeys.served import Served
from tests.packages import Environment, build, install_lent


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Environment:
    folder = tmp_path_factory.mktemp("installed")
    return install_lent(build(folder, "wheel"), folder)


def test_the_installed_command_helps(installed: Environment) -> None:
    printed = installed.run("corr", "--help")

    assert "Usage: corr" in printed


def test_the_installed_command_tells_the_version_of_the_project(installed: Environment) -> None:
    project = tomllib.loads((tree.ROOT / "pyproject.toml").read_text("utf-8"))["project"]

    printed = installed.run("corr", "--version")

    assert printed.split()[-1] == project["version"]


def test_the_installed_package_is_not_the_checkout(installed: Environment) -> None:
    place = installed.run("python", "-c", "import corr; print(corr.__file__)")

    assert place.startswith(str(installed.folder))


@pytest.mark.parametrize("part", ["templates", "migrations"])
def test_the_wheel_carries_every_template_and_migration(installed: Environment, part: str) -> None:
    found = installed.run("python", "-c", f"import corr.resources; print(corr.resources.{part}_folder())").strip()

    # What lies in the checkout without being part of it, such as compiled code, may be missing.
    wanted = {tree.name(path) for path in tree.files() if tree.name(path).startswith(f"{part}/")}
    carried = {f"{part}/{path.relative_to(found).as_posix()}" for path in Path(found).rglob("*") if path.is_file()}
    assert found.startswith(str(installed.folder))
    assert wanted <= carried
    assert wanted != set()


def test_the_wheel_carries_all_that_lies_in_the_folders_of_games(installed: Environment) -> None:
    found = installed.run("python", "-c", "import corr.games; print(corr.games.__path__[0])").strip()

    wanted = {tree.name(path) for path in tree.files() if tree.name(path).startswith("corr/games/")}
    carried = {f"corr/games/{path.relative_to(found).as_posix()}" for path in Path(found).rglob("*") if path.is_file()}
    assert {Path(name).name for name in wanted} >= {"rules.html", "perft.json", "games.txt"}
    assert wanted <= carried


@pytest.mark.slow
def test_a_new_game_is_installed_beside_the_wheel_and_passes_all_checks(installed: Environment, tmp_path: Path) -> None:
    installed.run("corr", "game", "new", "hexo", "--into", str(tmp_path))
    installed.install("--no-deps", "--no-build-isolation", "--no-index", tmp_path / "corr-hexo")

    drawn = installed.run("corr", "board", "hexo")
    checked = installed.run("corr", "game", "check", "hexo")

    assert drawn.startswith("   1  2  3\n")
    assert "passed" in checked.splitlines()[-1]


@pytest.mark.slow
def test_the_installed_service_serves(installed: Environment, tmp_path: Path) -> None:
    with Served(tmp_path / "var", "--demo", python=installed.python) as served, Browser(served.origin) as browser:
        page = browser.get("/games")

    assert page.status == 200
    assert "Ada" in page.words
