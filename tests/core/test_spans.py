"""Spans of time in words."""

from datetime import UTC, datetime, timedelta
from random import Random

import pytest

from corr.core.spans import left_words, left_words_until, ordinal, rough_words

_NOW = datetime(2026, 3, 2, 12, 0, tzinfo=UTC)


@pytest.mark.parametrize(
    ("left", "expected"),
    [
        (timedelta(days=12, hours=5), "12 days"),
        (timedelta(days=3), "3 days"),
        (timedelta(days=1, hours=1, minutes=59), "1 day 1 hour"),
        (timedelta(hours=23, minutes=59, seconds=59), "23 hours 59 minutes"),
        (timedelta(hours=1), "1 hour"),
        (timedelta(minutes=1, seconds=59), "1 minute"),
        (timedelta(seconds=59), "less than a minute"),
        (timedelta(0), "no time"),
        (timedelta(seconds=-1), "no time"),
    ],
)
def test_time_left_is_told_in_two_units_and_never_too_much(left: timedelta, expected: str) -> None:
    assert left_words(_NOW + left, _NOW) == expected


@pytest.mark.parametrize(
    ("span", "expected"),
    [
        (timedelta(0), "1 minute"),
        (timedelta(minutes=44, seconds=1), "45 minutes"),
        (timedelta(minutes=59, seconds=1), "1 hour"),
        (timedelta(hours=14, minutes=47), "15 hours"),
        (timedelta(hours=29, minutes=1), "30 hours"),
        (timedelta(days=2), "48 hours"),
        (timedelta(days=2, seconds=1), "3 days"),
    ],
)
def test_a_rough_span_is_told_in_one_unit_and_never_too_short(span: timedelta, expected: str) -> None:
    assert rough_words(span) == expected


@pytest.mark.parametrize(
    ("number", "expected"),
    [
        (1, "1st"),
        (2, "2nd"),
        (3, "3rd"),
        (4, "4th"),
        (11, "11th"),
        (12, "12th"),
        (13, "13th"),
        (21, "21st"),
        (112, "112th"),
    ],
)
def test_a_place_is_told_as_people_say_it(number: int, expected: str) -> None:
    assert ordinal(number) == expected


def test_the_words_change_at_the_moment_that_is_foretold_and_not_before() -> None:
    chance, moment = Random(1), timedelta(microseconds=1)
    for _ in range(500):
        due_at = _NOW + timedelta(seconds=10 ** chance.uniform(-1, 6.5))

        until = left_words_until(due_at, _NOW)

        assert left_words(due_at, until - moment) == left_words(due_at, _NOW)
        assert left_words(due_at, until) != left_words(due_at, _NOW)
        assert until > _NOW


@pytest.mark.parametrize("left", [timedelta(0), timedelta(seconds=-1)])
def test_no_time_stays_no_time(left: timedelta) -> None:
    assert left_words_until(_NOW + left, _NOW) == datetime.max.replace(tzinfo=UTC)
