"""Two people play a whole game: one on the pages, the other only by answering letters."""

import functools
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.crash.newborn import Nursery
from tests.journeys.browser import Browser
from tests.journeys.letters import Sink, answer_to, send
from tests.journeys.served import ForkedService
from tests.journeys.steps import is_about, is_answer, is_turn, play, shown_positions, sign_up

pytestmark = pytest.mark.slow

ANNA, ROB = "anna@blue.example", "rob@red.example"
TURNS = (
    "B4-C4, B5-C5, A4-B4, A5-B5",
    "I1-H1, I3-H3, I6-H6, I8-H8",
    "C4-D4, C5-D5, B4-C4, B5-C5",
    "H1-G1, H3-G3, H6-G6, H8-G8",
    "D4-E4, D5-E5, C4-D4, C5-D5",
    "G1-F1, G3-F3, G6-F6, G8-F8",
    "E4-F4, E5-F5, D4-E4, D5-E5",
)
"""The shortest game there is: Red looks away, and Blue walks to the middle."""


def test_a_whole_game_by_web_and_by_mail(tmp_path: Path, nursery: Nursery) -> None:
    with (
        ForkedService(nursery, tmp_path / "var", CORR_LOG_LEVEL="debug") as served,
        Browser(served.origin) as anna,
        Browser(served.origin) as rob,
    ):
        sink = Sink(served.letters)
        sign_up(anna, sink, "Anna", ANNA)
        game_id = begin_by_invitation(anna, rob, sink)
        for number, text in enumerate(TURNS, 1):
            if number % 2:
                page = play(anna, game_id, number, text.lower().replace("-", " – "))
                assert "Turn submitted" in page.words
            else:
                letter = sink.wait_for(ROB, lambda letter: is_turn(letter, game_id))
                send(answer_to(letter, ROB, text), ROB, letter.reply_to, served.mail_port)
                sink.wait_for(ROB, functools.partial(is_answer, game_id, text))
        last = sink.wait_for(ROB, lambda letter: "won" in letter.text and is_about(game_id, letter))
        end = anna.get(f"/games/{game_id}").words
        positions = shown_positions(anna, game_id, len(TURNS), r"\S+ [br] \d+")

    assert '"level": "error"' not in served.said
    assert secrets_in(sink) & set(re.findall(r"\w+", served.said)) == set()
    assert "Blue won" in last.text
    assert "Blue won" in end
    *checked, ending = checked_positions()
    assert positions[:-1] == checked
    assert ending == "over b victory-squares"


def begin_by_invitation(anna: Browser, rob: Browser, sink: Sink) -> str:
    """Anna challenges an address; Rob opens the letter's link, proves the mailbox and accepts; the id of the game."""
    form = anna.get("/challenge").form("/challenge")
    sent = anna.submit(form, opponent=ROB, game="kelasu", pace="3d/turn", seat_wish="first", message="Shall we?")
    assert sent.status == 200, sent.words
    letter = sink.wait_for(ROB, lambda letter: "/invitations/" in letter.text)
    invitation = rob.get(letter.link("/invitations/"))
    assert "Shall we?" in invitation.words
    rob.submit(invitation.form("/code"))
    proof = sink.wait_for(ROB, lambda letter: "/link/" in letter.text)
    back = rob.submit(rob.get(proof.link("/link/")).form("/link/"), name="Rob", zone="America/Lima")
    begun = rob.submit(back.form("/accept"))
    found = re.search(r"/games/([a-z0-9]+)$", begun.url)
    assert found, begun.words
    return found[1]


def secrets_in(sink: Sink) -> set[str]:
    """Every token and code that went out in a letter."""
    texts = [f"{letter.reply_to} {letter.text}" for letter in sink.letters()]
    found = {secret for text in texts for secret in re.findall(r"\b(?:[a-z2-7]{26}|[0-9]{6})\b", text)}
    assert len(found) > len(TURNS) // 2, "the letters hold fewer secrets than there were turns to answer"
    return found


def checked_positions() -> list[str]:
    """What the command says about the same turns."""
    command = [sys.executable, "-m", "corr", "check", "kelasu"]
    checked = subprocess.run(command, input="\n".join(TURNS), capture_output=True, text=True, check=True, timeout=60)
    return [line.partition("\t")[2] for line in checked.stdout.splitlines()]
