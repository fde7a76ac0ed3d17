"""What happened in a game beside its turns, in sentences: who, how much, until when and why."""

from collections.abc import Mapping
from datetime import UTC, datetime

import pytest

from corr.game.words import EventKind, LoggedEvent, event_sentence
from corr.games.seats import FIRST, Seat
from tests.tiny_game import TinyRules

AT = datetime(2026, 3, 2, 12, tzinfo=UTC)
END = datetime(2026, 3, 4, 12, tzinfo=UTC)
HOUR_MS = 3_600_000
_PLAIN = {"turn_number": 3, "at": AT, "door": ""}
_OF_BOTH = (
    EventKind.TIME_EXTENDED,
    EventKind.OUTAGE,
    EventKind.FROZEN,
    EventKind.THAWED,
    EventKind.CANCELLED,
    EventKind.ABANDONED,
    EventKind.VOIDED,
)
"""What may concern both players."""


def told(kind: EventKind, seat: Seat | None = FIRST, more: Mapping[str, object] | None = None) -> str:
    """An event in words."""
    event = LoggedEvent(**{**_PLAIN, "seat": seat, "kind": kind.value, **(more or {})})  # type: ignore[arg-type]  # A table of fields.
    return str(event_sentence(event, TinyRules().info))


@pytest.mark.parametrize(
    ("kind", "seat"), [*((kind, FIRST) for kind in EventKind), *((kind, None) for kind in _OF_BOTH)]
)
def test_every_kind_is_told_however_little_is_known(kind: EventKind, seat: Seat | None) -> None:
    words = told(kind, seat)

    assert words.endswith(".")
    assert "None" not in words
    assert "  " not in words


@pytest.mark.parametrize(
    ("kind", "more", "sentence"),
    [
        (EventKind.TIME_GIVEN, {"amount_ms": 24 * HOUR_MS}, "Cross gave Nought 1 day."),
        (
            EventKind.TIME_EXTENDED,
            {"amount_ms": 72 * HOUR_MS, "reason": "storm {whom}", "by_name": "Ada"},
            "The administrator Ada gave Cross 3 days: “storm {whom}”.",
        ),
        (
            EventKind.OUTAGE,
            {"amount_ms": 6 * HOUR_MS, "until": END, "began_at": AT},
            (
                "The service could not be reached from 2026-03-02 12:00 until 2026-03-04 12:00: "
                "Cross’s clock got 6 hours back."
            ),
        ),
        (EventKind.LEAVE_TAKEN, {"until": END}, "Cross’s leave began, until 2026-03-04 12:00."),
        (EventKind.LEAVE_TAKEN, {"until": END, "door": "web"}, "Cross took leave until 2026-03-04 12:00."),
        (EventKind.LEAVE_SHORTENED, {"until": END}, "Cross’s leave was shortened; it ends 2026-03-04 12:00."),
        (
            EventKind.LEAVE_AUTOMATIC,
            {"until": END},
            "Cross’s time had run out, so a day of leave began by itself until 2026-03-04 12:00.",
        ),
        (
            EventKind.TIME_LAPSED,
            {},
            "Cross’s time ran out. Nought may claim the game; until then Cross may still play.",
        ),
        (EventKind.TIME_CLAIMED, {}, "Cross claimed the game, because Nought’s time had run out."),
        (EventKind.CANCELLED, {}, "The game was cancelled: Cross never made a first turn."),
        (EventKind.MAIL_HELD, {}, "A turn that came by mail for Cross was never confirmed."),
        (
            EventKind.MAIL_HELD,
            {"fate": "waiting"},
            "A turn that came by mail for Cross waits to be confirmed. That does not stop Cross’s clock.",
        ),
        (
            EventKind.MAIL_PARKED,
            {},
            "A mail that came for Cross could not be read. That did not stop Cross’s clock.",
        ),
        (EventKind.FROZEN, {"reason": "the rules"}, "The game was frozen: “the rules”."),
        (EventKind.FROZEN, {"reason": "The rules changed."}, "The game was frozen: “The rules changed.”"),
        (
            EventKind.VOIDED,
            {"by_name": "Ada", "reason": "a fault"},
            "The administrator Ada ended the game without a result: “a fault”.",
        ),
    ],
)
def test_each_change_says_who_how_much_and_why(kind: EventKind, more: Mapping[str, object], sentence: str) -> None:
    assert told(kind, more=more) == sentence


def test_a_game_that_neither_began_is_told_so() -> None:
    assert told(EventKind.CANCELLED, None) == "The game was cancelled: neither player made a first turn."


def test_moments_are_told_in_the_zone_of_whoever_reads() -> None:
    event = LoggedEvent(3, FIRST, AT, "", EventKind.LEAVE_TAKEN.value, until=END)

    sentence = event_sentence(event, TinyRules().info)

    assert sentence.told(lambda moment: f"<{moment.day}.>") == "Cross’s leave began, until <4.>."
