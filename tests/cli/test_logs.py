"""Log lines: readable for machines and people, and without secrets."""

import json
import logging
import sys

import pytest

from corr.cli.life import JsonLines, PlainLines, without_secrets

TOKEN = "k3v7q2mzx5w4t6r8n9p2s3b4c5"


def a_record(message: str, *args: object, exc_info: BaseException | None = None) -> logging.LogRecord:
    """A record as a logger makes it."""
    fault = (type(exc_info), exc_info, exc_info.__traceback__) if exc_info else None
    record = logging.LogRecord("corr.jobs", logging.INFO, __file__, 1, message, args, fault)
    record.created = 1_800_000_000.25
    return record


def test_a_line_of_json_holds_moment_level_and_message() -> None:
    line = JsonLines().format(a_record("%d letters went out", 3))

    assert json.loads(line) == {
        "at": "2027-01-15T08:00:00.250+00:00",
        "level": "info",
        "from": "corr.jobs",
        "message": "3 letters went out",
    }


@pytest.mark.parametrize("lines", [JsonLines(), PlainLines()])
def test_nobody_can_forge_a_line(lines: logging.Formatter) -> None:
    line = lines.format(a_record("name: %s", "Mallory\r\n2027-01-15 info: all is well\x1b[2J"))

    assert len(line.splitlines()) == 1
    assert "\x1b" not in line


@pytest.mark.parametrize("lines", [JsonLines(), PlainLines()])
def test_a_trace_is_told_without_tokens(lines: logging.Formatter) -> None:
    line = lines.format(a_record("a fault", exc_info=ValueError(f"no such token: {TOKEN}")))

    assert "ValueError: no such token: " in line
    assert TOKEN not in line


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        (f"RCPT TO r+{TOKEN}@corr.localhost", "RCPT TO r+…@corr.localhost"),
        (f"GET /in/{TOKEN}?next=/", "GET /in/…?next=/"),
        ("GET /in/abcdefghijklmnopqrstuvwxyz", "GET /in/…"),
        ("RCPT TO R+ABCDEFGHIJKLMNOPQRSTUVWXYZ@corr.localhost", "RCPT TO R+…@corr.localhost"),
        ("References: <reply-abcdefghijklmnopqrstuvwxyz@corr.localhost>", "References: <reply-…@corr.localhost>"),
        ("postgresql+psycopg://corr:hunter2@db/corr", "postgresql+psycopg://…@db/corr"),
        ("violates\nDETAIL:  Failing row contains (secret).\n[SQL]", "violates\nDETAIL: …\n[SQL]"),
        ("smtp://user:p%40ss@mail.example.org", "smtp://…@mail.example.org"),
        ("The loop “deadlines” met a fault and goes on.", "The loop “deadlines” met a fault and goes on."),
        ("game m4x7q2z, turn 17", "game m4x7q2z, turn 17"),
        ("test_a_trace_is_told_without_tokens", "test_a_trace_is_told_without_tokens"),
    ],
)
def test_tokens_and_passwords_are_left_out(text: str, shown: str) -> None:
    assert without_secrets(text) == shown


def test_facts_of_a_call_stand_in_the_line() -> None:
    record = a_record("refused")
    record.game_id = "m4x7q2z"

    assert json.loads(JsonLines().format(record))["game_id"] == "m4x7q2z"


def test_whatever_a_fact_is_it_can_be_told() -> None:
    record = a_record("refused")
    record.player_id = sys

    assert json.loads(JsonLines().format(record))["message"] == "refused"
