"""Moments for people: in the reader's zone, and how long there is until then."""

from datetime import datetime, timedelta
from functools import lru_cache
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError, available_timezones

from markupsafe import Markup

_MINUTE = timedelta(minutes=1)
_HOUR = timedelta(hours=1)
_DAY = timedelta(days=1)
_PRECISE_DAYS = 10
"""From so many days on, hours are not told."""


def in_zone(moment: datetime, zone: str) -> datetime:
    """*moment* in the zone with that name; in UTC if this machine does not know it."""
    return moment.astimezone(_zone(zone))


@lru_cache(maxsize=1024)
def _zone(name: str) -> ZoneInfo:
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, OSError, ValueError):
        return ZoneInfo("UTC")


def moment_words(moment: datetime, zone: str) -> str:
    """A moment with its zone: "Sat 21 Nov 2026, 14:05 CET"."""
    local = in_zone(moment, zone)
    return f"{local:%a} {local.day} {local:%b %Y, %H:%M %Z}"


def moment_tag(moment: datetime, zone: str) -> Markup:
    """A moment as an element that programs understand too."""
    return Markup('<time datetime="{}">{}</time>').format(f"{moment:%Y-%m-%dT%H:%MZ}", moment_words(moment, zone))


def day_tag(moment: datetime, zone: str) -> Markup:
    """The day of a moment: "21 Nov 2026"."""
    local = in_zone(moment, zone)
    return Markup('<time datetime="{}">{}</time>').format(f"{moment:%Y-%m-%dT%H:%MZ}", f"{local.day} {local:%b %Y}")


def left_words(due_at: datetime, now: datetime) -> str:
    """How long there is until a deadline: "2 days 3 hours", "45 minutes"; always rounded down."""
    left = due_at - now
    if left <= timedelta(0):
        return "no time"
    days, hours, minutes = left // _DAY, left % _DAY // _HOUR, left % _HOUR // _MINUTE
    if days:
        return _counted(days, "day") + (f" {_counted(hours, 'hour')}" if hours and days < _PRECISE_DAYS else "")
    if hours:
        return _counted(hours, "hour") + (f" {_counted(minutes, 'minute')}" if minutes else "")
    return _counted(minutes, "minute") if minutes else "less than a minute"


def _counted(count: int, word: str) -> str:
    return f"{count} {word}" if count == 1 else f"{count} {word}s"


@lru_cache(maxsize=1)
def zone_names() -> tuple[str, ...]:
    """The zones to choose from, by name: places, and UTC first."""
    places = (name for name in available_timezones() if "/" in name and not name.startswith(("Etc/", "SystemV/")))
    return ("UTC", *sorted(places))
