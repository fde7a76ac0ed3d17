"""
Measures of a turn, traced while it runs: its functions, its statements, and its moves from package to package.

Functions of the product that are entered count once each; statements count as the database gets them, with the
beginnings of transactions that write and with savepoints. A package is a folder directly below `corr`. A move is
counted wherever a function of the product is entered, or a generator goes on, that lies in another package than the
function which was entered before it. Returning counts as nothing, nor do comprehensions, generator expressions and
lambdas, nor what libraries and templates do in between, nor what runs compiled statements, which stands in for a
library. What the child process does that reads mails is not seen. An earlier turn goes the same way before the one that
is counted, so that nothing is loaded for the first time.
"""

import sys
import threading
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache
from http import HTTPStatus
from itertools import pairwise
from pathlib import Path
from tempfile import TemporaryDirectory
from types import FrameType

from sqlalchemy import Connection, Engine, event

import corr
from corr.mail.answering.gateway import understand_next
from corr.mail.letters.dispatch import send_next
from corr.mail.reading.child import ChildReader
from corr.store import compiled_statements
from corr.store.db import Database
from corr.store.migrate import upgrade
from tests.mail.office import IDENTITY, PROVED, Office, an_office
from tests.playing import Room, a_room
from tests.web.browsing import Site

_HOUSE = f"{Path(corr.__file__).parent}/"
_NAMELESS = frozenset({"<genexpr>", "<lambda>", "<listcomp>", "<dictcomp>", "<setcomp>"})
_RULESET = "kelasu/1"
_TURNS = ("B3-C3, B4-C4, B5-C5, B6-C6", "I3-H3", "C3-D3")
_WRITES = "BEGIN IMMEDIATE"
_BOTH = 2
"""The letter to the writer and the one to the opponent."""


@dataclass
class Trace:
    """What was entered and executed, one after another."""

    entered: list[tuple[str, str]] = field(default_factory=list)
    """Functions, each with its file."""
    statements: list[str] = field(default_factory=list)

    def functions(self) -> Counter[str]:
        """The functions that were entered, each once."""
        return Counter({f"{name} {function}" for name, function in self.entered})

    def writes(self) -> Counter[str]:
        """The transactions that wrote or could have."""
        return Counter(statement for statement in self.statements if statement == _WRITES)

    def moves(self) -> Counter[str]:
        """How often it went from which function to which one of another package."""
        pairs = pairwise(self.entered)
        return Counter(
            f"{here} {left} -> {there} {entered}"
            for (here, left), (there, entered) in pairs
            if _package(here) != _package(there)
        )

    def note(self, frame: FrameType, what: str, _argument: object) -> None:
        """Write down what is entered."""
        code = frame.f_code
        is_ours = code.co_filename.startswith(_HOUSE) and code.co_filename != compiled_statements.__file__
        if what == "call" and code.co_name not in _NAMELESS and is_ours:
            self.entered.append((code.co_filename.removeprefix(_HOUSE), code.co_qualname))

    def note_statement(self, _connection: Connection, _cursor: object, statement: str, *_more: object) -> None:
        """Write down what the database gets."""
        self.statements.append(" ".join(statement.split()))


def _package(name: str) -> str:
    """The folder directly below `corr`; empty for a file that lies in none."""
    return name.rpartition("/")[0].partition("/")[0]


@cache
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


@cache
def mail_turn() -> Trace:
    """A turn that comes by mail and is played, to the letters that answer its writer and tell the opponent."""
    trace = Trace()
    for office in _mailed_turns("", trace):
        sent = len(office.transport.sent)
        with _traced(trace, goes_on=True):
            while len(office.transport.sent) < sent + _BOTH:
                assert send_next(office.room.workshop, IDENTITY, office.transport, "sender")
    return trace


@cache
def answered_mail(words: str) -> Trace:
    """A mail with a turn, and with these words for the opponent below it, until its answer waits to be sent."""
    trace = Trace()
    for _ in _mailed_turns(f"\nsay: {words}\n" if words else "", trace):
        pass
    return trace


def _mailed_turns(words: str, trace: Trace) -> Iterator[Office]:
    """The office after each mail of two, with a turn and *words*; how it was stored and understood is written down."""
    with _room() as room, ChildReader() as reader:
        office = an_office(room, _TURNS[0], ruleset=_RULESET)
        for name, text in zip(("Bob", "Ada"), _TURNS[1:], strict=True):
            sender, recipient = f"{name.lower()}@example.org", office.reply_address(name)
            raw = f"{PROVED}From: {name} <{sender}>\nSubject: Re\n\n{text}\n{words}"
            with _traced(trace):
                office.store(raw, recipient, sender)
                understand_next(room.workshop, IDENTITY, reader, "reader")
            yield office
        assert office.turns() == list(_TURNS)


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
def _traced(trace: Trace, *, goes_on: bool = False) -> Iterator[None]:
    """A while in which what is entered and executed is written down: after what was before, or in its place."""
    if not goes_on:
        trace.entered.clear()
        trace.statements.clear()
    event.listen(Engine, "before_cursor_execute", trace.note_statement)
    threading.setprofile(trace.note)
    sys.setprofile(trace.note)
    try:
        yield
    finally:
        sys.setprofile(None)
        threading.setprofile(None)
        event.remove(Engine, "before_cursor_execute", trace.note_statement)
