"""Moments in words."""

from datetime import UTC, datetime, timedelta

import pytest

from corr.web.moments import left_words, moment_words, zone_names

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
    ("moment", "zone", "expected"),
    [
        (datetime(2026, 3, 29, 0, 59, tzinfo=UTC), "Europe/Berlin", "Sun 29 Mar 2026, 01:59 CET"),
        (datetime(2026, 3, 29, 1, 0, tzinfo=UTC), "Europe/Berlin", "Sun 29 Mar 2026, 03:00 CEST"),
        (datetime(2026, 3, 1, 23, 30, tzinfo=UTC), "Asia/Tokyo", "Mon 2 Mar 2026, 08:30 JST"),
        (datetime(2026, 3, 1, 23, 30, tzinfo=UTC), "No/Where", "Sun 1 Mar 2026, 23:30 UTC"),
        (datetime(2026, 3, 1, 23, 30, tzinfo=UTC), "../etc/passwd", "Sun 1 Mar 2026, 23:30 UTC"),
    ],
)
def test_a_moment_is_told_in_the_zone_of_the_reader(moment: datetime, zone: str, expected: str) -> None:
    assert moment_words(moment, zone) == expected


def test_zones_to_choose_from_are_places_and_utc() -> None:
    assert zone_names()[0] == "UTC"
    assert "Europe/Berlin" in zone_names()
    assert not any(name.startswith("Etc/") for name in zone_names())
