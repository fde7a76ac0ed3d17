"""
Twins: the same game twice, but for a secret that one side, or the public, may not know.

Whatever leaves the service has to be the same for both; only ids and digests, which are drawn by chance, may differ.
"""

import re
import sqlite3
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass, replace
from datetime import timedelta
from functools import cache
from pathlib import Path
from types import FrameType

from sqlalchemy.engine import make_url

from tests.late_game import LateRules
from tests.playing import Room, TestGame, a_game, a_room, statements_of

Step = tuple[int, str]
"""A seat and what it hands in; after "draft ", what it leaves half-made."""
_DRAFT = "draft "

_CHOSEN: tuple[Step, ...] = ((0, "infiltrator F11"), (1, "infiltrator E2"))
_CHOSEN_OTHERWISE: tuple[Step, ...] = ((0, "infiltrator E11"), (1, "infiltrator E2"))
_CHECK: tuple[Step, ...] = ((0, "I2-I4"), (1, "F11-F8&F10-F7"), (0, "J1-C8"))
_HIDDEN: tuple[Step, ...] = ((0, "hide A1"), (1, "hide B2"))
_HIDDEN_OTHERWISE: tuple[Step, ...] = ((0, "hide C3"), (1, "hide B2"))


@dataclass(frozen=True)
class Story:
    """Two ways in which a game went, and what a player who may not know which of them it was could try."""

    ruleset: str
    one: tuple[Step, ...]
    other: tuple[Step, ...]
    tries: tuple[str, ...]
    """Turns of seat 1, legal and illegal ones."""


def _since(choices: tuple[str, str], *turns: str, own: str = "E2") -> tuple[tuple[Step, ...], tuple[Step, ...]]:
    """The two ways of a game that began with one of two choices of the first seat and went on by *turns*."""
    rest = ((1, f"infiltrator {own}"), *((number % 2, text) for number, text in enumerate(turns)))
    one, other = (((0, f"infiltrator {square}"), *rest) for square in choices)
    return one, other


_TRIES = ("infiltrator C2", "infiltrator F11", "infiltrator E11", "execute E11", "execute F11", "execute F8", "reveal",
          "reveal E11", "reveal F11", "reveal E2", "A11-A10", "A1-A2", "J12-K10", "Z9", "")  # fmt: skip
_SEARCHES = ("hide A1", "hide C3", "hide B2", "A2", "B1", "out", "Z9", "")
STORIES = {
    "a choice waits": Story("kerd/1", _CHOSEN[:1], _CHOSEN_OTHERWISE[:1], _TRIES),
    "a choice was changed": Story(
        "kerd/1", (*_CHOSEN_OTHERWISE[:1], *_CHOSEN[:1]), (*_CHOSEN[:1], *_CHOSEN_OTHERWISE[:1]), _TRIES
    ),
    "both have chosen": Story("kerd/1", _CHOSEN, _CHOSEN_OTHERWISE, _TRIES),
    "it was changed before both had chosen": Story(
        "kerd/1", (*_CHOSEN_OTHERWISE[:1], *_CHOSEN), (*_CHOSEN[:1], *_CHOSEN_OTHERWISE), _TRIES
    ),
    "the other chose first": Story("kerd/1", _CHOSEN[::-1], _CHOSEN_OTHERWISE[::-1], _TRIES),
    "it is the other’s turn": Story("kerd/1", (*_CHOSEN, (0, "A2-A3")), (*_CHOSEN_OTHERWISE, (0, "A2-A3")), _TRIES),
    "it was executed or not": Story(
        "kerd/1",
        (*_CHOSEN, (0, "A2-A3"), (1, "execute E11"), (0, "A3-A4")),
        (*_CHOSEN_OTHERWISE, (0, "A2-A3"), (1, "execute E11"), (0, "A3-A4")),
        _TRIES,
    ),
    "it may be revealed": Story("kerd/1", (*_CHOSEN, *_CHECK), (*_CHOSEN_OTHERWISE, *_CHECK), _TRIES),
    "it was captured or not": Story("kerd/1", *_since(("F10", "F11"), "G3-G6", "F10-F7", "G6xF7"), _TRIES),
    "it was replaced or not": Story(
        "kerd/1",
        *_since(
            ("F10", "E11"), "E2-E4", "F10-F7", "E4-E5", "execute I12", "A2-A3", "F7-F6", "A3-A4", "F6xE5=H", "A4-A5"
        ),
        _TRIES,
    ),
    "nothing will help but to reveal it": Story(
        "late/1", *_since(("C8", "F8"), "K3-K4", "F8-A3", "K4-K5", "C8-B6", "K5-K6", own="K3"), (*_TRIES, "B6-A4")
    ),
    "nothing helps but to reveal it": Story(
        "late/1",
        *_since(("C8", "F8"), "K3-K4", "F8-A3", "K4-K5", "C8-B6", "K5-K6", "B6-A4", own="K3"),
        _TRIES,
    ),
    "one hides": Story("hide/1", _HIDDEN[:1], _HIDDEN_OTHERWISE[:1], _SEARCHES),
    "one hid anew": Story(
        "hide/1", (*_HIDDEN_OTHERWISE[:1], *_HIDDEN[:1]), (*_HIDDEN[:1], *_HIDDEN_OTHERWISE[:1]), _SEARCHES
    ),
    "one is searched": Story("hide/1", (*_HIDDEN, (0, "A3")), (*_HIDDEN_OTHERWISE, (0, "A3")), _SEARCHES),
}

HALF_MADE = Story("kerd/1", ((0, "draft infiltrator F11"), *_CHOSEN[1:]), ((0, "draft "), *_CHOSEN[1:]), _TRIES)
"""One side has left its choice half-made, or has not begun it: no turn, and so told nowhere at all."""


def a_twin(room: Room, story: Story, steps: tuple[Step, ...]) -> TestGame:
    """The game of Ada and Bob that went by *steps*."""
    return _played(a_game(room, ruleset=story.ruleset), steps)


@contextmanager
def parted(begun: TestGame, ways: Iterable[tuple[Step, ...]], folder: Path) -> Iterator[tuple[TestGame, ...]]:
    """Copies of the service in which a game has *begun*, ids and sessions included, which went those ways since."""
    with ExitStack() as stack:
        rooms = ((stack.enter_context(copied(begun, folder / f"{at}.sqlite")), way) for at, way in enumerate(ways))
        yield tuple(_played(game, steps) for game, steps in rooms)


@contextmanager
def copied(game: TestGame, path: Path) -> Iterator[TestGame]:
    """The same game in a copy of its service, at the same moment."""
    kept = make_url(game.room.database.url).database or ""
    with closing(sqlite3.connect(kept)) as source, closing(sqlite3.connect(path)) as copy:
        source.backup(copy)
    with a_room(f"sqlite:///{path}", LateRules) as room:
        room.clock.move(game.room.clock.now() - room.clock.now())
        yield replace(game, room=room)


def _played(game: TestGame, steps: tuple[Step, ...]) -> TestGame:
    """The game after *steps*, an hour apart."""
    for seat, text in steps:
        game.room.clock.move(timedelta(hours=1))
        if text.startswith(_DRAFT):
            game.keep_draft(text.removeprefix(_DRAFT), seat=seat)
        else:
            game.play(text, seat=seat)
    return game


def told_alike(told: object, game: TestGame) -> str:
    """*told* as text without what chance drew: the game's id, tokens and digests."""
    text = told if isinstance(told, str) else repr(told)
    text = text.replace(game.id, "GAMEID")
    text = re.sub(r"\b[0-9a-f]{64}\b", "DIGEST", text)
    text = re.sub(r"\b[0-9a-f]{24}(?=[@\d_-])|(?<==_)[0-9a-f]{24}", "MESSAGE", text)
    return re.sub(r"\b(r\+|reply-)[a-z2-7]{26}@", r"\1TOKEN@", text)


_COUNTED = re.compile(r"/corr/(administration|base|clocks|game|games|leagues|play|players|ratings|render)/")


@dataclass(frozen=True)
class Effort:
    """What an answer cost, which must not tell anything either."""

    statements: int
    calls: int
    """Of functions of the engines, of the service proper and of the drawings."""


def effort(room: Room, work: Callable[[], object]) -> Effort:
    """What *work* costs."""
    calls = 0

    def count(frame: FrameType, _event: str, _argument: object) -> None:
        # Called when a function is, and since it gives nothing back, for nothing that happens within.
        nonlocal calls
        calls += _is_counted(frame.f_code.co_filename)

    with statements_of(room) as seen:
        before = sys.gettrace()
        sys.settrace(count)
        try:
            work()
        finally:
            sys.settrace(before)
    return Effort(len(seen), calls)


@cache
def _is_counted(file: str) -> bool:
    return _COUNTED.search(file) is not None
