"""The settings and dates of a season as typed words and as stored values, both ways, by the table of settings."""

import re
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta, tzinfo
from functools import partial
from typing import Any

from corr.core.pace import Terms
from corr.errors import InputError
from corr.games.api import Info, OptionValue
from corr.games.notation import shown
from corr.games.registry import Registry, read_options
from corr.leagues.rules.division_table import Points
from corr.leagues.rules.setting_table import DATES, GAME, OPTIONS, SETTINGS
from corr.leagues.rules.settings import Dates, SeasonSettings
from corr.leagues.rules.typed_values import YES_OR_NO, SettingReader

_USUAL = SeasonSettings("")
_DIVISION = ("players_per_division", "up", "down")
_FIRST_YEAR, _LAST_YEAR = 2000, 2199
_MOMENT = re.compile(r"([0-9]{4})-([0-9]{1,2})-([0-9]{1,2})(?:(?:\s+|[Tt])([0-9]{1,2}):([0-9]{2})(?::([0-9]{2}))?)?")
_FORMS = "a day such as 2027-03-01, or a day with a time such as 2027-03-01 18:00"
_EXPECTED = f"Write {_FORMS}"
_SUBJECTS = {
    "sign_up_until": "until when players sign up",
    "starts_at": "when the season starts",
    "ends_at": "when the season ends",
}


def mapping_of(settings: SeasonSettings) -> dict[str, Any]:
    """The settings as values that JSON can hold; `settings_of` reads them."""
    stored: dict[str, Any] = {"ruleset": settings.ruleset, OPTIONS: dict(settings.options)}
    for setting in SETTINGS:
        above, _, name = setting.key.rpartition(".")
        part = stored.setdefault(above, {}) if above else stored
        part[name] = setting.kind.store(setting.value(settings))
    return stored


def settings_of(stored: Mapping[str, Any]) -> SeasonSettings:
    """The settings that `mapping_of` wrote; those that did not exist then are as usual."""
    known = {**stored, **{f"points.{name}": value for name, value in stored["points"].items()}}
    values = {
        setting.path or setting.key: setting.kind.restore(known[setting.key])
        for setting in SETTINGS
        if setting.key in known
    }
    return _settings(stored["ruleset"], stored[OPTIONS], values)


def words_of(settings: SeasonSettings) -> dict[str, str | list[str]]:
    """The settings in words as `settings_on` reads them, by key, for forms and files."""
    options = {f"{OPTIONS}.{name}": option_word(value) for name, value in settings.options.items()}
    words = {setting.key: setting.kind.write(setting.value(settings)) for setting in SETTINGS}
    return {GAME.key: settings.ruleset, **options, **words}


def settings_on(sheet: SettingReader, registry: Registry) -> SeasonSettings:
    """The settings among the values of *sheet*; faults are kept by the sheet."""
    info = _game(sheet, registry)
    options = {} if info is None else _options(sheet, info)
    values = {}
    for setting in SETTINGS:
        read = sheet.read_list if setting.kind.is_list else sheet.read
        values[setting.path or setting.key] = read(setting.key, setting.kind.read, setting.value(_USUAL))
    settings = _settings("" if info is None else info.ruleset, options, values)
    _check_points(sheet, settings.points)
    _check_divisions(sheet, settings)
    return settings


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


def _settings(ruleset: str, options: Mapping[str, OptionValue], values: Mapping[str, Any]) -> SeasonSettings:
    """The settings with these *values*, by their paths."""
    parts: dict[str, dict[str, Any]] = {"": {}, "terms": {}, "points": {}}
    for path, value in values.items():
        above, _, name = path.rpartition(".")
        parts[above][name] = value
    terms, points = Terms(**parts["terms"]), Points(**parts["points"])
    return SeasonSettings(ruleset, options, terms=terms, points=points, **parts[""])


def option_word(value: OptionValue) -> str:
    """The value of an option of a game as files and forms of leagues have it."""
    return YES_OR_NO[value] if isinstance(value, bool) else value


def _game(sheet: SettingReader, registry: Registry) -> Info | None:
    if not sheet.has(GAME.key):
        known = ", ".join(info.game for info in registry.games())
        sheet.refuse(GAME.key, f"Which game is played? Give one of these: {known}.")
    return sheet.read(GAME.key, registry.get_info, None)


def _options(sheet: SettingReader, info: Info) -> dict[str, OptionValue]:
    known: dict[str, OptionValue] = {}
    for name in sheet.below(OPTIONS):
        read = sheet.read(f"{OPTIONS}.{name}", partial(_option, info, name), known)
        if read is not known and known.keys() & read.keys():
            sheet.refuse(f"{OPTIONS}.{name}", "This option is given twice, in two spellings. Delete one.")
        known |= read
    return read_options(info, {}) | known


def _option(info: Info, name: str, word: str) -> dict[str, OptionValue]:
    """One option, by its proper name."""
    proper = name.strip().lower().replace("-", "_")
    return {proper: read_options(info, {name: word})[proper]}


def _check_points(sheet: SettingReader, points: Points) -> None:
    if sheet.has_fault("points.win", "points.draw", "points.loss"):
        return
    if points.win <= points.loss:
        sheet.refuse("points.win", "A win has to bring more than a loss.")
    elif not points.win >= points.draw >= points.loss:
        sheet.refuse("points.draw", "A draw brings no more than a win, and no less than a loss.")


def _check_divisions(sheet: SettingReader, settings: SeasonSettings) -> None:
    most = settings.players_per_division
    if sheet.has_fault(*_DIVISION) or settings.up + settings.down <= most:
        return
    key = "up" if sheet.has("up") else "down" if sheet.has("down") else "players_per_division"
    sheet.refuse(
        key,
        f"Of {most} players in a division, {settings.up} up and {settings.down} down are too many: "
        f"up and down together are at most {most}.",
    )
