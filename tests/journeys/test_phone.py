"""The pages on a phone."""

import re

import pytest
from playwright.sync_api import Page

from tests.journeys.scripted_boards import PHONE, Visit
from tests.journeys.windows import new_window

pytestmark = pytest.mark.slow

_ENTRIES = {
    "Your games", "Offers", "Watch", "Leagues", "Ratings", "Rules", "Practice", "Mailbox (demo)", "Ada",
}  # fmt: skip


def test_every_entry_of_the_menu_can_be_seen_and_touched(visit: Visit) -> None:
    window = new_window(visit.program, visit.origin, visit.ada)

    found = {width: touchable(window, width) for width in (320, 390)}

    assert all(entries >= _ENTRIES for entries in found.values()), found


def test_a_turn_is_read_as_a_whole_before_it_is_submitted(visit: Visit) -> None:
    desk = visit.desk("kerd", PHONE)

    desk.tap("E2")
    desk.tap("E3")
    desk.expect_text("E2-E3")
    desk.window.locator("#turn-submit").click()
    desk.expect_question("Submit this turn?")
    made = desk.window.locator(".turn-made").bounding_box()
    words = desk.window.locator("#turn-steps code").bounding_box()
    desk.close()

    assert made is not None
    assert words is not None
    assert words["y"] >= made["y"], "the notation is cut off"


def test_a_long_refusal_of_a_typed_turn_is_read_beside_the_board(visit: Visit) -> None:
    desk = visit.desk("kerd", PHONE)

    desk.window.locator("#turn-typed").fill("D1-D9")
    desk.expect_question("A Hussar leaps two squares and one aside, or goes exactly three along a rank or")
    hidden = desk.window.locator(".turn-say").evaluate("one => one.scrollHeight - one.clientHeight")
    desk.close()

    assert hidden == 0


def touchable(window: Page, width: int) -> set[str]:
    """The entries of the menu that lie on a screen of that *width* as a whole, and are large enough for a finger."""
    window.set_viewport_size({"width": width, "height": 844})
    window.goto("/")
    found = window.locator("header.top a").all()
    # The number of games that wait stands behind the name.
    boxes = {re.split(r"\s+\d", link.inner_text())[0].strip(): link.bounding_box() for link in found}
    return {
        name
        for name, box in boxes.items()
        if box is not None and box["x"] >= 0 and box["x"] + box["width"] <= width and box["height"] >= 24
    }
