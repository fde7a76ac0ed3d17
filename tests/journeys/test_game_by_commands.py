"""A game's whole life by mail alone: a challenge, a new account, an offer that is taken, the end, and a rematch."""

import re
from email.message import EmailMessage
from email.policy import SMTP
from pathlib import Path
from uuid import uuid4

import pytest

from tests.crash.newborn import Nursery
from tests.journeys.browser import Browser
from tests.journeys.letters import JUDGE, Letter, Sink, send
from tests.journeys.served import ForkedService
from tests.journeys.steps import Writer, sign_up, words_of

pytestmark = pytest.mark.slow

GOLDIE, RUDY = "goldie@kyo.example", "rudy@kyo.example"


def test_a_game_goes_from_a_challenge_to_its_rematch_by_mail_alone(tmp_path: Path, nursery: Nursery) -> None:
    with ForkedService(nursery, tmp_path / "var") as served, Browser(served.origin) as page:
        sink = Sink(served.letters)
        goldie, rudy = (Writer(address, sink, served.mail_port) for address in (GOLDIE, RUDY))
        sign_up(page, sink, "Goldie", GOLDIE)
        page.submit(page.get("/account/addresses").form("/account/mail/commands"))
        found = re.search(
            r"[\w.+-]+@[\w.-]+", page.get("/account/addresses").words.partition("address for commands")[2]
        )
        assert found

        order(goldie, found[0], f"challenge {RUDY} kelasu 5d/turn second")
        invitation = sink.wait_for(RUDY, lambda letter: "invites you to a game of Kelasu" in words_of(letter))
        rudy.answer(invitation, "accept Rudy")
        welcome = sink.wait_for(RUDY, lambda letter: "You have an account" in words_of(letter))
        game_letter = sink.wait_for(RUDY, lambda letter: "you have the first turn" in words_of(letter))
        first = game_of(game_letter)
        rudy.answer(game_letter, "B3-C3")
        goldie.answer(goldie.next_letter(first, "It is your turn against Rudy"), "resign")

        rudy.answer(rudy.next_letter(first, "For a rematch"), "rematch")
        challenge = sink.wait_for(GOLDIE, lambda letter: "asks for a rematch of Kelasu" in words_of(letter))
        goldie.answer(challenge, "accept")
        begun = sink.wait_for(
            GOLDIE,
            lambda letter: "has begun, and you have the first turn" in words_of(letter) and game_of(letter) != first,
        )

        # The seats are swapped: now Goldie begins.
        rudy.next_letter(game_of(begun), "Goldie has agreed: your rematch of Kelasu has begun")
        order(rudy, commands_in(welcome), "offer kyo 3d/turn")
        offered = sink.wait_for(RUDY, lambda letter: "is open." in words_of(letter))
        order(goldie, found[0], f"take {offer_in(offered)}")
        refused = sink.wait_for(GOLDIE, lambda letter: "No game has begun." in words_of(letter))

    assert game_of(begun) != first
    assert "plays a game with" in words_of(refused) or "already" in words_of(refused)
    assert '"level": "error"' not in served.said


def order(writer: Writer, to: str, text: str) -> None:
    """Send a mail that answers no letter, as our own mail server can prove."""
    message = EmailMessage()
    message["Authentication-Results"] = f"{JUDGE}; dmarc=pass header.from={writer.address.rpartition('@')[2]}"
    message["From"] = writer.address
    message["To"] = to
    message["Message-ID"] = f"<{uuid4().hex}@mail.example.org>"
    message.set_content(f"{text}\n")
    send(message.as_bytes(policy=SMTP), writer.address, to, writer.port)


def game_of(letter: Letter) -> str:
    """The id of the game that *letter* is about."""
    found = re.search(r"/games/([a-z0-9]+)", letter.text)
    assert found, letter.text
    return found[1]


def commands_in(letter: Letter) -> str:
    """The address for commands at the end of *letter*."""
    found = re.search(r"Keep it to yourself: (\S+@\S+)", words_of(letter))
    assert found, letter.text
    return found[1]


def offer_in(letter: Letter) -> str:
    """The name of the offer that *letter* says is open."""
    found = re.search(r"Your offer (\w+) is open", words_of(letter))
    assert found, letter.text
    return found[1]
