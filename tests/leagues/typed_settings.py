"""Settings of a season as somebody types them."""

from corr.games.registry import Registry
from corr.leagues.rules.setting_table import OPTIONS
from corr.leagues.rules.settings import SeasonSettings
from corr.leagues.rules.settings_conversion import KEYS, settings_on
from corr.leagues.rules.typed_values import SettingReader, Typed


def read_settings(typed: Typed, registry: Registry) -> SeasonSettings:
    """The settings that were typed; a FaultsError holds all that is wrong with them."""
    sheet = SettingReader(typed)
    sheet.check_keys(KEYS, open_ended=OPTIONS)
    settings = settings_on(sheet, registry)
    sheet.check()
    return settings
