"""Every kind of page that the demo has: for axe, for keys, on the smallest phone, light and dark."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page

from tests.conftest import lack
from tests.journeys.axe import AXE, judged_everywhere
from tests.journeys.browser import Browser
from tests.journeys.demo_pages import PLAYERS, DemoPage, find_pages, kinds
from tests.journeys.scripted_boards import Visit
from tests.journeys.steps import sign_in_as
from tests.journeys.windows import new_window

pytestmark = pytest.mark.slow

_NARROWEST = 320
_WIDEST, _HEIGHT = 1280, 844
_MOST_KEYS = 400
_KEYS_AT_ONCE = 8
_NO_PAGES = {
    "account_settings.mail", "admin.raw", "turns.draft", "feeds.deadlines", "feeds.following", "feeds.turns",
    "games.record", "games.said", "turns.find_kept", "leagues.as_csv",
    "leagues.as_json", "live.live", "mailbox.live", "mails.raw", "turns.next_game", "organise_hub.export",
    "games.past_picture", "games.picture", "games.position", "practice.draft",
    "ratings.history_csv", "ratings.ratings_csv", "ratings.ratings_json", "script",
    "season_players.download_roster", "service.favicon", "service.health", "service.readiness",
    "service.robots", "small_boards.picture", "small_boards.picture_of_diagram",
    "small_boards.picture_of_start", "small_boards.png_of_start", "static",
}  # fmt: skip
"""What answers with a file, with JSON, or leads on."""
_AFTER_SOMETHING = {
    "account.look_at_change", "acts.extension_form", "admin.game", "admin.host", "admin.letter",
    "challenges.invitation", "clock.plan",
    "entering.ask_leave", "entering.refusal", "entry.link", "entry.mail_sent", "entry.not_asked", "entry.show",
    "feeds.ask_to_end", "feeds.ask_to_renew", "follows.ask_to_stop", "mailbox.letter_html", "mails.look_at_mine",
    "organiser_acts.ask_CloseLeague", "organiser_acts.ask_RemoveOrganiser", "organiser_acts.ask_RemovePlayer",
    "organiser_acts.ask_ReopenLeague", "organiser_acts.ask_ResetPlan", "organiser_acts.ask_Resume",
    "organiser_acts.ask_StartSeason", "organiser_acts.ask_UndoResult", "organiser_acts.ask_UndoTightening",
    "settings.next_form", "turns.preview",
}  # fmt: skip
"""Pages to which no link of a new demo leads; other stories come to them."""


@pytest.fixture(scope="module")
def pages(visited: Visit) -> list[DemoPage]:
    return find_pages(visited.origin)


def test_every_address_is_a_page_that_is_looked_at_or_has_its_reason(pages: list[DemoPage]) -> None:
    found = {page.kind.partition(" ")[0] for page in pages}

    assert kinds() - found - _AFTER_SOMETHING == _NO_PAGES
    assert kinds() >= _AFTER_SOMETHING


@pytest.mark.parametrize("player", PLAYERS)
def test_every_page_is_right_for_keys_and_axe_and_the_smallest_phone(
    visit: Visit, pages: list[DemoPage], player: str
) -> None:
    if not AXE.exists():
        lack("axe-core (make install)")
    axe = AXE.read_text(encoding="utf-8")
    with Browser(visit.origin) as browser:
        if player:
            sign_in_as(browser, player)
        window = new_window(visit.program, visit.origin, browser if player else None, scripts=True)
    # What everybody finds on a page is judged as strangers see it.
    public = {(page.kind, page.main) for page in pages if not page.player}
    found = []

    for page in pages:
        if page.player == player and (not player or (page.kind, page.main) not in public):
            window.set_viewport_size({"width": _WIDEST, "height": _HEIGHT})
            window.emulate_media(color_scheme="light")
            window.goto(page.path)
            faults = [*unreached(window), *judged_everywhere(window, axe), *too_wide(window), *not_drawn(window)]
            found += [f"{page.name} {page.path}: {fault}" for fault in faults]

    assert found == []


def unreached(window: Page) -> Iterator[str]:
    """What can be used and is not reached by Tab, or cannot be seen to be reached."""
    places: int = window.evaluate(_PLACES)
    for number in range(1, _MOST_KEYS):
        window.keyboard.press("Tab")
        if number % _KEYS_AT_ONCE == 0 and window.evaluate("window.isThrough"):
            break
    yield from window.evaluate(_UNREACHED)
    # The link that leads past the menu covers what it stands on while it has the focus.
    window.evaluate("document.activeElement.blur()")
    if not places:
        yield "nothing can be used"


def too_wide(window: Page) -> Iterator[str]:
    """How wide the page is if it has to be scrolled sideways on the smallest phone."""
    window.set_viewport_size({"width": _NARROWEST, "height": _HEIGHT})
    wide: int = window.evaluate("document.documentElement.scrollWidth")
    if wide > _NARROWEST:
        yield f"it is {wide} wide"


def not_drawn(window: Page) -> Iterator[str]:
    """The pictures that the browser has got and cannot show."""
    yield from window.evaluate(
        "[...document.images].filter(image => image.complete && image.currentSrc && !image.naturalWidth)"
        ".map(image => `not a picture: ${image.currentSrc}`)"
    )


_PLACES = """() => {
    window.reached = new Set();
    window.unseen = [];
    const used = "a[href], button:not(:disabled), input:not([type=hidden]):not(:disabled), select, textarea";
    window.places = [...document.querySelectorAll(`${used}, summary, [tabindex='0']`)].filter(one =>
        one.tabIndex >= 0 && one.checkVisibility({visibilityProperty: true}) && !one.closest("[inert]"));
    let last = null;
    window.addEventListener("keyup", () => {
        const one = document.activeElement;
        // A date has several places.
        if (window.isThrough || one === last && one !== document.body) return;
        last = one;
        if (!one || one === document.body || window.reached.has(one)) return void (window.isThrough = true);
        window.reached.add(one);
        const look = getComputedStyle(one), box = one.getBoundingClientRect();
        const isSquare = one instanceof SVGElement && parseFloat(look.strokeWidth) > 2;
        const isOutlined = look.outlineStyle !== "none" && parseFloat(look.outlineWidth) > 0;
        const isMarked = isOutlined || isSquare || look.boxShadow !== "none";
        const isInside = box.bottom > 0 && box.top < innerHeight && box.right > 0 && box.left < innerWidth;
        if (!isMarked || !isInside) window.unseen.push(`not seen: ${one.outerHTML.slice(0, 100)}`);
    }, true);
    return window.places.length;
}"""
_UNREACHED = """() => {
    const begin = one => one.outerHTML.slice(0, 100);
    // One button of several that go together is a place for all of them.
    const chosen = new Set([...window.reached].filter(one => one.type === "radio").map(one => one.name));
    const isReached = one => window.reached.has(one) || one.type === "radio" && chosen.has(one.name);
    const missed = window.places.filter(one => !isReached(one)).slice(0, 3);
    return [...missed.map(one => `not reached: ${begin(one)}`), ...window.unseen.slice(0, 3)];
}"""
