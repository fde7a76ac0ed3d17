"""What `make` does in an environment that is older than the checkout, or whose Python is gone."""

import os
import subprocess
from pathlib import Path

import pytest

from tests.gates import tree
from tests.making import FOREIGN

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def checkout(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the checkout with all that `make run` needs."""
    folder = tmp_path_factory.mktemp("old") / "checkout"
    tree.copy_to(folder)
    _install(folder)
    return folder


def test_a_package_of_the_former_name_is_removed(checkout: Path) -> None:
    (site,) = (checkout / ".venv").glob("lib/python*/site-packages")
    info = site / "corr-0.1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: corr\nVersion: 0.1.0\n")
    (info / "RECORD").write_text("corr-0.1.0.dist-info/METADATA,,\ncorr-0.1.0.dist-info/RECORD,,\n_corr.pth,,\n")
    (site / "_corr.pth").touch()
    (checkout / "pyproject.toml").touch()

    _install(checkout)

    assert [path.name for path in site.glob("corr-*")] == []
    assert not (site / "_corr.pth").exists()
    assert _version(checkout).startswith("corr, version ")


def test_an_environment_whose_python_is_gone_is_made_again(checkout: Path) -> None:
    python = checkout / ".venv" / "bin" / "python"
    python.unlink()
    python.symlink_to("/usr/bin/python-of-an-older-system")

    _install(checkout)

    assert python.exists()
    assert _version(checkout).startswith("corr, version ")


def _install(checkout: Path) -> None:
    environ = {name: value for name, value in os.environ.items() if name not in FOREIGN}
    subprocess.run(["make", "--silent", ".venv/.run"], env=environ, cwd=checkout, capture_output=True, check=True)


def _version(checkout: Path) -> str:
    command = [str(checkout / ".venv" / "bin" / "corr"), "--version"]
    return subprocess.run(command, cwd=checkout.parent, capture_output=True, check=True, text=True).stdout
