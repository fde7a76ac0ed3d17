"""Time zones as people type them, and hours by their clocks."""

from datetime import UTC, datetime, timedelta

import pytest

from corr.base.time_zones import day_in, next_at_hour, read_zone
from corr.errors import InputError


@pytest.mark.parametrize(
    ("typed", "zone"),
    [
        ("Europe/Berlin", "Europe/Berlin"),
        ("europe/berlin", "Europe/Berlin"),
        (" EUROPE/BERLIN ", "Europe/Berlin"),
        ("america/argentina/buenos_aires", "America/Argentina/Buenos_Aires"),
        ("America/New York", "America/New_York"),
        ("utc", "UTC"),
        ("etc/gmt+5", "Etc/GMT+5"),
        ("Berlin", "Europe/Berlin"),
        ("new york", "America/New_York"),
    ],
)
def test_a_zone_is_known_however_it_is_typed(typed: str, zone: str) -> None:
    assert read_zone(typed) == zone


def test_a_zone_that_is_nearly_right_is_suggested() -> None:
    with pytest.raises(InputError, match="Did you mean Europe/Berlin") as refused:
        read_zone("Europe/Berlni")

    assert refused.value.field == "zone"


def test_a_city_of_two_zones_is_asked_back() -> None:
    with pytest.raises(InputError, match="Did you mean Asia/Istanbul or Europe/Istanbul"):
        read_zone("Istanbul")


@pytest.mark.parametrize(
    "typed",
    ["", "Europe", "Factory", "localtime", "posix/Europe/Berlin", "../etc/passwd", "a\0b", "Nowhere", "é" * 9999],
)
def test_what_is_no_zone_is_refused_with_an_example(typed: str) -> None:
    with pytest.raises(InputError, match=r"There is no time zone of that name.* Europe/Berlin"):
        read_zone(typed)


@pytest.mark.parametrize(
    ("now", "hour", "zone", "moment"),
    [
        ("2026-03-02T12:00", 8, "UTC", "2026-03-03T08:00"),
        ("2026-03-02T12:00", 12, "UTC", "2026-03-03T12:00"),
        ("2026-03-02T11:59", 12, "UTC", "2026-03-02T12:00"),
        ("2026-03-02T23:30", 0, "Europe/Berlin", "2026-03-03T23:00"),
        ("2026-03-02T12:00", 8, "Pacific/Kiritimati", "2026-03-02T18:00"),
        ("2026-03-02T12:00", 8, "Asia/Kathmandu", "2026-03-03T02:15"),
        # Clocks go from 2 to 3 that night: the hour that is left out is the one after it.
        ("2026-03-28T12:00", 2, "Europe/Berlin", "2026-03-29T01:00"),
        ("2026-03-28T12:00", 8, "Europe/Berlin", "2026-03-29T06:00"),
        # They go back from 3 to 2: of the hour that comes twice the first counts, and once only.
        ("2026-10-24T12:00", 2, "Europe/Berlin", "2026-10-25T00:00"),
        ("2026-10-25T00:00", 2, "Europe/Berlin", "2026-10-26T01:00"),
        ("2026-03-02T12:00", 8, "Nowhere/Atall", "2026-03-03T08:00"),
    ],
)
def test_the_next_full_hour_is_found_by_the_clocks_of_the_place(now: str, hour: int, zone: str, moment: str) -> None:
    found = next_at_hour(datetime.fromisoformat(now).replace(tzinfo=UTC), hour, zone)

    assert f"{found:%Y-%m-%dT%H:%M}" == moment
    assert found.tzinfo is UTC


@pytest.mark.parametrize("zone", ["Europe/Berlin", "America/St_Johns", "Pacific/Apia", "Africa/Casablanca"])
@pytest.mark.parametrize("hour", [0, 2, 3, 23])
def test_from_one_such_hour_to_the_next_it_is_about_a_day_all_year_round(zone: str, hour: int) -> None:
    moment = datetime(2026, 1, 1, tzinfo=UTC)
    days = []
    for _ in range(365):
        following = next_at_hour(moment, hour, zone)
        days.append(following - moment)
        moment = following

    assert {abs(day - timedelta(days=1)) <= timedelta(hours=1) for day in days[1:]} == {True}


def test_a_day_is_that_of_the_players_own_calendar() -> None:
    late = datetime(2026, 3, 2, 23, 30, tzinfo=UTC)

    assert [day_in(late, zone) for zone in ("UTC", "Europe/Berlin", "America/New_York")] == [
        "2026-03-02",
        "2026-03-03",
        "2026-03-02",
    ]
