"""Stepping through a game beside its board: by keys and clicks, with and without scripts."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, Route, expect

from tests.crash.newborn import Nursery
from tests.journeys.scripted_boards import TURNS, Demo, Desk, Visit, by_mouse, visited_demo
from tests.journeys.windows import a_program, click_link, loaded, new_window, stop_clock

pytestmark = pytest.mark.slow

_SHOWN, _RESTED = 1200, 200
"""Milliseconds for which a replay shows a position, and after which the address follows."""


@pytest.fixture(scope="module")
def visit(tmp_path_factory: pytest.TempPathFactory, chromium: str, nursery: Nursery, demo: Demo) -> Iterator[Visit]:
    folder = tmp_path_factory.mktemp("history") / "var"
    with a_program(chromium) as program, visited_demo(demo, folder, program, nursery) as visit:
        yield visit


def expect_place(window: Page, words: str, address: str) -> None:
    """Wait until that position is shown, which the list of turns marks and the address names."""
    expect(window.locator("#position-place b")).to_have_text(re.compile(f"^{words}:?$"))
    expect(window).to_have_url(re.compile(f"{address}$"))
    number = re.findall(r"turn (\d+)", words.lower())
    expect(window.locator("#turns a[aria-current]")).to_have_text(number)


def layer(window: Page) -> str:
    """What stands on the board that is seen."""
    return str(window.locator("#board svg.board:visible .board-layer").inner_html())


def test_keys_step_through_a_game_while_a_half_made_turn_waits(visit: Visit) -> None:
    desk, turn = visit.desk("kelasu"), TURNS["kelasu"]
    window, top, loads = desk.window, desk.top, loaded(desk.window)
    # Boards are compared as they are when nothing slides.
    window.emulate_media(reduced_motion="reduce")
    filled = window.evaluate("history.length")
    by_mouse(desk, turn.steps[0])
    desk.expect_text("D5xH9")
    desk.press("ArrowLeft")
    expect(window.locator(".is-past")).to_have_count(0)
    window.evaluate("document.activeElement.blur()")

    desk.press("ArrowLeft")
    expect_place(window, "After turn 6", "/turns/6")
    desk.press("ArrowLeft", "ArrowLeft")
    expect_place(window, "After turn 4", "/turns/4")
    asked = desk.texts_of(".json")
    seen, place = layer(window), window.url
    assert (desk.top, window.evaluate("history.length")) == (top, filled)
    window.locator("#turns a", has_text="1").first.click()
    expect_place(window, "After turn 1", "/turns/1")
    desk.press("Shift+ArrowRight", "ArrowRight", "ArrowRight")
    expect_place(window, "After turn 3", "/turns/3")
    desk.press("Control+Enter")
    desk.expect_text("D5xH9")
    expect(window.locator("#turn-bar")).to_be_visible()
    expect(window).to_have_url(re.compile(r"/games/\w+$"))
    window.locator("#turn-undo").click()
    desk.expect_text("")

    # Two ahead of each that was shown, and each of them once.
    assert (len(asked), len(set(asked)), loads) == (5, 5, [])
    desk.close()
    plain = new_window(visit.program, visit.origin, visit.ada)
    plain.goto(place)
    expect_place(plain, "After turn 4", "/turns/4")
    assert re.sub(r"\bl[0-9a-f]+p", "", layer(plain)) == re.sub(r"\bl[0-9a-f]+p", "", seen)
    plain.context.close()


def test_a_position_that_did_not_come_ahead_is_asked_for_again(visit: Visit) -> None:
    desk = visit.desk("kelasu")
    window, loads, held = desk.window, loaded(desk.window), list[Route]()
    window.route("**/turns/4.json", lambda route: held.append(route), times=1)  # noqa: PLW0108 - Playwright cannot mark a built-in one
    with window.expect_request("**/turns/4.json"):
        desk.press("ArrowLeft")
    expect_place(window, "After turn 5", "/turns/5")

    desk.press("ArrowLeft")
    held[0].abort("internetdisconnected")

    expect_place(window, "After turn 4", "/turns/4")
    assert loads == []
    desk.close()


def test_an_earlier_position_is_flipped_in_its_place(visit: Visit) -> None:
    desk, turn = visit.desk("kyo"), TURNS["kyo"]
    window, loads = desk.window, loaded(desk.window)
    boards, flip = window.locator("#board svg.board:visible"), window.get_by_role("link", name="Flip the board")
    by_mouse(desk, turn.steps[0])
    desk.expect_text("F0>G0:2")
    rows = str(boards.get_attribute("data-rows"))
    window.evaluate("document.activeElement.blur()")
    desk.press("ArrowLeft")
    expect_place(window, "After turn 10", "/turns/10")
    desk.press("Shift+ArrowLeft")
    expect_place(window, "Turn 10, action 4 of 5", r"/turns/10\?action=4")
    flip.scroll_into_view_if_needed()
    upright, top = layer(window), desk.top

    flip.click()
    expect(boards).to_have_attribute("data-rows", " ".join(reversed(rows.split())))
    expect_place(window, "Turn 10, action 4 of 5", r"/turns/10\?turned=1&action=4")
    assert (boards.count(), desk.top, layer(window) == upright) == (1, top, False)
    window.get_by_role("link", name="Back to your turn").click()
    expect(window).to_have_url(re.compile(r"/games/\w+$"))
    desk.expect_text("F0>G0:2")
    expect(boards).to_have_attribute("data-rows", " ".join(reversed(rows.split())))
    window.evaluate("document.activeElement.blur()")
    desk.press("ArrowLeft")
    expect_place(window, "After turn 10", r"/turns/10\?turned=1")
    flip.click()
    expect(boards).to_have_attribute("data-rows", rows)

    expect_place(window, "After turn 10", "/turns/10")
    assert loads == []
    desk.close()


def test_the_same_is_done_without_scripts(visit: Visit) -> None:
    window = new_window(visit.program, visit.origin, visit.ada)
    window.goto(visit.games["kyo"])
    box = window.locator("#board svg.board").bounding_box()

    click_link(window, "Back")
    expect_place(window, "After turn 9", "/turns/9")
    assert window.locator("#board svg.board").bounding_box() == box
    click_link(window, "First")
    expect_place(window, "At the start", "/turns/0")
    click_link(window, "Next")
    expect_place(window, "After turn 1", "/turns/1")
    window.locator("#turns a", has_text="10").click()
    expect_place(window, "After turn 10", "/turns/10")
    window.locator("#position-steps a").nth(1).click()
    expect_place(window, "Turn 10, action 2 of 5", r"/turns/10\?action=2")
    click_link(window, "Back to your turn")
    click_link(window, "Since your last turn")
    expect_place(window, "After turn 9", "/turns/9")
    window.context.close()


def test_what_happened_since_the_last_turn_is_replayed(visit: Visit) -> None:
    desk = visit.desk("kyo")
    window, replay, loads = desk.window, desk.window.locator("#history-replay"), loaded(desk.window)

    stop_clock(window)
    replay.click()
    expect(window.locator("#position-place b")).to_have_text("After turn 9:")
    window.clock.run_for(_SHOWN)
    expect(window.locator("#position-place b")).to_have_text("Turn 10, action 1 of 5:")
    window.clock.run_for(_RESTED)
    expect_place(window, "Turn 10, action 1 of 5", r"/turns/10\?action=1")
    expect(window.locator("#board svg.is-past .board-course")).to_be_visible()
    replay.click()
    expect(replay).to_have_text("Since your last turn")
    window.clock.resume()
    desk.press("Shift+ArrowLeft")
    expect_place(window, "After turn 9", "/turns/9")
    window.emulate_media(reduced_motion="reduce")
    replay.click()
    expect_place(window, "Turn 10, action 1 of 5", r"/turns/10\?action=1")
    for number in (2, 3, 4):
        replay.click()
        expect_place(window, f"Turn 10, action {number} of 5", rf"/turns/10\?action={number}")
    replay.click()

    expect(window.locator("#turn-bar")).to_be_visible()
    expect(window).to_have_url(re.compile(r"/games/\w+$"))
    assert loads == []
    desk.close()


def test_an_opened_position_goes_on_from_there(visit: Visit) -> None:
    window = new_window(visit.program, visit.origin, visit.ada, scripts=True)
    window.context.grant_permissions(["clipboard-read", "clipboard-write"])
    desk = Desk(window)
    window.goto(f"{visit.games['kerd']}/turns/3")
    loads = loaded(window)
    window.on("pageerror", lambda error: desk.faults.append(str(error)))

    window.keyboard.press("ArrowRight")
    expect_place(window, "After turn 4", "/turns/4")
    window.get_by_role("button", name="Copy link").click()
    expect(window.get_by_role("button", name="Copied")).to_be_visible()
    assert window.evaluate("navigator.clipboard.readText()") == window.url
    click_link(window, "Last")
    expect_place(window, "After turn 11", "/turns/11")
    assert window.locator("#history-next").get_attribute("href") is None
    assert loads == []
    desk.close()
