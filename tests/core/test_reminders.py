"""When a player is reminded."""

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from corr.core.clock import fitting_leads, next_reminder, reached_lead

HOUR = timedelta(hours=1)
HOUR_MS = 3_600_000
DUE = datetime(2026, 5, 8, 12, tzinfo=UTC)
LEADS = st.lists(st.integers(1, 336), max_size=4, unique=True).map(tuple)
HOURS = st.integers(-400, 400)


@pytest.mark.parametrize(
    ("had", "fitting"),
    [(48, (24, 4)), (2160, (24, 4)), (47, (4,)), (8, (4,)), (7, ()), (1, ())],
)
def test_a_lead_greater_than_half_of_the_time_is_left_out(had: int, fitting: tuple[int, ...]) -> None:
    assert fitting_leads((24, 4), had * HOUR_MS) == fitting


def test_half_of_the_time_to_the_millisecond_is_enough() -> None:
    assert fitting_leads((24,), 48 * HOUR_MS - 1) == ()


@pytest.mark.parametrize(
    ("left", "sent", "comes"),
    [(72, None, 24), (24, None, 4), (24, 24, 4), (5, 24, 4), (4, 4, None), (1, None, None), (72, 24, 4), (72, 4, None)],
)
def test_the_next_reminder_is_the_earliest_to_come_and_no_lead_comes_twice(
    left: int, sent: int | None, comes: int | None
) -> None:
    found = next_reminder(DUE, (24, 4), after=DUE - left * HOUR, sent=sent)

    assert found == (None if comes is None else DUE - comes * HOUR)


@pytest.mark.parametrize(
    ("left", "sent", "lead"),
    [
        (25, None, None),
        (24, None, 24),
        (5, None, 24),
        (4, None, 4),
        (1, None, 4),
        (24, 24, None),
        (3, 24, 4),
        (3, 4, None),
    ],
)
def test_after_an_outage_the_latest_lead_alone_is_told(left: int, sent: int | None, lead: int | None) -> None:
    assert reached_lead(DUE, (24, 4), now=DUE - left * HOUR, sent=sent) == lead


@given(leads=LEADS, begin=HOURS, steps=st.lists(st.integers(1, 90), max_size=12))
def test_however_the_ticks_fall_each_lead_is_told_at_most_once_and_in_order(
    leads: tuple[int, ...], begin: int, steps: list[int]
) -> None:
    now = DUE + begin * HOUR
    sent: int | None = None
    told: list[int] = []
    for step in steps:
        wanted = next_reminder(DUE, leads, after=now, sent=sent)
        now += step * HOUR
        lead = reached_lead(DUE, leads, now=now, sent=sent)
        if lead is not None:
            told.append(lead)
            sent = lead
        if wanted is not None and wanted <= now:
            assert lead is not None

    assert told == sorted(set(told), reverse=True)
    assert set(told) <= set(leads)
