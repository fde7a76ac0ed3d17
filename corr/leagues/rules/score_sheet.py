"""
The sheet on which standings are worked out: what every entry scored, game by game.

Points are kept as whole numbers of parts, small enough that half of any sum of points is whole too: exact like
fractions, and many times as quick.
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
    """What a game was for one of the two."""

    BEAT = "beat"
    DREW = "drew"
    LOST = "lost"


class Score(NamedTuple):
    """A finished game as it stands on one entry's line."""

    opponent: EntryId
    outcome: GameResult
    parts: int
    """What it brought, in parts of a point."""
    is_forfeit: bool


class Worth(NamedTuple):
    """What a game is worth, in parts of a point."""

    win: int
    draw: int
    loss: int


@dataclass(frozen=True, slots=True)
class ScoreSheet:
    """All lines of a table; entries whose results left the table are not on it."""

    unit: int
    """How many parts a point has."""
    worth: Worth
    entrants: Mapping[EntryId, Entrant]
    scores: Mapping[EntryId, tuple[Score, ...]]
    open: Mapping[EntryId, tuple[EntryId, ...]]
    """Against whom games are open, each game by itself."""
    void: Mapping[EntryId, tuple[EntryId, ...]]
    """Against whom games ended without a result, each game by itself."""
    parts: Mapping[EntryId, int]
    """The sum of each line."""

    def points(self, parts: int) -> Fraction:
        """So many parts as points."""
        return Fraction(parts, self.unit)


def sheet_of(table: Table) -> ScoreSheet:
    """The sheet of *table* as it stands."""
    points = table.points
    # Twice, so that half of it is whole.
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
    """What a meeting puts on the lines of the two; nothing while it is open, and nothing if it has no result."""
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
