"""Leaves in words, by the calendar of whoever reads."""

from datetime import datetime, timedelta

from corr.base.time_zones import zone_of
from corr.core.rest_days import Span

_MOMENT = timedelta(microseconds=1)


def day_words(moment: datetime, zone: str) -> str:
    """The day of a moment: "Sun 3 Jan 2027"."""
    local = moment.astimezone(zone_of(zone))
    return f"{local:%a} {local.day} {local:%b %Y}"


def moment_words(moment: datetime, zone: str) -> str:
    """A moment where somebody lives: "Sun 3 Jan 2027, 14:05 (Europe/Berlin)"."""
    local = moment.astimezone(zone_of(zone))
    return f"{day_words(moment, zone)}, {local:%H:%M} ({zone})"


def last_day_words(end: datetime, zone: str) -> str:
    """The last day of what ends at *end*, which is not included: what ends at midnight ends with the day before."""
    return day_words(end - _MOMENT, zone)


def dates_words(span: Span, zone: str) -> str:
    """From which day to which: "from Sun 20 Dec 2026 to Sun 3 Jan 2027"."""
    first, last = day_words(span.begin, zone), last_day_words(span.end, zone)
    return f"on {first}" if first == last else f"from {first} to {last}"
