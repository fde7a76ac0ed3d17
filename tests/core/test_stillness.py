"""Days on which clocks stand still, in the calendars of all places."""

from datetime import UTC, datetime, timedelta
from itertools import islice, pairwise
from zoneinfo import ZoneInfo, available_timezones

import pytest

from corr.core.days_off import END_OF_TIME, NO_REST, Rest, Span, merged

HOUR = timedelta(hours=1)
DAY = timedelta(days=1)
SECOND = timedelta(seconds=1)


def at(text: str, zone: str = "UTC") -> datetime:
    """The moment at which clocks in *zone* show that time."""
    return datetime.fromisoformat(text).replace(tzinfo=ZoneInfo(zone)).astimezone(UTC)


def first(rest: Rest, begin: datetime, count: int = 1) -> list[Span]:
    """The first rest days after *begin*."""
    return list(islice(rest.spans(begin), count))


def test_rest_days_are_whole_days_of_the_players_calendar() -> None:
    found = first(Rest("67", "Asia/Tokyo"), at("2026-03-04 12:00"), 3)

    assert found == [
        Span(at("2026-03-07 00:00", "Asia/Tokyo"), at("2026-03-08 00:00", "Asia/Tokyo")),
        Span(at("2026-03-08 00:00", "Asia/Tokyo"), at("2026-03-09 00:00", "Asia/Tokyo")),
        Span(at("2026-03-14 00:00", "Asia/Tokyo"), at("2026-03-15 00:00", "Asia/Tokyo")),
    ]


def test_a_rest_day_that_has_begun_counts() -> None:
    assert first(Rest("67"), at("2026-03-08 23:59")) == [Span(at("2026-03-08 00:00"), at("2026-03-09 00:00"))]


def test_who_rests_on_no_day_has_no_rest_days() -> None:
    assert first(NO_REST, at("2026-03-08 12:00")) == []


@pytest.mark.parametrize(
    ("zone", "day", "hours"),
    [
        # Of years that have passed: governments change the rules of those to come.
        ("Europe/Berlin", "2024-03-31", 23),
        ("Europe/Berlin", "2024-10-27", 25),
        ("America/New_York", "2024-03-10", 23),
        ("America/New_York", "2024-11-03", 25),
        ("Australia/Lord_Howe", "2024-04-07", 24.5),
        ("Australia/Lord_Howe", "2024-10-06", 23.5),
        # The clocks go from midnight to one.
        ("Africa/Cairo", "2024-04-26", 23),
        ("America/Santiago", "2024-09-08", 23),
        ("Asia/Beirut", "2024-03-31", 23),
        ("America/Havana", "2024-03-10", 23),
        # The last hour of the day, or the first, comes twice.
        ("Africa/Cairo", "2024-10-31", 25),
        ("America/Santiago", "2024-04-06", 25),
        ("Asia/Beirut", "2024-10-26", 25),
        ("America/Havana", "2024-11-03", 25),
        ("Atlantic/Azores", "2024-10-27", 25),
        # A day that was left out.
        ("Pacific/Apia", "2011-12-30", 0),
    ],
)
def test_a_day_on_which_clocks_are_changed_is_as_long_as_it_is(zone: str, day: str, hours: float) -> None:
    rest = Rest(str(datetime.fromisoformat(day).isoweekday()), zone)

    (found,) = first(rest, at(f"{day} 12:00", zone) - DAY)

    assert found.end - found.begin == hours * HOUR


@pytest.mark.parametrize("zone", ["Africa/Cairo", "America/Santiago", "Asia/Beirut", "America/Havana"])
def test_a_day_without_midnight_begins_with_the_skip(zone: str) -> None:
    days = {"Africa/Cairo": 26, "America/Santiago": 8, "Asia/Beirut": 31, "America/Havana": 10}
    months = {"Africa/Cairo": 4, "America/Santiago": 9, "Asia/Beirut": 3, "America/Havana": 3}
    day = datetime(2024, months[zone], days[zone])

    (found,) = first(Rest(str(day.isoweekday()), zone), at(f"{day:%Y-%m-%d} 12:00", zone) - DAY)

    begin = found.begin.astimezone(ZoneInfo(zone))
    before = (found.begin - SECOND).astimezone(ZoneInfo(zone))
    assert (begin.day, begin.hour) == (day.day, 1)
    assert (before.day, before.hour) == (day.day - 1, 23)


@pytest.mark.parametrize("zone", sorted(available_timezones()))
def test_in_every_place_rest_days_follow_the_calendar(zone: str) -> None:
    place = ZoneInfo(zone)

    found = first(Rest("67", zone), at("2026-01-01 00:00"), 2 * 53)

    for span in found:
        middle = span.begin + (span.end - span.begin) / 2
        assert (span.begin - SECOND).astimezone(place).date() < middle.astimezone(place).date()
        assert span.begin.astimezone(place).isoweekday() == middle.astimezone(place).isoweekday()
        assert (span.end - SECOND).astimezone(place).date() == middle.astimezone(place).date()
    for saturday, sunday in zip(found[::2], found[1::2], strict=True):
        assert saturday.end == sunday.begin
        assert saturday.begin.astimezone(place).isoweekday() == 6
    assert all(one.begin < other.begin for one, other in pairwise(found))


@pytest.mark.parametrize("zone", ["Mars/Olympus", "Europe", "", "../etc/passwd", "\0"])
def test_a_zone_that_the_machine_does_not_know_rests_by_universal_time(zone: str) -> None:
    assert first(Rest("6", zone), at("2026-03-04 12:00")) == first(Rest("6", "UTC"), at("2026-03-04 12:00"))


@pytest.mark.parametrize("zone", ["Pacific/Kiritimati", "Etc/GMT+12", "Europe/Berlin"])
@pytest.mark.parametrize("begin", [END_OF_TIME - DAY, END_OF_TIME, datetime.max.replace(tzinfo=UTC)])
def test_rest_ends_with_time(zone: str, begin: datetime) -> None:
    found = list(Rest("67", zone).spans(begin))

    assert len(found) <= 2


def test_nobody_rests_on_more_than_two_days() -> None:
    with pytest.raises(AssertionError):
        Rest("567")


def test_spans_that_overlap_or_touch_are_one() -> None:
    moments = [at("2026-03-02 00:00") + number * HOUR for number in range(8)]
    spans = [Span(moments[begin], moments[end]) for begin, end in ((0, 1), (1, 3), (2, 3), (4, 7), (5, 6))]

    assert list(merged(spans)) == [Span(moments[0], moments[3]), Span(moments[4], moments[7])]


def test_of_a_span_the_begin_is_in_it_and_the_end_is_not() -> None:
    span = Span(at("2026-03-02 00:00"), at("2026-03-03 00:00"))

    assert span.holds(span.begin)
    assert not span.holds(span.end)
