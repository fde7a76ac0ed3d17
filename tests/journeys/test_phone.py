"""The pages on a phone."""

import re
from itertools import product

import pytest
from playwright.sync_api import Locator, expect

from tests.journeys.scripted_boards import PHONE, Visit
from tests.journeys.windows import new_window, unfolded

pytestmark = pytest.mark.slow

_SIZES = [(320, 568), (360, 640), (390, 844), (844, 390)]
_FOLDED = ["Watch", "Players", "Leagues", "Ratings", "Rules", "Practice", "Mailbox (demo)", "Ada"]
_FINGER = 44
"""Pixels that a finger needs."""


def test_the_head_of_a_page_is_one_row_and_its_menu_holds_the_rest(visit: Visit) -> None:
    window = new_window(visit.program, visit.origin, visit.ada)
    row, menu = window.locator("header.top :is(a, summary):visible"), window.locator("header.top .top-more a")

    for size, path in product(_SIZES, ("/", visit.games["kyo"])):
        window.set_viewport_size({"width": size[0], "height": size[1]})
        window.goto(path)
        # The number of games that wait stands behind the name.
        assert [re.split(r"\s+\d", words)[0] for words in touched(row)][1:] == ["Your games", "Offers", "Menu"]
        assert row.evaluate_all("entries => new Set(entries.map(it => it.getBoundingClientRect().bottom)).size") == 1
        window.locator("header.top summary").press("Enter")
        assert touched(menu) == _FOLDED
    window.context.close()


def test_the_menu_closes_by_escape_and_when_something_else_is_touched(visit: Visit) -> None:
    window = new_window(visit.program, visit.origin, visit.ada, scripts=True)
    window.set_viewport_size({"width": 390, "height": 844})
    window.goto("/leagues")
    opener, entry = window.locator("header.top summary"), window.get_by_role("link", name="Practice", exact=True)

    opener.press("Enter")
    expect(entry).to_be_visible()
    window.keyboard.press("Escape")
    expect(entry).to_be_hidden()
    expect(opener).to_be_focused()
    opener.click()
    expect(entry).to_be_visible()
    window.mouse.click(5, 800)

    expect(entry).to_be_hidden()
    window.context.close()


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

    unfolded(desk.window, "#turn-typed").fill("D1-D9")
    desk.expect_question("A Hussar leaps two squares and one aside, or goes exactly three along a rank or")
    hidden = desk.window.locator(".turn-say").evaluate("one => one.scrollHeight - one.clientHeight")
    desk.close()

    assert hidden == 0


def touched(entries: Locator) -> list[str]:
    """What is read on some entries, each of which lies in the window as a whole and is large enough for a finger."""
    window = entries.page.viewport_size or {"width": 0, "height": 0}
    for entry in entries.all():
        box = entry.bounding_box()
        assert box is not None
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= window["width"]
        assert box["y"] + box["height"] <= window["height"]
        assert min(box["width"], box["height"]) >= _FINGER
    return [entry.inner_text().strip() for entry in entries.all()]
