"""A real browser, in which no script runs unless that is asked for, and what people do in its windows."""

import atexit
import os
import re
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from functools import cache
from typing import Literal

from playwright.sync_api import Browser as Program
from playwright.sync_api import Locator, Page, Route, expect, sync_playwright

from tests.journeys.browser import Browser

PATIENCE = 120.0


@contextmanager
def a_program(chromium: str) -> Iterator[Program]:
    """The browser; all tests of a process use the same one, and close what they opened in it."""
    program = _launched(chromium)
    before = program.contexts
    yield program
    for context in program.contexts:
        if context not in before:
            context.close()


@cache
def _launched(chromium: str) -> Program:
    # Chromium refuses to run as root inside its own sandbox.
    arguments = ["--no-sandbox"] if os.geteuid() == 0 else []
    expect.set_options(timeout=PATIENCE * 1000)
    playwright = sync_playwright().start()
    atexit.register(playwright.stop)
    return playwright.chromium.launch(executable_path=chromium, args=arguments, timeout=PATIENCE * 1000)


def new_window(
    program: Program,
    origin: str,
    signed_in: Browser | None = None,
    *,
    scripts: bool = False,
    theme: Literal["light", "dark"] = "light",
    has_touch: bool = False,
) -> Page:
    """A window that knows nothing of the others; with the session of somebody who is *signed_in* already."""
    context = program.new_context(java_script_enabled=scripts, base_url=origin, color_scheme=theme, has_touch=has_touch)
    if signed_in is not None:
        for name, value in signed_in.cookies.items():
            context.add_cookies([{"name": name, "value": value, "url": origin}])
    window = context.new_page()
    window.set_default_timeout(PATIENCE * 1000)
    return window


@dataclass(frozen=True)
class Terms:
    """What somebody is challenged to."""

    opponent: str
    game: str
    """Its name for people."""
    options: Mapping[str, str] = field(default_factory=dict)
    """What is chosen in each list, as people read it."""


def begin_by_clicks(challenger: Page, opponent: Page, terms: Terms) -> str:
    """Challenge someone, who then accepts; the id of the game, in which the challenger moves first."""
    challenger.goto("/challenge")
    challenger.get_by_label("Opponent").fill(terms.opponent)
    challenger.get_by_text("Usual terms").click()
    for label, option in {"Game": terms.game, **terms.options}.items():
        challenger.get_by_label(label, exact=True).select_option(label=option)
    challenger.locator("input[name=seat_wish][value=first]").check()
    challenger.get_by_role("button", name="Send the challenge").click()
    expect(challenger.get_by_text(f"Your challenge to {terms.opponent} is on its way.")).to_be_visible()
    opponent.goto("/")
    opponent.locator("a[href^='/challenges/']").first.click()
    for words in (terms.game, *terms.options.values()):
        expect(opponent.get_by_role("main")).to_contain_text(words)
    opponent.get_by_role("button", name="Accept and begin").click()
    expect(opponent.get_by_text("The game has begun.")).to_be_visible()
    return opponent.url.rpartition("/")[2]


def click_square(window: Page, square: str) -> None:
    """Click a square of the board."""
    window.locator(f"#board a[href$='pick={square}#board']").first.click()


def click_link(window: Page, words: str) -> None:
    """Click what is not on the board."""
    window.get_by_role("link", name=words, exact=True).click()


def unfolded(window: Page, what: str) -> Locator:
    """What may stand in a folded part of the page, which is opened then."""
    fold = window.locator(f"details:not([open]):has({what}) > summary")
    if fold.count():
        fold.click()
    return window.locator(what)


def hand_in(window: Page, label: str = "Submit") -> None:
    """Hand in the turn on the page, and wait for the game's page."""
    window.get_by_role("button", name=label, exact=True).click()
    expect(window).to_have_url(re.compile(r"/games/\w+$"))


def look_until(window: Page, url: str, wanted: Locator) -> None:
    """Look at a page again and again until something *wanted* is on it."""
    until = time.monotonic() + PATIENCE
    window.goto(url)
    while wanted.count() == 0:
        assert time.monotonic() < until, f"{wanted} never came up on {url}"
        time.sleep(0.2)
        window.goto(url)


def expect_true(window: Page, expression: str) -> None:
    """Wait until an expression is true in the page, whose policy lets no program ask for it again by itself."""
    until = time.monotonic() + PATIENCE
    while not window.evaluate(expression):
        assert time.monotonic() < until, f"it never came true: {expression}"
        window.wait_for_timeout(50)


def stop_clock(window: Page) -> None:
    """Let no time pass in the window, however long this takes: timers of its pages wait for `window.clock.run_for`."""
    now = datetime.now(UTC)
    window.clock.install(time=now)
    window.clock.pause_at(now + timedelta(hours=1))


def hurry(window: Page) -> None:
    """Let the service's answers say that it may be asked again at once."""

    def soon(route: Route) -> None:
        answer = route.fetch()
        route.fulfill(response=answer, headers={**answer.headers, "retry-after": "1"})

    window.route("**/live?**", soon)


def loaded(window: Page) -> list[str]:
    """The addresses of the pages that are loaded from now on."""
    found: list[str] = []
    window.on("load", lambda page: found.append(page.url))
    return found
