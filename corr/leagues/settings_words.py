"""The settings of a season in plain words, and what a draft would change about them."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from corr.base.sentences import Sentence, joined
from corr.clocks.agreement import league_terms_sentences
from corr.core.spans import counted
from corr.game.words import option_words
from corr.games.registry import Registry
from corr.leagues.rows import SeasonRow
from corr.leagues.rules.fractions import written
from corr.leagues.rules.settings import SMALLEST_DIVISION, Dates, Newcomers, SeasonSettings, Unfinished, WithdrawalRule
from corr.states import SeasonState

_UNFINISHED = {
    Unfinished.ADJUDICATE: "They are stopped, and an organiser sets the result of each.",
    Unfinished.DRAW: "They end as draws.",
    Unfinished.NO_RESULT: "They end without a result, and count for nothing.",
    Unfinished.PLAY_ON: "They are played on, and the season ends with the last of them.",
}
_NEWCOMERS = {
    Newcomers.LOWEST: "Players who were not in the last season start in the lowest division.",
    Newcomers.RATING: "Players who were not in the last season are placed by rating.",
}
_WITHDRAWAL = {
    WithdrawalRule.HALF: (
        "If a player withdraws before half of their games are finished, all their results are removed from the table; "
        "the games can still be seen, and count for ratings. Later than that, the remaining games are forfeits: "
        "the opponents win."
    ),
    WithdrawalRule.FORFEITS: "If a player withdraws, the remaining games are forfeits: the opponents win.",
}
_RATED = (
    "Games count for the ratings.",
    (
        "Forfeits, games that somebody else takes over, and results that an organiser or the end date decides do not; "
        "nor do games that are resigned, lost on time or agreed drawn before both players have made two turns."
    ),
)
_UNRATED = ("Games do not count for the ratings.",)
_REPLACED = "Instead, a replacement may take over the results and the open games."


@dataclass(frozen=True, slots=True)
class SettingLine:
    """A setting with what it means."""

    title: str
    sentences: tuple[Sentence, ...]
    is_numbered: bool = False
    """Whether the order of the sentences counts."""


def setting_lines(registry: Registry, season: SeasonRow) -> tuple[SettingLine, ...]:
    """All settings of *season*, its dates first."""
    return (*_dates(season), *(_plain(*line) for line in _game(registry, season.settings)), *_table(season.settings))


def _dates(season: SeasonRow) -> Iterator[SettingLine]:
    for title, sentence in (_dates_that_came if season.started_at else _dates_to_come)(season):
        yield SettingLine(title, (sentence,))
    if season.tighter_pace is not None and season.tighter_from is not None:
        pace = Sentence.of("Turns that begin after ", season.tighter_from, f" have {season.tighter_pace.words}.")
        yield SettingLine("Tighter pace", (pace,))


def _dates_to_come(season: SeasonRow) -> Iterator[tuple[str, Sentence]]:
    dates = season.dates
    enough = f"all games begin together, if at least {SMALLEST_DIVISION} players have joined"
    yield "Sign-up", Sentence.of("Until ", dates.sign_up_until, ".")
    yield "Start", Sentence.of("On ", dates.starts_at, f": {enough}.")
    yield "End date", Sentence.of("On ", dates.ends_at, ".")


def _dates_that_came(season: SeasonRow) -> Iterator[tuple[str, Sentence]]:
    dates = season.dates_so_far
    yield "Sign-up", Sentence.of("It ended on ", dates.sign_up_until, ".")
    yield "Start", Sentence.of("On ", dates.starts_at, ": all games began together.")
    if season.ended_at is None:
        yield "End date", Sentence.of("On ", dates.ends_at, ".")
    else:
        yield "End date", Sentence.of("It was ", dates.ends_at, ". The last game was over on ", season.ended_at, ".")


def unfinished_words(settings: SeasonSettings) -> str:
    """What becomes of games that are unfinished at the end date, in a sentence that calls them "they"."""
    return _UNFINISHED[settings.unfinished]


def _game(registry: Registry, settings: SeasonSettings) -> Iterator[tuple[str, ...]]:
    info = registry.get_rules(settings.ruleset).info
    options = option_words(info, dict(settings.options))
    yield "Game", f"{', '.join((info.title, *options)) if options else f'{info.title}, with the usual rules'}."
    yield "Time to think", *league_terms_sentences(settings.terms, info.length)
    yield "Ratings", *(_RATED if settings.is_rated else _UNRATED)
    if settings.legs == 1:
        yield (
            "Games",
            "Everyone in a division plays everyone else once; everyone gets the first move about equally often.",
        )
    else:
        yield "Games", "Everyone in a division plays everyone else twice, once from each seat."
    points = settings.points
    yield (
        "Points",
        f"{written(points.win)} for a win, {written(points.draw)} for a draw, {written(points.loss)} for a loss.",
    )


def _table(settings: SeasonSettings) -> Iterator[SettingLine]:
    yield _tie_breaks(settings)
    yield _plain("Divisions", *_divisions(settings))
    yield _plain("Games that are unfinished at the end date", unfinished_words(settings))
    yield _plain("Withdrawing", _WITHDRAWAL[settings.withdrawal], _REPLACED)
    yield _plain("Who may join", _reliability(settings.minimum_reliability))
    yield _plain("Afterwards", _rolling(settings))
    yield _plain(
        "Reports",
        "A report goes to everybody once a week." if settings.has_reports else "No weekly reports are sent.",
    )


def _tie_breaks(settings: SeasonSettings) -> SettingLine:
    if not settings.tie_breaks:
        return _plain("Equal points", "Who has equal points shares the place.")
    words = tuple(Sentence.of(each.words) for each in settings.criteria)
    return SettingLine("Tie-breaks", words, is_numbered=True)


def _divisions(settings: SeasonSettings) -> Iterator[str]:
    yield f"About {counted(settings.players_per_division, 'player')} each."
    if settings.up or settings.down:
        yield f"When the season is over, {_movement(settings)}."
        yield "Nobody goes up from the highest, or down from the lowest."
    else:
        yield "Nobody goes up or down."
    yield _NEWCOMERS[settings.newcomers]


def _movement(settings: SeasonSettings) -> str:
    of_each = " of each division"
    rising, falling = of_each if settings.up else "", "" if settings.up else of_each
    return f"{_going(settings.up, rising)} up and {_going(settings.down, falling)} down"


def _going(count: int, of_what: str) -> str:
    return f"{count or 'nobody'}{of_what} {'go' if count > 1 else 'goes'}"


def _reliability(minimum: int) -> str:
    if not minimum:
        return "Everybody."
    return (
        f"Who finished at least {minimum} % of the last games without losing on time or abandoning them; and whoever "
        "has played too few games for such a figure."
    )


def _rolling(settings: SeasonSettings) -> str:
    if not settings.rolls_over:
        return "An organiser decides about the next season."
    return f"The sign-up for the next season opens by itself, for {counted(settings.sign_up_days, 'day')}."


def _plain(title: str, *sentences: str) -> SettingLine:
    return SettingLine(title, tuple(Sentence.of(sentence) for sentence in sentences))


def draft_lines(registry: Registry, settings: SeasonSettings, dates: Dates) -> tuple[SettingLine, ...]:
    """All settings of a season that would have these settings and dates."""
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
    """What would change about *season*, each setting as it is now and as it would be."""
    after = replace(season, settings=settings, dates=dates)
    return _changes(setting_lines(registry, season), setting_lines(registry, after))


def _changes(before: Sequence[SettingLine], after: Sequence[SettingLine]) -> tuple[Sentence, ...]:
    were = {line.title: line.sentences for line in before}
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
