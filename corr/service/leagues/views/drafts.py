"""Settings that are not settled yet, in the words in which players will read them."""

from dataclasses import replace

from corr.core.leagues.settings import Dates, SeasonSettings
from corr.core.leagues.states import SeasonState
from corr.games.registry import Registry
from corr.service.leagues.rows import SeasonRow
from corr.service.leagues.seasons.settling import changes
from corr.service.leagues.views.settings_words import SettingLine, setting_lines
from corr.service.sentences import Sentence


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
    return changes(setting_lines(registry, season), setting_lines(registry, after))
