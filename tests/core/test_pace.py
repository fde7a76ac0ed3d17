"""Time controls: how they are written, their limits, and what is left after a turn."""

from contextlib import suppress
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from corr.core.pace import UNTIMED, Pace, is_late, milliseconds, read_pace
from corr.errors import InputError

HOUR = 3_600_000
DAY = 24 * HOUR


@pytest.mark.parametrize(
    ("text", "left", "used", "new"),
    [
        ("10d+1d/10d", 10 * DAY, 12 * HOUR, 10 * DAY),
        ("10d+1d/10d", 10 * DAY, 4 * DAY, 7 * DAY),
        ("10d+36h/10d", 36 * HOUR, 35 * HOUR, 37 * HOUR),
        ("3d/turn", 3 * DAY, 2 * DAY + 23 * HOUR, 3 * DAY),
        ("48h+24h/96h", 96 * HOUR, 5 * HOUR, 96 * HOUR),
        ("48h+24h/96h", 110 * HOUR, 5 * HOUR, 105 * HOUR),
    ],
)
def test_a_turn_leaves_what_the_table_of_the_rules_says(text: str, left: int, used: int, new: int) -> None:
    assert read_pace(text).left_after(left, used) == new


def test_milliseconds_are_kept() -> None:
    assert read_pace("7d+1d/14d").left_after(7 * DAY, 1) == 8 * DAY - 1


@given(left=st.integers(1, 200 * DAY), used=st.integers(0, 200 * DAY))
def test_a_turn_never_gives_more_than_the_bonus_nor_lifts_above_the_cap(left: int, used: int) -> None:
    pace = read_pace("2d+1d/4d")

    new = pace.left_after(left, used)

    assert left - used <= new <= max(left - used, pace.cap_ms)
    assert new <= left - used + pace.bonus_ms


@pytest.mark.parametrize(
    ("text", "left", "used", "new"),
    [
        ("10d+1d/10d", 9 * DAY, 0, 9 * DAY),
        ("10d+1d/10d", 9 * DAY, DAY, 8 * DAY),
        ("10d+1d/10d", HOUR, 30 * 60_000, 12 * HOUR),
        ("3d/turn", 3 * DAY, 0, 3 * DAY),
        ("3d/turn", 3 * DAY, 2 * DAY, 36 * HOUR),
        ("7d+0d/7d", HOUR, 0, HOUR),
    ],
)
def test_a_turn_made_on_leave_earns_no_bonus_but_leaves_half_of_one(text: str, left: int, used: int, new: int) -> None:
    assert read_pace(text).left_after_away(left, used) == new


@pytest.mark.parametrize(("text", "new"), [("10d+2d/10d", 2 * DAY), ("3d/turn", 3 * DAY), ("7d+6h/7d", DAY)])
def test_a_turn_that_came_late_leaves_the_bonus_and_at_least_a_day(text: str, new: int) -> None:
    assert read_pace(text).left_after_late == new


@pytest.mark.parametrize(
    ("time", "expected"),
    [(timedelta(microseconds=999), 0), (timedelta(seconds=1, microseconds=1), 1000), (timedelta(days=90), 90 * DAY)],
)
def test_used_time_is_counted_in_whole_milliseconds_in_the_players_favour(time: timedelta, expected: int) -> None:
    assert milliseconds(time) == expected


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
        (" Untimed ", "untimed"),
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
        ("untimed", "no time limit"),
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
        ("3d", "looks like"),
        ("3w/turn", "looks like"),
        ("-3d/turn", "looks like"),
        ("1.5d/turn", "looks like"),
        ("٣d/turn", "looks like"),
        ("1_0d/turn", "looks like"),
        ("３d/turn", "looks like"),
        ("1e3d/turn", "looks like"),
        ("0x3d/turn", "looks like"),
        ("3d/turn\0", "looks like"),
        ("3d\ud800/turn", "looks like"),
        ("3d/tυrn", "looks like"),
        ("7d+1d/14d/14d", "looks like"),
        ("7d+1d", "looks like"),
        ("3d/turn 3d/turn", "looks like"),
        ("9" * 5000 + "d/turn", "looks like"),
        ("9" * 1_000_000, "looks like"),
        (" " * 1_000_000 + "x", "looks like"),
        ("3" + " " * 1_000_000, "looks like"),
        ("9999d/turn", "1 hour to 90 days"),
        ("9999d+9999d/9999d", "1 hour to 90 days"),
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


@given(st.text(alphabet="0123456789dh+/ turn٣３\0\n-.e", max_size=20))
def test_anything_is_a_pace_within_the_limits_or_is_refused(text: str) -> None:
    with suppress(InputError):
        pace = read_pace(text)

        assert pace.is_untimed or HOUR <= pace.bank_ms <= pace.cap_ms <= 90 * DAY


def test_no_pace_but_one_is_without_time() -> None:
    assert read_pace("untimed") == UNTIMED
    assert not read_pace("1h+0h/1h").is_untimed


def test_a_turn_at_the_very_deadline_is_late() -> None:
    due_at = datetime(2026, 5, 1, 12, tzinfo=UTC)

    assert is_late(due_at, due_at)
    assert not is_late(due_at - timedelta(microseconds=1), due_at)


def test_nobody_is_late_without_a_deadline() -> None:
    assert not is_late(datetime(2026, 5, 1, tzinfo=UTC), None)
