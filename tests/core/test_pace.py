"""Time controls: how they are written, their limits, and what is left after a turn."""

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from corr.core.pace import Pace, deadline, is_late, read_pace
from corr.errors import InputError

HOUR = 3_600_000
DAY = 24 * HOUR


@pytest.mark.parametrize(
    ("text", "left", "used", "new"),
    [
        ("10d+1d/10d", 10 * DAY, timedelta(hours=12), 10 * DAY),
        ("10d+1d/10d", 10 * DAY, timedelta(days=4), 7 * DAY),
        ("10d+36h/10d", 36 * HOUR, timedelta(hours=35), 37 * HOUR),
        ("3d/turn", 3 * DAY, timedelta(days=2, hours=23), 3 * DAY),
        ("48h+24h/96h", 96 * HOUR, timedelta(hours=5), 96 * HOUR),
        ("48h+24h/96h", 110 * HOUR, timedelta(hours=5), 105 * HOUR),
    ],
)
def test_a_turn_leaves_what_the_table_of_the_rules_says(text: str, left: int, used: timedelta, new: int) -> None:
    assert read_pace(text).left_after(left, used) == new


def test_milliseconds_are_kept() -> None:
    pace = read_pace("7d+1d/14d")

    left = pace.left_after(7 * DAY, timedelta(milliseconds=1))

    assert left == 8 * DAY - 1


def test_a_turn_that_came_before_its_clock_ran_uses_no_time() -> None:
    assert read_pace("7d+0d/7d").left_after(7 * DAY, timedelta(seconds=-5)) == 7 * DAY


@given(left=st.integers(1, 200 * DAY), used=st.integers(0, 200 * DAY))
def test_a_turn_never_gives_more_than_the_bonus_nor_lifts_above_the_cap(left: int, used: int) -> None:
    pace = read_pace("2d+1d/4d")

    new = pace.left_after(left, timedelta(milliseconds=used))

    assert left - used <= new <= max(left - used, pace.cap_ms)
    assert new <= left - used + pace.bonus_ms


@pytest.mark.parametrize(
    ("typed", "text"),
    [
        ("3d/turn", "3d/turn"),
        (" 72H / Turn ", "3d/turn"),
        ("10d+36h/10d", "10d+36h/10d"),
        ("48h + 24h / 96h", "2d+1d/4d"),
        ("7d+0h/7d", "7d+0d/7d"),
        ("2d+2d/2d", "2d/turn"),
        ("1h/turn", "1h/turn"),
        ("90d+90d/90d", "90d/turn"),
    ],
)
def test_a_pace_is_written_in_one_way(typed: str, text: str) -> None:
    assert read_pace(typed).text == text


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("3d/turn", "3 days for each turn"),
        ("1h/turn", "1 hour for each turn"),
        ("10d+36h/10d", "10 days at the start, 36 hours more after each turn, up to 10 days"),
        ("7d+0d/7d", "7 days at the start, nothing added"),
    ],
)
def test_a_pace_is_told_in_words(text: str, words: str) -> None:
    assert read_pace(text).words == words


@given(bank=st.integers(1, 2160), bonus=st.integers(0, 2160), cap=st.integers(1, 2160))
def test_a_pace_reads_as_it_is_written(bank: int, bonus: int, cap: int) -> None:
    pace = Pace(bank * HOUR, bonus * HOUR, max(bank, bonus, cap) * HOUR)

    assert read_pace(pace.text) == pace


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("", "looks like"),
        ("untimed", "looks like"),
        ("3d", "looks like"),
        ("3w/turn", "looks like"),
        ("-3d/turn", "looks like"),
        ("1.5d/turn", "looks like"),
        ("٣d/turn", "looks like"),
        ("1_0d/turn", "looks like"),
        ("9" * 5000 + "d/turn", "looks like"),
        ("0h/turn", "1 hour to 90 days"),
        ("91d/turn", "1 hour to 90 days"),
        ("0d+1d/7d", "bank of a pace is from 1 hour to 90 days"),
        ("7d+91d/91d", "bonus of a pace is from 0 to 90 days"),
        ("7d+1d/2161h", "cap of a pace is from 1 hour to 90 days"),
        ("7d+1d/6d", "at least the bank"),
        ("7d+9d/8d", "at least the bonus"),
    ],
)
def test_any_other_pace_is_refused_with_the_limit(text: str, named: str) -> None:
    with pytest.raises(InputError) as refused:
        read_pace(text)

    assert named in refused.value.sentence
    assert refused.value.field == "pace"


def test_a_turn_at_the_very_deadline_is_late() -> None:
    since = datetime(2026, 5, 1, 12, tzinfo=UTC)
    due_at = deadline(since, 36 * HOUR)

    assert is_late(since + timedelta(hours=36), due_at)
    assert not is_late(due_at - timedelta(microseconds=1), due_at)


def test_nobody_is_late_without_a_deadline() -> None:
    assert not is_late(datetime(2026, 5, 1, tzinfo=UTC), None)


@pytest.mark.parametrize("day", [datetime(2026, 3, 28, 20, tzinfo=UTC), datetime(2026, 10, 24, 20, tzinfo=UTC)])
def test_daylight_saving_moves_no_deadline(day: datetime) -> None:
    due_at = deadline(day, 2 * DAY)

    elsewhere = due_at.astimezone(ZoneInfo("Europe/Berlin"))

    assert due_at - day == timedelta(days=2)
    assert elsewhere == due_at


def test_a_leap_day_is_a_day() -> None:
    assert deadline(datetime(2028, 2, 28, tzinfo=UTC), 2 * DAY) == datetime(2028, 3, 1, tzinfo=UTC)
