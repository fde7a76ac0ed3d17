"""
Lighthouse's scores of pages that people wait for, on a phone and on a desk: `make lighthouse`, with Chromium installed.

The pages are those of the demo: the front page for strangers, games in which the player is due, and a practice board.
Each is looked at five times, and the median is printed; the status is 1 where one is below its aim. Its performance is
measured in time, so nothing else should run beside it.
"""

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from statistics import median

from tests.chromium import find_chromium
from tests.crash.newborn import Nursery
from tests.journeys.scripted_boards import Demo, a_demo
from tests.journeys.served import ForkedService

_TOOLS = Path(__file__).parents[2] / ".venv" / "lighthouse"
_NODE = Path(__file__).parents[2] / ".venv" / "bin" / "node"
_CATEGORIES = ("performance", "accessibility", "best-practices")
_AIM = 95
_TIMES = 5
_SCREENS = ("phone", "desk")


def main() -> None:
    """Print a line for each page and screen; end with status 1 if a median is below the aim."""
    chromium = find_chromium()
    if chromium is None:
        sys.exit("Chromium is not installed.")
    print(f"{'':26}" + "".join(f"{category:>16}" for category in _CATEGORIES), flush=True)
    is_met = True
    with tempfile.TemporaryDirectory() as folder, ExitStack() as ends:
        nursery = Nursery()
        ends.callback(nursery.end)
        demo = a_demo(Path(folder) / "var", nursery)
        with ForkedService(nursery, demo.folder, "--demo") as served:
            for name, path, headers in _pages(demo):
                for screen in _SCREENS:
                    found = [_scores(served.origin + path, headers, screen, chromium) for _ in range(_TIMES)]
                    medians = [median(scores[category] for scores in found) for category in _CATEGORIES]
                    print(f"{name + ', ' + screen:26}" + "".join(f"{score:16.0f}" for score in medians), flush=True)
                    is_met = is_met and min(medians) >= _AIM
    sys.exit(not is_met)


def _pages(demo: Demo) -> Iterator[tuple[str, str, dict[str, str]]]:
    """Name, path and headers of each request."""
    session = {"Cookie": "; ".join(f"{name}={value}" for name, value in demo.cookies.items())}
    yield "home", "/", {}
    for game, path in demo.games.items():
        yield f"game of {game.title()}", path, session
        yield f"practice, {game.title()}", f"/practice/{game}", {}


def _scores(address: str, headers: dict[str, str], screen: str, chromium: str) -> dict[str, float]:
    """The score in each category, from 0 to 100, of one look."""
    tool = [_NODE, _TOOLS / "node_modules" / "lighthouse" / "cli" / "index.js"]
    options = [
        address,
        "--quiet",
        "--output=json",
        f"--only-categories={','.join(_CATEGORIES)}",
        f"--extra-headers={json.dumps(headers)}",
        "--chrome-flags=--headless=new --no-sandbox",
        *(["--preset=desktop"] if screen == "desk" else []),
    ]
    environment = os.environ | {"CHROME_PATH": chromium}
    said = subprocess.run([*tool, *options], env=environment, capture_output=True, text=True, check=False, timeout=300)
    if said.returncode:
        sys.exit(f"Lighthouse ended with status {said.returncode}: {said.stderr[-2000:]}")
    categories = json.loads(said.stdout)["categories"]
    return {category: 100 * categories[category]["score"] for category in _CATEGORIES}


if __name__ == "__main__":
    main()
