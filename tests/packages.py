"""Packages of Corr, and environments of their own to install them in."""

import subprocess
import sys
import sysconfig
import venv
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from tests.gates import tree

LOCK = tree.ROOT / "deploy" / "requirements.txt"
BUILD_LOCK = LOCK.with_name("requirements-build.txt")
LOCKS = sorted([*LOCK.parent.glob("requirements*.txt"), *(tree.ROOT / "tests").glob("requirements*.txt")])
_PIP = [sys.executable, "-m", "pip", "--disable-pip-version-check"]


@dataclass(frozen=True, slots=True)
class Environment:
    """An environment of Python, without pip."""

    folder: Path

    @property
    def python(self) -> str:
        """Its interpreter."""
        return str(self.folder / "bin" / "python")

    def run(self, *command: str) -> str:
        """What a program of the environment prints; it runs in a folder without any checkout."""
        program = [str(self.folder / "bin" / command[0]), *command[1:]]
        return subprocess.run(program, check=True, capture_output=True, text=True, cwd=self.folder).stdout

    def install_locked(self) -> None:
        """Install all that Corr needs, and what builds it, as is done for a service."""
        self.install("--require-hashes", "--no-deps", "-r", BUILD_LOCK)
        self.install("--require-hashes", "--no-deps", "--no-build-isolation", "-r", LOCK)

    def install(self, *what: str | Path) -> None:
        """Let pip install *what*, which may be its options, too."""
        command = [*_PIP, "--python", self.python, "install", "--quiet", "--no-compile", *map(str, what)]
        subprocess.run(command, check=True, capture_output=True, cwd=self.folder)


def build(folder: Path, target: Literal["wheel", "sdist"]) -> Path:
    """A package of this checkout, put into *folder*."""
    builder = [sys.executable, "-m", "hatchling", "build", "--target", target, "--directory", str(folder)]
    subprocess.run(builder, check=True, cwd=tree.ROOT, capture_output=True)
    return next(folder.glob("corr_server-*.whl" if target == "wheel" else "corr_server-*.tar.gz"))


def empty(folder: Path) -> Environment:
    """A new environment in *folder*."""
    venv.create(folder, symlinks=True)
    return Environment(folder)


def install_lent(package: Path, folder: Path) -> Environment:
    """A new environment with *package*; what that needs is lent by the environment that runs this."""
    environment = empty(folder)
    environment.install("--no-deps", "--no-index", package)
    # The lender's own way to the checkout is not followed.
    site = next(folder.glob("lib/python*/site-packages"))
    (site / "lent.pth").write_text(sysconfig.get_path("purelib"))
    return environment
