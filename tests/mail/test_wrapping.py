"""Paragraphs of text letters are broken so that no line of them could be an order."""

from datetime import date, timedelta

import pytest

from corr.mail.letters.letter_layout import WIDTH, laid_out, reads_as_order

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
