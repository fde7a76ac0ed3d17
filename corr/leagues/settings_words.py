"""The settings of a season in plain words, and what a draft would change about them."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from corr.base.sentences import Sentence, joined
from corr.games.registry import Registry
from corr.leagues.rows import SeasonRow
from corr.leagues.rules.setting_table import TIE_BREAKS, words_of_settings
from corr.leagues.rules.settings import SMALLEST_DIVISION, Dates, SeasonSettings


@dataclass(frozen=True, slots=True)
class SettingLine:
    """A setting with what it means."""

    title: str
    sentences: tuple[Sentence, ...]
    is_numbered: bool = False
    """Whether the order of the sentences counts."""


def setting_lines(registry: Registry, season: SeasonRow) -> tuple[SettingLine, ...]:
    """All settings of *season*, its dates first."""
    dates = _dates_that_came(season) if season.started_at else _dates_to_come(season.dates)
    return (*dates, *_tighter_pace(season), *_plain_lines(registry, season.settings))


def draft_lines(registry: Registry, settings: SeasonSettings, dates: Dates) -> tuple[SettingLine, ...]:
    """All settings of a season that would have these settings and dates."""
    return (*_dates_to_come(dates), *_plain_lines(registry, settings))


def draft_changes(
    registry: Registry, season: SeasonRow, settings: SeasonSettings, dates: Dates
) -> tuple[Sentence, ...]:
    """What would change about *season*, each setting as it is now and as it would be."""
    after = setting_lines(registry, replace(season, settings=settings, dates=dates))
    were = {line.title: line.sentences for line in setting_lines(registry, season)}
    are = {line.title: line.sentences for line in after}
    return tuple(
        _change(title, were.get(title, ()), are.get(title, ()))
        for title in dict.fromkeys([*were, *are])
        if were.get(title) != are.get(title)
    )


def _change(title: str, was: Sequence[Sentence], now: Sequence[Sentence]) -> Sentence:
    """A setting before and now, only the sentences that differ; all of them if only their order differs."""
    gone = [sentence for sentence in was if sentence not in now]
    new = [sentence for sentence in now if sentence not in was]
    if not gone and not new:
        gone, new = list(was), list(now)
    nothing = [Sentence.of("–")]
    return Sentence.of(f"{title}, before: ", *joined(gone or nothing).parts, " Now: ", *joined(new or nothing).parts)


def _plain_lines(registry: Registry, settings: SeasonSettings) -> Iterator[SettingLine]:
    for title, *sentences in words_of_settings(settings, registry.get_rules(settings.ruleset).info):
        yield SettingLine(title, tuple(map(Sentence.of, sentences)), is_numbered=title == TIE_BREAKS)


def _dates_to_come(dates: Dates) -> Iterator[SettingLine]:
    enough = f"all games begin together, if at least {SMALLEST_DIVISION} players have joined"
    yield _line("Sign-up", Sentence.of("Until ", dates.sign_up_until, "."))
    yield _line("Start", Sentence.of("On ", dates.starts_at, f": {enough}."))
    yield _line("End date", Sentence.of("On ", dates.ends_at, "."))


def _dates_that_came(season: SeasonRow) -> Iterator[SettingLine]:
    dates = season.dates_so_far
    yield _line("Sign-up", Sentence.of("It ended on ", dates.sign_up_until, "."))
    yield _line("Start", Sentence.of("On ", dates.starts_at, ": all games began together."))
    if season.ended_at is None:
        yield _line("End date", Sentence.of("On ", dates.ends_at, "."))
    else:
        over = Sentence.of("It was ", dates.ends_at, ". The last game was over on ", season.ended_at, ".")
        yield _line("End date", over)


def _tighter_pace(season: SeasonRow) -> Iterator[SettingLine]:
    if season.tighter_pace is not None and season.tighter_from is not None:
        pace = Sentence.of("Turns that begin after ", season.tighter_from, f" have {season.tighter_pace.words}.")
        yield _line("Tighter pace", pace)


def _line(title: str, sentence: Sentence) -> SettingLine:
    return SettingLine(title, (sentence,))
