"""Time zones as people and browsers name them."""

import re
from collections.abc import Iterable
from datetime import UTC, datetime, timedelta
from difflib import get_close_matches
from functools import lru_cache
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError, available_timezones

from corr.errors import InputError

_FORM = re.compile(r"(?!(?:posix|right)/)[A-Za-z][A-Za-z0-9_+-]{0,30}(/[A-Za-z0-9_+-]{1,30}){0,2}")
_NO_ZONES = frozenset({"Factory", "localtime", "posixrules"})
"""Names in the folder of time zones that are none: the setting of this machine, or rules for others."""
_UNKNOWN = "There is no time zone of that name."


def read_zone(text: str) -> str:
    """
    The IANA name of the time zone in *text*, whatever its case. The city alone will do if only one zone has it.

    :raises InputError: there is no such zone.
    """
    name = "_".join(text.split())
    if _FORM.fullmatch(name) is None:
        raise _unknown(())
    return name if _is_zone(name) else _folded(name)


@lru_cache(maxsize=1024)
def zone_of(name: str) -> ZoneInfo:
    """The time zone with that name; UTC if this machine does not know it."""
    return ZoneInfo(name) if _is_zone(name) else ZoneInfo("UTC")


def next_at_hour(now: datetime, hour: int, zone: str) -> datetime:
    """
    The first moment after *now* at which clocks in *zone* show that full hour.

    If clocks are put forward and skip the hour, it is the one after it; if they are put back and the hour comes twice,
    it is the first one.
    """
    place = zone_of(zone)
    today = now.astimezone(place).date()
    for days in range(3):
        day = today + timedelta(days=days)
        moment = datetime(day.year, day.month, day.day, hour, tzinfo=place).astimezone(UTC)
        if moment > now:
            return moment
    raise AssertionError(f"no day in {zone} has an hour {hour} after {now}")


def day_in(moment: datetime, zone: str) -> str:
    """The date of *moment* in *zone*: "2026-03-02"."""
    return f"{moment.astimezone(zone_of(zone)):%Y-%m-%d}"


def _is_zone(name: str) -> bool:
    if name in _NO_ZONES:
        return False
    try:
        ZoneInfo(name)
    except (ZoneInfoNotFoundError, OSError, ValueError):
        # A folder of zones, such as "Europe", is an OSError.
        return False
    return True


def _folded(name: str) -> str:
    """
    The zone that *name* stands for, whatever its case.
    """
    wanted = name.lower()
    zones = {zone.lower(): zone for zone in sorted(available_timezones() - _NO_ZONES)}
    if wanted in zones:
        return zones[wanted]
    cities = [zone for folded, zone in zones.items() if folded.rpartition("/")[2] == wanted]
    if len(cities) == 1:
        return cities[0]
    raise _unknown(cities or (zones[folded] for folded in get_close_matches(wanted, zones, n=2, cutoff=0.8)))


def _unknown(meant: Iterable[str]) -> InputError:
    names = " or ".join(meant)
    further = f"Did you mean {names}?" if names else "Choose one such as Europe/Berlin, or UTC."
    return InputError(f"{_UNKNOWN} {further}", field="zone")
