"""When a player is reminded."""

from datetime import UTC, datetime, timedelta

import pytest

from corr.core.reminders import reminder_moment

SINCE = datetime(2026, 5, 1, 12, tzinfo=UTC)


@pytest.mark.parametrize("hours", [48, 72, 2160])
def test_a_reminder_comes_a_day_before_the_deadline(hours: int) -> None:
    due_at = SINCE + timedelta(hours=hours)

    assert reminder_moment(SINCE, due_at) == due_at - timedelta(hours=24)


@pytest.mark.parametrize("hours", [1, 24, 47])
def test_a_reminder_in_the_first_half_of_the_time_is_left_out(hours: int) -> None:
    assert reminder_moment(SINCE, SINCE + timedelta(hours=hours)) is None
