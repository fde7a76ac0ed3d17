"""
The tie-breaks of a league, each as one small function of the score sheet and of the group that is still tied.

A tie-break gives every player of the group a number, or gives None where it cannot be used on that group. Points are
in parts, as on the sheet.
"""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass

from corr.leagues.rules.division_table import EntryId
from corr.leagues.rules.score_sheet import GameResult, Score, ScoreSheet
from corr.leagues.rules.settings import TieBreak

Group = Collection[EntryId]
"""Players who are still tied, by their entries."""
Values = Mapping[EntryId, int]
Amount = Callable[[ScoreSheet, Score, Group], int | None]
"""The function that gives the amount of one finished game; None for games that the tie-break does not count."""


@dataclass(frozen=True, slots=True)
class Criterion:
    """The way in which a tie-break is applied."""

    values: Callable[[ScoreSheet, Group], Values | None]
    amount: Amount | None = None
    """The amount of each game, which the values are sums of; None where they are no sums over finished games."""
    is_higher_first: bool = True
    is_in_parts: bool = False
    """Whether its values are points, in parts; else they are plain numbers."""


def wins(sheet: ScoreSheet, group: Group) -> Values:
    """Games won, forfeits in favour included."""
    return _summed(sheet, group, won)


def won(_sheet: ScoreSheet, score: Score, _group: Group) -> int | None:
    """One for a win."""
    return 1 if score.outcome is GameResult.BEAT else None


def sonneborn_berger(sheet: ScoreSheet, group: Group) -> Values:
    """The points of every opponent beaten and half of those of every opponent drawn with, once for each such game."""
    return _summed(sheet, group, weighed)


def weighed(sheet: ScoreSheet, score: Score, _group: Group) -> int | None:
    """All points that a beaten opponent has now, half of them after a draw."""
    if score.outcome is GameResult.LOST:
        return None
    # The parts of the sheet are such that every sum of points can be halved.
    return sheet.parts[score.opponent] // (2 if score.outcome is GameResult.DREW else 1)


def head_to_head(sheet: ScoreSheet, group: Group) -> Values | None:
    """
    Points from games among exactly these players; None unless all of those games were finished with a result.

    Else, of players who drew all their games, one would stand above the others for having finished one more.
    """
    if is_met(sheet.open, group) or is_met(sheet.void, group):
        return None
    return _summed(sheet, frozenset(group), against_group)


def is_met(opponents: Mapping[EntryId, Collection[EntryId]], group: Group) -> bool:
    """Whether one of the group is among the *opponents* of another."""
    among = frozenset(group)
    return any(not among.isdisjoint(opponents[entry]) for entry in group)


def against_group(_sheet: ScoreSheet, score: Score, group: Group) -> int | None:
    """The points of a game against one of the group."""
    return score.parts if score.opponent in group else None


def koya(sheet: ScoreSheet, group: Group) -> Values:
    """Points against opponents who have at least half of the possible points of their finished games."""
    return _summed(sheet, group, against_strong)


def against_strong(sheet: ScoreSheet, score: Score, _group: Group) -> int | None:
    """The points of a game against an opponent who has at least half of the possible points."""
    return score.parts if is_strong(sheet, score.opponent) else None


def is_strong(sheet: ScoreSheet, entry: EntryId) -> bool:
    """
    Whether a player has at least half of the possible points: those of winning all games finished so far.

    The possible points are those of wins, whatever a league gives for a draw. Nobody can have points against a player
    without a finished game, so it does not matter that such a player counts as strong.
    """
    return 2 * sheet.parts[entry] >= sheet.worth.win * len(sheet.scores[entry])


def unfinished(sheet: ScoreSheet, group: Group) -> Values:
    """The number of open games, without those against players whose results left the table."""
    return {entry: len(sheet.open[entry]) for entry in group}


def rating(sheet: ScoreSheet, group: Group) -> Values:
    """The rating at the start of the season."""
    return {entry: sheet.entrants[entry].rating for entry in group}


def lot(sheet: ScoreSheet, group: Group) -> Values:
    """The rank of a player's lot among all lots of the table, from 1; equal lots have the same rank."""
    lots = sorted({entrant.lot for entrant in sheet.entrants.values()})
    places = {each: place for place, each in enumerate(lots, 1)}
    return {entry: places[sheet.entrants[entry].lot] for entry in group}


CRITERIA: Mapping[TieBreak, Criterion] = {
    TieBreak.WINS: Criterion(wins, won),
    TieBreak.SONNEBORN_BERGER: Criterion(sonneborn_berger, weighed, is_in_parts=True),
    TieBreak.HEAD_TO_HEAD: Criterion(head_to_head, against_group, is_in_parts=True),
    TieBreak.KOYA: Criterion(koya, against_strong, is_in_parts=True),
    TieBreak.OPEN: Criterion(unfinished, is_higher_first=False),
    TieBreak.RATING: Criterion(rating, is_higher_first=False),
    TieBreak.LOT: Criterion(lot, is_higher_first=False),
}


def criterion(tie_break: TieBreak, *, is_higher_rating_first: bool = False) -> Criterion:
    """The criterion of *tie_break* in a league that puts the higher rating first, or the lower."""
    if tie_break is TieBreak.RATING and is_higher_rating_first:
        return Criterion(rating)
    return CRITERIA[tie_break]


def _summed(sheet: ScoreSheet, group: Group, amount: Amount) -> Values:
    return {entry: sum(amount(sheet, score, group) or 0 for score in sheet.scores[entry]) for entry in group}
