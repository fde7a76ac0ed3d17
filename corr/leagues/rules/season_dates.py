"""The dates of a season, read from words that were typed into a form or a file."""

import re
from datetime import UTC, datetime, timedelta, tzinfo
from functools import partial

from corr.errors import InputError
from corr.games.notation import shown
from corr.leagues.rules.setting_table import Setting
from corr.leagues.rules.settings import Dates
from corr.leagues.rules.typed_values import Kind, SettingReader

_FIRST_YEAR, _LAST_YEAR = 2000, 2199
_MOMENT = re.compile(r"([0-9]{4})-([0-9]{1,2})-([0-9]{1,2})(?:(?:\s+|[Tt])([0-9]{1,2}):([0-9]{2})(?::([0-9]{2}))?)?")
_FORMS = "a day such as 2027-03-01, or a day with a time such as 2027-03-01 18:00"
_EXPECTED = f"Write {_FORMS}"
_FIELD: Kind[str] = Kind("moment", str)
DATES = (
    Setting(
        "sign_up_until",
        _FIELD,
        "Until when players sign up: a day with a time, such as 2027-03-01 18:00, or a day alone, which is its end.",
        "Sign-up until",
    ),
    Setting("starts_at", _FIELD, "When all games begin: a day alone is its beginning.", "All games begin"),
    Setting(
        "ends_at",
        _FIELD,
        "The end date: a day alone is its end.",
        "End date",
        "During the season you may postpone it, or bring it forward with a week’s notice.",
    ),
)
"""The dates in files and forms."""
_SUBJECTS = {
    "sign_up_until": "until when players sign up",
    "starts_at": "when the season starts",
    "ends_at": "when the season ends",
}


def dates_on(sheet: SettingReader, zone: tzinfo = UTC) -> Dates | None:
    """The dates among the values of *sheet*; None if one cannot be used, which is kept as a fault of the sheet."""
    for date in DATES:
        if not sheet.has(date.key):
            sheet.refuse(date.key, f"Say {_SUBJECTS[date.key]}: write {_FORMS}.")
    reads_end = partial(read_moment, zone=zone, is_end=True)
    until = sheet.read("sign_up_until", reads_end, None)
    starts = sheet.read("starts_at", partial(read_moment, zone=zone), None)
    ends = sheet.read("ends_at", reads_end, None)
    return Dates(until, starts, ends) if until and starts and ends else None


def read_moment(text: str, zone: tzinfo, *, is_end: bool = False) -> datetime:
    """
    The moment that was typed, in UTC; where clocks are put back and an hour comes twice, the first one counts.

    :param is_end: whether a day without a time means its end, the midnight after it.
    :raises InputError: it is none, its year is implausible, or clocks are put forward over it.
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
    """The moment in UTC; for a day whose midnight is skipped by a change of clocks, the first moment after it."""
    known = moment.astimezone(UTC)
    shows = known.astimezone(moment.tzinfo)
    if has_time and shows.replace(tzinfo=None) != moment.replace(tzinfo=None):
        raise InputError(
            f"Clocks are put forward that day, and there is no {moment:%H:%M}. Write {shows:%Y-%m-%d %H:%M} instead."
        )
    return known


def write_moment(moment: datetime) -> str:
    """A moment in its own zone, as `read_moment` reads it."""
    return f"{moment:%Y-%m-%d %H:%M:%S}".removesuffix(":00")
