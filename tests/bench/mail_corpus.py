"""
How well own words are cut out of replies, and how surely the turn among them is found.

Real replies lie outside the repository: `TEST_MAIL_CORPUS` names the folder. Those that the tests make up in the
layouts of the common clients are always measured. A wrong turn or a decoy that is read is the worst that can happen.
"""

import json
import os
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from corr.games.registry import Registry
from corr.mail.reading.reader import read
from corr.mail.reading.words.commands import Act
from corr.mail.reading.words.hypertext import text_of_html
from corr.mail.reading.words.new_text import NewText, new_text
from corr.mail.reading.words.orders import Orders, read_both
from corr.mail.reading.words.turn_text import squeezed
from tests.bench._figures import Figure, Found, NotMeasured
from tests.mail.layouts import DECOY, replies
from tests.mail.meaning import done

_REGISTRY = Registry.discover()
_RULESET = "kelasu/1"
_RULES = _REGISTRY.get_rules(_RULESET)
_TURN = "H3-G3, H4-G4"
_WORDS = {
    "turn alone": _TURN,
    "one action a line": "H3-G3\nH4-G4",
    "list": "- H3-G3\n- H4-G4",
    "label": f"My turn: {_TURN}",
    "words around": f"Hello Alice,\n\n{_TURN}\n\nThat was a hard one, and I look forward to your answer!\n\nBob",
}


@dataclass(frozen=True, slots=True)
class Item:
    """One reply of the corpus."""

    source: str
    file: str
    kind: str
    content: bytes
    expected: tuple[str, ...]
    move: str


@dataclass(slots=True)
class Score:
    """What became of the replies of one source."""

    items: int = 0
    texts: int = 0
    exact: int = 0
    leaks: int = 0
    moves: int = 0
    right: int = 0
    asked: int = 0
    wrong: int = 0
    decoys: int = 0
    seconds: list[float] = field(default_factory=list)
    short: list[str] = field(default_factory=list)
    """What fell short, by name."""


def items(root: Path) -> list[Item]:
    """Every reply below *root*."""
    found = []
    for index in sorted(root.glob("*/index.json")):
        content = json.loads(index.read_text(encoding="utf-8"))
        # A folder may hold texts without files, in a list, which other benchmarks read.
        for item in content["items"] if isinstance(content, dict) else ():
            expected = item.get("expected_text")
            found.append(
                Item(
                    index.parent.name,
                    item["file"],
                    item["kind"],
                    (index.parent / item["file"]).read_bytes(),
                    () if expected is None else (expected, *item.get("alternatives", [])),
                    item.get("expected_move", ""),
                )
            )
    return found


def made_up() -> Iterator[Item]:
    """Replies in the layouts of the common clients, each with a decoy in its quote."""
    for name, words in _WORDS.items():
        for reply in replies(words):
            label = f"{reply.layout}, {reply.code}"
            yield Item(f"layouts: {name}", label, reply.kind, reply.body.encode(), (words,), _TURN)


def understood(item: Item) -> tuple[str, Orders]:
    """The own words of *item* and what they ask for."""
    if item.kind == "eml":
        reading = read(item.content, sender="a@b.example", ruleset=_RULESET, authserv_id="", registry=_REGISTRY)
        return reading.new_text, reading.orders
    body, nothing = item.content.decode("utf-8", "replace"), NewText("", "")
    words = new_text(text_of_html(body) if item.kind == "html" else body)
    text, html = (nothing, words) if item.kind == "html" else (words, nothing)
    return words.text, read_both(text, html, _RULES)


def scored(item: Item, score: Score) -> None:
    """Count what becomes of *item*."""
    began = time.process_time()
    text, orders = understood(item)
    score.seconds.append(time.process_time() - began)
    score.items += 1
    if item.expected:
        _score_text(item, text, score)
    if item.move:
        _score_move(item, orders, score)


def _score_text(item: Item, text: str, score: Score) -> None:
    wanted = [" ".join(one.split()) for one in item.expected]
    got = " ".join(text.split())
    score.texts += 1
    score.exact += got in wanted
    score.leaks += got not in wanted and len(got) > len(max(wanted, key=len))
    if got not in wanted:
        score.short.append(f"text {item.file}")


def _score_move(item: Item, orders: Orders, score: Score) -> None:
    is_read = squeezed(orders.turn) == squeezed(item.move)
    is_right = done(orders)[:1] == (Act.TURN,) and is_read
    score.moves += 1
    score.right += is_right
    score.asked += not done(orders)
    score.wrong += bool(done(orders)) and not is_right
    score.decoys += any(squeezed(DECOY) in squeezed(text) for text in (orders.turn, *orders.rivals))
    if not is_right:
        score.short.append(f"turn {item.file}")


def figures() -> Iterator[Found]:
    """How near replies come to what they should be: real ones, and those made up."""
    folder = os.environ.get("TEST_MAIL_CORPUS")
    if not folder:
        yield NotMeasured("real replies", "TEST_MAIL_CORPUS does not name a folder of mails")
    for name, replies_of in (("real replies", items(Path(folder)) if folder else []), ("replies made up", made_up())):
        score = Score()
        for item in replies_of:
            scored(item, score)
        if score.items:
            yield from _judged(name, score)


def _judged(name: str, score: Score) -> Iterator[Figure]:
    texts, turns = max(1, score.texts), max(1, score.moves)
    short = ", ".join([name for name in score.short if name.startswith("text")][:4])
    yield Figure(f"{name}: own words exactly cut out", 100 * score.exact / texts, 90, "%", is_floor=True, detail=short)
    yield Figure(f"{name}: nothing quoted left in", 100 * (1 - score.leaks / texts), 97, "%", is_floor=True)
    # Words around a turn may be about it, and then their writer is asked: what is made up has them in each layout.
    understood = score.right + (score.asked if "made up" in name else 0)
    yield Figure(f"{name}: turns understood", 100 * understood / turns, 97, "%", is_floor=True)
    yield Figure(f"{name}: wrong turns and decoys read", score.wrong + score.decoys, 0, "")
    yield Figure(f"{name}: reading one", 1000 * sum(score.seconds) / score.items, unit="ms")
