"""What is settled about a season: dates that fit together, and what a change says to those who have joined."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from corr.core.leagues.fractions import written
from corr.core.leagues.settings import (
    Dates,
    Newcomers,
    SeasonSettings,
    TieBreak,
    Unfinished,
    WithdrawalRule,
)
from corr.core.terms import Late
from corr.errors import InputError, NotFoundError
from corr.service.sentences import Sentence
from corr.service.uow import Reader
from corr.service.words import option_words

SHORTEST_SEASON = timedelta(days=1)
LONGEST_SEASON = timedelta(days=2 * 366)
FURTHEST_START = timedelta(days=366)
"""How far ahead a season may start."""
_TIE_BREAKS = {
    TieBreak.WINS: "number of wins",
    TieBreak.SONNEBORN_BERGER: "Sonneborn-Berger",
    TieBreak.HEAD_TO_HEAD: "head-to-head",
    TieBreak.KOYA: "Koya",
    TieBreak.OPEN: "fewer unfinished games",
    TieBreak.RATING: "rating at the start",
    TieBreak.LOT: "lot",
}
_UNFINISHED = {
    Unfinished.ADJUDICATE: "the organisers set each result",
    Unfinished.DRAW: "each is a draw",
    Unfinished.NO_RESULT: "they count for nothing",
    Unfinished.PLAY_ON: "they are played on",
}
_NEWCOMERS = {Newcomers.LOWEST: "in the lowest division", Newcomers.RATING: "by their ratings"}
_WITHDRAWALS = {
    WithdrawalRule.HALF: (
        "before half of the games are finished all results leave the table, from then on the rest are forfeits"
    ),
    WithdrawalRule.FORFEITS: "the rest of the games are forfeits",
}
_LATE = {Late.LOSE: "the game is lost", Late.CLAIM: "the other player may claim the game"}


@dataclass(frozen=True, slots=True)
class SettingLine:
    """One setting for people: what it is called, and how it is set."""

    name: str
    value: Sentence


def check_dates(dates: Dates, now: datetime, before: Dates | None = None) -> None:
    """
    Refuse dates of a season that do not fit together.

    :param before: what was settled before; what stays as it was may have passed.
    :raises InputError: they do not fit; the field says which of them.
    """
    _check_span(dates)
    if dates.sign_up_until <= now and (before is None or dates.sign_up_until != before.sign_up_until):
        raise InputError("The sign-up would be over already. Choose a later day for it.", field="sign_up_until")
    if dates.starts_at <= now and (before is None or dates.starts_at != before.starts_at):
        raise InputError("That start has passed already. Choose a later day.", field="starts_at")
    if dates.ends_at <= now:
        raise InputError("That end date has passed already. Choose a later day.", field="ends_at")
    if dates.starts_at > now + FURTHEST_START:
        raise InputError("A season starts within a year from now. Choose an earlier day.", field="starts_at")


def _check_span(dates: Dates) -> None:
    if dates.starts_at < dates.sign_up_until:
        raise InputError(
            "The season would start before the sign-up ends. Choose a later start, or an earlier end of the sign-up.",
            field="starts_at",
        )
    if dates.ends_at < dates.starts_at + SHORTEST_SEASON:
        raise InputError("The end date has to be at least a day after the start. Choose a later one.", field="ends_at")
    if dates.ends_at > dates.starts_at + LONGEST_SEASON:
        raise InputError("A season lasts two years at most. Choose an earlier end date.", field="ends_at")


def check_settings(reader: Reader, settings: SeasonSettings) -> None:
    """
    Refuse settings for a game that cannot be played here.

    :raises InputError: there is no such game.
    """
    try:
        reader.registry.get_info(settings.ruleset)
    except NotFoundError as unknown:
        raise InputError(unknown.sentence, field="game") from None


def settings_lines(reader: Reader, settings: SeasonSettings) -> tuple[SettingLine, ...]:
    """Everything that is settled about a season but its dates, a line for each setting."""
    info = reader.registry.get_info(settings.ruleset)
    options = option_words(info, dict(settings.options))
    lines = [
        ("Game", ", ".join((info.title, *options))),
        *_time_lines(settings),
        ("Rated", _yes(is_so=settings.is_rated)),
        ("Meetings", "each pair meets once" if settings.legs == 1 else "each pair meets twice, once from each seat"),
        *_table_lines(settings),
        *_division_lines(settings),
        ("Games that are unfinished at the end date", _UNFINISHED[settings.unfinished]),
        ("When a player withdraws", _WITHDRAWALS[settings.withdrawal]),
        ("Reliability to join", f"{settings.minimum_reliability} %" if settings.minimum_reliability else "any"),
        ("Weekly reports", _yes(is_so=settings.has_reports)),
        ("Next season", _next_words(settings)),
    ]
    return tuple(SettingLine(name, Sentence.of(value)) for name, value in lines)


def date_lines(dates: Dates) -> tuple[SettingLine, ...]:
    """The dates of a season, a line for each."""
    return (
        SettingLine("Sign-up until", Sentence.of(dates.sign_up_until)),
        SettingLine("Start", Sentence.of(dates.starts_at)),
        SettingLine("End date", Sentence.of(dates.ends_at)),
    )


def changes(before: Sequence[SettingLine], after: Sequence[SettingLine]) -> tuple[Sentence, ...]:
    """What changed, a sentence for each setting: how it was, and how it is now."""
    were = {line.name: line.value for line in before}
    return tuple(
        Sentence.of(f"{line.name}: was ", *were[line.name].parts, "; is now ", *line.value.parts, ".")
        for line in after
        if were[line.name] != line.value
    )


def _time_lines(settings: SeasonSettings) -> list[tuple[str, str]]:
    terms = settings.terms
    return [
        ("Time", terms.pace.words),
        ("Rest days", "clocks stand still on them" if terms.has_weekends_off else "clocks run on"),
        ("When time runs out", _LATE[terms.late]),
        ("Leave", "allowed" if terms.allows_leave else "not allowed"),
    ]


def _table_lines(settings: SeasonSettings) -> list[tuple[str, str]]:
    points = settings.points
    tie_breaks = ", ".join(_TIE_BREAKS[each] for each in settings.tie_breaks)
    if TieBreak.RATING in settings.tie_breaks:
        first = "higher" if settings.is_higher_rating_first else "lower"
        tie_breaks = f"{tie_breaks} (the {first} rating comes first)"
    return [
        ("Points", f"win {written(points.win)}, draw {written(points.draw)}, loss {written(points.loss)}"),
        ("Tie-breaks", tie_breaks or "none: who has equal points shares the place"),
    ]


def _division_lines(settings: SeasonSettings) -> list[tuple[str, str]]:
    return [
        ("Players in a division", f"about {settings.players_per_division}"),
        ("Up and down", f"{settings.up} are promoted and {settings.down} relegated"),
        ("Newcomers", f"begin {_NEWCOMERS[settings.newcomers]}"),
    ]


def _next_words(settings: SeasonSettings) -> str:
    if not settings.rolls_over:
        return "opened by the organisers"
    days = "a day" if settings.sign_up_days == 1 else f"{settings.sign_up_days} days"
    return f"opens by itself, with {days} to sign up"


def _yes(*, is_so: bool) -> str:
    return "yes" if is_so else "no"
