"""
A release: `python -m tests.release` builds the wheel and the source archive, and looks whether both can be used.

Each is installed beside what is locked, which has to be all that it needs, and has to serve a demo.
"""

import shutil
import sys
from http import HTTPStatus
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.gates import tree
from tests.journeys.browser import Browser
from tests.journeys.served import Served
from tests.packages import build, empty

FOLDER = tree.ROOT / "dist"


def main() -> None:
    shutil.rmtree(FOLDER, ignore_errors=True)
    for package in (build(FOLDER, "wheel"), build(FOLDER, "sdist")):
        with TemporaryDirectory() as folder:
            version = _try_out(package, Path(folder))
        print(f"{package} installs and serves: {version}")


def _try_out(package: Path, folder: Path) -> str:
    """What the program says of its version, once it is installed from *package* and has answered a page."""
    environment = empty(folder / "installed")
    environment.install_locked()
    environment.install("--no-build-isolation", "--no-index", package)
    with Served(folder / "var", "--demo", python=environment.python) as served, Browser(served.origin) as browser:
        status = browser.get("/").status
    if status != HTTPStatus.OK:
        sys.exit(f"{package} answered its first page with {status}.")
    return environment.run("corr", "--version").strip()


if __name__ == "__main__":
    main()
