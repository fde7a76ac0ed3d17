"""
Every kind of page of the demo as pictures, at four widths, light and dark: `make screenshots`, with Chromium installed.

They are for people to look at; the folder's `index.html` shows them side by side.
"""

import shutil
import sys
import tempfile
from html import escape
from pathlib import Path
from typing import Literal

from playwright.sync_api import Browser as Program
from playwright.sync_api import Error, FloatRect

from tests.chromium import find_chromium
from tests.journeys.browser import Browser
from tests.journeys.demo_pages import DemoPage, find_pages
from tests.journeys.served import Served
from tests.journeys.steps import sign_in_as
from tests.journeys.windows import a_program, new_window

_FOLDER = Path(__file__).parents[1] / "screenshots"
_WIDTHS = {390: 844, 768: 1024, 1280: 720, 1920: 1080}
"""Height of the window for each width; a picture is as high as its page."""
_THEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")
_TALLEST = 8000
"""Pixels after which a picture of a long page ends."""


def take_pictures(origin: str, program: Program, folder: Path) -> list[str]:
    """Take a picture of each page at each width in each theme; the pages that could not be taken."""
    pages = find_pages(origin)
    failed = []
    for number, page in enumerate(pages, start=1):
        print(f"\r{number} of {len(pages)}: {page.name:60}", end="", file=sys.stderr, flush=True)
        try:
            _take(origin, program, folder, page)
        except Error as error:
            failed.append(f"{page.name}: {error.message}")
    (folder / "index.html").write_text(_sheet(pages), encoding="utf-8")
    return failed


def _take(origin: str, program: Program, folder: Path, page: DemoPage) -> None:
    with Browser(origin) as browser:
        if page.player:
            sign_in_as(browser, page.player)
        for theme in _THEMES:
            window = new_window(program, origin, browser if page.player else None, scripts=True, theme=theme)
            for width, height in _WIDTHS.items():
                window.set_viewport_size({"width": width, "height": height})
                window.goto(page.path)
                tall = min(_TALLEST, int(window.evaluate("document.documentElement.scrollHeight")))
                part: FloatRect = {"x": 0, "y": 0, "width": width, "height": max(height, tall)}
                window.screenshot(path=folder / _file(page, width, theme), full_page=True, clip=part)
            window.context.close()


def _file(page: DemoPage, width: int, theme: str) -> str:
    return f"{page.name}-{width}-{theme}.png"


def _sheet(pages: list[DemoPage]) -> str:
    parts = ["<!DOCTYPE html><meta charset=utf-8><title>Pages</title><style>img{width:24%;vertical-align:top}</style>"]
    for page in pages:
        parts.append(f"<h2>{escape(page.name)} <code>{escape(page.path)}</code></h2>")
        for theme in _THEMES:
            names = [_file(page, width, theme) for width in _WIDTHS]
            parts += [f'<a href="{name}"><img src="{name}" alt="" loading="lazy"></a>' for name in names]
    return "\n".join(parts)


def main() -> None:
    """Start a demo in a folder of its own, and take the pictures."""
    chromium = find_chromium()
    if chromium is None:
        sys.exit("Chromium is not installed.")
    shutil.rmtree(_FOLDER, ignore_errors=True)
    _FOLDER.mkdir()
    with (
        tempfile.TemporaryDirectory() as folder,
        Served(Path(folder) / "var", "--demo") as served,
        a_program(chromium) as program,
    ):
        failed = take_pictures(served.origin, program, _FOLDER)
    print(f"\n{_FOLDER / 'index.html'}", *failed, sep="\n")
    sys.exit(bool(failed))


if __name__ == "__main__":
    main()
