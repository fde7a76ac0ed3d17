"""The rules on a phone: from the contents to a first turn, to a board where it is tried, and back."""

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.journeys.scripted_boards import Desk, Visit
from tests.journeys.windows import click_square, new_window

pytestmark = pytest.mark.slow

_WIDTH, _HEIGHT = 390, 844
_FINGER = 44
"""The pixels that a finger needs."""


@pytest.mark.parametrize("scripts", [True, False], ids=["scripts", "plain"])
def test_a_first_turn_is_found_tried_and_left_for_the_same_place(visit: Visit, *, scripts: bool) -> None:
    window = new_window(visit.program, visit.origin, scripts=scripts, has_touch=True)
    window.set_viewport_size({"width": _WIDTH, "height": _HEIGHT})
    contents, task = window.locator("nav.contents"), window.locator("#task")

    window.goto("/rules")
    window.get_by_role("link", name="How to play Kelasu").click()
    expect(contents).to_be_hidden()
    window.get_by_role("link", name="Contents").click()
    expect(contents).to_be_visible()
    assert all(height(link) >= _FINGER for link in contents.get_by_role("link").all())
    contents.get_by_role("link", name="Your first turn").click()
    expect(contents).to_be_hidden()
    figure = window.locator("#diagram-first-merge")
    figure.get_by_role("link", name="Try it").scroll_into_view_if_needed()
    # Where one is stays at the top, beside the way to the contents.
    heading = window.get_by_role("heading", name="Your first turn")
    expect(heading).to_be_in_viewport()
    assert top(heading) == 0
    assert height(window.get_by_role("link", name="Contents")) >= _FINGER
    place = top(figure)
    window.get_by_role("link", name="Contents").click()
    window.get_by_role("link", name="Close").click()
    expect(contents).to_be_hidden()
    assert top(figure) == place
    figure.get_by_role("link", name="Try it").click()

    expect(task).to_contain_text("Your task: Merge two Blanks into a Warrior on C3.")
    before = top(window.locator("#board"))
    merge(window, scripts=scripts)
    expect(task).to_contain_text("Done! Merge two Blanks into a Warrior on C3.")
    expect(window.locator("#turn-due")).to_have_text("Blue to play")
    assert top(window.locator("#board")) == before
    window.locator("#turn-submit").click()
    expect(window.locator("#turn-due")).to_have_text("Red to play")
    expect(task).to_contain_text("Done!")
    task.get_by_role("link", name="Back to the rules").click()

    expect(window).to_have_url(re.compile("/rules/kelasu#diagram-first-merge$"))
    expect(figure.get_by_role("img")).to_be_in_viewport(ratio=1)
    assert height(heading) <= top(figure) < _HEIGHT / 4
    window.context.close()


def merge(window: Page, *, scripts: bool) -> None:
    """Merge C3 and C4 into a Warrior on C3."""
    if scripts:
        desk = Desk(window)
        desk.tap("C3")
        desk.choose("merge into a Warrior")
        desk.tap("C4")
        desk.tap("C3")
        return
    click_square(window, "C3")
    window.get_by_role("link", name="into a Warrior").click()
    click_square(window, "C4")
    click_square(window, "%40C3")


def height(shown: Locator) -> float:
    """How high something is."""
    box = shown.bounding_box()
    assert box is not None
    return box["height"]


def top(shown: Locator) -> float:
    """Where something begins in the window."""
    box = shown.bounding_box()
    assert box is not None
    return box["y"]
