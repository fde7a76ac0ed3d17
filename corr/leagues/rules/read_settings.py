"""The settings and dates of a season, read from words that were typed into a form or a file."""

import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime, timedelta, tzinfo
from functools import partial

from corr.core.pace import Late, Pace, Terms, is_untimed, read_timed_pace
from corr.errors import InputError
from corr.games.api import Info, OptionValue
from corr.games.notation import shown
from corr.games.registry import Registry, read_options
from corr.leagues.rules.division_table import Points
from corr.leagues.rules.fractions import read_fraction, written
from corr.leagues.rules.settings import (
    LARGEST_DIVISION,
    SMALLEST_DIVISION,
    Dates,
    Newcomers,
    SeasonSettings,
    Unfinished,
    WithdrawalRule,
)
from corr.leagues.rules.tiebreaks import TieBreak
from corr.leagues.rules.typed_values import SettingReader, Typed, choice, number, yes_or_no

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
GAME = "game"
OPTIONS = "options"
KEYS = (
    GAME,
    "pace",
    "weekends_off",
    "late",
    "leave",
    "rated",
    "legs",
    "points.win",
    "points.draw",
    "points.loss",
    "tie_breaks",
    "higher_rating_first",
    "players_per_division",
    "up",
    "down",
    "newcomers",
    "unfinished",
    "withdrawal",
    "minimum_reliability",
    "reports",
    "rolls_over",
    "sign_up_days",
)
"""The keys of all settings but the options of the game."""
LONGEST_SIGN_UP = 90
"""How many days a sign-up that opens by itself lasts at most."""
_USUAL = SeasonSettings("")
_LEGS = {"1": 1, "single": 1, "once": 1, "2": 2, "double": 2, "twice": 2}
_DIVISION = ("players_per_division", "up", "down")


def dates_on(sheet: SettingReader, zone: tzinfo = UTC) -> Dates | None:
    """The dates among the values of *sheet*; None if one cannot be used, which is kept as a fault of the sheet."""
    for key in DATE_KEYS:
        if not sheet.has(key):
            sheet.refuse(key, f"Say {_SUBJECTS[key]}: write {_FORMS}.")
    until = sheet.read(SIGN_UP_UNTIL, reads_moment(zone, is_end=True), None)
    starts = sheet.read(STARTS_AT, reads_moment(zone), None)
    ends = sheet.read(ENDS_AT, reads_moment(zone, is_end=True), None)
    return Dates(until, starts, ends) if until and starts and ends else None


def reads_moment(zone: tzinfo, *, is_end: bool = False) -> Callable[[str], datetime]:
    """
    The function that reads a moment in a zone, and gives it in UTC.

    :param is_end: whether a day without a time means its end, the midnight after it.
    """
    return lambda text: read_moment(text, zone, is_end=is_end)


def read_moment(text: str, zone: tzinfo, *, is_end: bool = False) -> datetime:
    """
    The moment that was typed, in UTC; where clocks are put back and an hour comes twice, the first one counts.

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


def read_settings(typed: Typed, registry: Registry) -> SeasonSettings:
    """
    The settings that were typed.

    :raises FaultsError: something cannot be used; it holds all faults, each with the path of its key.
    """
    sheet = SettingReader(typed)
    sheet.check_keys(KEYS, [OPTIONS])
    settings = settings_on(sheet, registry)
    sheet.check()
    return settings


def settings_on(sheet: SettingReader, registry: Registry) -> SeasonSettings:
    """The settings among the values of *sheet*; faults are kept by the sheet."""
    info = _game(sheet, registry)
    settings = SeasonSettings(
        ruleset="" if info is None else info.ruleset,
        options={} if info is None else _options(sheet, info),
        terms=_terms(sheet),
        is_rated=sheet.read("rated", yes_or_no("Whether games are rated"), _USUAL.is_rated),
        legs=sheet.read("legs", _legs, _USUAL.legs),
        points=_points(sheet),
        tie_breaks=sheet.read_list("tie_breaks", _tie_breaks, _USUAL.tie_breaks),
        is_higher_rating_first=sheet.read(
            "higher_rating_first", yes_or_no("Whether the higher rating comes first"), _USUAL.is_higher_rating_first
        ),
        players_per_division=_number(sheet, "players_per_division", SMALLEST_DIVISION, LARGEST_DIVISION),
        up=_number(sheet, "up", 0, LARGEST_DIVISION),
        down=_number(sheet, "down", 0, LARGEST_DIVISION),
        newcomers=sheet.read("newcomers", choice("Where newcomers begin", Newcomers), _USUAL.newcomers),
        unfinished=sheet.read("unfinished", choice("What becomes of unfinished games", Unfinished), _USUAL.unfinished),
        withdrawal=sheet.read("withdrawal", choice("The withdrawal rule", WithdrawalRule), _USUAL.withdrawal),
        minimum_reliability=sheet.read("minimum_reliability", _percentage, _USUAL.minimum_reliability),
        has_reports=sheet.read("reports", yes_or_no("Whether there are weekly reports"), _USUAL.has_reports),
        rolls_over=sheet.read("rolls_over", yes_or_no("Whether the next season opens by itself"), _USUAL.rolls_over),
        sign_up_days=_number(sheet, "sign_up_days", 1, LONGEST_SIGN_UP),
    )
    _check_lines(sheet, settings)
    return settings


def words_of(settings: SeasonSettings) -> dict[str, str | list[str]]:
    """The settings in words as `read_settings` reads them, by key, for forms and files."""
    terms, points = settings.terms, settings.points
    return {
        GAME: settings.ruleset,
        **{f"{OPTIONS}.{name}": _word(value) for name, value in settings.options.items()},
        "pace": terms.pace.text,
        "weekends_off": _word(terms.has_weekends_off),
        "late": terms.late.value,
        "leave": _word(terms.allows_leave),
        "rated": _word(settings.is_rated),
        "legs": "single" if settings.legs == 1 else "double",
        "points.win": written(points.win),
        "points.draw": written(points.draw),
        "points.loss": written(points.loss),
        "tie_breaks": [each.value for each in settings.tie_breaks],
        "higher_rating_first": _word(settings.is_higher_rating_first),
        "players_per_division": str(settings.players_per_division),
        "up": str(settings.up),
        "down": str(settings.down),
        "newcomers": settings.newcomers.value,
        "unfinished": settings.unfinished.value,
        "withdrawal": settings.withdrawal.value,
        "minimum_reliability": str(settings.minimum_reliability),
        "reports": _word(settings.has_reports),
        "rolls_over": _word(settings.rolls_over),
        "sign_up_days": str(settings.sign_up_days),
    }


def _word(value: OptionValue) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return value


_COUNTED: Mapping[str, tuple[str, int]] = {
    "players_per_division": ("The number of players in a division", _USUAL.players_per_division),
    "up": ("How many are promoted", _USUAL.up),
    "down": ("How many are relegated", _USUAL.down),
    "sign_up_days": ("The number of days to sign up", _USUAL.sign_up_days),
}
"""The name and the default of each number."""


def _number(sheet: SettingReader, key: str, least: int, most: int) -> int:
    subject, usual = _COUNTED[key]
    return sheet.read(key, number(subject, least, most), usual)


def _game(sheet: SettingReader, registry: Registry) -> Info | None:
    if not sheet.has(GAME):
        known = ", ".join(info.game for info in registry.games())
        sheet.refuse(GAME, f"Which game is played? Give one of these: {known}.")
    return sheet.read(GAME, registry.get_info, None)


def _options(sheet: SettingReader, info: Info) -> dict[str, OptionValue]:
    options = read_options(info, {})
    known: dict[str, OptionValue] = {}
    for name in sheet.below(OPTIONS):
        read = sheet.read(f"{OPTIONS}.{name}", partial(_option, info, name), known)
        if read is not known and known.keys() & read.keys():
            sheet.refuse(f"{OPTIONS}.{name}", "This option is given twice, in two spellings. Delete one.")
        known |= read
    return options | known


def _option(info: Info, name: str, word: str) -> dict[str, OptionValue]:
    """One option, by its proper name."""
    proper = name.strip().lower().replace("-", "_")
    values = read_options(info, {name: word})
    return {proper: values[proper]}


def _terms(sheet: SettingReader) -> Terms:
    usual = _USUAL.terms
    return Terms(
        pace=sheet.read("pace", _pace, usual.pace),
        has_weekends_off=sheet.read(
            "weekends_off", yes_or_no("Whether clocks stand still on rest days"), usual.has_weekends_off
        ),
        late=sheet.read("late", choice("What becomes of a late player", Late), usual.late),
        allows_leave=sheet.read("leave", yes_or_no("Whether leave is allowed"), usual.allows_leave),
    )


def _pace(text: str) -> Pace:
    if is_untimed(text):
        raise InputError("In a league somebody always waits, so that a game needs a pace; write one such as 3d/turn.")
    return read_timed_pace(text)


def _legs(text: str) -> int:
    wanted = text.strip().lower()
    if wanted not in _LEGS:
        raise InputError(f"Each pair meets once or twice: write single or double, not “{shown(text)}”.")
    return _LEGS[wanted]


def _points(sheet: SettingReader) -> Points:
    usual = _USUAL.points
    points = Points(
        win=sheet.read("points.win", read_fraction, usual.win),
        draw=sheet.read("points.draw", read_fraction, usual.draw),
        loss=sheet.read("points.loss", read_fraction, usual.loss),
    )
    if sheet.has_fault("points.win", "points.draw", "points.loss"):
        return points
    if points.win <= points.loss:
        sheet.refuse("points.win", "A win has to bring more than a loss.")
    elif not points.win >= points.draw >= points.loss:
        sheet.refuse("points.draw", "A draw brings no more than a win, and no less than a loss.")
    return points


def _tie_breaks(words: Sequence[str]) -> tuple[TieBreak, ...]:
    read: Callable[[str], TieBreak] = choice("A tie-break", TieBreak)
    tie_breaks = tuple(read(word) for word in words)
    twice = [each.value for each, times in Counter(tie_breaks).items() if times > 1]
    if twice:
        raise InputError(f"The tie-break “{twice[0]}” is given twice; it can only part players once.")
    return tie_breaks


def _percentage(text: str) -> int:
    return number("The least reliability, in percent,", 0, 100)(text.strip().removesuffix("%"))


def _check_lines(sheet: SettingReader, settings: SeasonSettings) -> None:
    """Keep a fault if more players would go up and down than a division has."""
    most = settings.players_per_division
    if sheet.has_fault(*_DIVISION) or settings.up + settings.down <= most:
        return
    key = "up" if sheet.has("up") else "down" if sheet.has("down") else "players_per_division"
    sheet.refuse(
        key,
        f"Of {most} players in a division, {settings.up} up and {settings.down} down are too many: "
        f"up and down together are at most {most}.",
    )
