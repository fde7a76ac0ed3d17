"""The pages on a phone."""

import re
from itertools import pairwise, product

import pytest
from playwright.sync_api import Locator, expect

from tests.journeys.scripted_boards import CONFIRMED, PHONE, TURNS, Desk, Visit, by_mouse, hold_turns
from tests.journeys.windows import expect_true, new_window, unfolded

pytestmark = pytest.mark.slow

_SIZES = [(320, 568), (360, 640), (390, 844), (844, 390)]
_FOLDED = ["Watch", "Players", "Leagues", "Ratings", "Rules", "Practice", "Mailbox (demo)", "Ada"]
_FINGER, _APART = 44, 8
"""Pixels of a target's sides, and between two of them."""
_LEADING = 4
"""Pixels of a line that its letters do not need."""


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


def test_choices_that_go_on_beyond_the_bar_say_so(visit: Visit) -> None:
    desk = visit.desk("kyo", (360, 640))
    shown = "getComputedStyle(document.querySelector('#turn-picks'), '::after').opacity"
    last = desk.window.locator("#turn-picks").get_by_role("button").last

    desk.click("A0")
    desk.window.locator("#turn-picks").evaluate("picks => picks.style.width = '30rem'")
    expect_true(desk.window, f"{shown} == 0")
    desk.window.locator("#turn-picks").evaluate("picks => picks.style.width = ''")
    desk.click("A0")
    desk.click("F0")
    expect(last).not_to_be_in_viewport()
    expect_true(desk.window, f"{shown} == 1")
    last.scroll_into_view_if_needed()

    expect(last).to_be_in_viewport(ratio=1)
    expect_true(desk.window, f"{shown} == 0")
    desk.close()


@pytest.mark.parametrize("size", [(360, 640), (844, 390)])
def test_beside_chips_the_last_action_is_seen_from_its_beginning(visit: Visit, size: tuple[int, int]) -> None:
    desk = visit.desk("kyo", size)
    hidden = """() => document.querySelector(".turn-made").getBoundingClientRect().top
        - document.querySelector("#turn-steps li:last-child").getBoundingClientRect().top"""

    for step in TURNS["kyo"].steps:
        by_mouse(desk, step)
        expect(desk.window.locator("#turn-steps code").last).to_contain_text(f">{step.goal}")
        assert desk.window.evaluate(hidden) < _LEADING, step
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


@pytest.mark.parametrize("game", ["kelasu", "kyo", "kerd"])
@pytest.mark.parametrize("size", [(360, 640), PHONE, (412, 732)])
def test_the_bar_covers_no_line_of_the_legend_in_half(visit: Visit, game: str, size: tuple[int, int]) -> None:
    window = new_window(visit.program, visit.origin, visit.ada)
    window.set_viewport_size({"width": size[0], "height": size[1]})
    window.goto(visit.games[game])
    bar, entries = window.locator("#turn-bar").bounding_box(), window.locator("#board .board-legend li")
    lines = [entry.bounding_box() for entry in entries.all()]
    window.context.close()

    assert bar
    assert lines
    assert [box for box in lines if box and box["y"] < bar["y"] < box["y"] + box["height"] - 1] == []


@pytest.mark.parametrize(("path", "words"), [("kerd", ".turn-before"), ("/practice/kerd", "#turn-question")])
def test_on_a_lying_phone_the_words_of_the_bar_are_read_as_a_whole(visit: Visit, path: str, words: str) -> None:
    desk = Desk.at(visit.program, visit.origin, visit.games.get(path, visit.origin + path), visit.ada, size=(844, 390))

    is_whole = reads_whole(desk.window.locator(words))
    tops = desk.window.locator(".turn-acts > :not(#turn-not-yet)").evaluate_all("all => all.map(it => it.offsetTop)")
    desk.close()

    assert is_whole
    assert len(set(tops)) == 1, "the ways stand in two rows"


def test_an_action_is_told_from_its_beginning_beside_the_choices_of_the_next(visit: Visit) -> None:
    desk = visit.desk("kyo", PHONE)

    desk.tap("F0")
    desk.tap("G0")
    desk.choose("with 2 chips")
    desk.expect_text("F0>G0:2")
    expect(desk.window.locator("#turn-picks").get_by_role("button").first).to_be_visible()
    is_whole = reads_whole(desk.window.locator("#turn-steps code"))
    desk.close()

    assert is_whole


def test_how_a_game_ended_and_a_rematch_are_seen_on_a_small_phone(visit: Visit) -> None:
    window = new_window(visit.program, visit.origin, visit.ada, scripts=True)
    window.set_viewport_size({"width": 360, "height": 640})
    window.goto("/")
    window.goto(window.locator("a:has-text('all four victory squares were taken')").first.get_attribute("href") or "")

    bottoms = window.locator("#ending .row .button, #ending .row button").evaluate_all(
        "all => all.map(it => it.getBoundingClientRect().bottom)"
    )
    window.context.close()

    assert bottoms
    assert max(bottoms) <= 640


def test_an_action_of_the_list_of_turns_stands_on_one_line(visit: Visit) -> None:
    window = new_window(visit.program, visit.origin, visit.ada)
    window.goto(visit.games["kelasu"])

    for size in ((390, 844), (360, 640)):
        window.set_viewport_size({"width": size[0], "height": size[1]})
        heights = window.locator(".turns code > span").evaluate_all("actions => actions.map(it => it.offsetHeight)")
        assert max(heights) < 1.5 * min(heights)
    window.context.close()


def reads_whole(words: Locator) -> bool:
    """Whether nothing around some words cuts them off."""
    return bool(
        words.evaluate("""it => {
            const {top, bottom} = it.getBoundingClientRect();
            for (let around = it.parentElement; around.id !== "turn-bar"; around = around.parentElement) {
                const box = around.getBoundingClientRect();
                if (top < box.top - 1 || bottom > box.bottom + 1) return false;
            }
            return true;
        }""")
    )


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
