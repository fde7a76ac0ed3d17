"""
The tie-breaks of a league, each as one small function of the sheet and of the players who are still tied.

A tie-break gives every player of the group a number, or None where it cannot be used on that group. What counts points
counts them in parts, as the sheet does.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from corr.core.leagues.settings import TieBreak
from corr.core.leagues.sheet import Outcome, Score, Sheet
from corr.core.leagues.table import EntryId

Group = Sequence[EntryId]
"""Players who are still tied, by their entries."""
Values = Mapping[EntryId, int]


@dataclass(frozen=True, slots=True)
class Criterion:
    """How one tie-break is applied."""

    values: Callable[[Sheet, Group], Values | None]
    is_higher_first: bool = True
    is_in_parts: bool = False
    """Whether its values are points, in parts; else they are plain numbers."""


def wins(sheet: Sheet, group: Group) -> Values:
    """Games won, forfeits in favour included."""
    return {entry: sum(score.outcome is Outcome.BEAT for score in sheet.scores[entry]) for entry in group}


def sonneborn_berger(sheet: Sheet, group: Group) -> Values:
    """The points of every opponent beaten and half of those of every opponent drawn with, once for each such game."""
    return {entry: sum(weighed(sheet, score) for score in sheet.scores[entry]) for entry in group}


def weighed(sheet: Sheet, score: Score) -> int:
    """What one game brings for Sonneborn-Berger: all, half or none of the points that the opponent has now."""
    if score.outcome is Outcome.LOST:
        return 0
    # The parts of the sheet are such that every sum of points can be halved.
    return sheet.parts[score.opponent] // (2 if score.outcome is Outcome.DREW else 1)


def head_to_head(sheet: Sheet, group: Group) -> Values | None:
    """
    Points from games among exactly these players; None while one of those games is open.

    A game that ended without a result is no game of the table any more, so it hinders nothing: players who have no
    game left between them have all finished it, with no points for either.
    """
    among = frozenset(group)
    if any(not among.isdisjoint(sheet.open[entry]) for entry in group):
        return None
    return {entry: sum(score.parts for score in sheet.scores[entry] if score.opponent in among) for entry in group}


def koya(sheet: Sheet, group: Group) -> Values:
    """Points against opponents who have at least half of the possible points of their finished games."""
    return {
        entry: sum(score.parts for score in sheet.scores[entry] if is_strong(sheet, score.opponent)) for entry in group
    }


def is_strong(sheet: Sheet, entry: EntryId) -> bool:
    """
    Whether a player has at least half of the possible points: those of winning all games finished so far.

    What is possible is told by wins alone, whatever else a league gives for a draw. Nobody can have points against a
    player without a finished game, so it does not matter that such a player counts as strong.
    """
    return 2 * sheet.parts[entry] >= sheet.worth.win * len(sheet.scores[entry])


def unfinished(sheet: Sheet, group: Group) -> Values:
    """Games still open. Those against players whose results left the table are none."""
    return {entry: len(sheet.open[entry]) for entry in group}


def rating(sheet: Sheet, group: Group) -> Values:
    """The rating at the start of the season."""
    return {entry: sheet.entrants[entry].rating for entry in group}


def lot(sheet: Sheet, group: Group) -> Values:
    """Which place a player's lot has among all lots of the table, from 1; the same lot is the same place."""
    lots = sorted({entrant.lot for entrant in sheet.entrants.values()})
    places = {each: place for place, each in enumerate(lots, 1)}
    return {entry: places[sheet.entrants[entry].lot] for entry in group}


CRITERIA: Mapping[TieBreak, Criterion] = {
    TieBreak.WINS: Criterion(wins),
    TieBreak.SONNEBORN_BERGER: Criterion(sonneborn_berger, is_in_parts=True),
    TieBreak.HEAD_TO_HEAD: Criterion(head_to_head, is_in_parts=True),
    TieBreak.KOYA: Criterion(koya, is_in_parts=True),
    TieBreak.OPEN: Criterion(unfinished, is_higher_first=False),
    TieBreak.RATING: Criterion(rating, is_higher_first=False),
    TieBreak.LOT: Criterion(lot, is_higher_first=False),
}


def criterion(tie_break: TieBreak, *, is_higher_rating_first: bool = False) -> Criterion:
    """How *tie_break* is applied in a league that puts the higher rating first, or the lower."""
    if tie_break is TieBreak.RATING and is_higher_rating_first:
        return Criterion(rating)
    return CRITERIA[tie_break]
