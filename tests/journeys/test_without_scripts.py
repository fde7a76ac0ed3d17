"""Somebody tries the demo in a real browser with scripts switched off."""

from pathlib import Path

import pytest
from playwright.sync_api import Browser as Program
from playwright.sync_api import Page, expect

from tests.crash.newborn import Nursery
from tests.journeys.scripted_boards import Demo, visited_demo
from tests.journeys.windows import click_square, look_until, new_window

pytestmark = pytest.mark.slow


def test_a_turn_is_clicked_together_and_answered_from_the_mailbox(
    tmp_path: Path, program: Program, nursery: Nursery, demo: Demo
) -> None:
    with visited_demo(demo, tmp_path / "var", program, nursery) as visit:
        window = new_window(program, visit.origin)
        window.goto("/demo")
        window.get_by_role("button", name="Sign in as Ada").click()
        window.get_by_role("link", name="turn 7").click()
        game_page = window.url
        click_square(window, "D5")
        click_square(window, "H9")
        expect(window.locator("#turn-steps")).to_contain_text("D5xH9")
        window.get_by_role("button", name="Submit", exact=True).click()
        expect(window.get_by_text("Turn submitted: D5xH9")).to_be_visible()

        open_letter(window, "/mailbox?to=ben@demo.example", game_page.rpartition("/")[2])
        window.locator("#reply textarea").fill("I6-H6")
        window.get_by_role("button", name="Send by email").click()

        look_until(window, game_page, window.get_by_text("I6-H6"))


def open_letter(window: Page, mailbox: str, game_id: str) -> None:
    """Open the second letter about a game, which asks for a turn, as soon as it is there."""
    letters = window.locator(".mailbox a", has_text=game_id)
    look_until(window, mailbox, letters.nth(1))
    letters.first.click()
