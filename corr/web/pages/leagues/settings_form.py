"""The form with all settings of a season: what it shows, what was typed, and all that is wrong with it."""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from functools import partial
from itertools import chain, islice

from flask import request

from corr.base.sentences import Sentence
from corr.base.time_zones import zone_of
from corr.base.uow import Reader
from corr.errors import CorrError
from corr.games.api import Info
from corr.games.registry import Registry
from corr.leagues.rules.setting_table import (
    DATES,
    DATES_SECTION,
    FIRST_FIELDS,
    GAME,
    GAME_SECTION,
    OPTIONS,
    SECTIONS,
    SETTINGS,
    Setting,
    section_sentences,
)
from corr.leagues.rules.settings import Dates, SeasonSettings
from corr.leagues.rules.settings_conversion import dates_on, option_word, read_moment, settings_on, words_of
from corr.leagues.rules.tiebreaks import CRITERIA, Criterion
from corr.leagues.rules.typed_values import FaultsError, SettingReader, Typed
from corr.leagues.seasons.league_founding import read_description, read_league_id
from corr.leagues.seasons.season_opening import date_faults
from corr.players.names import read_league_name
from corr.web import forms
from corr.web.auth import current_player

_WORD_LENGTH = 80
_LEAGUE: Mapping[str, Callable[[str], object]] = {
    "name": read_league_name,
    "id": lambda text: read_league_id(text) if text else "",
    "description": read_description,
}
"""How the fields of a league to be founded are checked."""
_LEAGUE_LENGTHS = {"name": 200, "id": 60}
_DESCRIPTION_LENGTH = 6000
_DAY = timedelta(days=1)
_HOUR = 18
"""The hour of proposed dates, in the founder's zone."""
_MINUTES = "%Y-%m-%dT%H:%M"
_OWN_PACE = "own_pace"
_BY_KEY = {setting.key: setting for setting in (GAME, *DATES, *SETTINGS)}
_SECTION_OF = {key: title for title, rows in SECTIONS for row in rows for key in row}
"""The titles of sections by the keys in them; the options of games stand in the first without being listed."""
_FIRST = tuple(_BY_KEY[key] for key in FIRST_FIELDS)


@dataclass(frozen=True, slots=True)
class Section:
    """Settings that are folded away together."""

    title: str
    sentences: tuple[Sentence, ...]
    """What they say, in short; none if a field in it cannot be read."""
    rows: tuple[tuple[Setting, ...], ...]
    """The settings; those that stand beside each other in a tuple."""
    is_open: bool
    """Whether something in it was changed, or is wrong."""
    has_options: bool
    """Whether the options of the games stand in it."""


@dataclass(frozen=True, slots=True)
class SettingsForm:
    """The form as it was filled in."""

    words: Mapping[str, str | Sequence[str]]
    """What stands in the fields, by the keys of settings, and of a league to be founded."""
    usual: Mapping[str, str | Sequence[str]]
    """What stood in the fields of settings when the form came."""
    sentences: Mapping[str, tuple[Sentence, ...]]
    """What the fields say, by sections; nothing of those in which one cannot be read."""
    games: tuple[Info, ...]
    zone: str
    carried: tuple[tuple[str, str], ...] = ()
    """(field, value) of all that was sent, hidden on the page that asks for confirmation."""
    faults: Mapping[str, str] = field(default_factory=dict)
    """What is wrong, by fields."""

    def word(self, key: str) -> str:
        """What stands in a field."""
        found = self.words.get(key, "")
        return found if isinstance(found, str) else ", ".join(found)

    def fault(self, key: str) -> str:
        """What is wrong with a field; empty if nothing is."""
        return self.faults.get(key, "")

    @property
    def first_fields(self) -> Sequence[Setting]:
        """The settings that are asked before all others."""
        return _FIRST

    @property
    def sections(self) -> Sequence[Section]:
        """All other settings."""
        return tuple(
            Section(
                title,
                self.sentences.get(title, ()),
                tuple(tuple(_BY_KEY[key] for key in keys) for keys in rows),
                is_open=any(map(self._is_to_be_seen, (*chain(*rows), *self._option_keys(title))))
                or (title == DATES_SECTION and bool(self.fault("starts_at"))),
                has_options=title == GAME_SECTION,
            )
            for title, rows in SECTIONS
        )

    @property
    def has_details(self) -> bool:
        """Whether the address or the description of a league to be founded was written, or is wrong."""
        return any(self.word(key) or self.fault(key) for key in ("id", "description"))

    def _is_to_be_seen(self, key: str) -> bool:
        return self.words.get(key) != self.usual.get(key) or key in self.faults

    def _option_keys(self, title: str) -> Iterator[str]:
        """The options of the chosen game that are not as usual; those of another game come as they are by default."""
        if title != GAME_SECTION:
            return
        chosen = next((info for info in self.games if self.word(GAME.key) in {info.ruleset, info.game}), None)
        for option in () if chosen is None else chosen.options:
            key = f"{OPTIONS}.{option.name}"
            if self.fault(key) or self.word(key) not in {"", self.usual.get(key, option_word(option.default))}:
                yield key

    @property
    def tie_breaks(self) -> Collection[Criterion]:
        """Every tie-break."""
        return CRITERIA.values()


def form_of(reader: Reader, settings: SeasonSettings, dates: Dates) -> SettingsForm:
    """The form that shows *settings* and *dates*."""
    zone = current_player().zone
    words = {**words_of(settings), **_date_words(dates, zone)}
    said = {**_said_of(settings, reader.registry), DATES_SECTION: _said_of_dates(dates.sign_up_until, dates.ends_at)}
    return SettingsForm(words, words, said, _games(reader.registry, settings.ruleset), zone)


def sent_form(reader: Reader, before: SeasonSettings, dates: Dates, *, has_league: bool = False) -> SettingsForm:
    """The form as it was sent; a field that was not sent is as *before*."""
    shown = form_of(reader, before, dates)
    words = {key: _sent(key, shown.words[key]) for key in _BY_KEY}
    words["pace"] = forms.field(_OWN_PACE, _WORD_LENGTH) or words["pace"]
    if words[GAME.key] == before.ruleset:
        words |= {key: word for key, word in shown.words.items() if key.startswith(f"{OPTIONS}.")}
    options = forms.prefixed_fields(f"option.{words[GAME.key]}.", _WORD_LENGTH)
    words |= {f"{OPTIONS}.{name}": word for name, word in options.items()}
    if has_league:
        words |= {name: forms.field(name, longest) for name, longest in _LEAGUE_LENGTHS.items()}
        words["description"] = forms.text_field("description", _DESCRIPTION_LENGTH)
    carried = tuple((name, value) for name, value in request.form.items() if name not in forms.UNSAID)
    return replace(shown, words=words, sentences=_said(reader.registry, words, shown.zone), carried=carried)


def moved_along(form: SettingsForm, now: datetime) -> SettingsForm:
    """
    The form of a season to come, with the sign-up and the end date as far from another start as they were proposed.

    Dates that were edited stay, and so do all if the sign-up would be over.
    """
    start, *others = (date.key for date in (_BY_KEY["starts_at"], _BY_KEY["sign_up_until"], _BY_KEY["ends_at"]))
    if form.word(start) == form.usual[start] or any(form.word(key) != form.usual[key] for key in others):
        return form
    zone = zone_of(form.zone)
    try:
        by = _typed(form.word(start)) - _typed(str(form.usual[start]))
        until, ends = (_typed(form.word(key)) + by for key in others)
        if until.replace(tzinfo=zone) <= now:
            return form
    except (ValueError, OverflowError):
        return form
    moved = {key: f"{moment:{_MINUTES}}" for key, moment in zip(others, (until, ends), strict=True)}
    carried = tuple((name, moved.get(name, value)) for name, value in form.carried)
    words = {**form.words, **moved}
    sentences = {**form.sentences, DATES_SECTION: _said_by_dates(words, form.zone)}
    return replace(form, words=words, sentences=sentences, carried=carried)


def read_form(reader: Reader, form: SettingsForm, before: Dates | None = None) -> tuple[SeasonSettings, Dates]:
    """
    The settings and dates of the form.

    :param before: the dates until now; those that do not change may lie in the past.
    :raises FaultsError: the form has faults; the error holds all of them.
    """
    sheet = SettingReader(form.words)
    for name, check in _LEAGUE.items():
        sheet.read(name, check, None)
    settings = settings_on(sheet, reader.registry)
    dates = dates_on(sheet, zone_of(form.zone))
    if dates is not None:
        dates = dates if before is None else _kept(dates, form, before)
        sheet.faults += islice(date_faults(dates, settings.terms.pace, reader.now, before), 1)
    sheet.check()
    assert dates is not None
    return settings, dates


def faults_of(refusal: CorrError) -> dict[str, str]:
    """What is wrong, by the names of fields ("" for the whole form); several sentences about one field are joined."""
    if not isinstance(refusal, FaultsError):
        return {refusal.field: refusal.sentence}
    found: dict[str, str] = {}
    for fault in refusal.faults:
        found[fault.field] = f"{found.get(fault.field, '')} {fault.sentence}".lstrip()
    return found


def moment_word(moment: datetime, zone: str) -> str:
    """A moment as a field shows it, in a zone."""
    local = moment.astimezone(zone_of(zone))
    return f"{local:{_MINUTES}:%S}" if local.second else f"{local:{_MINUTES}}"


def first_dates(now: datetime) -> Dates:
    """The dates that are proposed for the first season of a league."""
    zone = zone_of(current_player().zone)
    today = now.astimezone(zone).replace(hour=_HOUR, minute=0, second=0, microsecond=0)
    until, starts, ends = (today + days * _DAY for days in (14, 15, 15 + 120))
    return Dates(until, starts, ends)


def _said(registry: Registry, words: Typed, zone: str) -> dict[str, tuple[Sentence, ...]]:
    """What the fields of each section say, but for those in which one cannot be read."""
    sheet = SettingReader(words)
    settings = settings_on(sheet, registry)
    said = {} if sheet.has_fault(GAME.key) else _said_of(settings, registry)
    wrong = {_SECTION_OF.get(fault.field, GAME_SECTION) for fault in sheet.faults if fault.field not in FIRST_FIELDS}
    kept = {title: each for title, each in said.items() if title not in wrong}
    return {**kept, DATES_SECTION: _said_by_dates(words, zone)}


def _said_of(settings: SeasonSettings, registry: Registry) -> dict[str, tuple[Sentence, ...]]:
    said = section_sentences(settings, registry.get_info(settings.ruleset))
    return {title: tuple(map(Sentence.of, each)) for title, each in said.items()}


def _said_by_dates(words: Typed, zone: str) -> tuple[Sentence, ...]:
    sheet = SettingReader(words)
    reads = partial(read_moment, zone=zone_of(zone), is_end=True)
    until, ends = (sheet.read(key, reads, None) for key in ("sign_up_until", "ends_at"))
    return () if until is None or ends is None else _said_of_dates(until, ends)


def _said_of_dates(until: datetime, ends: datetime) -> tuple[Sentence, ...]:
    return Sentence.of("Sign-up until ", until, "."), Sentence.of("End date: ", ends, ".")


def _sent(key: str, before: str | Sequence[str]) -> str | Sequence[str]:
    if isinstance(before, str):
        return forms.field(key, _WORD_LENGTH, missing=before)
    names = [f"{key}.{number}" for number, _ in enumerate(_BY_KEY[key].kind.choices, 1)]
    if not any(name in request.form for name in names):
        return before
    return [word for word in (forms.field(name, _WORD_LENGTH) for name in names) if word]


def _typed(word: str) -> datetime:
    """A moment as a browser sends it, in no zone."""
    return datetime.fromisoformat(word).replace(tzinfo=None)


def _date_words(dates: Dates, zone: str) -> dict[str, str]:
    return {date.key: moment_word(date.value(dates), zone) for date in DATES}


def _kept(dates: Dates, form: SettingsForm, before: Dates) -> Dates:
    """The dates; those that were not edited stay exactly as they were, even in an hour that the clocks repeat."""
    shown = _date_words(before, form.zone)
    same = {date.key: date.value(before) for date in DATES if form.word(date.key) == shown[date.key]}
    return replace(dates, **same)


def _games(registry: Registry, ruleset: str) -> tuple[Info, ...]:
    """The games to choose from, with the chosen ruleset if it is not the newest of its game."""
    games = registry.games()
    if not ruleset or ruleset in {info.ruleset for info in games}:
        return games
    return (*games, registry.get_info(ruleset))
