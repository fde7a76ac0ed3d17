"""How many days of leave there are, and which moments a leave takes."""

from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from corr.core.days_off import ForDays, OnDates, Span, TakenLeave, balance, days_of, days_used, next_day_at, span_of

JOINED = datetime(2026, 1, 1, 9, 30, tzinfo=UTC)
DAY = timedelta(days=1)
SECOND = timedelta(seconds=1)


@pytest.mark.parametrize(
    ("days", "left"), [(0, 10), (11, 10), (12, 11), (13, 11), (24, 12), (239, 29), (240, 30), (241, 30), (5000, 30)]
)
def test_leave_begins_at_ten_days_and_grows_by_one_in_twelve_up_to_thirty(days: int, left: int) -> None:
    assert balance(JOINED, [], JOINED + days * DAY) == left


def test_a_day_is_earned_to_the_second() -> None:
    assert [balance(JOINED, [], JOINED + 12 * DAY + late) for late in (-SECOND, 0 * SECOND)] == [10, 11]


def test_what_is_earned_above_thirty_days_is_lost() -> None:
    full = JOINED + 1000 * DAY

    assert balance(JOINED, [TakenLeave(full, 5)], full + 12 * DAY) == 26


def test_days_that_are_given_back_count_as_never_taken() -> None:
    taken = [TakenLeave(JOINED + DAY, 0), TakenLeave(JOINED + 2 * DAY, 3)]

    assert balance(JOINED, taken, JOINED + 12 * DAY) == 8


def test_a_balance_is_never_below_nothing() -> None:
    assert balance(JOINED, [TakenLeave(JOINED, 12)], JOINED) == 0


def test_the_next_day_comes_when_the_balance_grows() -> None:
    now = JOINED + 30 * DAY + timedelta(hours=5)
    taken = [TakenLeave(JOINED + 5 * DAY, 4)]

    comes = next_day_at(JOINED, taken, now)

    assert comes == JOINED + 36 * DAY
    assert [balance(JOINED, taken, at) for at in (comes - SECOND, comes)] == [8, 9]


def test_who_has_thirty_days_earns_no_more() -> None:
    assert next_day_at(JOINED, [], JOINED + 240 * DAY) is None


@given(st.lists(st.tuples(st.integers(0, 40), st.integers(0, 6)), max_size=15), st.integers(0, 400))
def test_the_balance_is_that_of_who_counts_day_by_day(acts: list[tuple[int, int]], last: int) -> None:
    # The other way: each day a twelfth is put aside while there is room, and taken from on the day of booking.
    taken: list[TakenLeave] = []
    by_day: dict[int, list[int]] = {}
    day = 0
    for gap, wanted in acts:
        day += gap
        days = min(wanted, balance(JOINED, taken, JOINED + day * DAY))
        taken.append(TakenLeave(JOINED + day * DAY, days))
        by_day.setdefault(day, []).append(days)
    last += day

    twelfths = 10 * 12
    for today in range(last + 1):
        if today:
            twelfths = min(30 * 12, twelfths + 1)
        twelfths -= 12 * sum(by_day.get(today, []))
        assert twelfths >= 0

    assert balance(JOINED, taken, JOINED + last * DAY) == twelfths // 12


def test_days_from_now_are_times_of_24_hours() -> None:
    now = datetime(2026, 3, 28, 14, tzinfo=UTC)

    assert span_of(ForDays(2), now, "Europe/Berlin") == Span(now, now + timedelta(hours=48))


@pytest.mark.parametrize(
    ("zone", "first", "last", "hours"),
    [
        ("Europe/Berlin", date(2024, 7, 8), date(2024, 7, 12), 120),
        ("Europe/Berlin", date(2024, 3, 31), date(2024, 3, 31), 23),
        ("Europe/Berlin", date(2024, 10, 27), date(2024, 10, 27), 25),
        ("Africa/Cairo", date(2024, 4, 26), date(2024, 4, 26), 23),
        ("America/Havana", date(2024, 11, 3), date(2024, 11, 3), 25),
        ("UTC", date(2024, 2, 29), date(2024, 3, 1), 48),
    ],
)
def test_dates_go_from_midnight_to_midnight_of_the_player(zone: str, first: date, last: date, hours: int) -> None:
    span = span_of(OnDates(first, last), datetime(2024, 1, 1, tzinfo=UTC), zone)

    assert span.end - span.begin == timedelta(hours=hours)
    place = ZoneInfo(zone)
    assert span.begin.astimezone(place).date() == first
    assert (span.begin - SECOND).astimezone(place).date() == first - DAY
    assert span.end.astimezone(place).date() == last + DAY
    assert (span.end - SECOND).astimezone(place).date() == last


def test_of_a_day_that_has_begun_what_is_left_is_taken() -> None:
    now = datetime(2026, 7, 6, 15, tzinfo=UTC)

    assert span_of(OnDates(now.date(), now.date()), now, "UTC") == Span(now, datetime(2026, 7, 7, tzinfo=UTC))


@pytest.mark.parametrize(("wish", "days"), [(ForDays(7), 7), (OnDates(date(2026, 12, 20), date(2027, 1, 3)), 15)])
def test_a_leave_costs_its_days(wish: ForDays | OnDates, days: int) -> None:
    assert days_of(wish) == days


@pytest.mark.parametrize(
    ("used", "days"), [(0 * DAY, 1), (SECOND, 1), (DAY, 1), (DAY + SECOND, 2), (5 * DAY, 5), (9 * DAY, 7)]
)
def test_a_leave_that_ends_early_costs_the_days_that_have_begun(used: timedelta, days: int) -> None:
    assert days_used(Span(JOINED, JOINED + 7 * DAY), 7, JOINED + used) == days
