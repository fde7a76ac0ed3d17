"""A further game, added from outside without a line of the service, is played by web and by mail to its end."""

import functools
import re
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from urllib.parse import parse_qs, urlsplit

import pytest

from tests.gates.tree import ROOT
from tests.journeys.browser import Browser, Page
from tests.journeys.letters import Letter, Sink, answer_to, send
from tests.journeys.served import Served
from tests.journeys.steps import is_about, is_answer, is_turn, shown_positions, sign_up

pytestmark = pytest.mark.slow

ANNA, ROB = "anna@cross.example", "rob@nought.example"
TURNS = ("B2", "A1", "A3", "A2", "C1")
"""Cross takes the middle and then a diagonal."""
PLUGGED = "tests.journeys.plugged"


@dataclass(frozen=True)
class House:
    """A service with the fourth game, and somebody who looks at it."""

    served: Served
    browser: Browser


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    folder = tmp_path_factory.mktemp("fourth") / "var"
    with Served(folder, module=PLUGGED, PYTHONPATH=str(ROOT)) as served, Browser(served.origin) as browser:
        yield House(served, browser)


def test_a_fourth_game_is_played_to_its_end_by_clicks_and_by_mail(house: House) -> None:
    with Browser(house.served.origin) as anna, Browser(house.served.origin) as rob:
        sink = Sink(house.served.letters)
        sign_up(anna, sink, "Anna", ANNA)
        sign_up(rob, sink, "Rob", ROB)
        game_id = begin_by_challenge(anna, rob)
        for number, text in enumerate(TURNS, 1):
            if number % 2:
                assert f"Turn submitted: {text}" in click_turn(anna, game_id, text).words
            else:
                letter = sink.wait_for(ROB, lambda letter: is_turn(letter, game_id))
                assert_shows_the_board(letter, game_id, number, text)
                send(answer_to(letter, ROB, text.lower()), ROB, letter.reply_to, house.served.mail_port)
                sink.wait_for(ROB, functools.partial(is_answer, game_id, text))
        last = sink.wait_for(ROB, lambda letter: "won" in letter.text and is_about(game_id, letter))
        end = anna.get(f"/games/{game_id}").words
        log = anna.get(f"/games/{game_id}/turns").words
        positions = shown_positions(anna, game_id, len(TURNS), r"[xo.]{9} [xo]")

    assert '"level": "error"' not in house.served.said
    assert "Cross won" in last.text
    assert "Cross won" in end
    assert "three stood in a row" in end
    assert all(text in log for text in TURNS)
    assert positions == ["....x.... o", "o...x.... x", "o.x.x.... o", "oox.x.... x", "oox.x.x.. o"]


def begin_by_challenge(anna: Browser, rob: Browser) -> str:
    """Anna challenges Rob on the page, and he accepts on his; the id of the game."""
    asked = anna.submit(
        anna.get("/challenge").form("/challenge"),
        opponent="Rob",
        game="tiny",
        pace="3d/turn",
        seat_wish="first",
        **{"option.tiny.edge": "sand"},
    )
    assert asked.status == 200, asked.words
    challenge = rob.get(rob.get("/").link("/challenges/"))
    assert "Tiny" in challenge.words
    assert "sand" in challenge.words
    begun = rob.submit(challenge.form("/accept"))
    found = re.search(r"/games/([a-z0-9]+)$", begun.url)
    assert found, begun.words
    return found[1]


def click_turn(browser: Browser, game_id: str, square: str) -> Page:
    """Click a square of the board, look at what follows, and hand it in; the page after that."""
    game = browser.get(f"/games/{game_id}")
    made = browser.get(link_of_square(game, square))
    assert f"Cross on {square}" in made.words
    return browser.submit(made.form("/turns"), act="submit")


def link_of_square(page: Page, square: str) -> str:
    """Where a click on a square of the board leads."""
    leading = [address for _, address in page.links if [square] in parse_qs(urlsplit(address).query).values()]
    assert leading, [address for _, address in page.links]
    return leading[0]


def assert_shows_the_board(letter: Letter, game_id: str, number: int, text: str) -> None:
    """The letter tells what was played, shows the board, hints at what is possible and says how to answer."""
    assert game_id in letter.text
    assert f"Turn {number - 1}, Cross" in letter.text
    assert f"mark {text}" in letter.text
    assert re.search(r"^B .*x.* B$", letter.text.replace("\r", ""), re.MULTILINE), letter.text


def test_a_game_without_a_page_of_rules_tells_what_is_known_of_it(house: House) -> None:
    page = house.browser.get("/rules/tiny")

    assert page.status == 200
    assert all(words in page.words for words in ("Tiny", "Everybody's.", "Cross", "Nought"))
    assert all(words in page.words for words in ("A1", "three stood in a row", "the board was full"))
    assert all(words in page.words for words in ("Three in a row loses", "no, yes", "the sea, sand"))
    assert page.link("/practice/tiny")


def test_the_list_of_rules_and_the_form_of_a_challenge_know_the_game(house: House) -> None:
    assert house.browser.get("/rules").link("/rules/tiny")


def test_a_fourth_game_can_be_tried_on_a_practice_board(house: House) -> None:
    board = house.browser.get("/practice/tiny")

    after = house.browser.get(link_of_square(board, "B2"))

    assert board.status == after.status == 200
    assert "Cross on B2" in after.words


def test_the_commands_know_a_fourth_game() -> None:
    command = [sys.executable, "-m", PLUGGED, "check", "tiny"]

    checked = subprocess.run(command, input="\n".join(TURNS), capture_output=True, text=True, check=True, cwd=ROOT)

    assert checked.stdout.splitlines()[-1].partition("\t")[2] == "over x line"
