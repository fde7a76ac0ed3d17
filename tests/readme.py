"""
The pictures of the README, taken anew from a demo: `python -m tests.readme` in a checkout, with Chromium installed.

To be run when the pages have changed, and its pictures looked at before they are committed.
"""

import shutil
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import Browser, Page

from tests.journeys.served import Served
from tests.journeys.windows import a_program

FOLDER = Path(__file__).parents[1] / "deploy" / "readme"
_SIZE = {"width": 1280, "height": 900}
_PROGRAMS = ("chromium", "chromium-browser", "google-chrome")


def take_pictures(origin: str, program: Browser, folder: Path) -> None:
    """Take every picture that the README shows, as the demo's Ada sees the pages."""
    window = program.new_page(base_url=origin, color_scheme="light", java_script_enabled=False)
    window.set_viewport_size(_SIZE)  # type: ignore[arg-type] # its own kind of dictionary
    window.goto("/demo")
    window.get_by_role("button", name="Sign in as Ada").click()
    _game_of_kelasu(window)
    window.screenshot(path=folder / "game.png")


def _game_of_kelasu(window: Page) -> None:
    """Open the game of Kelasu that waits for Ada."""
    window.goto("/")
    window.locator("[aria-labelledby=yours] a[href^='/games/']").filter(has_text="Kelasu").first.click()


def main() -> None:
    """Start a demo in a folder of its own, and take the pictures."""
    chromium = next((found for name in _PROGRAMS if (found := shutil.which(name))), None)
    if chromium is None:
        sys.exit("Chromium is not installed.")
    with (
        tempfile.TemporaryDirectory() as folder,
        Served(Path(folder) / "var", "--demo") as served,
        a_program(chromium) as program,
    ):
        take_pictures(served.origin, program, FOLDER)


if __name__ == "__main__":
    main()
