"""The settings of a season: decided by an organiser before it begins, and read by every player before joining."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum

from corr.core.pace import Late, Terms, read_pace
from corr.games.api import OptionValue
from corr.leagues.rules.division_table import EntryId, Points, Table
from corr.leagues.rules.tiebreaks import Criterion, TieBreak, criteria_of
from corr.states import Result, Withdrawal

SMALLEST_DIVISION = 3
LARGEST_DIVISION = 20


class Unfinished(StrEnum):
    """What becomes of games that are unfinished at the end date."""

    ADJUDICATE = "adjudicate"
    """They stand still, and the organiser sets each result."""
    DRAW = "draw"
    NO_RESULT = "no-result"
    PLAY_ON = "play-on"
    """They go on, and the season ends with the last of them."""


class Newcomers(StrEnum):
    """Where players begin who were not in the last season."""

    LOWEST = "lowest"
    RATING = "rating"


class WithdrawalRule(StrEnum):
    """What becomes of the results of a player who withdraws."""

    HALF = "half"
    """With less than half of the games finished they leave the table; from half on, the rest are forfeits."""
    FORFEITS = "forfeits"
    """The rest are forfeits, however many were finished."""


@dataclass(frozen=True, slots=True)
class Dates:
    """The dates of a season."""

    sign_up_until: datetime
    starts_at: datetime
    ends_at: datetime


@dataclass(frozen=True, slots=True)
class SeasonSettings:
    """The settings of a season, without its dates, which may still move."""

    ruleset: str
    options: Mapping[str, OptionValue] = field(default_factory=dict, hash=False)
    terms: Terms = field(default_factory=lambda: Terms(read_pace("3d/turn")))
    is_rated: bool = True
    legs: int = 1
    """1 for a single round robin; 2 for a double one, in which each pair plays both seats."""
    points: Points = field(default_factory=Points)
    tie_breaks: tuple[TieBreak, ...] = (TieBreak.WINS, TieBreak.SONNEBORN_BERGER, TieBreak.HEAD_TO_HEAD, TieBreak.LOT)
    is_higher_rating_first: bool = False
    """Whether the tie-break by rating puts the higher one first; by default the lower one, who achieved more."""
    players_per_division: int = 10
    up: int = 2
    """How many are promoted from each division but the highest."""
    down: int = 2
    """How many are relegated from each division but the lowest."""
    newcomers: Newcomers = Newcomers.LOWEST
    unfinished: Unfinished = Unfinished.ADJUDICATE
    withdrawal: WithdrawalRule = WithdrawalRule.HALF
    minimum_reliability: int = 0
    """In percent; players with too few games for a figure may join in any case."""
    has_reports: bool = True
    """Whether a report goes out each week."""
    rolls_over: bool = False
    """Whether the next season opens by itself when this one is over."""
    sign_up_days: int = 14
    """How long the sign-up for a season that opens by itself lasts."""

    @property
    def criteria(self) -> tuple[Criterion, ...]:
        """The tie-breaks, as they are worked out and told."""
        return criteria_of(self.tie_breaks, is_higher_rating_first=self.is_higher_rating_first)


def is_no_stricter(settings: SeasonSettings, last: SeasonSettings) -> bool:
    """Whether nothing is stricter than in the *last* settings: game, legs, time, leave, rating and unfinished games."""
    is_same_game = (settings.ruleset, dict(settings.options)) == (last.ruleset, dict(last.options))
    is_same = is_same_game and settings.unfinished is last.unfinished and settings.legs <= last.legs
    return is_same and _gives_no_less(settings.terms, last.terms) and (last.is_rated or not settings.is_rated)


def _gives_no_less(terms: Terms, last: Terms) -> bool:
    pace, was = terms.pace, last.pace
    if pace.is_untimed:
        return True
    has_time = pace.bank_ms >= was.bank_ms and pace.bonus_ms >= was.bonus_ms and pace.cap_ms >= was.cap_ms
    stands_still = terms.has_weekends_off >= last.has_weekends_off and terms.allows_leave >= last.allows_leave
    return not was.is_untimed and has_time and stands_still and (terms.late is Late.CLAIM or last.late is Late.LOSE)


def withdrawal_of(table: Table, entry: EntryId, rule: WithdrawalRule) -> Withdrawal:
    """
    What becomes of the games of *entry* by *rule*: the results leave the table, or the open games are forfeits.

    By the rule of one half the results leave while less than half of the games are finished. Forfeits count as
    finished; games without a result, or against somebody whose results left the table, do not count at all.
    """
    if rule is WithdrawalRule.FORFEITS:
        return Withdrawal.FORFEITS
    gone = {entrant.id for entrant in table.entrants if entrant.is_removed}
    own = [
        meeting
        for meeting in table.meetings
        if entry in {meeting.first, meeting.second}
        and meeting.opponent(entry) not in gone
        and meeting.result is not Result.NONE
    ]
    finished = sum(meeting.result is not None for meeting in own)
    return Withdrawal.FORFEITS if own and 2 * finished >= len(own) else Withdrawal.REMOVED
