"""Turns that are made without loading pages: by mouse, by drag, by touch, by keys, by typing; in every game."""

import re

import pytest
from playwright.sync_api import Route, expect

from tests.journeys.scripted_boards import CONFIRMED, PHONE, TURNS, WAYS, Visit, by_mouse, hold_turns
from tests.journeys.windows import click_square, new_window, unfolded

pytestmark = pytest.mark.slow

_MOST_BY_NAMES, _MOST_BY_ARROWS = 20, 45
"""How many keys a turn of four moves takes at most."""
_FRAMES = "#board .board-open-frames"
"""The frames of what can move."""


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("game", TURNS)
def test_a_turn_is_made_without_a_page_and_the_board_stays_in_place(visit: Visit, game: str, way: str) -> None:
    size, make = WAYS[way]
    desk = visit.desk(game, size)
    tops = [desk.top]

    for number, step in enumerate(TURNS[game].steps, 1):
        make(desk, step)
        desk.expect_text(", ".join(TURNS[game].text.split(", ")[:number]))
        tops.append(desk.top)

    assert (desk.loads, set(tops)) == (0, {tops[0]})
    # Every pick of an action is there already.
    assert len(desk.texts_of("/draft?")) == len(TURNS[game].steps)
    expect(desk.window.locator("#turn-submit")).to_be_enabled()
    desk.close()


@pytest.mark.parametrize("game", TURNS)
def test_what_is_typed_is_read_while_it_is_typed(visit: Visit, game: str) -> None:
    desk = visit.desk(game)

    unfolded(desk.window, "#turn-typed").press_sequentially(TURNS[game].text.lower())
    desk.expect_text(TURNS[game].text)

    assert desk.loads == 0
    assert desk.top >= 0
    # What is under the cursor is left as it is.
    expect(desk.window.locator("#turn-typed")).to_have_value(TURNS[game].text.lower())
    desk.close()


@pytest.mark.parametrize("game", TURNS)
def test_the_same_turn_is_the_same_order_with_and_without_scripts(visit: Visit, game: str) -> None:
    desk = visit.desk(game)
    orders = hold_turns(desk)
    for step in TURNS[game].steps:
        by_mouse(desk, step)
    desk.expect_text(TURNS[game].text)
    desk.window.get_by_text("Add a message to").click()
    desk.window.locator("#turn-message").fill("Well played!")
    desk.submit()
    desk.expect_question("held back")
    desk.close()
    plain = new_window(visit.program, visit.origin, visit.ada)
    plain.goto(visit.games[game])
    for step in TURNS[game].steps:
        # The only stack that can go on is picked already.
        if plain.locator(f"#board a[href$='pick={step.source}#board']").count():
            click_square(plain, step.source)
        if step.along:
            plain.locator("#turn-picks").get_by_role("link", name=step.along).click()
        click_square(plain, step.goal)
    form = plain.locator("#turn-form")
    written = {name: form.locator(f"[name={name}]").input_value() for name in ("turn", "text")}
    plain.context.close()

    assert [{name: order[name] for name in written} for order in orders] == [written]
    assert [order["words"] for order in orders] == ["Well played!"]
    # Without scripts the pressed button adds its own name; a form without it is submitted, too.
    assert {name for order in orders for name in order} == {"csrf", "turn", "text", "words"}


def test_a_turn_of_four_moves_takes_few_keys(visit: Visit) -> None:
    desk = visit.desk("kelasu")
    hold_turns(desk)
    keys = desk.press("Tab", "Enter")
    expect(desk.window.locator(".board-cell:focus")).to_have_count(1)
    for step in TURNS["kelasu"].steps:
        keys += desk.press(*step.source.lower(), *step.goal.lower())
    desk.expect_text(TURNS["kelasu"].text)
    keys += desk.press("s", "Enter")
    desk.expect_question("held back")
    desk.close()

    assert keys <= _MOST_BY_NAMES, keys


def test_a_turn_of_four_moves_takes_few_arrows(visit: Visit) -> None:
    desk = visit.desk("kelasu")
    hold_turns(desk)
    keys = desk.press("Tab", "Enter")
    expect(desk.window.locator(".board-cell:focus")).to_have_count(1)
    for number in range(1, 5):
        keys += desk.press("n", "Enter", "n", "Enter")
        expect(desk.window.locator("#turn-steps li")).to_have_count(number)
    keys += desk.press("s", "Enter")
    desk.expect_question("held back")
    desk.close()

    assert keys <= _MOST_BY_ARROWS, keys


def test_ten_clicks_in_a_second_make_the_same_turn_as_slow_ones(visit: Visit) -> None:
    desk = visit.desk("kelasu")
    orders = hold_turns(desk)

    def later(route: Route) -> None:
        desk.window.wait_for_timeout(300)
        route.continue_()

    desk.window.route("**/draft?**", later)
    # What is picked first is put down again.
    clicks = ["B1", "B1", *(name for step in TURNS["kelasu"].steps for name in (step.source, step.goal))]
    places = [desk.center(name) for name in clicks]
    for place in places:
        desk.window.mouse.click(*place)
    desk.expect_text(TURNS["kelasu"].text)
    desk.submit()
    desk.expect_question("held back")

    assert len(clicks) == 10
    assert [order["text"] for order in orders] == [TURNS["kelasu"].text]

    # What was clicked after something that turned out to be impossible is left.
    desk.window.locator("#turn-restart").click()
    desk.expect_text("")
    places = [desk.center(name) for name in ("B1", "C1", "E4", "B3", "C3")]
    for place in places:
        desk.window.mouse.click(*place)
    desk.expect_question("Nothing on E4 can move now")
    desk.expect_text("B1-C1")
    assert desk.loads == 0
    desk.close()


def test_an_answer_that_comes_too_late_changes_nothing(visit: Visit) -> None:
    desk = visit.desk("kelasu")
    late: list[Route] = []

    def hold_first(route: Route) -> None:
        if late:
            route.continue_()
        else:
            late.append(route)

    desk.window.route("**/draft?**", hold_first)
    by_mouse(desk, TURNS["kelasu"].steps[1])
    expect(desk.window.locator(".board-pending")).to_have_count(1)
    desk.window.locator("#turn-undo").click()
    by_mouse(desk, TURNS["kelasu"].steps[2])
    desk.expect_text("B3-C3")
    with desk.window.expect_response(lambda answer: "B1-C1" in answer.url):
        late[0].continue_()
    desk.window.wait_for_timeout(500)

    desk.expect_text("B3-C3")
    expect(desk.square("B1")).to_have_attribute("aria-label", "B1, Blue Blank, can be picked")
    desk.close()


def test_an_answer_leaves_what_was_typed_meanwhile(visit: Visit) -> None:
    desk = visit.desk("kelasu")
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    desk.window.route("**/draft?**", hold)
    field = unfolded(desk.window, "#turn-typed")
    with desk.window.expect_request("**/draft?**"):
        field.press_sequentially("b1-c1")
    field.press_sequentially(", ")
    field.press_sequentially("b3")

    with desk.window.expect_response("**/draft?**"):
        held[0].continue_()
    desk.window.unroute("**/draft?**")
    for route in held[1:]:
        route.continue_()

    desk.expect_text("B1-C1")
    expect(field).to_have_value("b1-c1, b3")
    desk.close()


def test_what_was_typed_last_is_submitted_too(visit: Visit) -> None:
    desk = visit.desk("kelasu")
    orders = hold_turns(desk)
    field = unfolded(desk.window, "#turn-typed")
    field.fill("B1-C1")
    desk.expect_text("B1-C1")

    field.press_sequentially(", B3-C3")
    desk.submit()
    desk.expect_question("held back")

    assert [order["text"] for order in orders] == ["B1-C1, B3-C3"]
    desk.close()


def test_another_piece_can_be_picked_and_the_same_one_put_down(visit: Visit) -> None:
    desk = visit.desk("kelasu", PHONE)
    picked = desk.window.locator(".board-paint .is-picked")

    desk.tap("B1")
    expect(desk.square("B1")).to_have_attribute("aria-selected", "true")
    desk.tap("B3")
    expect(desk.square("B3")).to_have_attribute("aria-selected", "true")
    expect(picked).to_have_count(1)
    desk.tap("B3")
    expect(picked).to_have_count(0)

    assert desk.texts_of("/draft?") == []
    desk.close()


def test_the_board_can_be_read_in_words_before_anything_is_clicked(visit: Visit) -> None:
    desk = visit.desk("kerd")

    unfolded(desk.window, "#turn-words").click()

    expect(desk.window.locator("#turn-words p")).to_contain_text("White: Queen F1; King G1;")
    desk.close()


def test_a_click_after_the_whole_turn_says_how_to_choose_another(visit: Visit) -> None:
    desk = visit.desk("kerd")
    desk.click("E2")
    desk.click("E3")
    desk.expect_text("E2-E3")

    desk.click("D2")

    desk.expect_question("To choose another, undo first.")
    desk.close()


def test_a_page_that_comes_with_a_pick_marks_nothing_that_is_not_picked(visit: Visit) -> None:
    desk = visit.desk("kelasu")
    desk.window.goto(f"{desk.window.url}/compose?turn={TURNS['kelasu'].number}&pick=B1")

    desk.expect_question("Choose")

    expect(desk.window.locator("#board .board-picked")).to_have_count(0)
    expect(desk.window.locator("#board .is-picked")).to_have_count(0)
    expect(desk.window.locator("#board desc")).not_to_contain_text("may go to")
    by_mouse(desk, TURNS["kelasu"].steps[1])
    desk.expect_text("B1-C1")
    desk.close()


def test_undo_redo_and_starting_again_need_no_request(visit: Visit) -> None:
    desk = visit.desk("kelasu")
    for step in TURNS["kelasu"].steps[:2]:
        by_mouse(desk, step)
    desk.expect_text("D5xH9, B1-C1")
    asked = len(desk.texts_of("/draft?"))

    desk.window.locator("#turn-undo").click()
    desk.expect_text("D5xH9")
    expect(desk.square("B1")).to_have_attribute("aria-label", "B1, Blue Blank, can be picked")
    desk.window.locator("#turn-redo").click()
    desk.expect_text("D5xH9, B1-C1")
    desk.window.locator("#turn-restart").click()
    desk.expect_text("")
    expect(desk.square("D5")).to_have_attribute("aria-label", "D5, Blue Runner, can be picked")
    desk.window.locator("#turn-undo").click()
    desk.expect_text("D5xH9, B1-C1")

    assert len(desk.texts_of("/draft?")) == asked
    desk.close()


def test_a_fault_is_named_and_a_click_replaces_it_until_it_is_undone(visit: Visit) -> None:
    desk = visit.desk("kelasu")
    field = unfolded(desk.window, "#turn-typed")

    field.fill("d5xh9, b1-c9")
    desk.expect_text("D5xH9")
    desk.expect_question("“b1-c9”")
    expect(field).to_have_value("d5xh9, b1-c9")
    expect(desk.window.locator("#turn-submit")).to_be_disabled()
    desk.click("B1")
    desk.click("C1")
    desk.expect_text("D5xH9, B1-C1")
    expect(field).to_have_value("D5xH9, B1-C1")
    desk.window.locator("#turn-undo").click()
    desk.expect_question("“b1-c9”")
    expect(field).to_have_value("d5xh9, b1-c9")
    # The same beginning without the fault is whole.
    desk.window.locator("#turn-undo").click()
    desk.expect_text("")
    by_mouse(desk, TURNS["kelasu"].steps[0])
    expect(desk.window.locator("#turn-submit")).to_be_enabled()
    expect(field).to_have_value("D5xH9")
    desk.close()


def test_a_fault_is_told_on_a_phone_where_the_turn_is_typed(visit: Visit) -> None:
    desk = visit.desk("kelasu", PHONE)

    unfolded(desk.window, "#turn-typed").fill("d5xh9, b1-c9")

    expect(desk.window.locator("#turn-fault")).to_contain_text(re.compile("“b1-c9”.* Possible: "))
    desk.close()


def test_a_double_click_on_submit_asks_and_does_not_answer(visit: Visit) -> None:
    desk = visit.desk("kelasu")
    orders = hold_turns(desk)
    unfolded(desk.window, "#turn-ask").check()
    by_mouse(desk, TURNS["kelasu"].steps[0])
    desk.expect_text("D5xH9")

    desk.window.locator("#turn-submit").dblclick()

    desk.expect_question("Submit this turn?")
    desk.window.wait_for_timeout(CONFIRMED)
    assert (desk.loads, orders) == (0, [])
    desk.confirm()
    desk.expect_question("held back")
    assert [order["text"] for order in orders] == ["D5xH9"]
    desk.close()


def test_keys_go_on_at_the_board_after_a_choice_beside_it(visit: Visit) -> None:
    desk = visit.desk("kyo")
    orders = hold_turns(desk)
    desk.click("A0")

    desk.choose("1 chip goes, the pawn stays")
    expect(desk.square("A0")).to_be_focused()
    desk.press("p", "Enter")
    expect(desk.window.locator("#turn-steps code")).to_have_count(1)

    # Whatever has the focus, the turn can be submitted, but not by what is meant for a message.
    desk.window.get_by_label("Write to Ben").press("Control+Enter")
    assert orders == []
    desk.window.evaluate("document.activeElement.blur()")
    desk.press("Control+Enter")
    desk.expect_question("held back")
    assert len(orders) == 1
    desk.close()


def test_what_a_step_would_be_is_said_before_it_is_made(visit: Visit) -> None:
    desk = visit.desk("kyo")
    desk.click("A0")
    desk.choose("with 1 chip")

    for square, words in (("B0", "B0 – Mana move"), ("B1", "B1 – Direct move")):
        desk.square(square).hover()
        expect(desk.window.locator("#turn-text")).to_have_text(words)

    desk.square("E5").hover()
    expect(desk.window.locator("#turn-text")).to_have_text("")
    desk.close()


def test_a_number_that_was_chosen_is_marked_and_can_be_exchanged(visit: Visit) -> None:
    desk = visit.desk("kyo")
    pressed = desk.window.locator("#turn-picks [aria-pressed=true]")
    desk.click("F0")

    desk.choose("with 2 chips")
    expect(pressed).to_have_text("2")
    desk.choose("with 1 chip")
    expect(pressed).to_have_text("1")
    desk.click("G0")

    desk.expect_text("F0-G0:1")
    desk.close()


def test_switches_are_remembered_and_a_phone_asks_at_first(visit: Visit) -> None:
    phone, desk = visit.desk("kelasu", PHONE), visit.desk("kelasu")
    asks, movable, frames = (
        [one.window.locator(what) for one in (phone, desk)] for what in ("#turn-ask", "#turn-movable", _FRAMES)
    )
    expect(asks[0]).to_be_checked()
    expect(asks[1]).not_to_be_checked()
    expect(frames[1]).to_be_hidden()

    unfolded(phone.window, "#turn-ask").uncheck()
    unfolded(desk.window, "#turn-movable").check()
    expect(frames[1]).to_be_visible()
    phone.window.reload()
    desk.window.reload()

    expect(frames[1]).to_be_visible()
    expect(movable[1]).to_be_checked()
    expect(asks[0]).not_to_be_checked()
    expect(frames[0]).to_be_hidden()
    phone.close()
    desk.close()


def test_escape_puts_down_and_letters_are_keys_of_the_board_alone(visit: Visit) -> None:
    desk = visit.desk("kelasu")
    picked, shortcuts = desk.window.locator(".board-paint .is-picked"), desk.window.locator("#turn-help")
    source = TURNS["kelasu"].steps[1].source

    desk.square(source).focus()
    desk.press("Enter")
    expect(picked).to_have_count(1)
    desk.press("Escape")
    expect(picked).to_have_count(0)
    desk.press("ArrowRight")
    # The board is seen from the second seat's side.
    expect(desk.square("B0")).to_be_focused()

    desk.window.locator("body").evaluate("() => document.activeElement.blur()")
    desk.press(*source.lower(), "?")
    expect(shortcuts).to_be_hidden()
    expect(picked).to_have_count(0)

    desk.square(source).focus()
    desk.press("?")
    expect(shortcuts).to_be_visible()
    desk.close()
