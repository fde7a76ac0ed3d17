"""Time zones as people and browsers name them."""

import re
from collections.abc import Iterable
from datetime import UTC, datetime, timedelta
from difflib import get_close_matches
from functools import lru_cache
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError, available_timezones

from corr.core.spans import counted
from corr.errors import InputError

_FORM = re.compile(r"(?!(?:posix|right)/)[A-Za-z][A-Za-z0-9_+-]{0,30}(/[A-Za-z0-9_+-]{1,30}){0,2}")
_NO_ZONES = frozenset({"Factory", "localtime", "posixrules"})
"""Names in the folder of time zones that are none: the setting of this machine, or rules for others."""
_UNKNOWN = "There is no time zone of that name."
_OFFSET = re.compile(r"(?:utc|gmt)?([+-])([0-9]{1,2})(?::?([0-9]{2}))?", re.ASCII | re.IGNORECASE)
_MOST_AHEAD, _MOST_BEHIND = 14, 12
_PLACES = {
    "+03:30": "Asia/Tehran",
    "+04:30": "Asia/Kabul",
    "+05:30": "Asia/Kolkata",
    "+05:45": "Asia/Kathmandu",
    "+06:30": "Asia/Yangon",
    "+08:45": "Australia/Eucla",
    "+09:30": "Australia/Darwin or Australia/Adelaide",
    "+10:30": "Australia/Lord_Howe or Australia/Adelaide",
    "+12:45": "Pacific/Chatham",
    "+13:45": "Pacific/Chatham",
    "-02:30": "America/St_Johns",
    "-03:30": "America/St_Johns",
    "-09:30": "Pacific/Marquesas",
}
"""Where clocks are parts of an hour apart from UTC, in winter or in summer."""
_NEEDS_CITY = "A zone that is not whole hours from UTC needs a city."
_NOWHERE = "Clocks are not set like that anywhere. Choose a city, such as Europe/Berlin, or write UTC+2."
_ALL_YEAR = "Its clocks never change. If yours change in summer, choose a city, such as Europe/Berlin."
_ETC = "Etc/GMT"
"""The zones of whole hours; in their names the sign is the other way round than people write it."""


def read_zone(text: str) -> str:
    """
    The IANA name of the time zone in *text*, whatever its case. The city alone will do if only one zone has it, and so
    will whole hours ahead of UTC: "UTC+2", "GMT+2", "+02:00".

    :raises InputError: there is no such zone.
    """
    offset = _OFFSET.fullmatch("".join(text.split()).replace("\N{MINUS SIGN}", "-"))
    if offset is not None:
        return _zone_at(*offset.groups("00"))
    name = "_".join(text.split())
    if _FORM.fullmatch(name) is None:
        raise _unknown(())
    return name if _is_zone(name) else _folded(name)


def _zone_at(sign: str, hours: str, minutes: str) -> str:
    """The zone whose clocks are always so far from UTC."""
    place = _PLACES.get(f"{sign}{int(hours):02}:{minutes}", "")
    if minutes != "00" and place:
        raise InputError(f"{_NEEDS_CITY} Did you mean {place}?", field="zone")
    if minutes != "00" or int(hours) > (_MOST_AHEAD if sign == "+" else _MOST_BEHIND):
        raise InputError(_NOWHERE, field="zone")
    return f"{_ETC}{'-' if sign == '+' else '+'}{int(hours)}" if int(hours) else "UTC"


def zone_words(zone: str) -> str:
    """The name of *zone* for people: "Europe/Berlin", and "UTC+02" for Etc/GMT-2."""
    sign, hours = zone.removeprefix(_ETC)[:1], zone.removeprefix(_ETC)[1:]
    if not zone.startswith(_ETC) or sign not in {"+", "-"} or not hours.isdecimal():
        return zone
    return f"UTC{'-' if sign == '+' else '+'}{int(hours):02}" if int(hours) else "UTC"


def zone_meaning(zone: str, now: datetime) -> str:
    """What *zone* means, by its clocks: "Europe/Berlin: 1 hour ahead of UTC, so it is 13:05 there now."."""
    local = now.astimezone(zone_of(zone))
    offset = local.utcoffset() or timedelta()
    is_there = f"it is {local:%H:%M} there now."
    side = "ahead of" if offset > timedelta() else "behind"
    distance = f"{_hours_words(abs(offset))} {side} UTC, so " if offset else ""
    words = f"{zone_words(zone)}: {distance}{is_there}"
    is_city = "/" in zone and not zone.startswith("Etc/")
    months = (local.replace(month=month, day=1).utcoffset() for month in range(1, 13))
    return words if is_city or len(set(months)) > 1 else f"{words} {_ALL_YEAR}"


def _hours_words(span: timedelta) -> str:
    hours, minutes = divmod(round(span / timedelta(minutes=1)), 60)
    return " ".join(counted(number, word) for number, word in ((hours, "hour"), (minutes, "minute")) if number)


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
    known = {folded.rpartition("/")[2]: zone for folded, zone in zones.items() if "/" in folded} | zones
    close = (known[folded] for folded in get_close_matches(wanted, known, n=2, cutoff=0.8))
    raise _unknown(cities or dict.fromkeys(close))


def _unknown(meant: Iterable[str]) -> InputError:
    names = " or ".join(meant)
    further = f"Did you mean {names}?" if names else "Choose one such as Europe/Berlin, or write UTC+2."
    return InputError(f"{_UNKNOWN} {further}", field="zone")
