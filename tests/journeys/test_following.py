"""Somebody who only watches: follows a player, a game and a league in a real browser, reads of them, and ends it."""

import re
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from playwright.sync_api import Browser as Program
from playwright.sync_api import Page, expect

from tests.journeys.browser import Browser
from tests.journeys.letters import Letter
from tests.journeys.seasons import Club, a_club
from tests.journeys.steps import begin_by_challenge, play, words_of
from tests.journeys.windows import look_until, new_window

pytestmark = pytest.mark.slow

NOON = datetime(2027, 1, 11, 11, tzinfo=UTC)
NEXT_NOON = NOON + timedelta(days=1)
OPENED = "Winter Club, season 2, can be joined"


@pytest.fixture
def club(tmp_path: Path) -> Iterator[Club]:
    with a_club(tmp_path, NOON) as club:
        club.sign_up("Ada", "Ben", "Eve")
        yield club


def test_what_is_followed_is_read_on_a_page_in_a_feed_in_letters_and_in_the_digest(
    club: Club, program: Program
) -> None:
    ada, ben, eve = (club[name].browser for name in ("Ada", "Ben", "Eve"))
    window = new_window(program, club.served.origin, eve)
    found_a_league(club)
    game_id = begin_by_challenge(ada, ben, "Ben", game="kelasu")

    follow(window, "/players/Ada", "On my news page")
    follow(window, f"/games/{game_id}", "Also by email each time", each_turn=True)
    follow(window, "/leagues/winter-club", "Also in my daily digest")
    wish_for_a_digest(window)
    assert "Turn submitted" in play(ada, game_id, 1, "B4-C4").words
    turn = club["Eve"].letter("Turn 1 was made in the game of Kelasu between Ada and Ben.")
    open_the_season(club)
    club["Ben"].submit(f"/games/{game_id}/resign", "/resign")
    over = club["Eve"].letter("Ada won against Ben in Kelasu.")

    look_until(window, "/following", window.get_by_role("link", name=re.compile(OPENED)))
    for words in ("Turn 1 was made", "Ada won against Ben in Kelasu"):
        expect(window.get_by_role("link", name=re.compile(words))).to_have_attribute("href", f"/games/{game_id}")
    assert f"{OPENED}</title>" in feed(window, eve)
    club.wind(NEXT_NOON)
    assert OPENED in words_of(club["Eve"].letter("News of what you follow:"))
    assert [OPENED in words_of(letter) for letter in (turn, over)] == [False, False]
    end_within_a_letter(club, program, over)
    window.goto("/following")
    expect(window.get_by_role("heading", level=3)).to_have_text(["Winter Club", "Ada"])


def found_a_league(club: Club) -> None:
    """Ben founds a league, whose first season can be joined at once."""
    dates = {"sign_up_until": "2027-01-20T18:00", "starts_at": "2027-01-21T18:00", "ends_at": "2027-03-28T18:00"}
    chosen = {"game": "kelasu", "pace": "7d/turn", **dates}
    draft = club["Ben"].submit("/leagues/new", "/leagues/new", name="Winter Club", **chosen)
    club["Ben"].confirm(draft, "/leagues/new", act="found")


def open_the_season(club: Club) -> None:
    """Ben calls the first season off, and opens another."""
    club["Ben"].submit("/leagues/winter-club/1/organise/call-off", "/call-off")
    draft = club["Ben"].submit("/leagues/winter-club/organise/next", "/next")
    opened = club["Ben"].confirm(draft, "/next", act="found")
    assert "The sign-up for season 2 is open." in opened.words


def follow(window: Page, path: str, way: str, *, each_turn: bool = False) -> None:
    """Follow what the page at *path* shows, and hear of it in that *way*."""
    window.goto(path)
    window.get_by_role("link", name=re.compile("^Follow")).click()
    window.get_by_label(way).check()
    if each_turn:
        window.get_by_label("Also tell me about each turn").check()
    window.get_by_role("button", name="Follow", exact=True).click()
    expect(window.get_by_text("You follow")).to_be_visible()


def wish_for_a_digest(window: Page) -> None:
    """Ask for one letter a day, in the morning."""
    window.goto("/account/mail")
    window.get_by_label("One digest a day").check()
    window.get_by_label("Send the digest at").select_option(label="07:00")
    window.get_by_role("button", name="Save").click()
    expect(window.get_by_text("The next one is due")).to_be_visible()


def feed(window: Page, eve: Browser) -> str:
    """The feed of the news, as a program fetches it that knows nothing but its address."""
    window.goto("/account/feeds")
    window.get_by_role("button", name="Create my links").click()
    found = re.search(r'value="https?://[^/"]+(/feeds/[^"]*/following\.atom)"', window.content())
    assert found
    with Browser(eve.origin) as program:
        return program.get(found[1]).html


def end_within_a_letter(club: Club, program: Program, letter: Letter) -> None:
    """Open the link of a letter where nobody is signed in, and end what it names with one click."""
    stranger = new_window(program, club.served.origin)
    stranger.goto(letter.link("/following/stop/"))
    expect(stranger.get_by_role("heading", name="Stop following Ada – Ben, Kelasu?")).to_be_visible()
    stranger.get_by_role("button", name="Stop following").click()
    expect(stranger.get_by_role("heading", name="You no longer follow Ada – Ben, Kelasu")).to_be_visible()
