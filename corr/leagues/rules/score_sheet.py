"""
The score sheet, from which standings are worked out: the scores of every entry, game by game.

Points are whole numbers of parts, which are so small that half of any sum of points is whole too: exact like fractions,
and many times as fast.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from math import lcm
from typing import NamedTuple

from corr.leagues.rules.division_table import Entrant, EntryId, Meeting, Table
from corr.states import Result


class GameResult(StrEnum):
    """The result of a game for one of the two players."""

    BEAT = "beat"
    DREW = "drew"
    LOST = "lost"


class Score(NamedTuple):
    """A finished game on the line of one entry."""

    opponent: EntryId
    outcome: GameResult
    parts: int
    """Its points, in parts."""
    is_forfeit: bool


class Worth(NamedTuple):
    """The points for each result, in parts."""

    win: int
    draw: int
    loss: int


@dataclass(frozen=True, slots=True)
class ScoreSheet:
    """The scores of a table, without entries whose results left the table."""

    unit: int
    """The number of parts in a point."""
    worth: Worth
    entrants: Mapping[EntryId, Entrant]
    scores: Mapping[EntryId, tuple[Score, ...]]
    open: Mapping[EntryId, tuple[EntryId, ...]]
    """The opponents in open games; one who is met twice stands there twice."""
    void: Mapping[EntryId, tuple[EntryId, ...]]
    """The opponents in games that ended without a result, likewise."""
    parts: Mapping[EntryId, int]
    """The sum of each line."""

    def points(self, parts: int) -> Fraction:
        """That many parts as points."""
        return Fraction(parts, self.unit)


def sheet_of(table: Table) -> ScoreSheet:
    """The sheet of *table* as it stands."""
    points = table.points
    # Doubled, so that half of any number of points is whole.
    unit = 2 * lcm(points.win.denominator, points.draw.denominator, points.loss.denominator)
    worth = Worth(int(points.win * unit), int(points.draw * unit), int(points.loss * unit))
    entrants = {entrant.id: entrant for entrant in table.entrants if not entrant.is_removed}
    scores: dict[EntryId, list[Score]] = {entry: [] for entry in entrants}
    without: dict[Result | None, dict[EntryId, list[EntryId]]] = {
        result: {entry: [] for entry in entrants} for result in (None, Result.NONE)
    }
    for meeting in table.meetings:
        if meeting.first in entrants and meeting.second in entrants:
            for entry, score in _scores(meeting, worth):
                scores[entry].append(score)
            if meeting.result in without:
                without[meeting.result][meeting.first].append(meeting.second)
                without[meeting.result][meeting.second].append(meeting.first)
    return ScoreSheet(
        unit,
        worth,
        entrants,
        {entry: tuple(line) for entry, line in scores.items()},
        {entry: tuple(opponents) for entry, opponents in without[None].items()},
        {entry: tuple(opponents) for entry, opponents in without[Result.NONE].items()},
        {entry: sum(score.parts for score in line) for entry, line in scores.items()},
    )


def _scores(meeting: Meeting, worth: Worth) -> tuple[tuple[EntryId, Score], ...]:
    """The scores of a meeting for the lines of the two; none while it is open, or if it has no result."""
    first, second, is_forfeit = meeting.first, meeting.second, meeting.is_forfeit
    if meeting.result is None or meeting.result is Result.NONE:
        return ()
    if meeting.result is Result.DRAW:
        return (
            (first, Score(second, GameResult.DREW, worth.draw, is_forfeit)),
            (second, Score(first, GameResult.DREW, worth.draw, is_forfeit)),
        )
    winner, loser = (first, second) if meeting.result is Result.FIRST else (second, first)
    return (
        (winner, Score(loser, GameResult.BEAT, worth.win, is_forfeit)),
        (loser, Score(winner, GameResult.LOST, worth.loss, is_forfeit)),
    )
