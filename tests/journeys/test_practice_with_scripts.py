"""Practice boards that go on without loading pages: large merges, very long turns, turn after turn."""

import re
import time
from urllib.parse import quote, urlencode

import pytest
from playwright.sync_api import Route, expect

from tests.journeys.scripted_boards import LAPTOP, PHONE, Desk, Visit
from tests.journeys.windows import click_square, expect_true, new_window, unfolded

pytestmark = pytest.mark.slow

_FIFTEEN = "10/10/S1S1S1S3/BBBBB5/BBBBB5/BBBBB5/10/s9/bb8/10 b 0"
"""Fifteen Blanks in one group, of which ten become a General."""
_FIVE = "10/10/S1S1S1S3/BBBBB5/10/10/10/s9/bb8/10 b 0"
_STONE = "10/10/S1S1S1S2W/BBBBBBB3/BBBBBBB3/BBBBBBB3/10/s9/bb8/10 b 0"
"""As many Blanks in one group as a Stone costs."""
_TOWER = "9,K/10/10/10/4,DLDLDLDLDLDLDLDLDLDLDLDLH,5/10/10/10/8,d,1/9,k g"
"""A pawn on twenty-four chips."""
_WALKING = (
    "p,P,3,D+,1,++H,L,1/3,P,1,dL,LH,H,1,LT/3,D,2,H,3/3,LDl+p,K,1,DdDD,D,Lp,1/1,d,1,DL+h,dL,h,1,d,2/"
    "lH,2,l,1,LD,l,Dp,2/D++h,1,l+++p,2,dQ,1,llk,2/4,LP,DH,l,2,dd/ll,2,l,d,+,4/1,llddd+,LL++P,3,D,+t,Ld+,H g"
)
"""A Queen that can walk in a circle for ever."""
_EXECUTING = (
    "t*jshbqk*bhsjt*/p*p*p*p*p*c*c*p*p*p*p*p*/5p*p*5/12/12/12/12/12/12/5P*P*5/P*P*P*P*P*C*C*P*P*P*P*P*/T*JSHBQK*BHSJT*"
    " w - - - F11,!"
)
"""White may execute pieces from the first turn on."""
_WALKED = " ".join(["F6>F5, F5~DL, F5>E4>E5:1>F6", *["F6>F5>E4>E5>F6"] * 69])


def a_board(visit: Visit, game: str, position: str, size: tuple[int, int] = (1280, 720)) -> Desk:
    query = urlencode({"position": position}) if position else ""
    return Desk.at(visit.program, visit.origin, f"/practice/{game}?{query}", size=size)


def test_what_can_move_is_not_marked_while_something_else_is_asked(visit: Visit) -> None:
    desk = a_board(visit, "kerd", _EXECUTING)
    marks = desk.window.locator("#board .board-open-lines").first
    expect(marks).to_be_visible()

    desk.choose("execute a piece")

    expect(marks).to_be_hidden()
    desk.close()


def test_blanks_of_a_large_merge_are_swiped_and_tapped_off_in_any_order(visit: Visit) -> None:
    desk = a_board(visit, "kelasu", _FIFTEEN)
    chosen = desk.window.locator(".board-paint .is-picked")
    loaded = desk.window.evaluate("performance.timeOrigin")

    desk.click("E2")
    desk.choose("merge into a General")
    for first, last in (("D0", "D4"), ("F4", "F2")):
        desk.drag(first, last)
    expect(chosen).to_have_count(9)
    desk.click("F2")
    expect(chosen).to_have_count(8)
    # What was clicked first may be taken out, too.
    for square in ("E2", "E4", "E1", "F0"):
        desk.click(square)
    desk.expect_question("On which square")
    desk.click("E1")
    # F0 touches none of them, so it is taken off again for another one.
    desk.expect_question("F0 is not connected")
    desk.click("F0")
    desk.click("E3")
    desk.expect_question("On which square")
    desk.click("E1")

    # The board of the next turn comes into the page that was loaded first.
    desk.expect_question("Your turn is complete.")
    desk.window.locator("#turn-submit").click()
    expect(desk.window).to_have_url(re.compile(re.escape(quote("D0+D1+D2+D3+D4+E1+E3+E4+F3+F4=G@E1", safe="@"))))
    assert desk.window.evaluate("performance.timeOrigin") == loaded
    desk.close()


@pytest.mark.parametrize("held", ["swipe", "all"])
def test_blanks_that_are_swiped_before_they_can_be_gathered_are_gathered_then(visit: Visit, held: str) -> None:
    desk = a_board(visit, "kelasu", _FIFTEEN)
    chosen = desk.window.locator(".board-paint .is-picked")
    late: list[Route] = []
    desk.window.route("**/sets.js", lambda route: late.append(route))  # noqa: PLW0108 - Playwright cannot mark a built-in one

    desk.click("E2")
    desk.choose("merge into a General")
    desk.window.mouse.move(*desk.center("D0"))
    desk.window.mouse.down()
    desk.window.mouse.move(*desk.center("D3"), steps=3)
    if held == "swipe":
        let_go(desk, late)
        expect(chosen).to_have_count(1)
    desk.window.mouse.move(*desk.center("D4"))
    desk.window.mouse.up()
    desk.drag("F4", "F2")
    desk.click("F4")
    if held == "all":
        let_go(desk, late)

    expect(chosen).to_have_count(8)
    desk.close()


def let_go(desk: Desk, late: list[Route]) -> None:
    """Let the script come that gathers squares."""
    with desk.window.expect_response("**/sets.js"):
        late[0].continue_()


def test_fifteen_blanks_are_tapped_in_any_order_and_those_that_are_tapped_off_stay(visit: Visit) -> None:
    desk = a_board(visit, "kelasu", _FIFTEEN, PHONE)
    chosen = desk.window.locator(".board-paint .is-picked")

    desk.tap("F2")
    desk.choose("merge into a General")
    for square in ("D3", "E0", "F4", "D1", "F0", "E3", "F1", "F3"):
        desk.tap(square)
    expect(chosen).to_have_count(9)
    # The one that was tapped first among them.
    for square in ("F4", "F2", "F0", "F3", "F1"):
        desk.tap(square)
    expect(chosen).to_have_count(4)
    for square in ("E2", "D4", "D0", "E4", "D2", "E1"):
        desk.tap(square)
    desk.expect_question("On which square")
    desk.tap("E0")
    desk.expect_question("Your turn is complete.")
    desk.window.locator("#turn-submit").click()

    expect(desk.window).to_have_url(re.compile(re.escape(quote("D0+D1+D2+D3+D4+E0+E1+E2+E3+E4=G@E0", safe="@"))))
    expect(desk.square("F2")).to_have_attribute("aria-label", "F2, Blue Blank")
    expect(desk.square("D0")).to_have_attribute("aria-label", "D0, empty")
    desk.close()


def test_twenty_one_blanks_are_taken_at_once_whatever_was_tapped_before(visit: Visit) -> None:
    desk = a_board(visit, "kelasu", _STONE)
    chosen = desk.window.locator(".board-paint .is-picked")

    desk.click("E3")
    desk.choose("merge into a Stone")
    desk.click("D0")
    desk.click("D0")
    expect(chosen).to_have_count(1)
    desk.choose("Take all")
    desk.expect_question("On which square shall the Stone stand?")
    desk.click("F6")
    desk.expect_question("Your turn is complete.")
    desk.window.locator("#turn-submit").click()

    blanks = "+".join(f"{rank}{file}" for rank in "DEF" for file in range(7))
    expect(desk.window).to_have_url(re.compile(re.escape(quote(f"{blanks}=S@F6", safe="@"))))
    expect(desk.square("F6")).to_have_attribute("aria-label", re.compile("Blue Stone"))
    desk.close()


@pytest.mark.parametrize("size", [PHONE, LAPTOP])
def test_a_tall_stack_says_how_many_chips_it_has_and_how_many_go_along(visit: Visit, size: tuple[int, int]) -> None:
    desk = a_board(visit, "kyo", _TOWER, size)
    strip, numbers = desk.window.locator("#turn-strip"), desk.window.get_by_role("group", name="Pawn goes with")
    height = desk.window.locator("#turn-bar").bounding_box()

    desk.square("E4").click()
    expect(strip).to_contain_text("24 chips")
    assert strip.locator("b").all_text_contents() == [*map(str, range(24, 0, -1)), ""]
    expect(numbers.get_by_role("button")).to_have_text(list("012345"))
    numbers.get_by_role("button", name="with 3 chips: ").click()

    expect(strip.locator(".is-going b")).to_have_text(["3", "2", "1", ""])
    assert desk.window.locator("#turn-bar").bounding_box() == height
    desk.close()


def test_a_tall_stack_says_the_same_without_scripts(visit: Visit) -> None:
    window = new_window(visit.program, visit.origin)
    window.goto(f"/practice/kyo?{urlencode({'position': _TOWER})}")
    strip, height = window.locator("#turn-strip"), window.locator("#turn-bar").bounding_box()

    click_square(window, "E4")
    expect(strip).to_contain_text("24 chips")
    assert strip.locator("b").all_text_contents() == [*map(str, range(24, 0, -1)), ""]
    window.get_by_role("link", name=re.compile("^with 3 chips: ")).click()

    expect(strip.locator(".is-going b")).to_have_text(["3", "2", "1", ""])
    after = window.locator("#turn-bar").bounding_box()
    assert (after and after["height"]) == (height and height["height"])
    window.context.close()


def test_all_blanks_of_a_group_are_taken_at_once_where_it_has_the_price(visit: Visit) -> None:
    desk = a_board(visit, "kelasu", _FIVE, PHONE)

    desk.tap("D2")
    desk.expect_question("Where to, or merge into what?")
    desk.choose("merge into a Champion")
    desk.choose("Take all")
    desk.tap("D3")

    # A whole turn can be looked at, as in a game, before it is played.
    desk.expect_question("Your turn is complete.")
    expect(desk.window.locator("#turn-due")).to_have_text("Blue to play")
    expect(desk.window).not_to_have_url(re.compile("turns="))
    desk.window.locator("#turn-submit").click()
    expect(desk.window).to_have_url(re.compile("turns="))
    expect(desk.square("D3")).to_have_attribute("aria-label", re.compile("Blue Champion"))
    expect(desk.window.locator("#turn-due")).to_have_text("Red to play")
    desk.expect_text("")
    desk.window.go_back()
    expect(desk.square("D2")).to_have_attribute("aria-label", "D2, Blue Blank, can be picked")
    desk.close()


def test_all_that_blanks_may_become_is_seen_at_once_on_a_phone(visit: Visit) -> None:
    desk = a_board(visit, "kelasu", _FIFTEEN, PHONE)

    desk.tap("E2")

    ways = desk.window.locator("#turn-picks button")
    expect(ways).to_have_count(5)
    acts = desk.window.locator("#turn-undo").bounding_box()
    assert acts
    for way in ways.all():
        box = way.bounding_box()
        assert box
        assert box["x"] + box["width"] <= PHONE[0]
        assert box["y"] + box["height"] <= acts["y"]
    desk.close()


def test_a_turn_of_280_actions_goes_on_click_by_click(visit: Visit) -> None:
    desk = a_board(visit, "kyo", _WALKING)

    unfolded(desk.window, "#turn-typed").fill(_WALKED)
    desk.expect_question("Go on with the Queen on F6")
    asked = len(desk.texts_of("/draft?"))
    desk.click("F5")
    desk.expect_question("Go on with the Queen on F5")
    desk.window.locator("#turn-undo").click()
    desk.expect_question("Go on with the Queen on F6")
    desk.window.locator("#turn-redo").click()
    desk.expect_question("Go on with the Queen on F5")

    assert len(desk.texts_of("/draft?")) == asked + 1
    # Of so many actions the last one is seen.
    last = desk.window.locator("#turn-steps li").last.bounding_box()
    acts = desk.window.locator("#turn-undo").bounding_box()
    assert last
    assert acts
    assert last["y"] + last["height"] <= acts["y"]
    assert desk.loads == 0
    desk.close()


def test_a_finger_names_the_square_that_it_would_choose(visit: Visit) -> None:
    desk = a_board(visit, "kelasu", "", PHONE)
    touch = desk.window.context.new_cdp_session(desk.window)

    places = {square: desk.center(square) for square in ("B1", "B2", "B3")}
    begin = time.time()

    def point(kind: str, after: float, *squares: str) -> None:
        """Let the finger do that so many seconds after it came down, as the browser is told."""
        points = [dict(zip("xy", places[square], strict=True)) for square in squares]
        touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points, "timestamp": begin + after})

    point("touchStart", 0, "B1")
    for square in ("B2", "B3"):
        point("touchMove", 0.4, square)
    expect(desk.window.locator(".board-bubble")).to_have_text("B3")
    expect(desk.window.locator(".is-picked")).to_have_count(0)
    point("touchEnd", 0.8)
    expect(desk.square("B3")).to_have_attribute("aria-selected", "true")

    assert desk.window.evaluate("scrollY") == 0
    desk.close()


def test_a_finger_leads_a_piece_to_its_goal(visit: Visit) -> None:
    desk = a_board(visit, "kelasu", "", PHONE)
    touch = desk.window.context.new_cdp_session(desk.window)

    for kind, square in (("touchStart", "B1"), ("touchMove", "B1"), ("touchMove", "C1"), ("touchEnd", "")):
        points = [dict(zip("xy", desk.center(square), strict=True))] if square else []
        touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
        desk.window.wait_for_timeout(300)

    desk.expect_text("B1-C1")
    desk.close()


def test_a_swipe_that_begins_on_the_board_scrolls_and_chooses_nothing(visit: Visit) -> None:
    desk = a_board(visit, "kelasu", "", PHONE)
    touch = desk.window.context.new_cdp_session(desk.window)
    x, y = desk.center("B1")

    begin = time.time()
    kinds = ["touchStart", *["touchMove"] * 8, "touchEnd"]
    for step, kind in enumerate(kinds):
        points = [{"x": x, "y": y + 200 - 20 * step}] if kind != "touchEnd" else []
        # It is quick, however long it takes to do so.
        told = {"type": kind, "touchPoints": points, "timestamp": begin + step / 100}
        touch.send("Input.dispatchTouchEvent", told)
    expect_true(desk.window, "scrollY > 50")

    expect(desk.window.locator(".is-picked")).to_have_count(0)
    desk.close()


def test_what_was_switched_off_stays_off_on_the_board_after_a_turn(visit: Visit) -> None:
    desk = a_board(visit, "kelasu", "")
    slides = desk.window.get_by_label("Slide pieces")
    slides.uncheck()

    desk.window.locator("#turn-typed").fill("B3-C3")
    desk.expect_text("B3-C3")
    desk.window.locator("#turn-submit").click()

    expect(desk.window.locator("#turn-due")).to_contain_text("Red")
    expect(slides).not_to_be_checked()
    desk.close()
