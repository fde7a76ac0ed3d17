"""Time zones as people type them, and hours by their clocks."""

from datetime import UTC, datetime, timedelta
from zoneinfo import available_timezones

import pytest

from corr.base.time_zones import day_in, next_at_hour, read_zone, zone_meaning, zone_of, zone_words
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
        # Signs are those of people: ahead of UTC is +. In these names of the IANA it is the other way round.
        ("GMT+2", "Etc/GMT-2"),
        ("UTC+2", "Etc/GMT-2"),
        ("gmt +02", "Etc/GMT-2"),
        ("+02:00", "Etc/GMT-2"),
        ("+0200", "Etc/GMT-2"),
        ("+2", "Etc/GMT-2"),
        ("utc-5", "Etc/GMT+5"),
        ("UTC\N{MINUS SIGN}5", "Etc/GMT+5"),
        ("GMT-12", "Etc/GMT+12"),
        ("UTC+14:00", "Etc/GMT-14"),
        ("UTC+0", "UTC"),
        ("GMT-0", "UTC"),
        ("+00:00", "UTC"),
        ("Etc/GMT+2", "Etc/GMT+2"),
        ("EST", "EST"),
    ],
)
def test_a_zone_is_known_however_it_is_typed(typed: str, zone: str) -> None:
    assert read_zone(typed) == zone


@pytest.mark.parametrize(
    ("typed", "suggestion"),
    [
        ("GMT+5:30", "Did you mean Asia/Kolkata?"),
        ("+05:45", "Did you mean Asia/Kathmandu?"),
        ("UTC-3:30", "Did you mean America/St_Johns?"),
        ("utc+1030", "Did you mean Australia/Lord_Howe or Australia/Adelaide?"),
        ("UTC+2:17", "Clocks are not set like that anywhere."),
        ("UTC+15", "Clocks are not set like that anywhere."),
        ("GMT-13", "Clocks are not set like that anywhere."),
        ("+02:60", "Clocks are not set like that anywhere."),
        ("UTC+2:3", "There is no time zone of that name."),
        ("UTC+\N{ARABIC-INDIC DIGIT TWO}", "There is no time zone of that name."),
    ],
)
def test_an_offset_that_cannot_be_kept_is_refused_with_a_place(typed: str, suggestion: str) -> None:
    with pytest.raises(InputError) as refused:
        read_zone(typed)

    assert suggestion in refused.value.sentence
    assert refused.value.field == "zone"


@pytest.mark.parametrize("zone", sorted(available_timezones()))
def test_what_is_shown_of_a_zone_is_read_as_the_same_again(zone: str) -> None:
    now = datetime(2026, 3, 2, 12, tzinfo=UTC)
    if zone in {"Factory", "localtime"}:
        return

    again = zone_of(read_zone(zone_words(zone)))

    assert again.utcoffset(now) == zone_of(zone).utcoffset(now)


@pytest.mark.parametrize(
    ("zone", "meaning"),
    [
        ("Europe/Berlin", "Europe/Berlin: 1 hour ahead of UTC, so it is 13:05 there now."),
        ("Asia/Kathmandu", "Asia/Kathmandu: 5 hours 45 minutes ahead of UTC, so it is 17:50 there now."),
        ("America/New_York", "America/New_York: 5 hours behind UTC, so it is 07:05 there now."),
        ("Etc/GMT-2", "UTC+02: 2 hours ahead of UTC, so it is 14:05 there now. "),
        ("Etc/GMT+2", "UTC-02: 2 hours behind UTC, so it is 10:05 there now. "),
        ("EST", "EST: 5 hours behind UTC, so it is 07:05 there now. "),
        ("UTC", "UTC: it is 12:05 there now. "),
    ],
)
def test_what_a_zone_means_is_said_by_its_clocks(zone: str, meaning: str) -> None:
    same = "Its clocks never change. If yours change in summer, choose a city, such as Europe/Berlin."

    found = zone_meaning(zone, datetime(2026, 3, 2, 12, 5, tzinfo=UTC))

    assert found == meaning + (same if meaning.endswith(" ") else "")


def test_a_zone_that_is_nearly_right_is_suggested() -> None:
    with pytest.raises(InputError, match="Did you mean Europe/Berlin") as refused:
        read_zone("Europe/Berlni")

    assert refused.value.field == "zone"


@pytest.mark.parametrize(("text", "meant"), [("Berln", "Europe/Berlin"), ("new yrok", "America/New_York")])
def test_a_mistyped_city_is_answered_with_the_zone_of_one_like_it(text: str, meant: str) -> None:
    with pytest.raises(InputError, match=f"Did you mean .*{meant}"):
        read_zone(text)


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
