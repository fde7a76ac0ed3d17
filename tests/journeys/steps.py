"""What people do again and again in these stories."""

import re

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


def is_turn(letter: Letter, game_id: str) -> bool:
    """Whether *letter* asks for a turn in that game, which means that it can be answered."""
    return is_about(game_id, letter) and letter.reply_to.startswith("r+") and "our turn" in letter.text


def is_answer(game_id: str, text: str, letter: Letter) -> bool:
    """Whether *letter* says that the turn was understood."""
    return is_about(game_id, letter) and text in letter.text


def shown_positions(browser: Browser, game_id: str, turns: int, form: str) -> list[str]:
    """The position after each turn, as the pages of the game's history tell it; *form* is how one looks."""
    pages = [browser.get(f"/games/{game_id}/turns/{number}") for number in range(2, turns + 2)]
    found = [re.search(rf"Position: ({form})", page.words) for page in pages]
    return [position[1] if position else "none" for position in found]
