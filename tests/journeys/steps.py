"""What people do again and again in these stories."""

import re
import subprocess
import sys
from dataclasses import dataclass

from tests.journeys.browser import Browser, Page
from tests.journeys.letters import Letter, Sink, answer_to, send

_WHERE = re.compile(r" Write above this line\. #\w+#")
_ASKS = ("It is your turn against", "you have the first turn", "you both make a choice first")


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


def sign_in_as(browser: Browser, name: str) -> None:
    """Sign in as somebody of the demo, with one click."""
    form = browser.get("/demo").form("/demo")
    (player,) = [value for _, value, words in form.buttons if words == f"Sign in as {name}"]
    browser.submit(form, player=player)


def play(browser: Browser, game_id: str, turn_number: int, text: str) -> Page:
    """Type a turn on the game's page and hand it in; the page that follows."""
    form = browser.get(f"/games/{game_id}").form("/turns")
    return browser.submit(form, turn=str(turn_number), text=text, act="submit")


def is_about(game_id: str, letter: Letter) -> bool:
    """Whether *letter* is about that game."""
    return f"/games/{game_id}" in letter.text


def is_turn(letter: Letter, game_id: str) -> bool:
    """Whether *letter* asks for a turn in that game; that the game has begun is told by a letter of its own."""
    return is_about(game_id, letter) and any(words in words_of(letter) for words in _ASKS)


def is_answer(game_id: str, text: str, letter: Letter) -> bool:
    """Whether *letter* says that the turn was understood."""
    return is_about(game_id, letter) and text in letter.text


def shown_positions(browser: Browser, game_id: str, turns: int, form: str) -> list[str]:
    """The position after each turn, as the pages of the game's history tell it; *form* is how one looks."""
    pages = [browser.get(f"/games/{game_id}/turns/{number}") for number in range(1, turns + 1)]
    found = [re.search(rf"Position: ({form})", page.words) for page in pages]
    return [position[1] if position else "none" for position in found]


def begin_by_challenge(challenger: Browser, opponent: Browser, name: str, **chosen: str) -> str:
    """Challenge the player *name* with what is *chosen* in the form, and let that one accept; the id of the game."""
    asked = challenger.submit(
        challenger.get("/challenge").form("/challenge"),
        opponent=name,
        **{"pace": "3d/turn", "seat_wish": "first", **chosen},
    )
    assert asked.status == 200, asked.words
    challenge = opponent.get(opponent.get("/").link("/challenges/"))
    begun = opponent.submit(challenge.form("/accept"))
    found = re.search(r"/games/([a-z0-9]+)$", begun.url)
    assert found, begun.words
    return found[1]


def judged_record(browser: Browser, game_id: str) -> str:
    """What the command says about the record that the game's page offers."""
    record = browser.get(browser.get(f"/games/{game_id}").link("/record.txt")).html
    command = [sys.executable, "-m", "corr", "check", "--record", "-"]
    judged = subprocess.run(command, input=record, capture_output=True, text=True, check=False, timeout=60)
    return judged.stdout + judged.stderr


def printed(command: str) -> str:
    """The digest that *command* prints, which ends in `sha256sum`."""
    done = subprocess.run(["sh", "-c", command], capture_output=True, text=True, check=True, timeout=60)
    return done.stdout.removesuffix("  -\n")


@dataclass(frozen=True)
class Writer:
    """Somebody who plays by answering letters."""

    address: str
    sink: Sink
    port: int
    """Where mails are handed in."""

    def next_letter(self, game_id: str, words: str) -> Letter:
        """The next letter about that game that holds *words*, wherever its lines are broken."""
        return self.sink.wait_for(self.address, lambda letter: is_about(game_id, letter) and words in words_of(letter))

    def answer(self, letter: Letter, text: str) -> None:
        """Answer *letter* with *text*."""
        send(answer_to(letter, self.address, text), self.address, letter.reply_to, self.port)


def words_of(letter: Letter) -> str:
    """The text of a letter with single spaces, without what tells where answers are written."""
    return _WHERE.sub("", " ".join(letter.text.split()))
