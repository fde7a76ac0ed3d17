"""A game of Kyo by letters: a long turn is written as a chain, refused once, and written better."""

import re
from pathlib import Path

import pytest

from tests.crash.newborn import Nursery
from tests.journeys.browser import Browser
from tests.journeys.letters import Sink
from tests.journeys.served import ForkedService
from tests.journeys.steps import Writer, begin_by_challenge, judged_record, play, sign_up, words_of

pytestmark = pytest.mark.slow

GOLDIE, RUDY = "goldie@kyo.example", "rudy@kyo.example"
BENT = "C0>C1:2>D2:3>C3:2"
CHAIN = "c0>c1:2>d2:3>e3:2>f4:1, f4 x g5"
TURN = "C0>C1:2, C1>D2:3, D2>E3:2, E3>F4:1, F4xG5"


def test_a_chain_of_mana_moves_is_played_by_answering_a_letter(tmp_path: Path, nursery: Nursery) -> None:
    with (
        ForkedService(nursery, tmp_path / "var") as served,
        Browser(served.origin) as goldie,
        Browser(served.origin) as rudy,
    ):
        sink = Sink(served.letters)
        gold, red = (Writer(address, sink, served.mail_port) for address in (GOLDIE, RUDY))
        sign_up(goldie, sink, "Goldie", GOLDIE)
        sign_up(rudy, sink, "Rudy", RUDY)
        game_id = begin_by_challenge(goldie, rudy, "Rudy", game="kyo", **{"option.kyo.start": "deadlock"})

        begin(gold, game_id)
        assert "Turn submitted: H9-H8:3" in play(rudy, game_id, 2, "H9-H8:3").words
        make_the_long_turn(gold, game_id)
        give_up(red, game_id)
        gold.next_letter(game_id, "Gold won: Red resigned.")
        judged = judged_record(rudy, game_id)

    assert '"level": "error"' not in served.said
    assert (
        judged
        == f"All is right: Kyo {game_id}, Goldie (Gold) against Rudy (Red), 3 turns, won by Goldie (resignation).\n"
    )


def begin(gold: Writer, game_id: str) -> None:
    """The first letter shows whole stacks and what can be done; chips leave a pawn by an answer to it."""
    letter = gold.next_letter(game_id, "you have the first turn")
    assert re.search(
        r"^0  DDDH  DDLH  DLLH  LLLH  DL\+Q  \+\+\+K  LLLH  DLLH  DDLH  DDDH  0", letter.text, re.MULTILINE
    )
    assert "| Heavy Pawn from D0: " in words_of(letter)
    gold.answer(letter, "D0/C1:3")
    gold.next_letter(game_id, " was played. | D0/C1:3")


def make_the_long_turn(gold: Writer, game_id: str) -> None:
    """A chain that bends where it must not is refused with what is possible; answering that, Gold makes it straight."""
    gold.answer(gold.next_letter(game_id, "It is your turn against Rudy"), BENT)
    refusal = gold.next_letter(game_id, "Your turn was not played. Action 3, “D2>C3:2”")
    assert "must keep its direction (south-east); this one goes south-west." in words_of(refusal)
    assert "Possible instead: D2>E3, D2>E3:1, D2>E3:2" in words_of(refusal)
    gold.answer(refusal, CHAIN)
    gold.next_letter(game_id, f" was played. | {TURN}")


def give_up(red: Writer, game_id: str) -> None:
    """Red reads what was played, and has had enough."""
    letter = red.next_letter(game_id, f"Turn 3, Gold: {TURN}")
    assert re.search(r"^4 .*\[ L  \]", letter.text, re.MULTILINE)
    assert re.search(r"^5 .*\[ H  \]", letter.text, re.MULTILINE)
    red.answer(letter, "resign")
    red.next_letter(game_id, "Gold won: Red resigned.")
