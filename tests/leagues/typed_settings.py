"""Settings of a season as somebody types them."""

from corr.games.registry import Registry
from corr.leagues.rules.setting_table import GAME, OPTIONS, SETTINGS
from corr.leagues.rules.settings import SeasonSettings
from corr.leagues.rules.settings_conversion import settings_on
from corr.leagues.rules.typed_values import SettingReader, Typed

KEYS = (GAME.key, *(setting.key for setting in SETTINGS))
"""The keys of all settings but the options of the game."""


def read_settings(typed: Typed, registry: Registry) -> SeasonSettings:
    """The settings that were typed; a FaultsError holds all that is wrong with them."""
    sheet = SettingReader(typed)
    sheet.check_keys(KEYS, open_ended=OPTIONS)
    settings = settings_on(sheet, registry)
    sheet.check()
    return settings
