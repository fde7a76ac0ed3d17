"""A stranger finds somebody to play, alone or by a link that a friend sent, with and without scripts."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from urllib.request import Request, urlopen

import pytest
from playwright.sync_api import Browser as Program
from playwright.sync_api import Locator, Page, expect

from tests.crash.newborn import Nursery
from tests.journeys.browser import Browser
from tests.journeys.letters import Sink
from tests.journeys.scripted_boards import Desk
from tests.journeys.served import ForkedService
from tests.journeys.steps import sign_up
from tests.journeys.windows import click_square, hand_in, new_window
from tests.web.test_links import MESSENGERS

pytestmark = pytest.mark.slow
MOST_CLICKS = 6
_FIRST_TURN = "B4-C4, B5-C5, A4-B4, A5-B5"


@dataclass
class Club:
    """A service on which Ada has an account, and nobody else."""

    served: ForkedService
    sink: Sink
    ada: Browser

    def window(self, program: Program, *, scripts: bool, whose: Browser | None = None) -> Page:
        """A browser of a stranger, or Ada's."""
        return new_window(program, self.served.origin, whose, scripts=scripts)


@dataclass
class Stranger:
    """Somebody whose clicks are counted."""

    window: Page
    sink: Sink
    clicks: list[str] = field(default_factory=list)

    def click(self, what: Locator) -> None:
        """Click it, and count that."""
        self.clicks.append(what.inner_text())
        what.click()

    def sign_up_where_it_is_asked(self, name: str) -> None:
        """Write name and address, and follow the letter: three clicks, one of them in the letter."""
        address = f"{name.lower()}@example.org"
        self.window.get_by_label("Display name").fill(name)
        self.window.get_by_label("Email address").fill(address)
        self.click(self.window.get_by_role("button", name="Email me the link"))
        expect(self.window.get_by_role("heading", name="Check your email")).to_be_visible()
        letter = self.sink.wait_for(address, lambda letter: "/link/" in letter.text)
        assert "You’ll also start a game of" in " ".join(letter.text.split())
        self.clicks.append("the link in the letter")
        self.window.goto(letter.link("/link/"))
        self.click(self.window.get_by_role("button", name="Sign in and play"))


@pytest.fixture
def club(tmp_path: Path, nursery: Nursery) -> Iterator[Club]:
    with ForkedService(nursery, tmp_path / "var") as served, Browser(served.origin) as ada:
        sink = Sink(served.letters)
        sign_up(ada, sink, "Ada", "ada@example.org")
        yield Club(served, sink, ada)


@pytest.mark.parametrize("scripts", [False, True])
def test_a_stranger_on_a_phone_starts_playing_and_submits_a_first_turn(
    club: Club, program: Program, *, scripts: bool
) -> None:
    form = club.ada.get("/offers/new").form("/offers")
    club.ada.submit(form, game="kelasu", seat_wish="second")
    stranger = Stranger(club.window(program, scripts=scripts), club.sink)
    stranger.window.set_viewport_size({"width": 390, "height": 844})

    stranger.window.goto("/")
    stranger.click(stranger.window.get_by_role("link", name="Start playing"))
    stranger.click(stranger.window.get_by_role("link", name="Play Kelasu against Ada"))
    stranger.sign_up_where_it_is_asked("Sven")

    expect(stranger.window.get_by_text("Welcome, Sven. The game has started.")).to_be_visible()
    expect(stranger.window.get_by_role("heading", name="Your turn")).to_be_visible()
    assert len(stranger.clicks) <= MOST_CLICKS, stranger.clicks
    play_first_turn(stranger.window, scripts=scripts)
    expect(stranger.window.get_by_role("heading", name="Your turn")).to_have_count(0)
    expect(stranger.window.get_by_role("main")).to_contain_text(_FIRST_TURN)


@pytest.mark.parametrize("scripts", [False, True])
def test_a_link_goes_from_browser_to_browser_with_messengers_in_between(
    club: Club, program: Program, *, scripts: bool
) -> None:
    ada = club.window(program, scripts=scripts, whose=club.ada)
    ada.goto("/offers")
    ada.get_by_role("link", name="Send a link").click()
    ada.get_by_label("Game", exact=True).select_option(label="Kelasu")
    ada.get_by_text("Usual terms").click()
    ada.locator("input[name=seat_wish][value=second]").check()
    ada.get_by_role("button", name="Make the offer").click()
    expect(ada.get_by_text("Your link is ready.")).to_be_visible()
    link = ada.get_by_label("Link to Kelasu").input_value()
    expect(ada.get_by_role("button", name="Copy")).to_have_count(1 if scripts else 0)

    for agent in MESSENGERS:
        assert 'property="og:title" content="Ada invites you' in previewed(link, agent, "GET")
        assert previewed(link, agent, "HEAD") == ""

    stranger = Stranger(club.window(program, scripts=scripts), club.sink)
    stranger.window.goto(link)
    expect(stranger.window.get_by_role("heading", name="Ada invites you to a game of Kelasu")).to_be_visible()
    stranger.sign_up_where_it_is_asked("Sven")
    expect(stranger.window.get_by_role("heading", name="Your turn")).to_be_visible()
    late = club.window(program, scripts=scripts)
    late.goto(link)
    expect(late.get_by_text("This link has been used.")).to_be_visible()


def play_first_turn(window: Page, *, scripts: bool) -> None:
    """Click the first turn together, and submit it."""
    squares = _FIRST_TURN.replace(", ", "-").split("-")
    if not scripts:
        for square in squares:
            click_square(window, square)
        hand_in(window)
        return
    desk = Desk(window)
    expect(window.locator("#desk.is-scripted")).to_be_visible()
    for square in squares:
        desk.click(square)
    desk.submit()


def previewed(link: str, agent: str, method: str) -> str:
    """What a messenger is given that shows a link to its readers."""
    request = Request(link, method=method, headers={"User-Agent": agent})  # noqa: S310 - our own service
    with urlopen(request, timeout=60) as answer:  # noqa: S310
        assert answer.status == 200
        return str(answer.read().decode())
