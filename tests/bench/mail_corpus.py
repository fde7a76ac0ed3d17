"""
How well own words are cut out of replies, and how surely the turn among them is found.

Real replies lie outside the repository: `CORR_MAIL_CORPUS` names the folder. Those that the tests make up in the
layouts of the common clients are always measured. A wrong turn or a decoy that is read is the worst that can happen.
"""

import json
import os
import time
from collections.abc import Collection, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from corr.games.registry import Registry
from corr.mail.reading.reader import read
from corr.mail.reading.words.commands import Act
from corr.mail.reading.words.hypertext import text_of_html
from corr.mail.reading.words.new_text import NewText, new_text
from corr.mail.reading.words.orders import Orders, read_both
from corr.mail.reading.words.turn_text import squeezed
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
        for item in json.loads(index.read_text(encoding="utf-8"))["items"]:
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
    began = time.perf_counter()
    text, orders = understood(item)
    score.seconds.append(time.perf_counter() - began)
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


def main() -> None:
    """Print a line for each source, and each item that fell short."""
    folder = os.environ.get("CORR_MAIL_CORPUS")
    if not folder:
        print("real replies left out: CORR_MAIL_CORPUS does not name a folder of mails")
    scores: dict[str, Score] = {}
    total = Score()
    for item in [*(items(Path(folder)) if folder else []), *made_up()]:
        scored(item, scores.setdefault(item.source, Score()))
        if not item.source.startswith("layouts"):
            scored(item, total)
    print(
        f"{'source':32} {'mails':>6} {'texts':>6} {'exact':>6} {'leaks':>6} {'turns':>6} {'right':>6} {'asked':>6} ",
        end="",
    )
    print(f"{'WRONG':>6} {'decoys':>6} {'max s':>7} {'mean s':>7}")
    for source, score in [*scores.items(), ("all real replies", total)]:
        _print(source, score)
    for name, is_made_up in (("real replies", False), ("replies made up", True)):
        _print_aims(name, [score for source, score in scores.items() if source.startswith("layouts") is is_made_up])
    for source, score in scores.items():
        for name in score.short[:20]:
            print(f"  fell short: {source}: {name}")


def _print(source: str, score: Score) -> None:
    counts = (score.texts, score.exact, score.leaks, score.moves, score.right, score.asked, score.wrong, score.decoys)
    times = score.seconds or [0.0]
    print(f"{source:32} {score.items:6} {' '.join(f'{count:6}' for count in counts)} ", end="")
    print(f"{max(times):7.3f} {sum(times) / len(times):7.4f}")


def _print_aims(name: str, scores: Collection[Score]) -> None:
    """How near *scores* come to what they should be."""
    texts, moves = (max(1, sum(getattr(score, name) for score in scores)) for name in ("texts", "moves"))
    exact, leaks, right, bad = (
        sum(getattr(score, name) for score in scores) for name in ("exact", "leaks", "right", "wrong")
    )
    bad += sum(score.decoys for score in scores)
    if scores:
        print(f"{name}: own words exactly cut out {exact / texts:.1%} (aim 90 %), ", end="")
        print(f"nothing quoted left in {1 - leaks / texts:.1%} (aim 97 %), ", end="")
        print(f"turns found {right / moves:.1%} (aim 97 %), wrong turns and decoys read {bad} (aim 0)")


if __name__ == "__main__":
    main()
