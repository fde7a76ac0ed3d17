"""Somebody tries the demo in a real browser with scripts switched off."""

import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Locator, Page, expect, sync_playwright

from tests.journeys.served import Served

PATIENCE = 30.0


@contextmanager
def a_window(chromium: str) -> Iterator[Page]:
    """A browser window in which no script runs."""
    # Chromium refuses to run as root inside its own sandbox.
    arguments = ["--no-sandbox"] if os.geteuid() == 0 else []
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=arguments)
        window = browser.new_context(java_script_enabled=False).new_page()
        window.set_default_timeout(PATIENCE * 1000)
        yield window
        browser.close()


def test_a_turn_is_clicked_together_and_answered_from_the_mailbox(tmp_path: Path, chromium: str) -> None:
    with Served(tmp_path / "var", "--demo") as served, a_window(chromium) as window:
        window.goto(f"{served.origin}/demo")
        window.get_by_role("button", name="Sign in as Ada").click()
        window.get_by_role("link", name="turn 7").click()
        game_page = window.url
        click_square(window, "D5")
        click_square(window, "H9")
        window.get_by_role("link", name="preview").click()
        expect(window.get_by_text("Is this your turn?")).to_be_visible()
        window.get_by_role("button", name="Submit the turn").click()
        expect(window.get_by_text("Your turn is played: D5xH9")).to_be_visible()

        open_letter(window, f"{served.origin}/mailbox", "ben@demo.example", game_page.rpartition("/")[2])
        window.locator("#reply textarea").fill("I6-H6")
        window.get_by_role("button", name="Send by mail").click()

        look_until(window, game_page, window.get_by_text("I6-H6"))


def click_square(window: Page, square: str) -> None:
    """Click a square of the board."""
    window.locator(f"#board a[href*='{square}']").first.click()


def open_letter(window: Page, mailbox: str, recipient: str, game_id: str) -> None:
    """Open the second letter to *recipient* about a game, which asks for a turn, as soon as it is there."""
    letters = window.locator(".letters a", has_text=recipient).filter(has_text=game_id)
    look_until(window, mailbox, letters.nth(1))
    letters.first.click()


def look_until(window: Page, url: str, wanted: Locator) -> None:
    """Look at a page again and again until something *wanted* is on it."""
    until = time.monotonic() + PATIENCE
    window.goto(url)
    while wanted.count() == 0:
        assert time.monotonic() < until, f"{wanted} never came up on {url}"
        time.sleep(0.2)
        window.goto(url)
