"""What people do again and again in these stories."""

from tests.journeys.browser import Browser, Page
from tests.journeys.letters import Letter, Sink


def sign_up(browser: Browser, sink: Sink, name: str, address: str) -> Page:
    """Make an account by the link in the letter; the page that follows."""
    asked = browser.submit(browser.get("/sign-up").form("/sign-up"), name=name, address=address, zone="Europe/Berlin")
    assert asked.status == 200, asked.words
    letter = sink.wait_for(address, lambda letter: "/link/" in letter.text)
    link = browser.get(letter.link("/link/"))
    welcome = browser.submit(link.form("/link/"))
    assert welcome.status == 200, welcome.words
    assert name in welcome.words
    return welcome


def play(browser: Browser, game_id: str, turn_number: int, text: str) -> Page:
    """Type a turn on the game's page and hand it in; the page that follows."""
    form = browser.get(f"/games/{game_id}").form("/turns")
    return browser.submit(form, turn=str(turn_number), text=text, act="submit")


def is_about(game_id: str, letter: Letter) -> bool:
    """Whether *letter* is about that game."""
    return f"/games/{game_id}" in letter.text
