"""What somebody gets who installs Corr without a checkout."""

import subprocess
import sys
import sysconfig
import venv
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.gates import tree
from tests.journeys.browser import Browser
from tests.journeys.served import Served


@dataclass(frozen=True, slots=True)
class _Installed:
    """An environment of its own with the wheel in it."""

    folder: Path

    def run(self, *command: str) -> str:
        """What a program of the environment prints; it runs in a folder without any checkout."""
        program = [str(self.folder / "bin" / command[0]), *command[1:]]
        return subprocess.run(program, check=True, capture_output=True, text=True, cwd=self.folder).stdout


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> _Installed:
    folder = tmp_path_factory.mktemp("installed")
    builder = [sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--directory", str(folder)]
    subprocess.run(builder, check=True, cwd=tree.ROOT, capture_output=True)
    venv.create(folder, symlinks=True)
    installer = [sys.executable, "-m", "pip", "--python", str(folder / "bin" / "python"), "install", "--quiet"]
    wheel = next(folder.glob("corr-*.whl"))
    subprocess.run([*installer, "--no-deps", "--no-index", str(wheel)], check=True, capture_output=True)
    # What Corr needs is lent by the environment that runs the tests; its own way to the checkout is not followed.
    site = next(folder.glob("lib/python*/site-packages"))
    (site / "lent.pth").write_text(sysconfig.get_path("purelib"))
    return _Installed(folder)


def test_the_installed_command_helps(installed: _Installed) -> None:
    printed = installed.run("corr", "--help")

    assert "Usage: corr" in printed


def test_the_installed_package_is_not_the_checkout(installed: _Installed) -> None:
    place = installed.run("python", "-c", "import corr; print(corr.__file__)")

    assert place.startswith(str(installed.folder))


@pytest.mark.parametrize("part", ["templates", "migrations"])
def test_the_wheel_carries_every_template_and_migration(installed: _Installed, part: str) -> None:
    found = installed.run("python", "-c", f"import corr.resources; print(corr.resources.{part}_folder())").strip()

    # What lies in the checkout without being part of it, such as compiled code, may be missing.
    wanted = {tree.name(path) for path in tree.files() if tree.name(path).startswith(f"{part}/")}
    carried = {f"{part}/{path.relative_to(found).as_posix()}" for path in Path(found).rglob("*") if path.is_file()}
    assert found.startswith(str(installed.folder))
    assert wanted <= carried
    assert wanted != set()


@pytest.mark.slow
def test_the_installed_service_serves(installed: _Installed, tmp_path: Path) -> None:
    python = str(installed.folder / "bin" / "python")
    with Served(tmp_path / "var", "--demo", python=python) as served, Browser(served.origin) as browser:
        page = browser.get("/games")

    assert page.status == 200
    assert "Ada" in page.words
