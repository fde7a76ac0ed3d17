"""Making records: a finished game, and texts that were changed by somebody who worked the digest out again."""

from collections.abc import Mapping
from datetime import UTC, datetime, timedelta

from corr.games.registry import Registry
from corr.games.replay import replay
from corr.games.seats import Seat
from corr.records.format import Record, RecordedTurn, SeenPosition, digest_of, write_record
from tests.tiny_game import TinyRules

START = datetime(2026, 3, 2, 12, 0, tzinfo=UTC)
HOUR = timedelta(hours=1)
WON = ("A1", "B1", "A2", "B2", "A3")


def a_record(*texts: str, **more: object) -> Record:
    """The record of a game of noughts and crosses, which may stop before its end."""
    rules = TinyRules()
    track = replay(rules, ({Seat(number % 2): text} for number, text in enumerate(texts)))
    turns = tuple(
        RecordedTurn(number, "xo"[(number - 1) % 2], START + number * HOUR, "web", text)
        for number, text in enumerate(texts, 1)
    )
    over = track.outcome
    side = "draw" if over is None or over.winner is None else rules.info.letters[over.winner]
    values: dict[str, object] = {
        "game": "k3m9xq",
        "site": "http://localhost:8000",
        "ruleset": "tiny/1",
        "options": (("misery", "false"), ("edge", "sea")),
        "players": ("Ada", "Bob"),
        "pace": "3d/turn",
        "started": START,
        "ended": turns[-1].at if over else None,
        "result": side if over else "*",
        "reason": over.reason if over else "",
        "view": "all" if over else "public",
        "entries": turns,
        "position": SeenPosition(track.rounds + 1, track.text),
    } | more
    return Record(**values)  # type: ignore[arg-type]  # A table of whatever a test wants.


def registry() -> Registry:
    """The tiny game alone."""
    return Registry([TinyRules])


def changed(text: str, old: str, new: str) -> str:
    """*text* with one part changed and the digest worked out again."""
    assert text.count(old) >= 1
    above = text.replace(old, new, 1).rpartition("digest ")[0]
    return f"{above}digest {digest_of(above)}\n"


def a_text(*texts: str, changes: Mapping[str, str] | None = None, **more: object) -> str:
    """The text of such a record, with parts changed."""
    text = write_record(a_record(*texts, **more))
    for old, new in (changes or {}).items():
        text = changed(text, old, new)
    return text
