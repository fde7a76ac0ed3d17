"""
The pictures of the README, taken anew from a demo: `python -m tests.readme` in a checkout, with Chromium installed.

To be run when the pages have changed, and its pictures looked at before they are committed.
"""

import sys
import tempfile
from pathlib import Path

from playwright.sync_api import Browser, Page

from tests.chromium import find_chromium
from tests.journeys.served import Served
from tests.journeys.windows import a_program

FOLDER = Path(__file__).parents[1] / "deploy" / "readme"
_SCREEN = (1280, 720)
_PHONE = (390, 664)


def take_pictures(origin: str, program: Browser, folder: Path) -> None:
    """Take every picture that the README shows, as the demo's Ada sees the pages."""
    screen, phone = _window(program, origin, _SCREEN), _window(program, origin, _PHONE)
    _open_game(screen, "Kelasu")
    for square in ("B3", "C3", "B8", "C8", "D5"):
        screen.locator(f"[data-square={square}]").click()
        screen.wait_for_load_state("networkidle")
    screen.screenshot(path=folder / "game.png")
    for game in ("Kyo", "Kerd"):
        _open_game(screen, game)
        screen.screenshot(path=folder / f"{game.lower()}.png")
    _open_game(phone, "Kyo")
    phone.screenshot(path=folder / "phone.png")
    screen.set_viewport_size({"width": _SCREEN[0], "height": 1100})
    screen.goto("/mailbox?to=ada%40demo.example")
    screen.locator(".mailbox a").filter(has_text="your turn").filter(has_text="Kyo").first.click()
    screen.wait_for_load_state("networkidle")
    screen.screenshot(path=folder / "letter.png")


def _window(program: Browser, origin: str, size: tuple[int, int]) -> Page:
    """A window of that width and height in which Ada is signed in."""
    window = program.new_page(base_url=origin, color_scheme="light")
    window.set_viewport_size({"width": size[0], "height": size[1]})
    window.goto("/demo")
    window.get_by_role("button", name="Sign in as Ada").click()
    return window


def _open_game(window: Page, game: str) -> None:
    """Open the first game of that name that waits for Ada."""
    window.goto("/")
    window.locator("[aria-labelledby=yours] a[href^='/games/']").filter(has_text=game).first.click()
    window.wait_for_load_state("networkidle")


def main() -> None:
    """Start a demo in a folder of its own, and take the pictures."""
    chromium = find_chromium()
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
