"""Settings that are not settled yet, and what they change, in the words in which players will read them."""

from collections.abc import Sequence
from dataclasses import replace

from corr.base.sentences import Sentence, joined
from corr.games.registry import Registry
from corr.leagues.rows import SeasonRow
from corr.leagues.rules.settings import Dates, SeasonSettings
from corr.leagues.settings_words import SettingLine, setting_lines
from corr.states import SeasonState


def draft_lines(registry: Registry, settings: SeasonSettings, dates: Dates) -> tuple[SettingLine, ...]:
    """All that would be settled about a season with these settings and dates."""
    season = SeasonRow(
        id=0,
        league_id="",
        league="",
        number=1,
        state=SeasonState.SIGN_UP,
        settings=settings,
        dates=dates,
        started_at=None,
        ended_at=None,
        paused_at=None,
        tighter_pace=None,
        tighter_from=None,
        tightened_at=None,
        seed="",
        version=0,
        report_at=None,
        look_at=None,
    )
    return setting_lines(registry, season)


def draft_changes(
    registry: Registry, season: SeasonRow, settings: SeasonSettings, dates: Dates
) -> tuple[Sentence, ...]:
    """What would change about *season*: how it is, and how it would be."""
    after = replace(season, settings=settings, dates=dates)
    return _changes(setting_lines(registry, season), setting_lines(registry, after))


def _changes(before: Sequence[SettingLine], after: Sequence[SettingLine]) -> tuple[Sentence, ...]:
    """What changed, a sentence for each setting: how it was, and how it is now."""
    were = {line.title: line.sentences for line in before}
    are = {line.title: line.sentences for line in after}
    return tuple(
        _change(title, were.get(title, ()), are.get(title, ()))
        for title in dict.fromkeys([*were, *are])
        if were.get(title) != are.get(title)
    )


def _change(title: str, was: Sequence[Sentence], now: Sequence[Sentence]) -> Sentence:
    """What is said of a setting in the one case and not in the other; all of it if only the order is another."""
    gone = [sentence for sentence in was if sentence not in now]
    new = [sentence for sentence in now if sentence not in was]
    if not gone and not new:
        gone, new = list(was), list(now)
    nothing = [Sentence.of("–")]
    return Sentence.of(f"{title}, before: ", *joined(gone or nothing).parts, " Now: ", *joined(new or nothing).parts)
