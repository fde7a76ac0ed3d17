"""A game of Kerd by letters: secret choices are made, changed, revealed and told, and a check is announced."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

import pytest
from selectolax.lexbor import LexborHTMLParser

from tests.crash.newborn import Nursery
from tests.journeys.browser import Browser
from tests.journeys.letters import Letter, Sink
from tests.journeys.served import ForkedService
from tests.journeys.steps import Writer, begin_by_challenge, judged_record, play, printed, sign_up, words_of

pytestmark = pytest.mark.slow

WILMA, BRUNO = "wilma@kerd.example", "bruno@kerd.example"
OPENING = ("F2-F3&F3-F4",)
PAIR = "G11-G9&G10-G8"
TO_CHECK = ("K2-K3", "F12-J8", "H2-H4", "J8-J4")
FROM_CHECK = ("G1-F2", "J4-J8")
SAMPLE = "A2"
WHITE_SAMPLE = "A11"
"""What letters to Black show as a turn of the form that is wanted."""
HINT = re.compile(r"name a Pawn, .*? infiltrator: [A-L0-9, |]+")
"""All that may be chosen, which tells nothing."""
TOLD = re.compile(r"nfiltrators?\W+(?:the [\w ]+ on )?([A-L]\d+)|([A-L]\d+),[!?+-]|[!?+-],([A-L]\d+)")


@dataclass(frozen=True)
class Table:
    """Wilma, who plays White, and Bruno, who plays Black; both also write letters."""

    game_id: str
    browsers: tuple[Browser, Browser]
    white: Writer
    black: Writer


def test_infiltrators_are_chosen_and_revealed_by_answering_letters(tmp_path: Path, nursery: Nursery) -> None:
    with (
        ForkedService(nursery, tmp_path / "var") as served,
        Browser(served.origin) as wilma,
        Browser(served.origin) as bruno,
    ):
        sink = Sink(served.letters)
        white, black = (Writer(address, sink, served.mail_port) for address in (WILMA, BRUNO))
        sign_up(wilma, sink, "Wilma", WILMA)
        sign_up(bruno, sink, "Bruno", BRUNO)
        table = Table(begin_by_challenge(wilma, bruno, "Bruno", game="kerd"), (wilma, bruno), white, black)

        choose(table)
        play_until_check(table)
        assert infiltrators_told(sink, BRUNO) == {SAMPLE, "D1", "E2"}
        reveal(table)
        assert infiltrators_told(sink, WILMA) == {WHITE_SAMPLE, "F11"}
        assert not [letter for letter in sink.letters() if "sha256sum" in letter.text]
        give_up(table)
        judged = judged_record(bruno, table.game_id)

    assert '"level": "error"' not in served.said
    assert judged.startswith(f"All is right: Kerd {table.game_id}, Wilma (White) against Bruno (Black), ")
    assert judged.endswith(" turns, won by Wilma (resignation).\n")


def choose(table: Table) -> None:
    """Black chooses by mail and changes it; White chooses on the page, which ends the round."""
    letter = table.black.next_letter(table.game_id, "has begun, and you both make a choice first.")
    assert "You and Wilma choose at the same time" in words_of(letter)
    assert "| infiltrator A2 " in words_of(letter)
    table.black.answer(letter, "infiltrator D1")
    table.black.next_letter(table.game_id, "Your choice is kept. | infiltrator D1")
    table.black.answer(letter, "Infiltrator e2")
    table.black.next_letter(table.game_id, "Your choice is changed. | infiltrator E2")
    assert "infiltrator F11" in play(table.browsers[0], table.game_id, 1, "infiltrator F11").words


def play_until_check(table: Table) -> None:
    """Black answers a letter with a pair of moves, all else is played on the pages; a letter tells of the check."""
    play_on_pages(table, 2, OPENING)
    letter = table.black.next_letter(table.game_id, f"Turn 2, White: {OPENING[0]}")
    assert "Turn 1, White: infiltrator ?" in words_of(letter)
    table.black.answer(letter, PAIR)
    table.black.next_letter(table.game_id, f" was played. | {PAIR}")
    play_on_pages(table, 4, TO_CHECK)
    table.white.next_letter(table.game_id, "*** White is in check. ***")
    play_on_pages(table, 8, FROM_CHECK)


def play_on_pages(table: Table, first: int, turns: Iterable[str]) -> None:
    """Make turns from number *first* on."""
    for number, text in enumerate(turns, first):
        assert f"Turn submitted: {text}" in play(table.browsers[number % 2], table.game_id, number, text).words


def reveal(table: Table) -> None:
    """White answers a letter with a single word, and Black reads what that means."""
    letter = table.white.next_letter(table.game_id, "Turn 9, Black: J4-J8")
    table.white.answer(letter, "reveal")
    table.white.next_letter(table.game_id, " was played. | reveal F11")


def give_up(table: Table) -> None:
    """Black is told of the check, and resigns; then the choice that was never revealed is told, too."""
    letter = table.black.next_letter(table.game_id, "*** Black is in check. ***")
    assert "Turn 10, White: reveal F11" in words_of(letter)
    table.black.answer(letter, "resign")
    told = table.white.next_letter(table.game_id, "White won: Black resigned.")
    proofs = re.findall(r"([0-9a-f]{64})\s+(printf .*)\s+(.* sha256sum)", told.text.replace("\r", ""))
    assert [printed(f"{first}\n{second}") for _, first, second in proofs] == [digest for digest, _, _ in proofs]
    assert [first.split()[-2] for _, first, _ in proofs] == ["F11", "E2"]


def infiltrators_told(sink: Sink, address: str) -> set[str]:
    """Every square that a letter to *address* names as an infiltrator's, in a sentence or in a position."""
    texts = (text for letter in sink.letters() if letter.to == address for text in texts_of(letter))
    return {next(filter(None, found)) for text in texts for found in TOLD.findall(HINT.sub("", text))}


def texts_of(letter: Letter) -> Iterable[str]:
    """All that is written in a letter: headers, plain text, and hypertext with what is not seen of it."""
    yield from (f"{name}: {value}" for name, value in letter.message.items())
    for part in letter.message.walk():
        if part.get_content_type() == "text/plain":
            yield " ".join(str(part.get_content()).split())
        if part.get_content_type() == "text/html":
            html = str(part.get_content())
            yield html
            body = LexborHTMLParser(html).body
            yield " ".join(body.text(separator=" ").split()) if body else ""
