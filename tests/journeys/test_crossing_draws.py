"""Draw offers that come while a turn is half made: seen beside it, or asked about before the turn is played."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, Route, expect

from tests.crash.newborn import Nursery
from tests.journeys.browser import Browser
from tests.journeys.scripted_boards import LAPTOP, PHONE, Demo, Desk, visited_demo
from tests.journeys.steps import begin_by_challenge, play, sign_in_as
from tests.journeys.test_open_pages import Table, make_turn, offer_draw, write
from tests.journeys.windows import a_program, hurry, new_window, unfolded

pytestmark = pytest.mark.slow
_ASKED = "Ada offered a draw after you opened this page."


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory, chromium: str, nursery: Nursery, demo: Demo) -> Iterator[Table]:
    """Two players of the demo."""
    folder = tmp_path_factory.mktemp("crossing") / "var"
    with (
        a_program(chromium) as program,
        visited_demo(demo, folder, program, nursery) as visit,
        Browser(visit.origin) as ben,
    ):
        sign_in_as(ben, "Ben")
        yield Table(program, visit.origin, visit.ada, ben)


def begun(table: Table) -> str:
    """A game in which Ben is due; its address."""
    address = table.begin()
    play(table.ada, address.rpartition("/")[2], 1, "B1-C1")
    return address


def half_made(table: Table, address: str, size: tuple[int, int] = LAPTOP) -> Desk:
    """Ben's window, in which a turn is half made."""
    desk = Desk.at(table.program, table.origin, address, table.ben, size=size)
    desk.click("I1")
    desk.click("H1")
    desk.expect_text("I1-H1")
    return desk


def close(window: Page) -> None:
    """Close a window, which may be asking for news."""
    window.unroute_all(behavior="ignoreErrors")
    window.context.close()


def expect_played(window: Page, address: str) -> None:
    """Wait until the turn was played, and declined the draw."""
    expect(window.get_by_text("You declined the draw by playing on.")).to_be_visible()
    expect(window).to_have_url(f"{window.url.partition('/games')[0]}{address}")


def test_an_offer_and_a_message_are_seen_beside_a_half_made_turn_which_then_declines(table: Table) -> None:
    address = begun(table)
    window = new_window(table.program, table.origin, table.ben, scripts=True)
    hurry(window)
    window.goto(address)
    desk = Desk(window)
    desk.click("I1")
    desk.click("H1")
    desk.expect_text("I1-H1")
    assert window.title().startswith("Not submitted")
    form = window.locator("#turn-form [name=seen_offer]")
    expect(form).to_have_value("")

    write(table.ada, address, "A draw?")
    expect(window.locator("#messages blockquote")).to_have_text("A draw?")
    offer_draw(table.ada, address)

    expect(window.locator("#live-news")).to_contain_text("You are offered a draw.")
    expect(window.get_by_role("heading", name="You are offered a draw")).to_be_visible()
    expect(form).not_to_have_value("")
    desk.expect_text("I1-H1")
    window.locator("#turn-submit").click()
    expect_played(window, address)
    close(window)


@pytest.mark.parametrize("size", [PHONE, LAPTOP], ids=["phone", "laptop"])
def test_a_turn_that_has_not_seen_an_offer_is_asked_about_with_its_words(table: Table, size: tuple[int, int]) -> None:
    address = begun(table)
    desk = half_made(table, address, size)
    window = desk.window
    window.get_by_text("Add a message to Ada").click()
    window.locator("#turn-message").fill("Good luck!")
    # The page has not asked since.
    offer_draw(table.ada, address)

    window.locator("#turn-submit").click()
    if size == PHONE:
        desk.confirm()

    expect(window.locator("#turn-question")).to_contain_text(_ASKED)
    expect(window.locator("#turn-message")).to_have_value("Good luck!")
    expect(window.locator("#turn-steps")).to_contain_text("I1-H1")
    assert window.evaluate("document.documentElement.scrollWidth") == size[0]
    window.locator("#turn-submit").click()
    expect_played(window, address)
    expect(window.locator("#messages blockquote")).to_have_text("Good luck!")
    close(window)


def test_an_offer_that_is_shown_while_the_turn_is_on_its_way_is_asked_about(table: Table) -> None:
    address = f"/games/{begin_by_challenge(table.ben, table.ada, 'Ada', game='kelasu')}"
    desk = Desk.at(table.program, table.origin, address, table.ben)
    window = desk.window
    desk.click("B1")
    desk.click("C1")
    desk.expect_text("B1-C1")
    hurry(window)
    form = window.locator("#turn-form [name=seen_offer]")

    def late(route: Route) -> None:
        offer_draw(table.ada, address)
        expect(form).not_to_have_value("")
        route.fallback()

    window.route("**/turns", late, times=1)
    window.locator("#turn-submit").click()

    expect(window.locator("#turn-question")).to_contain_text(_ASKED)
    close(window)


def test_the_draw_is_accepted_from_the_question(table: Table) -> None:
    address = begun(table)
    desk = half_made(table, address)
    offer_draw(table.ada, address)
    desk.window.locator("#turn-submit").click()
    expect(desk.window.locator("#turn-question")).to_contain_text(_ASKED)

    desk.window.get_by_text("Accept the draw …").click()
    desk.window.get_by_role("button", name="Accept the draw", exact=True).click()

    expect(desk.window.locator(".card.result")).to_contain_text("The game is a draw: the players agreed.")
    close(desk.window)


def test_without_scripts_the_turn_is_asked_about_too(table: Table) -> None:
    address = begun(table)
    window = new_window(table.program, table.origin, table.ben)
    window.goto(address)
    unfolded(window, "#turn-typed").fill("I1-H1")
    offer_draw(table.ada, address)

    window.get_by_role("button", name="Submit at once").click()

    expect(window.locator("#turn-question")).to_contain_text(_ASKED)
    window.get_by_role("button", name="Play on").first.click()
    expect_played(window, address)
    close(window)


def test_an_offer_that_was_taken_back_meanwhile_is_asked_about_no_more(table: Table) -> None:
    address = f"/games/{begin_by_challenge(table.ben, table.ada, 'Ada', game='kelasu')}"
    desk = Desk.at(table.program, table.origin, address, table.ben)
    hurry(desk.window)
    desk.window.reload()
    offer_draw(table.ada, address)
    expect(desk.window.get_by_role("heading", name="You are offered a draw")).to_be_visible()
    table.ada.submit(table.ada.get(address).form("/draw"), act="withdraw")
    expect(desk.window.get_by_role("heading", name="You are offered a draw")).to_have_count(0)

    make_turn(desk)

    expect(desk.window.get_by_text("Turn submitted: B1-C1")).to_be_visible()
    close(desk.window)
