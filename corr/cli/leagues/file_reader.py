"""The reader of league files, which reports every fault with its line and key."""

from collections.abc import Sequence
from datetime import datetime

from corr.base.time_zones import read_zone, zone_of
from corr.cli.leagues.yaml_keys import Keys, read_keys
from corr.errors import InputError
from corr.games.registry import Registry
from corr.leagues.rules.league_file import ALL_KEYS, DESCRIPTION, ID, NAME, ORGANISERS, ZONE, LeagueFile
from corr.leagues.rules.season_dates import dates_on
from corr.leagues.rules.setting_table import OPTIONS
from corr.leagues.rules.settings import Dates
from corr.leagues.rules.settings_conversion import settings_on
from corr.leagues.rules.typed_values import SettingReader
from corr.leagues.seasons.league_founding import read_description, read_league_id
from corr.leagues.seasons.season_opening import date_faults
from corr.players.names import read_league_name

_MOST_ORGANISERS = 20
_PARTS = {
    OPTIONS: "The options of the game stand below it, each with its value on a line of its own and indented.",
    "points": "It has keys below it, each on a line of its own and indented, such as “  win: 1”.",
}
"""Keys that have others below them, with the sentence for a file that has a value there."""
_LISTED = "“corr league schema” lists all that there are"


def read_league_file(body: bytes, registry: Registry, now: datetime | None) -> tuple[LeagueFile, Keys]:
    """
    The league that a file describes, and its keys for further refusals.

    :param now: the moment after which all dates have to lie; None if that does not matter.
    :raises InputError: the file cannot be used; the sentence has a line for each fault, with its line and key.
    """
    keys = read_keys(body)
    typed = {path: words for path, words in keys.typed.items() if path not in _PARTS or words}
    sheet = SettingReader(typed)
    sheet.faults += keys.faults
    _check_keys(sheet)
    settings, dates = settings_on(sheet, registry), _dates(sheet, now)
    league_id = sheet.read(ID, read_league_id, "") if typed.get(ID) else ""
    name, description = _name(sheet), sheet.read(DESCRIPTION, read_description, "")
    organisers: tuple[str, ...] = sheet.read_list(ORGANISERS, _organisers, ())
    if sheet.faults or dates is None:
        raise keys.refusal(sheet.faults)
    return LeagueFile(league_id, name, description, organisers, dates, settings), keys


def _check_keys(sheet: SettingReader) -> None:
    for part, sentence in _PARTS.items():
        if sheet.has(part):
            sheet.refuse(part, sentence)
    sheet.check_keys((*ALL_KEYS, *_PARTS), open_ended=OPTIONS, listed=_LISTED)


def _name(sheet: SettingReader) -> str:
    if not sheet.has(NAME):
        sheet.refuse(NAME, "What is the league called? Write, for example, “name: Summer Cup”.")
    return sheet.read(NAME, lambda text: read_league_name(text).name, "")


def _dates(sheet: SettingReader, now: datetime | None) -> Dates | None:
    zone = sheet.read(ZONE, read_zone, "UTC")
    dates = dates_on(sheet, zone_of(zone))
    for fault in () if dates is None or now is None else date_faults(dates, now):
        # One fault for each date is enough: a correction may mend the other too.
        if not sheet.has_fault(fault.field):
            sheet.refuse(fault.field, fault.sentence)
    return dates


def _organisers(words: Sequence[str]) -> tuple[str, ...]:
    if len(words) > _MOST_ORGANISERS:
        raise InputError(f"A league has at most {_MOST_ORGANISERS} organisers; these are {len(words)}.")
    return tuple(dict.fromkeys(words))
