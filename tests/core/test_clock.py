"""When a clock runs out, and how much of it is used."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from corr.core.clock import Clock
from corr.core.days_off import END_OF_TIME, NO_REST, Rest, Span
from corr.core.pace import is_late

HOUR_MS = 3_600_000
DAY_MS = 24 * HOUR_MS
HOUR = timedelta(hours=1)
DAY = timedelta(days=1)
TICK = timedelta(microseconds=1)
SLOT = timedelta(minutes=15)
"""Clocks of all places are changed, and begin their days, at whole quarters of an hour."""
ZONES = (
    "UTC",
    "Europe/Berlin",
    "Africa/Cairo",
    "America/Santiago",
    "Asia/Beirut",
    "America/St_Johns",
    "Australia/Lord_Howe",
    "Asia/Kathmandu",
    "Pacific/Kiritimati",
    "Pacific/Chatham",
)
MONTHS = (3, 4, 9, 10, 11, 12)
"""Those in which clocks are changed, and a year ends."""

moments = st.builds(
    lambda month, slots: datetime(2026, month, 1, tzinfo=UTC) + slots * SLOT,
    st.sampled_from(MONTHS),
    st.integers(0, 31 * 96),
)
rests = st.builds(Rest, st.sampled_from(["", "6", "67", "57", "17", "3"]), st.sampled_from(ZONES))


def at(text: str, zone: str = "UTC") -> datetime:
    """The moment at which clocks in *zone* show that time."""
    return datetime.fromisoformat(text).replace(tzinfo=ZoneInfo(zone)).astimezone(UTC)


@st.composite
def clocks(draw: st.DrawFn) -> Clock:
    """A clock with rest days, and leaves before, in and after its run."""
    since = draw(moments)
    leaves = draw(st.lists(st.tuples(st.integers(-20 * 96, 30 * 96), st.integers(0, 10)), max_size=4))
    spans = (Span(since + begin * SLOT, since + begin * SLOT + days * DAY) for begin, days in leaves)
    bank = draw(st.integers(1, 12 * 96))
    return Clock(since, bank * 15 * 60_000, draw(rests), tuple(spans))


def runs(clock: Clock, moment: datetime) -> bool:
    """Whether the clock runs at that moment, by the words of the rules."""
    day = moment.astimezone(ZoneInfo(clock.rest.zone)).isoweekday()
    is_away = any(leave.begin <= moment < leave.end for leave in clock.leaves)
    return str(day) not in clock.rest.days and not is_away


@given(clocks())
def test_a_clock_runs_out_when_all_the_time_that_it_ran_is_its_bank(clock: Clock) -> None:
    moment, left = clock.since, clock.bank_ms
    while left > 0:
        left -= 15 * 60_000 if runs(clock, moment) else 0
        moment += SLOT

    assert clock.deadline == moment


@given(clocks(), st.integers(0, 40 * 96))
def test_what_is_used_is_all_the_time_that_the_clock_ran(clock: Clock, slots: int) -> None:
    ran = sum(runs(clock, clock.since + number * SLOT) for number in range(slots))

    assert clock.used_ms(clock.since + slots * SLOT) == ran * 15 * 60_000


@given(clocks(), st.integers(0, 10**6))
def test_what_is_used_and_what_is_left_are_the_bank(clock: Clock, part: int) -> None:
    moment = clock.since + (clock.deadline - clock.since) * part / 10**6

    assert clock.used_ms(moment) + clock.left_ms(moment) == clock.bank_ms


@given(clocks(), st.integers(0, 999))
def test_the_bank_is_used_up_at_the_deadline_and_not_before(clock: Clock, micros: int) -> None:
    clock = replace(clock, since=clock.since + micros * TICK)

    assert clock.used_ms(clock.deadline) == clock.bank_ms
    assert clock.used_ms(clock.deadline - TICK) < clock.bank_ms
    assert clock.left_ms(clock.deadline) == 0
    assert clock.standstill_at(clock.deadline - TICK) is None


@given(clocks(), st.integers(0, 30 * 96), st.integers(0, 20))
def test_a_further_leave_never_moves_a_deadline_earlier(clock: Clock, begin: int, days: int) -> None:
    leave = Span(clock.since + begin * SLOT, clock.since + begin * SLOT + days * DAY)

    assert replace(clock, leaves=(*clock.leaves, leave)).deadline >= clock.deadline


@given(clocks(), st.integers(0, 14 * 96))
def test_a_gift_moves_a_deadline_by_at_least_the_gift(clock: Clock, slots: int) -> None:
    given_ms = slots * 15 * 60_000

    longer = replace(clock, bank_ms=clock.bank_ms + given_ms).deadline

    assert longer - clock.deadline >= slots * SLOT


@given(clocks(), rests)
def test_whoever_rests_never_has_less_time(clock: Clock, rest: Rest) -> None:
    assert replace(clock, rest=rest).deadline >= replace(clock, rest=NO_REST).deadline


@given(clocks(), st.integers(0, 40 * 96))
def test_used_time_never_becomes_less(clock: Clock, slots: int) -> None:
    moment = clock.since + slots * SLOT

    assert 0 <= clock.used_ms(moment - SLOT) <= clock.used_ms(moment) <= clock.used_ms(moment - SLOT) + 15 * 60_000


@pytest.mark.parametrize(
    ("since", "zone", "expected"),
    [
        # The weekend on which the clocks go forward in Berlin has 47 hours, that on which they go back has 49.
        ("2026-03-27 12:00", "Europe/Berlin", "2026-03-30 12:00"),
        ("2026-10-23 12:00", "Europe/Berlin", "2026-10-26 12:00"),
        ("2026-03-27 12:00", "Africa/Cairo", "2026-03-30 12:00"),
    ],
)
def test_a_weekend_takes_nothing_of_the_time_however_long_it_is(since: str, zone: str, expected: str) -> None:
    clock = Clock(at(since, zone), DAY_MS, Rest("67", zone))

    assert clock.deadline == at(expected, zone)


@pytest.mark.parametrize("day", ["2026-03-28 20:00", "2026-10-24 20:00"])
def test_daylight_saving_moves_no_deadline_of_a_clock_without_rest_days(day: str) -> None:
    since = at(day, "Europe/Berlin")

    assert Clock(since, 2 * DAY_MS, Rest("", "Europe/Berlin")).deadline - since == 2 * DAY


def test_a_leap_day_is_a_day() -> None:
    assert Clock(at("2028-02-28 00:00"), 2 * DAY_MS).deadline == at("2028-03-01 00:00")
    assert Clock(at("2028-02-28 00:00"), 2 * DAY_MS, Rest("2")).deadline == at("2028-03-02 00:00")


def test_a_turn_at_the_very_deadline_is_late() -> None:
    clock = Clock(at("2026-05-01 12:00"), 36 * HOUR_MS)

    assert is_late(clock.since + 36 * HOUR, clock.deadline)
    assert not is_late(clock.since + 36 * HOUR - TICK, clock.deadline)


def test_a_turn_that_came_before_its_clock_ran_uses_no_time() -> None:
    clock = Clock(at("2026-05-01 12:00"), DAY_MS, Rest("67"))

    assert clock.used_ms(clock.since - 10 * DAY) == 0
    assert clock.left_ms(clock.since - 10 * DAY) == DAY_MS


def test_a_leave_over_a_weekend_counts_its_days_once() -> None:
    leave = Span(at("2026-05-01 12:00"), at("2026-05-06 12:00"))
    clock = Clock(at("2026-05-01 06:00"), DAY_MS, Rest("67"), (leave,))

    assert clock.deadline == at("2026-05-07 06:00")


def test_leaves_that_overlap_count_once() -> None:
    since = at("2026-05-01 12:00")
    leaves = (Span(since + 2 * DAY, since + 5 * DAY), Span(since + DAY, since + 3 * DAY), Span(since, since + DAY))

    assert Clock(since, HOUR_MS, NO_REST, leaves).deadline == since + 5 * DAY + HOUR


def test_a_bank_that_ends_with_the_working_week_ends_then_and_not_after_the_weekend() -> None:
    friday = at("2026-05-08 00:00")

    assert Clock(friday, DAY_MS, Rest("67")).deadline == at("2026-05-09 00:00")


def test_a_clock_tells_what_it_stands_for() -> None:
    leave = Span(at("2026-05-06 12:00"), at("2026-05-07 12:00"))
    clock = Clock(at("2026-05-01 06:00"), 9 * DAY_MS, Rest("67"), (leave,))

    assert clock.standstill_at(at("2026-05-01 12:00")) is None
    assert clock.standstill_at(at("2026-05-03 12:00")) == Span(at("2026-05-02 00:00"), at("2026-05-04 00:00"))
    assert clock.standstill_at(at("2026-05-06 12:00")) == leave
    assert [clock.is_away_at(at(f"2026-05-0{day} 12:00")) for day in (3, 6, 7)] == [False, True, False]


@pytest.mark.parametrize("bank_ms", [2**63 - 1, 10**15, 90 * DAY_MS])
@pytest.mark.parametrize("since", [END_OF_TIME - DAY, END_OF_TIME, datetime.max.replace(tzinfo=UTC) - HOUR])
@pytest.mark.parametrize("zone", ["Pacific/Kiritimati", "Etc/GMT+12"])
def test_no_clock_runs_beyond_the_end_of_time(bank_ms: int, since: datetime, zone: str) -> None:
    leave = Span(since - DAY, since)
    clock = Clock(since, bank_ms, Rest("67", zone), (leave,))

    assert clock.deadline == max(since, END_OF_TIME)
    assert clock.used_ms(datetime.max.replace(tzinfo=UTC)) <= DAY_MS * 366


def test_an_absurd_bank_is_no_overflow() -> None:
    assert Clock(at("2026-05-01 12:00"), 2**63 - 1).deadline == END_OF_TIME
