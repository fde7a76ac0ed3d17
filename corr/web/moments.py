"""Moments for people, in the reader's zone."""

from datetime import datetime
from functools import lru_cache
from zoneinfo import available_timezones

from markupsafe import Markup

from corr.base.time_zones import zone_of

_KEPT = 4096
"""How many moments, and how many days, are kept in words: a megabyte each."""


def in_zone(moment: datetime, zone: str) -> datetime:
    """*moment* in *zone*; in UTC if this machine does not know that zone."""
    return moment.astimezone(zone_of(zone))


def moment_words(moment: datetime, zone: str) -> str:
    """A moment with its zone: "Sat 21 Nov 2026, 14:05 CET"."""
    local = in_zone(moment, zone)
    return f"{local:%a} {local.day} {local:%b %Y, %H:%M} {_zone_words(f'{local:%Z}')}"


def _zone_words(name: str) -> str:
    """The name of a zone for people. Many zones have only a number for a name: "+0545" is "UTC+05:45"."""
    if not name.startswith(("+", "-")):
        return name
    hours, minutes = name[:3], name[3:]
    return f"UTC{hours}:{minutes}" if minutes else f"UTC{hours}"


@lru_cache(maxsize=_KEPT)
def moment_tag(moment: datetime, zone: str) -> Markup:
    """A moment as a `time` element, which programs can read too."""
    return Markup('<time datetime="{}">{}</time>').format(f"{moment:%Y-%m-%dT%H:%MZ}", moment_words(moment, zone))


@lru_cache(maxsize=_KEPT)
def day_tag(moment: datetime, zone: str) -> Markup:
    """The day of a moment: "21 Nov 2026"."""
    local = in_zone(moment, zone)
    return Markup('<time datetime="{}">{}</time>').format(f"{moment:%Y-%m-%dT%H:%MZ}", f"{local.day} {local:%b %Y}")


@lru_cache(maxsize=1)
def zone_names() -> tuple[str, ...]:
    """The names of the zones to choose from: UTC, and then places in alphabetical order."""
    places = (name for name in available_timezones() if "/" in name and not name.startswith(("Etc/", "SystemV/")))
    return ("UTC", *sorted(places))
