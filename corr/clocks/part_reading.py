"""When somebody wishes to be away, read from what a person wrote."""

import re
from datetime import date

from corr.base.time_zones import zone_of
from corr.base.uow import Reader
from corr.clocks.leave import owner_of
from corr.core.leave_days import ForDays, OnDates, Wish
from corr.errors import InputError

HOW_TO_WRITE = "Write “away 7d” for seven days from now on, or “away 2026-12-20 to 2027-01-03”, the last day included."
_DATE_FORM = "Dates are written as year, month and day, such as 2026-12-20."
_DAYS = re.compile(r"(?:for )?(-?[0-9]{1,9}) ?(d|days?|w|weeks?)?", re.ASCII)
_DAY = r"([0-9]{1,4}[-./][0-9]{1,2}[-./][0-9]{1,4})"
_DATES = re.compile(rf"(?:from )?{_DAY} ?(?:to|until|till|-|and) ?{_DAY}", re.ASCII)
_UNTIL = re.compile(rf"(?:until|till|to) {_DAY}", re.ASCII)
_DATE = re.compile(r"([0-9]{4})-([0-9]{1,2})-([0-9]{1,2})", re.ASCII)
_SHOWN = 20
_WEEK = 7


def read_absence(reader: Reader, player_id: int, text: str) -> Wish:
    """
    What follows "away" in a mail: "7d", "2026-12-20 to 2027-01-03", "until 2027-01-03".

    :raises InputError: it tells no days; the sentence says what to write instead.
    """
    words = " ".join(text.split())
    if found := _DAYS.fullmatch(words):
        return ForDays(int(found[1]) * (_WEEK if (found[2] or "").startswith("w") else 1))
    if found := _UNTIL.fullmatch(words):
        return OnDates(_today(reader, player_id), read_date(found[1]))
    if found := _DATES.fullmatch(words):
        return OnDates(read_date(found[1], "first"), read_date(found[2], "last"))
    said = f"“{words[:_SHOWN]}” does not say" if words else "That does not say"
    raise InputError(f"{said} for which days you are away.", field="days")


def read_date(text: str, field: str = "last") -> date:
    """
    A day of the calendar: "2026-12-20".

    :raises InputError: it is none.
    """
    found = _DATE.fullmatch(text.strip())
    if found is None:
        raise InputError(f"“{text.strip()[:_SHOWN]}” is no date. {_DATE_FORM}", field=field)
    try:
        return date(int(found[1]), int(found[2]), int(found[3]))
    except ValueError:
        raise InputError(f"There is no day {found[0]} in the calendar.", field=field) from None


def _today(reader: Reader, player_id: int) -> date:
    return reader.now.astimezone(zone_of(owner_of(reader, player_id).zone)).date()
