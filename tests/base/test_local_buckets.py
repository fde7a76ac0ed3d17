"""Buckets that one process counts in memory."""

from datetime import UTC, datetime, timedelta

from corr.base.rate_limits import Bucket, LocalBuckets

NOW = datetime(2026, 3, 2, tzinfo=UTC)
SECOND = timedelta(seconds=1)
THREE = Bucket("asking", at_once=3, every=SECOND)


def taken(buckets: LocalBuckets, whose: str, now: datetime = NOW) -> int:
    """How often somebody can take one at that moment."""
    return next(number for number in range(100) if not buckets.take(now, THREE, whose))


def test_each_has_a_bucket_that_fills_again() -> None:
    buckets = LocalBuckets(10)

    assert [taken(buckets, whose) for whose in ("Ada", "Ada", "Bob")] == [3, 0, 3]
    assert [taken(buckets, "Ada", NOW + n * SECOND) for n in (1, 3, 100)] == [1, 2, 3]


def test_whoever_asked_least_recently_is_forgotten() -> None:
    buckets = LocalBuckets(2)
    for whose in ("Ada", "Bob", "Cleo"):
        taken(buckets, whose)

    assert [taken(buckets, whose) for whose in ("Cleo", "Bob", "Ada")] == [0, 0, 3]


def test_a_clock_that_was_set_back_keeps_nobody_waiting() -> None:
    buckets = LocalBuckets(2)
    taken(buckets, "Ada")

    assert taken(buckets, "Ada", NOW - timedelta(days=1)) == 3
