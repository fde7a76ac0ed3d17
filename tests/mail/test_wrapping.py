"""Paragraphs of text letters are broken so that no line of them could be an order."""

from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from corr.games.api import AnyRules
from corr.mail.letters.compose import WIDTH, laid_out, reads_as_order
from corr.mail.reading.words.orders import asks_for_something
from tests.games.conformance.cases import REGISTRY
from tests.sealed_game import HideRules

_RULES: list[AnyRules] = [*(REGISTRY.get_rules(info.ruleset) for info in REGISTRY.games()), HideRules()]
_WORDS = (
    "reveal", "reveal,", "O-O", "o\u2010o", "out", "hide", "B3-C3", "B3", "C3", "–", "to", "E5xF6", "infiltrator",
    "F11", "merge", "W", "at", "with", "and", "then", "&", "(", ")", "*", "“", "”", "’", "1.", "a)", "my", "turn", "is",
    "is:", "12", "7’s", "3)", "#4", "2:", "1.2", "/", "/move", "https://a.example/b3-c3", "Ada2", "I", "play", ":", "!",
    "?", "…", ".", ",", "Ada", "thanks", "regards", "the", "①", "ä", "\u0301", "ﬀ",
)  # fmt: skip
_DAYS = [date(2026, 1, 1) + timedelta(days=37 * count) for count in range(10)]


@pytest.mark.parametrize("day", _DAYS)
def test_a_paragraph_is_broken_elsewhere_rather_than_marked(day: date) -> None:
    text = (
        f"You are on leave until {day:%A} {day.day} {day:%B %Y}, 12:59 CET (Europe/Berlin); until then your clocks "
        "stand still. You have 5 days of leave left."
    )

    lines = laid_out(text, None).rstrip("\n").split("\n")

    assert " ".join(lines) == text
    assert max(map(len, lines)) <= WIDTH
    assert not any(reads_as_order(line, None) for line in lines)


def test_a_line_that_is_an_order_however_it_is_broken_is_marked() -> None:
    assert laid_out("leave summer-cup", None) == "| leave summer-cup\n"


@given(st.lists(st.tuples(st.sampled_from(_WORDS), st.sampled_from((" ", " ", " ", "", "  ", "\xa0"))), max_size=7))
def test_every_line_that_would_be_read_as_a_turn_is_noticed(words: list[tuple[str, str]]) -> None:
    line = "".join(f"{word}{space}" for word, space in words)

    for rules in _RULES:
        assert reads_as_order(line, rules) == asks_for_something(line, rules)
