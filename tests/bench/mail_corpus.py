"""
How well own words are cut out of real replies.

The replies lie outside the repository: `CORR_MAIL_CORPUS` names the folder. Run as `python -m tests.bench.mail_corpus`.
"""

import json
import os
import time
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

from corr.games.registry import Registry
from corr.mail.reading.hypertext import text_of_html
from corr.mail.reading.incoming import read_mail
from corr.mail.reading.orders import Act, Orders, read_orders, same
from corr.mail.reading.quoting import NewText, new_text
from corr.mail.reading.structure import TooComplexError

RULES = Registry.discover().get_rules_of_game("kelasu")


@dataclass(frozen=True, slots=True)
class Item:
    """One reply of the corpus."""

    source: str
    file: str
    kind: str
    content: bytes
    expected: tuple[str, ...]
    move: str


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


def cut(item: Item) -> NewText:
    """The own words of *item*."""
    if item.kind == "eml":
        mail = read_mail(item.content)
        return new_text(mail.text if mail.text.strip() else text_of_html(mail.html))
    text = item.content.decode("utf-8", "replace")
    return new_text(text_of_html(text) if item.kind == "html" else text)


def folded(text: str) -> str:
    """*text* without differences that nobody sees."""
    return " ".join(text.split())


def verdict(item: Item, found: NewText) -> str:
    """What became of *item*: its text exact, leaked or cut short, or its move played, asked for or mistaken."""
    if item.move:
        read = read_orders(found, RULES)
        if not read.acts:
            return "move asked for"
        return "move" if same(read, Orders((Act.TURN,), item.move)) else "MOVE WRONG"
    if not item.expected:
        return "no verdict"
    wanted = [folded(text) for text in item.expected]
    got = folded(found.text)
    if got in wanted:
        return "exact"
    return "leak" if len(got) > len(max(wanted, key=len)) else "cut short"


def main() -> None:
    """Print the verdicts, and each item that fell short."""
    folder = os.environ.get("CORR_MAIL_CORPUS")
    if not folder:
        print("left out: CORR_MAIL_CORPUS does not name a folder of mails")
        return
    counts: Counter[str] = Counter()
    for item in items(Path(folder)):
        began = time.perf_counter()
        try:
            word = verdict(item, cut(item))
        except TooComplexError:
            word = "too complex"
        counts[word] += 1
        took = time.perf_counter() - began
        if word not in {"exact", "move", "no verdict"} or took > 1:
            print(f"{word:12} {item.source}/{item.file} {took:.2f} s")
    print(dict(counts))


if __name__ == "__main__":
    main()
