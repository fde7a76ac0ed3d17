"""
Dates and times that people type: "2027-03-01", "2027-03-01 18:00", in a zone of theirs.

A day alone is its beginning where something starts, and its end where something is possible until then.
"""

import re
from collections.abc import Callable
from datetime import UTC, datetime, timedelta, tzinfo

from corr.errors import InputError
from corr.games.notation import shown
from corr.leagues.rules.settings import Dates
from corr.leagues.rules.typed_values import Sheet

SIGN_UP_UNTIL, STARTS_AT, ENDS_AT = "sign_up_until", "starts_at", "ends_at"
DATE_KEYS = (SIGN_UP_UNTIL, STARTS_AT, ENDS_AT)
_FIRST_YEAR, _LAST_YEAR = 2000, 2199
_MOMENT = re.compile(r"([0-9]{4})-([0-9]{1,2})-([0-9]{1,2})(?:(?:\s+|[Tt])([0-9]{1,2}):([0-9]{2})(?::([0-9]{2}))?)?")
_FORMS = "a day such as 2027-03-01, or a day with a time such as 2027-03-01 18:00"
_EXPECTED = f"Write {_FORMS}"
_SUBJECTS = {
    SIGN_UP_UNTIL: "until when players sign up",
    STARTS_AT: "when the season starts",
    ENDS_AT: "when the season ends",
}


def dates_on(sheet: Sheet, zone: tzinfo = UTC) -> Dates | None:
    """The dates on a *sheet* that may hold more than these; None if one cannot be used, which stays on the sheet."""
    for key in DATE_KEYS:
        if not sheet.has(key):
            sheet.refuse(key, f"Say {_SUBJECTS[key]}: write {_FORMS}.")
    until = sheet.read(SIGN_UP_UNTIL, reads_moment(zone, is_end=True), None)
    starts = sheet.read(STARTS_AT, reads_moment(zone), None)
    ends = sheet.read(ENDS_AT, reads_moment(zone, is_end=True), None)
    return Dates(until, starts, ends) if until and starts and ends else None


def reads_moment(zone: tzinfo, *, is_end: bool = False) -> Callable[[str], datetime]:
    """
    What reads a moment in a zone, and gives it in UTC.

    :param is_end: whether a day alone is its end: the midnight after it.
    """
    return lambda text: read_moment(text, zone, is_end=is_end)


def read_moment(text: str, zone: tzinfo, *, is_end: bool = False) -> datetime:
    """
    The moment that was typed, in UTC; of an hour that comes twice on a day of change, the first counts.

    :raises InputError: it is none, lies far from our time, or is left out where clocks are put forward.
    """
    found = _MOMENT.fullmatch(text.strip())
    if found is None:
        raise InputError(f"{_EXPECTED}, not “{shown(text)}”." if text.strip() else f"{_EXPECTED}.")
    year, month, day, hour, minute, second = (int(part or 0) for part in found.groups())
    if not _FIRST_YEAR <= year <= _LAST_YEAR:
        raise InputError(f"The year {year} cannot be meant. {_EXPECTED}.")
    try:
        moment = datetime(year, month, day, hour, minute, second, tzinfo=zone)
    except ValueError:
        raise InputError(f"There is no such day or time as {shown(text)}. {_EXPECTED}.") from None
    if found[4] is None and is_end:
        moment += timedelta(days=1)
    return _existing(moment, has_time=found[4] is not None)


def _existing(moment: datetime, *, has_time: bool) -> datetime:
    """The moment in UTC; a midnight that is left out is the first moment after it."""
    known = moment.astimezone(UTC)
    shows = known.astimezone(moment.tzinfo)
    if has_time and shows.replace(tzinfo=None) != moment.replace(tzinfo=None):
        raise InputError(
            f"Clocks are put forward that day, and there is no {moment:%H:%M}. Write {shows:%Y-%m-%d %H:%M} instead."
        )
    return known


def write_moment(moment: datetime) -> str:
    """A moment as `read_moment` reads it in the zone that it is in."""
    return f"{moment:%Y-%m-%d %H:%M:%S}".removesuffix(":00")
