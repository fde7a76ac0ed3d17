"""The settings of a season as typed words and as stored values, both ways, by the table of settings."""

from collections.abc import Mapping
from functools import partial
from typing import Any

from corr.core.pace import Terms
from corr.games.api import Info, OptionValue
from corr.games.registry import Registry, read_options
from corr.leagues.rules.division_table import Points
from corr.leagues.rules.setting_table import GAME, OPTIONS, SETTINGS
from corr.leagues.rules.settings import SeasonSettings
from corr.leagues.rules.typed_values import YES_OR_NO, SettingReader

KEYS = (GAME.key, *(setting.key for setting in SETTINGS))
"""The keys of all settings but the options of the game."""
_USUAL = SeasonSettings("")
_DIVISION = ("players_per_division", "up", "down")


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
    options = {f"{OPTIONS}.{name}": _option_word(value) for name, value in settings.options.items()}
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


def _settings(ruleset: str, options: Mapping[str, OptionValue], values: Mapping[str, Any]) -> SeasonSettings:
    """The settings with these *values*, by their paths."""
    parts: dict[str, dict[str, Any]] = {"": {}, "terms": {}, "points": {}}
    for path, value in values.items():
        above, _, name = path.rpartition(".")
        parts[above][name] = value
    terms, points = Terms(**parts["terms"]), Points(**parts["points"])
    return SeasonSettings(ruleset, options, terms=terms, points=points, **parts[""])


def _option_word(value: OptionValue) -> str:
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
