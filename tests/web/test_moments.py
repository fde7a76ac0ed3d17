"""Moments in words."""

from datetime import UTC, datetime

import pytest

from corr.web.rendering import moment_words, zone_names


@pytest.mark.parametrize(
    ("moment", "zone", "expected"),
    [
        (datetime(2026, 3, 29, 0, 59, tzinfo=UTC), "Europe/Berlin", "Sun 29 Mar 2026, 01:59 CET"),
        (datetime(2026, 3, 29, 1, 0, tzinfo=UTC), "Europe/Berlin", "Sun 29 Mar 2026, 03:00 CEST"),
        (datetime(2026, 3, 1, 23, 30, tzinfo=UTC), "Asia/Tokyo", "Mon 2 Mar 2026, 08:30 JST"),
        (datetime(2026, 3, 1, 23, 30, tzinfo=UTC), "America/Sao_Paulo", "Sun 1 Mar 2026, 20:30 UTC-03"),
        (datetime(2026, 3, 1, 23, 30, tzinfo=UTC), "Asia/Kathmandu", "Mon 2 Mar 2026, 05:15 UTC+05:45"),
        (datetime(2026, 3, 1, 23, 30, tzinfo=UTC), "Etc/GMT-2", "Mon 2 Mar 2026, 01:30 UTC+02"),
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
