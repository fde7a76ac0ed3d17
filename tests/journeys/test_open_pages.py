"""Pages that lie open: what the others do appears by itself, and nothing that somebody is making is lost."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

import pytest
from playwright.sync_api import Browser as Program
from playwright.sync_api import Page, Route, expect

from tests.crash.newborn import Nursery
from tests.journeys.browser import Browser
from tests.journeys.scripted_boards import LAPTOP, PHONE, Demo, Desk, visited_demo
from tests.journeys.steps import begin_by_challenge, play, sign_in_as
from tests.journeys.windows import a_program, hurry, new_window, stop_clock, unfolded

pytestmark = pytest.mark.slow


@dataclass(frozen=True)
class Table:
    """Two players of the demo."""

    program: Program
    origin: str
    ada: Browser
    ben: Browser

    def begin(self, **chosen: str) -> str:
        """A game in which Ada moves first; its address."""
        return f"/games/{begin_by_challenge(self.ada, self.ben, 'Ben', game='kelasu', **chosen)}"


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory, chromium: str, nursery: Nursery, demo: Demo) -> Iterator[Table]:
    folder = tmp_path_factory.mktemp("open") / "var"
    with (
        a_program(chromium) as program,
        visited_demo(demo, folder, program, nursery) as visit,
        Browser(visit.origin) as ben,
    ):
        sign_in_as(ben, "Ben")
        yield Table(program, visit.origin, visit.ada, ben)


def type_turn(desk: Desk) -> None:
    """Type the first turn of a game."""
    unfolded(desk.window, "#turn-typed").fill("B1-C1")
    desk.expect_text("B1-C1")


def submit_typed(desk: Desk) -> None:
    """Submit what was typed."""
    unfolded(desk.window, "#turn-typed").press("Control+Enter")


def make_turn(desk: Desk) -> None:
    """Type the first turn of a game, and submit it."""
    type_turn(desk)
    submit_typed(desk)


def write(browser: Browser, address: str, text: str) -> None:
    """Write to the opponent."""
    browser.submit(browser.get(address).form("/messages"), text=text)


def offer_draw(browser: Browser, address: str) -> None:
    """Offer a draw."""
    browser.submit(browser.get(address).form("/draw"), act="offer")


def test_two_who_look_at_a_game_see_what_the_other_does(table: Table) -> None:
    address = table.begin()
    hers = Desk.at(table.program, table.origin, address, table.ada)
    his = new_window(table.program, table.origin, table.ben, scripts=True)
    hurry(his)
    his.goto(address)
    his.evaluate("window.isSamePage = true")
    expect(his.locator("#turn-bar")).to_have_count(0)
    before = his.title()

    # A turn.
    make_turn(hers)
    expect(his.locator("#live-news")).to_have_text("Ada played: Blank on B1 moves to C1. It is your turn.")
    expect(his.locator("#desk.is-scripted #turn-bar")).to_be_visible()
    expect(his.locator("#turn-bar #live-news")).to_be_visible()
    assert his.title() != before
    assert his.title().startswith("(")

    # A half-made turn stays, and so do words in a field, when a message and an offer come.
    desk = Desk(his)
    desk.click("I1")
    desk.click("H1")
    desk.expect_text("I1-H1")
    his.get_by_label("Write to Ada").fill("I am think")
    write(table.ada, address, "Hello Ben")
    expect(his.locator("#messages blockquote")).to_have_text("Hello Ben")
    expect(his.locator("#live-news")).to_have_text("Ada writes: Hello Ben")
    offer_draw(table.ada, address)
    expect(his.get_by_role("heading", name="You are offered a draw")).to_be_visible()
    expect(his.get_by_label("Write to Ada")).to_have_value("I am think")
    expect(his.get_by_label("Write to Ada")).to_be_focused()
    desk.expect_text("I1-H1")
    his.keyboard.type("ing")
    expect(his.get_by_label("Write to Ada")).to_have_value("I am thinking")

    # The end comes while the turn is half-made.
    table.ada.submit(table.ada.get(f"{address}/resign").form("/resign"))
    expect(his.locator("#live-news")).to_contain_text("Blue resigned. The game has gone on. Your half-made turn")
    expect(his.locator(".card.result")).to_be_visible()
    desk.expect_text("I1-H1")
    assert his.evaluate("window.isSamePage")
    his.context.close()
    hers.close()


def test_an_earlier_position_stays_in_view_when_the_game_goes_on(table: Table) -> None:
    address = table.begin()
    game = address.rpartition("/")[2]
    play(table.ada, game, 1, "B1-C1")
    window = new_window(table.program, table.origin, table.ada, scripts=True)
    hurry(window)
    window.goto(address)
    window.keyboard.press("ArrowLeft")
    expect(window.locator("#position-place")).to_contain_text("At the start")
    window.keyboard.press("ArrowRight")
    expect(window.locator(".board.is-past")).to_have_count(0)
    window.keyboard.press("ArrowLeft")
    expect(window.locator(".board.is-past")).to_have_count(1)

    play(table.ben, game, 2, "I1-H1")
    expect(window.locator("#live-news")).to_have_text("Ben played: Blank on I1 moves to H1. It is your turn.")

    expect(window.locator("#board svg.board:visible")).to_have_count(1)
    expect(window.locator("#position-place")).to_contain_text("At the start")
    # The ways lead on to what is new.
    window.keyboard.press("ArrowRight")
    expect(window.locator("#position-place")).to_contain_text("After turn 1")
    window.keyboard.press("ArrowRight")
    expect(window.locator(".board.is-past")).to_have_count(0)
    expect(window.locator("#desk.is-scripted #turn-bar")).to_be_visible()
    expect(window.locator(".board-cell[data-square=H1]")).to_have_attribute("aria-label", "H1, Red Blank")
    window.context.close()


def test_news_cover_no_menu_no_names_and_no_clocks_and_move_nothing(table: Table) -> None:
    with Browser(table.origin) as cleo:
        sign_in_as(cleo, "Cleo")
        address = f"/games/{begin_by_challenge(table.ada, cleo, 'Cleo', game='kelasu')}"
        window = new_window(table.program, table.origin, cleo, scripts=True, has_touch=True)
    window.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
    hurry(window)
    window.goto(address)
    news, parts = window.locator("#live-news"), ("header.top", ".desk-head", "#board svg.board", ".desk-under")
    before = [window.locator(part).bounding_box() for part in parts]

    write(table.ada, address, "Good luck")

    expect(news).to_have_text("Ada writes: Good luck")
    box = news.bounding_box()
    board = window.locator("#board svg.board").bounding_box()
    assert box
    assert board
    assert box["y"] >= board["y"] + board["height"]
    assert [window.locator(part).bounding_box() for part in parts] == before
    window.context.close()


def test_the_next_game_has_the_focus_and_a_key(table: Table) -> None:
    with Browser(table.origin) as cleo:
        sign_in_as(cleo, "Cleo")
        address = f"/games/{begin_by_challenge(table.ada, cleo, 'Cleo', game='kelasu')}"
    desk = Desk.at(table.program, table.origin, address, table.ada)

    make_turn(desk)
    expect(desk.window.get_by_role("link", name="Next game")).to_be_focused()
    # The key counts once the scripts are there.
    desk.window.wait_for_load_state()
    desk.press("n")

    expect(desk.window.get_by_text("This game is next.")).to_be_visible()
    assert desk.window.url != f"{table.origin}{address}"
    desk.close()


def test_one_goes_on_through_all_games_that_wait(table: Table) -> None:
    with Browser(table.origin) as cleo:
        sign_in_as(cleo, "Cleo")
        ways = [begin_by_challenge(cleo, table.ben, "Ben", game="kelasu", pace=pace) for pace in ("1d/turn", "2d/turn")]
        addresses = [f"/games/{game_id}" for game_id in ways]
        cleo.submit(cleo.get("/account").form("/account"), after="next")
        desk = Desk.at(table.program, table.origin, addresses[0], cleo)
        window = desk.window
        make_turn(desk)
        expect(window).to_have_url(f"{table.origin}{addresses[1]}")
        expect(window.get_by_role("link", name="Back to the game you played")).to_have_attribute("href", addresses[0])
        last = begin_by_challenge(cleo, table.ben, "Ben", game="kelasu", pace="3d/turn")

        # The receipt is seen, and then the next game comes by itself.
        desk.open(addresses[1])
        type_turn(desk)
        stop_clock(window)
        submit_typed(desk)
        expect(window.get_by_text("Turn submitted: B1-C1")).to_be_visible()
        expect(window.get_by_text("Press Esc to stay.")).to_be_visible()
        window.clock.resume()
        expect(window).to_have_url(f"{table.origin}/games/{last}")

        # Escape lets one stay; the way on is still there.
        desk.open(f"/games/{last}")
        type_turn(desk)
        window.clock.pause_at(datetime.now(UTC) + timedelta(days=1))
        submit_typed(desk)
        expect(window.get_by_text("Press Esc to stay.")).to_be_visible()
        window.keyboard.press("Escape")
        expect(window.get_by_text("Press Esc to stay.")).to_have_count(0)
        window.clock.run_for(10_000)
        expect(window.get_by_role("link", name="Next game")).to_be_visible()
        assert [overflow(window, width) for width in (320, 390)] == [0, 0]
        desk.close()


def overflow(window: Page, width: int) -> int:
    """By how many pixels the page is wider than a screen of that *width*."""
    window.set_viewport_size({"width": width, "height": 664})
    found: int = window.evaluate("document.documentElement.scrollWidth")
    return found - width


@pytest.mark.parametrize("size", [(320, 568), PHONE, LAPTOP], ids=["small", "phone", "laptop"])
def test_a_submitted_turn_moves_no_board_and_is_told_until_the_opponent_answers(
    table: Table, size: tuple[int, int]
) -> None:
    address = f"/games/{begin_by_challenge(table.ben, table.ada, 'Ada', game='kelasu')}"
    desk = Desk.at(table.program, table.origin, address, table.ben, size=size)
    window = desk.window
    hurry(window)
    before = desk.top

    make_turn(desk)
    if size[0] < LAPTOP[0]:
        desk.confirm()

    told = window.get_by_text("Turn submitted: B1-C1")
    expect(told).to_be_visible()
    assert desk.top == before
    assert window.evaluate("document.documentElement.scrollWidth") == size[0]
    if size[1] >= PHONE[1]:
        expect(window.get_by_role("link", name="Your games", exact=True).last).to_be_in_viewport(ratio=1)
    table.ada.submit(table.ada.get(address).form("/turns"), text="I1-H1", act="submit")
    expect(window.locator("#desk.is-scripted #turn-bar")).to_be_visible()
    expect(told).to_have_count(0)
    assert desk.top == before
    desk.close()


def test_what_was_done_is_said_in_the_bar_until_the_turn_is_begun(table: Table) -> None:
    address = f"/games/{begin_by_challenge(table.ben, table.ada, 'Ada', game='kelasu')}"
    desk = Desk.at(table.program, table.origin, address, table.ben, size=PHONE)
    before = desk.top

    unfolded(desk.window, ".confirm").get_by_text("Offer a draw …").click()
    desk.window.get_by_role("button", name="Offer a draw", exact=True).click()

    told = desk.window.locator("#turn-bar .flash")
    expect(told).to_be_visible()
    assert desk.top == before
    desk.click("B1")
    desk.click("C1")
    expect(told).to_be_hidden()
    desk.close()


def test_my_games_and_their_number_go_along(table: Table) -> None:
    window = new_window(table.program, table.origin, table.ada, scripts=True)
    hurry(window)
    window.goto("/")
    window.evaluate("window.isSamePage = true")
    number = int(window.locator("#waiting b").inner_text())
    assert window.title().startswith(f"({number}) ")

    address = table.begin()

    expect(window.locator("#waiting b")).to_have_text(str(number + 1))
    row = window.locator(f"main a[href='{address}']")
    expect(row).to_be_visible()
    assert window.title().startswith(f"({number + 1}) ")
    expect(row.get_by_text("Message", exact=True)).to_have_count(0)
    write(table.ben, address, "Good luck")
    expect(row.get_by_text("Message", exact=True)).to_be_visible()
    assert window.evaluate("window.isSamePage")
    window.context.close()


def test_a_page_asks_when_it_was_told_to_and_nothing_while_nobody_looks(table: Table) -> None:
    asked: list[str] = []

    def answer(route: Route) -> None:
        asked.append(route.request.url)
        route.fulfill(status=304, headers={"retry-after": "15"})

    def turn(window: Page, *, hidden: bool) -> None:
        window.evaluate("is => Object.defineProperty(document, 'hidden', {configurable: true, get: () => is})", hidden)
        window.evaluate("document.dispatchEvent(new Event('visibilitychange'))")

    window = new_window(table.program, table.origin, table.ada, scripts=True)
    window.route("**/live?**", answer)
    with window.expect_response("**/live?**"):
        window.goto("/")
    stop_clock(window)
    turn(window, hidden=True)
    before = len(asked)

    window.clock.run_for(600_000)
    with window.expect_response("**/live?**"):
        turn(window, hidden=False)
    assert len(asked) == before + 1
    with window.expect_response("**/live?**"):
        window.clock.run_for(15_000)
    assert len(asked) == before + 2
    window.context.close()


def test_a_page_that_asked_too_often_is_silent_as_long_as_it_is_told(table: Table) -> None:
    asked: list[str] = []

    def refuse(route: Route) -> None:
        asked.append(route.request.url)
        route.fulfill(status=429, headers={"retry-after": "3"}, json={"sentence": "Very often."})

    window = new_window(table.program, table.origin, table.ada, scripts=True)
    window.route("**/live?**", refuse)
    with window.expect_response("**/live?**"):
        window.goto("/")

    # Somebody comes back to it again and again.
    for _ in range(5):
        window.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    window.wait_for_timeout(1500)
    assert len(asked) == 1
    window.wait_for_timeout(2500)
    assert len(asked) == 2
    window.context.close()
