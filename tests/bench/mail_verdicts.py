"""
What becomes of mails as friends write them, with the turn among the words: the verdicts, by what was meant.

The mails lie in `tests/mail/chatty`, where it is told how they were written. More of the kind, which lie outside the
repository, are measured as well if `TEST_MAIL_CORPUS` names their folder. What falls short is told by its id alone.
"""

import json
import os
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from pathlib import Path

from corr.cli.game_parameters import AskedGames, asked
from corr.cli.mail import judged
from corr.errors import CorrError
from corr.games.registry import Registry
from corr.mail.reading.words.commands import FINAL, Act
from corr.mail.reading.words.new_text import NewText, new_text
from corr.mail.reading.words.orders import Orders, read_both
from corr.mail.reading.words.turn_text import squeezed
from corr.mail.reading.words.verdicts import Verdict
from tests.bench._figures import Figure, Found, NotMeasured

_REGISTRY = Registry.discover()
_OURS = Path(__file__).parents[1] / "mail" / "chatty"
_NAMES = frozenset({"ben", "miller", "ada"})
_POSITIONS = {
    "kerd": "t*jshbqk*bhsjt*/p*p*p*p*p*c*c*p*p*p*p*p*/5p*p*5/12/12/12/12/12/12/6P*5/P*P*P*P*P*C*C*P*P*P*P*P*/"
    "T*JSHBQK*BHSJT* w - - - A11,A2"
}
"""Where all turns that are written can be played, if not at the start: the choices are made, and a square is free."""
_ROW = "  {name:<52} {mails:>6}" + " {:>14}" * 5
_LISTED = 90


class _Outcome(StrEnum):
    """What becomes of a mail."""

    AT_ONCE = "at once"
    BY_ITSELF = "by itself"
    ASKED = "asked"
    REFUSED = "refused"
    """What was read as a turn cannot be played."""
    NOTHING = "nothing found"


_VERDICTS = {
    Verdict.CLEAR: _Outcome.AT_ONCE,
    Verdict.UNSURE: _Outcome.BY_ITSELF,
    Verdict.IN_DOUBT: _Outcome.ASKED,
}
_GROUPS = (
    ("meant", ("meant/plain", "meant/chatty", "meant")),
    ("of them bare, greeted, thanked, signed, declared", ("meant/plain",)),
    ("not meant", ("not_meant",)),
    ("act meant, with only harmless words", ("act_meant/harmless",)),
    ("act meant, with other words", ("act_meant/other",)),
    ("act meant", ("act_meant",)),
    ("act not meant", ("act_not_meant",)),
)
"""The rows of the table, with the labels and kinds of the mails in each."""


@dataclass(frozen=True, slots=True)
class _Read:
    """A mail and what is read in it."""

    id: str
    group: str
    written: str
    """The turn or the act that stands in it."""
    orders: Orders
    read_turn: str
    """The turn that is read in it, in canonical notation; empty if none can be played."""

    @property
    def outcome(self) -> _Outcome:
        """What becomes of it."""
        if not self.orders.acts and not self.orders.rivals:
            return _Outcome.NOTHING
        outcome = _VERDICTS[self.orders.verdict]
        is_refused = outcome is not _Outcome.ASKED and Act.TURN in self.orders.acts and not self.read_turn
        return _Outcome.REFUSED if is_refused else outcome

    @property
    def done(self) -> tuple[Act, ...]:
        """The acts that are done without a question."""
        return self.orders.acts if self.outcome in {_Outcome.AT_ONCE, _Outcome.BY_ITSELF} else ()

    @property
    def is_final(self) -> bool:
        """Whether something is done that cannot be undone and was not meant."""
        meant = {self.written} if self.group.startswith("act_meant") else set()
        return any(act.value not in meant for act in FINAL & set(self.done))

    @property
    def is_wrong(self) -> bool:
        """Whether another turn or another act than the one that stands in it is done."""
        if self.group.startswith("act_"):
            return bool(self.done) and self.written not in {act.value for act in self.done}
        return Act.TURN in self.done and squeezed(self.read_turn) != squeezed(self.written)


@cache
def _asked(game: str) -> AskedGames:
    return asked(game, _POSITIONS.get(game), (), registry=_REGISTRY)


def _canonical(turn: str, game: str) -> str:
    try:
        return judged(turn, _asked(game)) if turn else ""
    except CorrError:
        return ""


def _read(path: Path) -> Iterator[_Read]:
    """Every mail of the file *path*."""
    for mail in json.loads(path.read_text(encoding="utf-8")):
        orders = read_both(new_text(mail["text"]), NewText("", ""), _asked(mail["game"]).rules, _NAMES)
        group = f"{mail['label']}/{mail['kind']}" if "kind" in mail else mail["label"]
        yield _Read(mail["id"], group, mail["turn"], orders, _canonical(orders.turn, mail["game"]))


def figures() -> Iterator[Found]:
    """What becomes of the mails of this repository, and of those outside it."""
    yield from _judged("chatty mails", [one for path in sorted(_OURS.glob("*.json")) for one in _read(path)])
    folder = os.environ.get("TEST_MAIL_CORPUS")
    index = Path(folder or "") / "chatty" / "index.json"
    if folder and index.exists():
        yield from _judged("chatty mails from outside", list(_read(index)))
    else:
        yield NotMeasured("chatty mails from outside", "TEST_MAIL_CORPUS names no folder with them")


def _judged(source: str, mails: Sequence[_Read]) -> Iterator[Figure]:
    print(_ROW.format(*_Outcome, name=source, mails="mails"))
    for name, groups in _GROUPS:
        row = _of(mails, *groups)
        if row:
            counts = [_shown(sum(one.outcome is outcome for one in row), len(row)) for outcome in _Outcome]
            print(_ROW.format(*counts, name=name, mails=len(row)))
    meant, plain = _of(mails, *dict(_GROUPS)["meant"]), _of(mails, "meant/plain")
    not_meant, harmless = _of(mails, "not_meant"), _of(mails, "act_meant/harmless")
    asked = [one for one in meant if Act.TURN not in one.done or one.is_wrong]
    yield _share(f"{source}: meant, asked or refused", asked, meant, 15)
    if plain:
        clear = [one for one in plain if one.outcome is _Outcome.AT_ONCE]
        yield _share(f"{source}: plain ones, at once", clear, plain, 98, is_floor=True)
    for outcome, most in ((_Outcome.AT_ONCE, 1), (_Outcome.BY_ITSELF, 10)):
        played = [one for one in not_meant if one.outcome is outcome and Act.TURN in one.done]
        yield _share(f"{source}: not meant, {outcome}", played, not_meant, most)
    if harmless:
        done = [one for one in harmless if one.outcome is _Outcome.AT_ONCE and not one.is_wrong]
        yield _share(f"{source}: acts with harmless words, at once", done, harmless, 90, is_floor=True)
    beside_words = [one for one in _of(mails, "act_meant/other") if FINAL & set(one.done)]
    yield _count(f"{source}: final acts done beside other words", beside_words)
    yield _count(f"{source}: final acts done and not meant", [one for one in mails if one.is_final])
    yield _count(f"{source}: another turn than written", [one for one in mails if one.is_wrong])


def _of(mails: Iterable[_Read], *groups: str) -> list[_Read]:
    return [one for one in mails if one.group in groups]


def _shown(count: int, of: int) -> str:
    return f"{count} ({100 * count / of:.1f} %)"


def _share(name: str, counted: Sequence[_Read], of: Sequence[_Read], aim: float, *, is_floor: bool = False) -> Figure:
    """The share of *counted* among *of*, with the ids of those by which it falls short."""
    misses = [one for one in of if one not in counted] if is_floor else counted
    return Figure(name, 100 * len(counted) / len(of), aim, "%", is_floor=is_floor, detail=_ids(misses))


def _count(name: str, misses: Sequence[_Read]) -> Figure:
    return Figure(name, len(misses), 0, "", detail=_ids(misses))


def _ids(misses: Sequence[_Read]) -> str:
    left_out = f" and {len(misses) - _LISTED} more" if len(misses) > _LISTED else ""
    return " ".join(one.id for one in misses[:_LISTED]) + left_out
