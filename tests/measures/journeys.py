"""
Measure of moves between packages: how often a turn changes from package to package on its way, traced while it runs.

A package is a folder directly below `corr`. A move is counted wherever a function of the product is entered, or a
generator goes on, that lies in another package than the function which was entered before it. Returning counts as
nothing, nor do comprehensions, generator expressions and lambdas, nor what libraries and templates do in between.
What the child process does that reads mails is not seen. An earlier turn goes the same way before the one that is
counted, so that nothing is loaded for the first time.
"""

import sys
import threading
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http import HTTPStatus
from itertools import pairwise
from pathlib import Path
from tempfile import TemporaryDirectory
from types import FrameType

import corr
from corr.mail.answering.gateway import understand_next
from corr.mail.reading.child import ChildReader
from corr.mail.sending.dispatch import send_next
from corr.store.db import Database
from corr.store.migrate import upgrade
from tests.mail.office import IDENTITY, PROVED, an_office
from tests.playing import Room, a_room
from tests.web.browsing import Site

_HOUSE = f"{Path(corr.__file__).parent}/"
_NAMELESS = frozenset({"<genexpr>", "<lambda>", "<listcomp>", "<dictcomp>", "<setcomp>"})
_RULESET = "kelasu/1"
_TURNS = ("B3-C3, B4-C4, B5-C5, B6-C6", "I3-H3", "C3-D3")
_BOTH = 2
"""The letter to the writer and the one to the opponent."""


@dataclass
class Trace:
    """The functions that were entered, one after another, each with its file."""

    entered: list[tuple[str, str]] = field(default_factory=list)

    def moves(self) -> Counter[str]:
        """How often it went from which function to which one of another package."""
        pairs = pairwise(self.entered)
        return Counter(
            f"{here} {left} -> {there} {entered}"
            for (here, left), (there, entered) in pairs
            if _package(here) != _package(there)
        )

    def note(self, frame: FrameType, event: str, _argument: object) -> None:
        """Write down what is entered."""
        code = frame.f_code
        if event == "call" and code.co_name not in _NAMELESS and code.co_filename.startswith(_HOUSE):
            self.entered.append((code.co_filename.removeprefix(_HOUSE), code.co_qualname))


def _package(name: str) -> str:
    """The folder directly below `corr`; empty for a file that lies in none."""
    return name.rpartition("/")[0].partition("/")[0]


def web_turn() -> Trace:
    """A turn that is handed in on its page and played."""
    with _room() as room:
        office = an_office(room, ruleset=_RULESET)
        site = Site(room)
        browsers = [site.browser(player_id) for player_id in office.game.players]
        trace = Trace()
        for number, text in enumerate(_TURNS, 1):
            browser = browsers[(number - 1) % 2]
            form = {"csrf": browser.csrf(), "turn": str(number), "text": text, "act": "submit"}
            with _traced(trace):
                answer = browser.post_raw(f"/games/{office.game.id}/turns", form)
            assert answer.status_code == HTTPStatus.SEE_OTHER
        assert office.turns() == list(_TURNS)
    return trace


def mail_turn() -> Trace:
    """A turn that comes by mail and is played, to the letters that answer its writer and tell the opponent."""
    with _room() as room, ChildReader() as reader:
        office = an_office(room, _TURNS[0], ruleset=_RULESET)
        trace = Trace()
        for name, text in zip(("Bob", "Ada"), _TURNS[1:], strict=True):
            sender, recipient = f"{name.lower()}@example.org", office.reply_address(name)
            raw = f"{PROVED}From: {name} <{sender}>\nSubject: Re\n\n{text}\n"
            sent = len(office.transport.sent)
            with _traced(trace):
                office.store(raw, recipient, sender)
                understand_next(room.workshop, IDENTITY, reader, "reader")
                while send_next(room.workshop, IDENTITY, office.transport, "sender"):
                    pass
            assert len(office.transport.sent) == sent + _BOTH
        assert office.turns() == list(_TURNS)
    return trace


@contextmanager
def _room() -> Iterator[Room]:
    with TemporaryDirectory() as folder:
        url = f"sqlite:///{folder}/corr.sqlite"
        database = Database(url)
        upgrade(database)
        database.close()
        with a_room(url) as room:
            yield room


@contextmanager
def _traced(trace: Trace) -> Iterator[None]:
    """A while in which what is entered is written down, in place of what was entered before."""
    trace.entered.clear()
    threading.setprofile(trace.note)
    sys.setprofile(trace.note)
    try:
        yield
    finally:
        sys.setprofile(None)
        threading.setprofile(None)
