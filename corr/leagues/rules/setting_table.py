"""
Every setting of a season, declared once: its key, how it is read, and what files, forms and players say about it.

The store, league files and forms follow from the table; `words_of_settings` is what players read before they join.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from operator import attrgetter
from typing import Any

from corr.core.pace import Late, Pace, is_untimed, league_terms_sentences, read_pace, read_timed_pace, terms_sentences
from corr.core.spans import counted
from corr.errors import InputError
from corr.game.words import option_words
from corr.games.api import Info
from corr.games.notation import shown
from corr.leagues.rules.settings import (
    LARGEST_DIVISION,
    SMALLEST_DIVISION,
    Newcomers,
    SeasonSettings,
    Unfinished,
    WithdrawalRule,
)
from corr.leagues.rules.table_words import read_fraction, written
from corr.leagues.rules.tiebreaks import CRITERIA, TieBreak, codes_with_labels
from corr.leagues.rules.typed_values import Choices, Kind, choice, number, yes_or_no

LONGEST_SIGN_UP = 90
"""How many days a sign-up that opens by itself lasts at most."""
PACES: Choices = (
    ("1d/turn", "1 day for each turn"),
    ("2d/turn", "2 days for each turn"),
    ("3d/turn", "3 days for each turn"),
    ("5d/turn", "5 days for each turn"),
    ("7d/turn", "7 days for each turn"),
    ("10d+1d/10d", "10 days in all, 1 day more after each turn, never more than 10 days"),
    ("30d+1d/40d", "30 days in all, 1 day more after each turn, never more than 40 days"),
)
_LEGS = {"1": 1, "single": 1, "once": 1, "2": 2, "double": 2, "twice": 2}
_TIE_BREAK = choice("A tie-break", {code: criterion.label or criterion.name for code, criterion in CRITERIA.items()})
_PERCENTAGE = number("The least reliability, in percent,", 0, 100)
_MOMENT: Kind[str] = Kind("moment", str)
_POINTS: Kind[Fraction] = Kind("text", read_fraction, written, str, Fraction)


def _read_pace(text: str) -> Pace:
    if is_untimed(text):
        raise InputError("In a league somebody always waits, so that a game needs a pace; write one such as 3d/turn.")
    return read_timed_pace(text)


def _read_legs(text: str) -> int:
    wanted = text.strip().lower()
    if wanted not in _LEGS:
        raise InputError(f"Each pair meets once or twice: write single or double, not “{shown(text)}”.")
    return _LEGS[wanted]


def _read_tie_breaks(words: Sequence[str]) -> tuple[TieBreak, ...]:
    tie_breaks = tuple(map(_TIE_BREAK.read, words))
    twice = [each.value for each, times in Counter(tie_breaks).items() if times > 1]
    if twice:
        raise InputError(f"The tie-break “{twice[0]}” is given twice; it can only part players once.")
    return tie_breaks


def _read_percentage(text: str) -> int:
    return _PERCENTAGE.read(text.strip().removesuffix("%"))


@dataclass(frozen=True, slots=True)
class Setting:
    """A setting: a key of a league file, and a field of a form."""

    key: str
    """Its path in files and in the store, such as "points.win"."""
    kind: Kind[Any]
    comment: str
    """What it means, for who writes a league file."""
    label: str = ""
    hint: str = ""
    heading: str = ""
    """The heading of the part of a league file that begins with it."""
    path: str = ""
    """Its path in `SeasonSettings`, such as "terms.pace", where that is not its key."""

    @property
    def value(self) -> Callable[[object], Any]:
        """The function that gives its value in `SeasonSettings`."""
        return attrgetter(self.path or self.key)


DATES = (
    Setting(
        "sign_up_until",
        _MOMENT,
        "Until when players sign up: a day with a time, such as 2027-03-01 18:00, or a day alone, which is its end.",
        "Sign-up until",
    ),
    Setting("starts_at", _MOMENT, "When all games begin: a day alone is its beginning.", "All games begin"),
    Setting(
        "ends_at",
        _MOMENT,
        "The end date: a day alone is its end.",
        "End date",
        "During the season you may postpone it, or bring it forward with a week’s notice.",
    ),
)
"""The dates in files and forms; they are no part of `SeasonSettings`."""
GAME = Setting("game", Kind("game", str), "The game that is played.", "Game", heading="The games", path="ruleset")
OPTIONS = "options"
"""The key above the options of the game."""
SETTINGS = (
    Setting(
        "pace",
        Kind("pace", _read_pace, attrgetter("text"), attrgetter("text"), read_pace, PACES),
        "The time for turns: 3d/turn is 3 days for each; 7d+1d/14d is 7 days, 1 more after each turn, at most 14.",
        "Pace",
        path="terms.pace",
    ),
    Setting(
        "weekends_off",
        yes_or_no("Whether clocks stand still on rest days", (("no", "no, all days count"), ("yes", "yes"))),
        "Whether each player’s clock stands still on that player’s rest days: yes or no.",
        "Clocks stand still on rest days",
        "Saturdays and Sundays, or the two days that a player has chosen instead.",
        path="terms.has_weekends_off",
    ),
    Setting(
        "late",
        choice(
            "What becomes of a late player",
            {Late.LOSE: "the game is lost automatically", Late.CLAIM: "the opponent may claim the win"},
        ),
        "What becomes of a late player: lose (the game is lost), or claim (the other player may claim it).",
        "When time runs out",
        path="terms.late",
    ),
    Setting(
        "leave",
        yes_or_no("Whether leave is allowed"),
        "Whether clocks stand still while a player is on leave: yes or no.",
        "Clocks stand still on leave",
        "Whether a player’s clock stands while that player is on leave.",
        path="terms.allows_leave",
    ),
    Setting(
        "rated",
        yes_or_no("Whether games are rated"),
        "Whether the games count for ratings: yes or no.",
        "Games count for the ratings",
        path="is_rated",
    ),
    Setting(
        "legs",
        Kind(
            "choice",
            _read_legs,
            {1: "single", 2: "double"}.__getitem__,
            choices=(("single", "once"), ("double", "twice, once from each seat")),
        ),
        "Whether each pair meets once (single), or twice with the seats exchanged (double).",
        "Everybody meets everybody",
        heading="The table",
    ),
    Setting("points.win", _POINTS, "What a win is worth: 1, ½, 0.5 or 1/2.", "A win", "Points, as 1, ½, 0.5 or 1/2."),
    Setting("points.draw", _POINTS, "What a draw is worth: 1, ½, 0.5 or 1/2.", "A draw"),
    Setting("points.loss", _POINTS, "What a loss is worth: 1, ½, 0.5 or 1/2.", "A loss"),
    Setting(
        "tie_breaks",
        Kind("tie_breaks", _read_tie_breaks, list, list, _read_tie_breaks, _TIE_BREAK.choices, is_list=True),
        f"What separates equal points, in order: {codes_with_labels()}. What is still equal shares the place.",
        "Tie-breaks",
    ),
    Setting(
        "higher_rating_first",
        yes_or_no(
            "Whether the higher rating comes first",
            (("no", "the lower one: it took more to get there"), ("yes", "the higher one")),
        ),
        "Whether the tie-break by rating puts the higher one first: yes or no.",
        "If the rating separates, first comes",
        path="is_higher_rating_first",
    ),
    Setting(
        "players_per_division",
        number("The number of players in a division", SMALLEST_DIVISION, LARGEST_DIVISION),
        "How many players a division has, about: 3 to 20.",
        "Players in each",
        "3 to 20, about. If no more than that join, there is one division, and nobody is promoted or relegated.",
        heading="The divisions",
    ),
    Setting(
        "up",
        number("How many are promoted", 0, LARGEST_DIVISION),
        "How many are promoted from each division but the highest.",
        "Go up",
    ),
    Setting(
        "down",
        number("How many are relegated", 0, LARGEST_DIVISION),
        "How many are relegated from each division but the lowest.",
        "Go down",
    ),
    Setting(
        "newcomers",
        choice(
            "Where newcomers begin",
            {Newcomers.LOWEST: "in the lowest division", Newcomers.RATING: "where their rating puts them"},
        ),
        "Where newcomers begin: in the lowest division (lowest), or by their ratings (rating).",
        "Newcomers begin",
    ),
    Setting(
        "unfinished",
        choice(
            "What becomes of unfinished games",
            {
                Unfinished.ADJUDICATE: "stand still, and an organiser sets each result",
                Unfinished.DRAW: "are draws",
                Unfinished.NO_RESULT: "end without a result",
                Unfinished.PLAY_ON: "are played on",
            },
        ),
        "What becomes of games that are unfinished at the end date: adjudicate (the organisers set each result), "
        "draw, no-result, or play-on.",
        "Games that are unfinished at the end date",
        heading="When something goes wrong",
    ),
    Setting(
        "withdrawal",
        choice(
            "The withdrawal rule",
            {
                WithdrawalRule.HALF: (
                    "before half of the games: all results leave the table; later: the rest are forfeits"
                ),
                WithdrawalRule.FORFEITS: "the rest are forfeits in any case",
            },
        ),
        "When a player withdraws: half (with less than half of the games finished all results leave the table, "
        "from then on the rest are forfeits), or forfeits (the rest are forfeits in any case).",
        "If a player withdraws",
    ),
    Setting(
        "minimum_reliability",
        replace(_PERCENTAGE, read=_read_percentage),
        "The least reliability that a player needs to join, in percent: 0 to 100.",
        "Least reliability to join, in percent",
        (
            "The share of a player’s last games that were not lost on time or abandoned. "
            "With 0 everybody may join; and so may whoever has too few games for a figure."
        ),
    ),
    Setting(
        "reports",
        yes_or_no("Whether there are weekly reports"),
        "Whether a report goes out each week: yes or no.",
        "A report by mail each week",
        "Results, movement, games at risk. Each player may switch it off.",
        heading="Reports, and the next season",
        path="has_reports",
    ),
    Setting(
        "rolls_over",
        yes_or_no("Whether the next season opens by itself"),
        "Whether the next season opens by itself when this one is over: yes or no.",
        "The next season opens by itself",
        "Everybody who played is asked once by mail.",
    ),
    Setting(
        "sign_up_days",
        number("The number of days to sign up", 1, LONGEST_SIGN_UP),
        "How many days the sign-up for a season that opens by itself lasts.",
        "Then players sign up for so many days",
    ),
)
"""All settings but the game and its options, in the order of files."""
FIRST_FIELDS = ("game", "pace", "starts_at")
"""What a form asks before all others."""
GAME_SECTION = "Rules and ratings"
_LATE_SECTION = "When time runs out"
_POINTS_SECTION = "Points and tie-breaks"
_DIVISIONS_SECTION = "Divisions"
DATES_SECTION = "Sign-up and end date"
_AFTER_SECTION = "Unfinished games, reports, next season"
SECTIONS: tuple[tuple[str, tuple[tuple[str, ...], ...]], ...] = (
    (GAME_SECTION, (("legs",), ("rated",))),
    (_LATE_SECTION, (("late",), ("weekends_off",), ("leave",))),
    (
        _POINTS_SECTION,
        (("points.win", "points.draw", "points.loss"), ("tie_breaks",), ("higher_rating_first",)),
    ),
    (_DIVISIONS_SECTION, (("players_per_division", "up", "down"), ("newcomers",), ("minimum_reliability",))),
    (DATES_SECTION, (("sign_up_until",), ("ends_at",))),
    (
        _AFTER_SECTION,
        (("unfinished",), ("withdrawal",), ("reports",), ("rolls_over",), ("sign_up_days",)),
    ),
)
"""The sections of a form with their keys; keys in a tuple of several stand beside each other."""


def section_sentences(settings: SeasonSettings, info: Info) -> dict[str, tuple[str, ...]]:
    """What the settings of each section say, in short; that of dates has none."""
    options = ", ".join(option_words(info, dict(settings.options)))
    names = ", ".join(criterion.name for criterion in settings.criteria)
    return {
        GAME_SECTION: (
            f"Played with {options}." if options else "Played with the usual rules.",
            _MEETINGS[settings.legs],
            _RATINGS[settings.is_rated][0],
        ),
        _LATE_SECTION: terms_sentences(settings.terms, info.length)[2:],
        _POINTS_SECTION: (
            _points_sentence(settings),
            f"Tie-breaks: {names}." if names else _SHARED_PLACE,
        ),
        _DIVISIONS_SECTION: (
            _size_sentence(settings),
            *_movement(settings.up, settings.down)[:1],
            _NEWCOMERS[settings.newcomers],
        ),
        _AFTER_SECTION: (
            _UNFINISHED_GAMES[settings.unfinished],
            _WITHDRAWN_EARLY[settings.withdrawal],
            _reports_sentence(settings),
            _next_season_sentence(settings),
        ),
    }


def words_of_settings(settings: SeasonSettings, info: Info) -> Iterator[tuple[str, ...]]:
    """What players read before they join: titles, each with its sentences."""
    options = ", ".join(option_words(info, dict(settings.options)))
    # The dates stand above.
    yield "Games that are unfinished at the end date", unfinished_words(settings)
    yield "Who may join", _reliability(settings.minimum_reliability)
    yield "Game", f"{info.title}, {options or 'with the usual rules'}."
    yield "Time to think", *league_terms_sentences(settings.terms, info.length)
    yield "Ratings", *_RATINGS[settings.is_rated]
    yield "Games", _MEETINGS[settings.legs]
    yield "Points", _points_sentence(settings)
    if settings.tie_breaks:
        yield TIE_BREAKS, *(criterion.words for criterion in settings.criteria)
    else:
        yield "Equal points", _SHARED_PLACE
    yield (
        "Divisions",
        _size_sentence(settings),
        *_movement(settings.up, settings.down),
        _NEWCOMERS[settings.newcomers],
    )
    yield "Withdrawing", _WITHDRAWAL[settings.withdrawal], _REPLACED
    yield "Afterwards", _next_season_sentence(settings)
    yield "Reports", _reports_sentence(settings)


def unfinished_words(settings: SeasonSettings) -> str:
    """What becomes of games that are unfinished at the end date, in a sentence that calls them "they"."""
    return _UNFINISHED[settings.unfinished]


def _points_sentence(settings: SeasonSettings) -> str:
    points = settings.points
    return f"{written(points.win)} for a win, {written(points.draw)} for a draw, {written(points.loss)} for a loss."


def _size_sentence(settings: SeasonSettings) -> str:
    return f"About {counted(settings.players_per_division, 'player')} each."


def _next_season_sentence(settings: SeasonSettings) -> str:
    if settings.rolls_over:
        return f"The sign-up for the next season opens by itself, for {counted(settings.sign_up_days, 'day')}."
    return "An organiser decides about the next season."


def _reports_sentence(settings: SeasonSettings) -> str:
    return "A report goes to everybody once a week." if settings.has_reports else "No weekly reports are sent."


def _movement(up: int, down: int) -> tuple[str, ...]:
    if not up and not down:
        return ("Nobody goes up or down.",)
    of_each = " of each division"
    rising, falling = _going(up, of_each if up else ""), _going(down, "" if up else of_each)
    return (
        f"When the season is over, {rising} up and {falling} down.",
        "Nobody goes up from the highest, or down from the lowest.",
    )


def _going(count: int, of_what: str) -> str:
    return f"{count or 'nobody'}{of_what} {'go' if count > 1 else 'goes'}"


def _reliability(minimum: int) -> str:
    if not minimum:
        return "Everybody."
    return (
        f"Who finished at least {minimum} % of the last games without losing on time or abandoning them; and whoever "
        "has played too few games for such a figure."
    )


_SHARED_PLACE = "Who has equal points shares the place."
TIE_BREAKS = "Tie-breaks"
"""The title of the sentences whose order counts."""
_RATINGS = {
    True: (
        "Games count for the ratings.",
        (
            "Forfeits, games that somebody else takes over, and results that an organiser or the end date decides do "
            "not; nor do games that are resigned, lost on time or agreed drawn before both players have made two turns."
        ),
    ),
    False: ("Games do not count for the ratings.",),
}
_MEETINGS = {
    1: "Everyone in a division plays everyone else once; everyone gets the first move about equally often.",
    2: "Everyone in a division plays everyone else twice, once from each seat.",
}
_NEWCOMERS = {
    Newcomers.LOWEST: "Players who were not in the last season start in the lowest division.",
    Newcomers.RATING: "Players who were not in the last season are placed by rating.",
}
_UNFINISHED = {
    Unfinished.ADJUDICATE: "They are stopped, and an organiser sets the result of each.",
    Unfinished.DRAW: "They end as draws.",
    Unfinished.NO_RESULT: "They end without a result, and count for nothing.",
    Unfinished.PLAY_ON: "They are played on, and the season ends with the last of them.",
}
_UNFINISHED_GAMES = {
    Unfinished.ADJUDICATE: "Games that are unfinished at the end date stop, and an organiser sets their results.",
    Unfinished.DRAW: "Games that are unfinished at the end date are draws.",
    Unfinished.NO_RESULT: "Games that are unfinished at the end date end without a result.",
    Unfinished.PLAY_ON: "Games that are unfinished at the end date are played on.",
}
_WITHDRAWN_EARLY = {
    WithdrawalRule.HALF: "If a player withdraws before half of their games are finished, the results leave the table.",
    WithdrawalRule.FORFEITS: "If a player withdraws, the remaining games are forfeits.",
}
_WITHDRAWAL = {
    WithdrawalRule.HALF: (
        "If a player withdraws before half of their games are finished, all their results are removed from the table; "
        "the games can still be seen, and count for ratings. Later than that, the remaining games are forfeits: "
        "the opponents win."
    ),
    WithdrawalRule.FORFEITS: "If a player withdraws, the remaining games are forfeits: the opponents win.",
}
_REPLACED = "Instead, a replacement may take over the results and the open games."
