"""What the service writes about itself while two people play a game with secrets tells none of them."""

import re
from contextlib import ExitStack
from pathlib import Path
from urllib.parse import quote_plus

import pytest

from tests.crash.newborn import Nursery
from tests.journeys.browser import Browser
from tests.journeys.letters import Sink
from tests.journeys.served import ForkedService
from tests.journeys.steps import Writer, begin_by_challenge, play, sign_up, words_of

pytestmark = pytest.mark.slow

WALT, BEA = "walt@kerd.example", "bea@kerd.example"
CHOSEN = ("D11", "I2", "H2")
"""Named in secret, by White and by Black, who changes it; the pieces there never move."""
FAULTS = ("infiltrator D11 twice", "infiltrator H2, H2", "reveal D11", "execute H2 now", "D11-H2")


def test_no_line_of_the_log_holds_a_choice_or_what_hides_it(tmp_path: Path, nursery: Nursery) -> None:
    with ExitStack() as stack:
        served = stack.enter_context(ForkedService(nursery, tmp_path / "var", CORR_LOG_LEVEL="info"))
        walt, bea = (stack.enter_context(Browser(served.origin)) for _ in "wb")
        sink = Sink(served.letters)
        sign_up(walt, sink, "Walt", WALT)
        sign_up(bea, sink, "Bea", BEA)
        game_id = begin_by_challenge(walt, bea, "Bea", game="kerd")

        choose(walt, Writer(BEA, sink, served.mail_port), game_id)
        play_on(walt, Writer(BEA, sink, served.mail_port), game_id)
        nonces = give_up(walt, game_id)
        served.stop()

    logged = set(re.findall(r"\w+", served.said.lower()))
    assert {"sealed", "illegal", "played"} <= logged, served.said
    assert logged & {word.lower() for word in (*CHOSEN, *nonces)} == set()
    assert '"level": "error"' not in served.said


def choose(walt: Browser, bea: Writer, game_id: str) -> None:
    """Black chooses by mail, with a fault, and changes it; White chooses on the page, with faults and a preview."""
    letter = bea.next_letter(game_id, "has begun")
    for text in (FAULTS[0], f"infiltrator {CHOSEN[1]}", f"infiltrator {CHOSEN[2]}"):
        bea.answer(letter, text)
        said = words_of(bea.next_letter(game_id, ""))
        assert ("Your choice is" in said) == (text not in FAULTS)
    for fault in FAULTS:
        assert play(walt, game_id, 1, fault).status == 422
    assert walt.get(f"/games/{game_id}/preview?turn=1&text={quote_plus(f'infiltrator {CHOSEN[0]}')}").status == 200
    assert "Your choice is made" in play(walt, game_id, 1, f"infiltrator {CHOSEN[0]}").words


def play_on(walt: Browser, bea: Writer, game_id: str) -> None:
    """A turn by either door, and faults that name the squares, one of them from an old page."""
    assert "Turn submitted" in play(walt, game_id, 2, "A2-A3").words
    letter = bea.next_letter(game_id, "Turn 2, White: A2-A3")
    bea.answer(letter, FAULTS[2])
    bea.next_letter(game_id, "")
    bea.answer(letter, "A11-A10")
    bea.next_letter(game_id, " was played.")
    assert walt.get(f"/games/{game_id}/compose?turn=9&begun=execute+{CHOSEN[2]}").status == 409


def give_up(walt: Browser, game_id: str) -> list[str]:
    """White resigns; what hid the choices until then."""
    walt.submit(walt.get(f"/games/{game_id}/resign").form("/resign"))
    nonces = re.findall(r"\b[0-9a-f]{32}\b", walt.get(f"/games/{game_id}/commitments").words)
    assert len(nonces) == 2
    return nonces
