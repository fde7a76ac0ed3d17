"""What gathers in years, in a browser: a list of 300 running games, a game of 500 turns, one with 10,000 messages."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from corr.play.running_games import PAGE
from tests.crash.newborn import Nursery
from tests.journeys.browser import Browser
from tests.journeys.crowded import LONGEST, MESSAGES, RUNNING, TALK, TURNS_OF_LONGEST, a_crowded_demo
from tests.journeys.scripted_boards import PHONE, TURNS, Demo, Desk, Visit, kept_demo, visited_demo
from tests.journeys.steps import sign_in_as
from tests.journeys.windows import a_program, click_link, expect_true, hurry, loaded, new_window, unfolded

pytestmark = pytest.mark.slow

_ROWS = ":is([aria-labelledby=yours], [aria-labelledby=theirs]) .mine-game"
_BOARDS = f"{_ROWS} .small-board"
_DRAWN = f"[...document.querySelectorAll('{_BOARDS}')].map(board => board.naturalWidth > 0)"
_MESSAGES_ON_PAGE = 50


@pytest.fixture(scope="module")
def crowded(shared: Path, demo: Demo, migrated_sqlite: Path) -> Demo:
    return kept_demo(shared / "crowded", lambda folder: a_crowded_demo(demo, folder, migrated_sqlite))


@pytest.fixture(scope="module")
def visit(tmp_path_factory: pytest.TempPathFactory, chromium: str, nursery: Nursery, crowded: Demo) -> Iterator[Visit]:
    folder = tmp_path_factory.mktemp("crowded") / "var"
    with a_program(chromium) as program, visited_demo(crowded, folder, program, nursery) as visit:
        yield visit


def games_on(window: Page) -> list[str]:
    """The paths of the games of the list, in its order."""
    return [str(path) for path in window.locator(_ROWS).evaluate_all("rows => rows.map(row => row.pathname)")]


def test_three_hundred_games_are_looked_through_page_by_page(visit: Visit) -> None:
    window = new_window(visit.program, visit.origin, visit.ada, scripts=True)
    window.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
    window.goto("/")

    # A board is loaded when somebody comes near it.
    expect_true(window, f"{_DRAWN}[0]")
    assert not window.evaluate(f"{_DRAWN}.at(-1)")
    window.locator(_BOARDS).last.scroll_into_view_if_needed()
    expect_true(window, f"{_DRAWN}.at(-1)")

    pages = [games_on(window)]
    while (further := window.get_by_role("link", name="Less urgent →")).count():
        further.click()
        expect(window.get_by_text(f"Page {len(pages) + 1}", exact=True)).to_be_visible()
        pages.append(games_on(window))
    found = [game for page in pages for game in page]
    assert {len(page) for page in pages[:-1]} == {PAGE}
    assert len(found) == len(set(found)) > RUNNING
    window.context.close()


def test_three_hundred_games_are_chosen_among_and_played_one_after_the_other(visit: Visit) -> None:
    desk = Desk.at(visit.program, visit.origin, visit.games["kelasu"], visit.ada)
    window = desk.window
    window.goto("/")
    window.get_by_label("Game", exact=True).select_option(label="Kyo")
    window.get_by_label("Turn", exact=True).select_option(label="Theirs")
    window.get_by_label("Opponent").fill("ben")
    window.get_by_role("button", name="Show").click()

    expect(window).to_have_url(re.compile(r"/\?game=kyo&turn=theirs&opponent=ben$"))
    expect(window.get_by_role("heading", name="Your turn")).to_have_count(0)
    rows = window.locator(_ROWS)
    expect(rows).to_have_count(PAGE)
    expect(window.locator(_ROWS, has_text="Kyo").filter(has_text="Ben")).to_have_count(PAGE)
    window.get_by_label("Turn", exact=True).select_option(label="Yours")
    window.get_by_role("button", name="Show").click()
    expect(window.get_by_role("heading", name="Their turn")).to_have_count(0)

    # After each turn a link leads to the game that waits most urgently then.
    urgent = games_on(window)[:3]
    desk.open(urgent[0])
    for game in urgent[1:]:
        unfolded(window, "#turn-typed").fill(TURNS["kyo"].text)
        desk.expect_text(TURNS["kyo"].text)
        desk.submit()
        window.get_by_role("link", name=re.compile("^Next game")).click()
        expect(window).to_have_url(re.compile(f"{game}$"))
        expect(window.locator("#desk.is-scripted")).to_be_visible()
    desk.close()


def test_keys_lead_through_a_game_of_500_turns_to_its_start_and_back(visit: Visit) -> None:
    desk = visit.desk(LONGEST)
    window, place, loads = desk.window, desk.window.locator("#position-place b"), loaded(desk.window)

    with window.expect_response(f"**/turns/{TURNS_OF_LONGEST - 3}.json"):
        desk.press("ArrowLeft")
    expect(place).to_have_text(re.compile(f"^After turn {TURNS_OF_LONGEST - 1}:"))
    # Two positions ahead have come already.
    window.context.set_offline(True)
    desk.press("ArrowLeft", "ArrowLeft")
    expect(place).to_have_text(re.compile(f"^After turn {TURNS_OF_LONGEST - 3}:"))
    window.context.set_offline(False)
    expect_true(window, "navigator.onLine")

    hold(window, "ArrowLeft")
    expect(place).to_have_text("At the start")
    expect(window).to_have_url(re.compile(r"/turns/0$"))
    hold(window, "ArrowRight")
    expect(window.locator("#turn-bar")).to_be_visible()
    expect(window).to_have_url(re.compile(f"{visit.games[LONGEST]}$"))
    desk.press("ArrowLeft")
    expect(window).to_have_url(re.compile(rf"/turns/{TURNS_OF_LONGEST - 1}$"))

    assert loads == []
    desk.close()
    plain = new_window(visit.program, visit.origin)
    plain.goto(f"{visit.games[LONGEST]}/turns/250")
    expect(plain.locator("#position-place b")).to_have_text("After turn 250:")
    expect(plain.locator("#turns a[aria-current]")).to_have_text("250")
    plain.context.close()


def hold(window: Page, key: str) -> None:
    """Hold a key down until it has come as often as there are turns."""
    for _ in range(TURNS_OF_LONGEST):
        window.keyboard.down(key)
    window.keyboard.up(key)


def test_among_10_000_messages_the_oldest_is_found_and_a_new_one_appears(visit: Visit) -> None:
    window = new_window(visit.program, visit.origin, visit.ada, scripts=True)
    hurry(window)
    window.goto(visit.games[TALK])
    said = window.locator(".messages blockquote")
    expect(said.first).to_have_text(f"Word {MESSAGES}")

    with Browser(visit.origin) as ben:
        sign_in_as(ben, "Ben")
        ben.submit(ben.get(visit.games[TALK]).form("/messages"), text="One more")
    expect(said.first).to_have_text("One more")
    window.get_by_role("link", name="All messages").click()
    expect(said).to_have_count(_MESSAGES_ON_PAGE)
    click_link(window, "Older →")
    expect(said.first).to_have_text(f"Word {MESSAGES + 1 - _MESSAGES_ON_PAGE}")
    window.goto(f"{visit.games[TALK]}/messages?page={MESSAGES // _MESSAGES_ON_PAGE}")
    click_link(window, "Older →")

    expect(said).to_have_text(["Word 1"])
    window.context.close()
