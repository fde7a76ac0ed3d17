"""When the doors were closed, and what a clock is given back."""

from datetime import UTC, datetime, timedelta

import pytest

from corr.clocks.outages import OutageLimits, are_all_back, closed_since, credited

NOON = datetime(2026, 3, 2, 12, 0, tzinfo=UTC)
SECOND, MINUTE, HOUR = timedelta(seconds=1), timedelta(minutes=1), timedelta(hours=1)
USUAL = OutageLimits()


@pytest.mark.parametrize(
    ("silences", "since"),
    [
        ([], None),
        ([timedelta(0), timedelta(0)], None),
        ([MINUTE, MINUTE], None),
        ([MINUTE + SECOND, MINUTE + SECOND], MINUTE + SECOND),
        ([2 * MINUTE], 2 * MINUTE),
        # A kind is missed after a while only, as long as the other one is alive.
        ([15 * MINUTE, timedelta(0)], None),
        ([15 * MINUTE + SECOND, timedelta(0)], 15 * MINUTE + SECOND),
        ([10 * MINUTE, 2 * MINUTE], 2 * MINUTE),
        ([6 * HOUR, 2 * MINUTE], 6 * HOUR),
        ([6 * HOUR, 5 * HOUR], 6 * HOUR),
        # The clock was set back.
        ([-HOUR, -HOUR], None),
    ],
)
def test_doors_are_closed_since_the_last_sign_of_life(silences: list[timedelta], since: timedelta | None) -> None:
    found = closed_since([NOON - silence for silence in silences], NOON, USUAL)

    assert found == (None if since is None else NOON - since)


@pytest.mark.parametrize(
    ("silences", "are_back"),
    [([], True), ([timedelta(0), MINUTE], True), ([timedelta(0), MINUTE + SECOND], False)],
)
def test_an_outage_is_over_when_every_kind_is_alive(silences: list[timedelta], *, are_back: bool) -> None:
    assert are_all_back([NOON - silence for silence in silences], NOON, USUAL) == are_back


@pytest.mark.parametrize(
    ("length", "left", "amount"),
    [
        # *left* is what the clock had when the outage ended; negative if it ran out in it.
        (6 * HOUR, 3 * HOUR, 6 * HOUR),
        (6 * HOUR, -5 * HOUR, 6 * HOUR),
        (16 * MINUTE, -15 * MINUTE, 30 * MINUTE),
        (15 * MINUTE + SECOND, HOUR, 15 * MINUTE + SECOND),
        (15 * MINUTE, HOUR, timedelta(0)),
        (15 * MINUTE, 15 * MINUTE, timedelta(0)),
        (15 * MINUTE, 5 * MINUTE, 10 * MINUTE),
        (2 * MINUTE, -MINUTE, 16 * MINUTE),
    ],
)
def test_a_long_outage_is_given_back_and_after_any_there_is_a_while(
    length: timedelta, left: timedelta, amount: timedelta
) -> None:
    assert credited(NOON + left, NOON - length, NOON, given_until=NOON - length) == amount


def test_what_was_given_back_of_an_outage_is_not_given_again() -> None:
    began_at = NOON - 6 * HOUR

    amount = credited(NOON + 3 * HOUR, began_at, NOON, given_until=NOON - HOUR)

    assert amount == HOUR
