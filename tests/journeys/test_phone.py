"""The pages on a phone."""

import re
from itertools import pairwise, product

import pytest
from playwright.sync_api import Locator, expect

from tests.journeys.scripted_boards import CONFIRMED, PHONE, Visit, hold_turns
from tests.journeys.windows import new_window, unfolded

pytestmark = pytest.mark.slow

_SIZES = [(320, 568), (360, 640), (390, 844), (844, 390)]
_FOLDED = ["Watch", "Players", "Leagues", "Ratings", "Rules", "Practice", "Mailbox (demo)", "Ada"]
_FINGER, _APART = 44, 8
"""Pixels of a target's sides, and between two of them."""


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


def test_what_can_be_done_with_a_stack_is_told_in_words_and_large_enough_for_a_finger(visit: Visit) -> None:
    desk = visit.desk("kyo", PHONE)
    picks, bar = desk.window.locator("#turn-picks"), desk.window.locator("#turn-bar").bounding_box()

    desk.tap("A0")

    for title, numbers in (("Pawn goes with … chips", "0123"), ("Pawn stays, chips go", "123")):
        expect(picks.get_by_text(title)).to_be_visible()
        expect(picks.get_by_role("group", name=title).get_by_role("button")).to_have_text(list(numbers))
    boxes = [choice.bounding_box() for choice in picks.get_by_role("button").all()]
    assert all(box and box["width"] >= _FINGER and box["height"] >= _FINGER for box in boxes), boxes
    assert all(left and right and right["x"] - left["x"] - left["width"] >= _APART for left, right in pairwise(boxes))
    for choice in picks.get_by_role("button").all():
        expect(choice).to_be_in_viewport(ratio=1)
    assert desk.window.locator("#turn-bar").bounding_box() == bar
    desk.close()


def test_a_second_tap_on_a_target_takes_the_usual_way_there(visit: Visit) -> None:
    desk = visit.desk("kyo", PHONE)

    desk.tap("F0")
    desk.tap("G0")
    desk.expect_question("Pick one, or choose G0 again for the first.")
    expect(desk.window.locator("#turn-picks .is-usual")).to_have_accessible_name("with 0 chips: the Queen alone")
    desk.tap("G0")

    desk.expect_text("F0-G0")
    desk.close()


def test_the_button_that_submits_asks_in_its_own_place(visit: Visit) -> None:
    desk = visit.desk("kelasu", PHONE)
    orders, submit = hold_turns(desk), desk.window.locator("#turn-submit")
    bar = desk.window.locator("#turn-bar").bounding_box()
    desk.tap("D5")
    desk.tap("H9")
    desk.expect_text("D5xH9")
    before = submit.bounding_box()
    assert before is not None
    thumb = before["x"] + before["width"] / 2, before["y"] + before["height"] / 2

    # Two taps of one gesture ask, and do not answer.
    desk.window.touchscreen.tap(*thumb)
    desk.window.touchscreen.tap(*thumb)
    expect(submit).to_have_text("Submit D5xH9?")
    expect(submit).to_be_focused()
    desk.window.wait_for_timeout(CONFIRMED)
    assert orders == []
    back = desk.window.get_by_role("button", name="Not yet")
    box = back.bounding_box()
    assert box
    assert box["height"] >= _FINGER
    back.tap()
    expect(submit).to_have_text("Submit")
    desk.window.touchscreen.tap(*thumb)
    expect(submit).to_have_text("Submit D5xH9?")
    desk.window.wait_for_timeout(CONFIRMED)
    desk.window.touchscreen.tap(*thumb)

    desk.expect_question("held back")
    assert [order["text"] for order in orders] == ["D5xH9"]
    assert desk.window.locator("#turn-bar").bounding_box() == bar
    desk.close()


@pytest.mark.parametrize("size", [PHONE, (390, 844), (360, 740)])
def test_board_question_and_field_are_seen_together_while_a_turn_is_typed(visit: Visit, size: tuple[int, int]) -> None:
    desk = visit.desk("kelasu", size)
    orders = hold_turns(desk)
    submit = desk.window.locator("#turn-submit")

    unfolded(desk.window, "#turn-typed").click()
    desk.window.keyboard.type("d5xh9, b1-c9")
    desk.expect_question("“b1-c9”")
    for part in ("#board svg.board", "#turn-question", "#turn-typed", "#turn-submit"):
        expect(desk.window.locator(part)).to_be_in_viewport(ratio=0.98)
    desk.press(*["Backspace"] * 7)
    expect(submit).to_be_enabled()
    submit.click()
    expect(submit).to_have_text("Submit D5xH9?")
    expect(submit).to_be_in_viewport(ratio=1)
    desk.confirm()

    desk.expect_question("held back")
    assert [order["text"] for order in orders] == ["D5xH9"]
    desk.close()


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
