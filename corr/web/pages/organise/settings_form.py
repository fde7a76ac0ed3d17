"""The form with all settings of a season: what it shows, what was typed, and all that is wrong with it."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from flask import request

from corr.base.time_zones import zone_of
from corr.base.uow import Reader
from corr.errors import CorrError, InputError
from corr.games.api import Info
from corr.games.registry import Registry
from corr.leagues.rules.read_settings import (
    DATE_KEYS,
    ENDS_AT,
    GAME,
    KEYS,
    OPTIONS,
    SIGN_UP_UNTIL,
    STARTS_AT,
    dates_on,
    settings_on,
    words_of,
)
from corr.leagues.rules.settings import Dates, SeasonSettings
from corr.leagues.rules.tiebreaks import CRITERIA, Criterion
from corr.leagues.rules.typed_values import FaultsError, SettingFault, SettingReader
from corr.leagues.seasons.season_opening import check_dates
from corr.web import forms

PACES = (
    ("1d/turn", "1 day for each turn"),
    ("2d/turn", "2 days for each turn"),
    ("3d/turn", "3 days for each turn"),
    ("5d/turn", "5 days for each turn"),
    ("7d/turn", "7 days for each turn"),
    ("10d+1d/10d", "10 days in all, 1 more after each turn, never more than 10"),
    ("30d+1d/40d", "30 days in all, 1 more after each turn, never more than 40"),
)
_TIE_BREAKS = "tie_breaks"
_WORD_LENGTH = 80
_LEAGUE_LENGTHS = {"name": 200, "id": 60}
_DESCRIPTION_LENGTH = 6000
_DAY = timedelta(days=1)
_HOUR = 18
"""The hour of proposed dates, in the founder's zone."""
_MINUTES = "%Y-%m-%dT%H:%M"

Words = Mapping[str, str | Sequence[str]]


@dataclass(frozen=True, slots=True)
class CheckedSettings:
    """The settings and dates of a form without faults."""

    settings: SeasonSettings
    dates: Dates


@dataclass(frozen=True, slots=True)
class SettingsForm:
    """The form as it was filled in."""

    words: Words
    """What stands in the fields, by the keys of settings."""
    league: Mapping[str, str]
    """The name, the id and the description of a league to be founded; empty for an existing one."""
    games: tuple[Info, ...]
    zone: str
    faults: Mapping[str, str] = field(default_factory=dict)
    """What is wrong, by fields."""

    def word(self, key: str) -> str:
        """What stands in a field."""
        found = self.words.get(key, self.league.get(key, ""))
        return found if isinstance(found, str) else ", ".join(found)

    def tie_break(self, number: int) -> str:
        """The tie-break that stands in a place, from 1; empty for none."""
        found = self.words.get(_TIE_BREAKS, ())
        codes = [code.strip() for code in found.split(",")] if isinstance(found, str) else list(found)
        return codes[number - 1] if number <= len(codes) else ""

    def fault(self, key: str) -> str:
        """What is wrong with a field; empty if nothing is."""
        return self.faults.get(key, "")

    @property
    def paces(self) -> tuple[tuple[str, str], ...]:
        """The paces to choose from: (value, words)."""
        return PACES

    @property
    def tie_breaks(self) -> Collection[Criterion]:
        """Every tie-break."""
        return CRITERIA.values()

    @property
    def own_pace(self) -> str:
        """A pace that is none of those to choose from; empty if it is one of them."""
        pace = self.word("pace")
        return "" if pace in dict(PACES) else pace

    @property
    def has_listed_pace(self) -> bool:
        """Whether the pace is one of those to choose from."""
        return self.word("pace") in dict(PACES)

    @property
    def carried(self) -> tuple[tuple[str, str], ...]:
        """(field, value) of all fields, hidden on the page that asks for confirmation."""
        plain = [(key, self.word(key)) for key in (*DATE_KEYS, *KEYS) if key not in {_TIE_BREAKS, "pace"}]
        options = [
            (f"option.{self.word(GAME)}.{key.removeprefix('options.')}", self.word(key))
            for key in self.words
            if key.startswith("options.")
        ]
        places = [(f"{_TIE_BREAKS}.{number}", self.tie_break(number)) for number in range(1, len(CRITERIA) + 1)]
        return (*self.league.items(), *plain, ("own_pace", self.word("pace")), *options, *places)


def form_of(
    reader: Reader, settings: SeasonSettings, dates: Dates, *, zone: str, league: Mapping[str, str] | None = None
) -> SettingsForm:
    """The form that shows *settings* and *dates*."""
    words = {**words_of(settings), **date_words(dates, zone)}
    return SettingsForm(words, league or {}, games_of(reader.registry, settings.ruleset), zone)


def filled_in(
    reader: Reader, before: SeasonSettings, dates: Dates, *, zone: str, has_league: bool = False
) -> SettingsForm:
    """The form as it was sent; a field that was not sent is as *before*."""
    base = {**words_of(before), **date_words(dates, zone)}
    words: dict[str, str | Sequence[str]] = {
        key: forms.field(key, _WORD_LENGTH, missing=str(base[key])) for key in (*DATE_KEYS, *KEYS) if key != _TIE_BREAKS
    }
    own_pace = forms.field("own_pace", _WORD_LENGTH)
    if own_pace:
        words["pace"] = own_pace
    words |= _options(str(words[GAME]), before)
    words[_TIE_BREAKS] = _tie_breaks(before)
    league = {name: forms.field(name, longest) for name, longest in _LEAGUE_LENGTHS.items()} if has_league else {}
    if has_league:
        league["description"] = forms.text_field("description", _DESCRIPTION_LENGTH)
    return SettingsForm(words, league, games_of(reader.registry, before.ruleset), zone)


def settled(
    reader: Reader,
    form: SettingsForm,
    before: Dates | None = None,
    checks: Mapping[str, Callable[[str], object]] | None = None,
) -> CheckedSettings:
    """
    The settings and dates of the form.

    :param before: the dates until now; those that do not change may lie in the past.
    :param checks: further checks, by the names of fields.
    :raises FaultsError: the form has faults; the error holds all of them.
    """
    sheet = SettingReader(form.words)
    for name, read in (checks or {}).items():
        sheet.attempt(name, lambda read=read, name=name: read(form.word(name)), None)  # type: ignore[misc]  # bound now
    settings = settings_on(sheet, reader.registry)
    dates = _kept(dates_on(sheet, zone_of(form.zone)), form, before)
    if dates is not None:
        try:
            check_dates(dates, reader.now, before)
        except InputError as refused:
            sheet.refuse(refused.field, refused.sentence)
    sheet.check()
    assert dates is not None
    return CheckedSettings(settings, dates)


def faults_of(refusal: CorrError) -> dict[str, str]:
    """What is wrong, by the names of fields ("" for the whole form); several sentences about one field are joined."""
    if not isinstance(refusal, FaultsError):
        return {refusal.field if isinstance(refusal, InputError) else "": refusal.sentence}
    found: dict[str, str] = {}
    fault: SettingFault
    for fault in refusal.faults:
        found[fault.field] = f"{found[fault.field]} {fault.sentence}" if fault.field in found else fault.sentence
    return found


def date_words(dates: Dates, zone: str) -> dict[str, str]:
    """The dates as fields show them, in a zone."""
    moments = {SIGN_UP_UNTIL: dates.sign_up_until, STARTS_AT: dates.starts_at, ENDS_AT: dates.ends_at}
    return {key: moment_word(moment, zone) for key, moment in moments.items()}


def moment_word(moment: datetime, zone: str) -> str:
    """A moment as a field shows it, in a zone."""
    local = moment.astimezone(zone_of(zone))
    return f"{local:{_MINUTES}:%S}" if local.second else f"{local:{_MINUTES}}"


def first_dates(now: datetime, zone: str) -> Dates:
    """The dates that are proposed for the first season of a league."""
    today = now.astimezone(zone_of(zone)).replace(hour=_HOUR, minute=0, second=0, microsecond=0)
    until, starts, ends = (today + days * _DAY for days in (14, 15, 15 + 120))
    return Dates(until, starts, ends)


def games_of(registry: Registry, ruleset: str) -> tuple[Info, ...]:
    """The games to choose from, with the chosen ruleset if it is not the newest of its game."""
    games = registry.games()
    if not ruleset or ruleset in {info.ruleset for info in games}:
        return games
    return (*games, registry.get_info(ruleset))


def _options(ruleset: str, before: SeasonSettings) -> dict[str, str]:
    prefix = f"option.{ruleset}."
    came = {f"{OPTIONS}.{name}": word for name, word in forms.prefixed_fields(prefix, _WORD_LENGTH).items()}
    if ruleset != before.ruleset:
        return came
    return {key: str(word) for key, word in words_of(before).items() if key.startswith(f"{OPTIONS}.")} | came


def _tie_breaks(before: SeasonSettings) -> list[str]:
    names = [f"{_TIE_BREAKS}.{number}" for number in range(1, len(CRITERIA) + 1)]
    if not any(name in request.form for name in names):
        return [each.value for each in before.tie_breaks]
    return [word for word in (forms.field(name, _WORD_LENGTH) for name in names) if word]


def _kept(dates: Dates | None, form: SettingsForm, before: Dates | None) -> Dates | None:
    """The dates; those that were not edited stay exactly as they were, even in an hour that the clocks repeat."""
    if dates is None or before is None:
        return dates
    shown = date_words(before, form.zone)
    return Dates(
        before.sign_up_until if form.word(SIGN_UP_UNTIL) == shown[SIGN_UP_UNTIL] else dates.sign_up_until,
        before.starts_at if form.word(STARTS_AT) == shown[STARTS_AT] else dates.starts_at,
        before.ends_at if form.word(ENDS_AT) == shown[ENDS_AT] else dates.ends_at,
    )
