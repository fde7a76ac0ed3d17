"""
The table of a division as values: its entries, their meetings, and the result of each game; and its scores.

Scores are whole numbers: who got what against whom. Open games can be given results and lose them. Entries are indexes
there, and points are whole numbers of parts: exact like fractions, and many times as fast, so that thousands of endings
can be ranked in a second.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import IntEnum
from fractions import Fraction
from math import lcm
from typing import NamedTuple, NewType

from corr.leagues.rules.table_words import ratio
from corr.ratings.glicko2 import Strength
from corr.states import Result

EntryId = NewType("EntryId", int)
"""The id of an entry: a row of the table, whoever plays it now."""
Names = Mapping[EntryId, str]

USUAL_RATING = round(Strength().rating)
"""The rating of players without one."""
_HALF = Fraction(1, 2)
Group = list[int]
"""Entries by their indexes."""
Totals = list[int]
"""A number for each entry."""
Rows = list[Totals]
"""For each entry a number against each opponent."""


@dataclass(frozen=True, slots=True)
class Points:
    """What a game is worth."""

    win: Fraction = Fraction(1)
    draw: Fraction = _HALF
    loss: Fraction = Fraction(0)


@dataclass(frozen=True, slots=True)
class Entrant:
    """A row of the table."""

    id: EntryId
    rating: int = USUAL_RATING
    """At the start of the season."""
    lot: str = ""
    """SHA-256 of the season's seed and the player's id, in hex digits: the lower comes first."""
    is_removed: bool = False
    """Whether the player withdrew early, so that all results left the table: such an entry has no place."""


@dataclass(frozen=True, slots=True)
class Meeting:
    """A game between two entries."""

    round: int
    first: EntryId
    """The entry with the first seat."""
    second: EntryId
    result: Result | None = None
    """None while the game is open."""
    is_forfeit: bool = False
    """Whether it was decided without being played out; it counts as a game all the same."""
    game_id: str = ""
    """For links; nothing is worked out from it."""

    @property
    def winner(self) -> EntryId | None:
        """The winner; None for a draw, without a result, and while the game is open."""
        return {Result.FIRST: self.first, Result.SECOND: self.second}.get(self.result) if self.result else None

    def reopened(self) -> "Meeting":
        """The same without a result."""
        return Meeting(self.round, self.first, self.second, None, self.is_forfeit, self.game_id)

    def opponent(self, of: EntryId) -> EntryId:
        """The opponent of the entry *of*, which is one of the two."""
        return self.second if of == self.first else self.first


@dataclass(frozen=True, slots=True)
class Table:
    """A division with all its meetings."""

    entrants: tuple[Entrant, ...]
    meetings: tuple[Meeting, ...]
    points: Points = field(default_factory=Points)
    _hash: int = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_hash", hash((self.entrants, self.meetings, self.points)))

    def __hash__(self) -> int:
        """Worked out once: what is kept of a table is looked up by it, with hundreds of meetings."""
        return self._hash

    def counted(self) -> tuple[Meeting, ...]:
        """The meetings that are finished and count: with a result, between entries that are in the table."""
        return tuple([each for each in self._standing() if each.result is not None and each.result is not Result.NONE])

    def open(self) -> tuple[Meeting, ...]:
        """The meetings that may still change the table."""
        return tuple([meeting for meeting in self._standing() if meeting.result is None])

    def _standing(self) -> tuple[Meeting, ...]:
        removed = {entrant.id for entrant in self.entrants if entrant.is_removed}
        if not removed:
            return self.meetings
        return tuple(meeting for meeting in self.meetings if not {meeting.first, meeting.second} & removed)


def holding_up(table: Table) -> tuple[Meeting, ...]:
    """The last open games, for which the whole division waits; none while more than one round's games are open."""
    left, finished = table.open(), table.counted()
    in_a_round = sum(not entrant.is_removed for entrant in table.entrants) // 2
    return left if len(left) <= in_a_round and len(left) <= len(finished) else ()


class GameResult(IntEnum):
    """The result of a game for one of the two players, in the order of explanations."""

    BEAT = 0
    DREW = 1
    LOST = 2
    OPEN = 3
    VOID = 4
    """It ended without a result."""


class Weights(NamedTuple):
    """What a game counts for a player, by its result; None where it does not count."""

    beat: int | None = None
    drew: int | None = None
    lost: int | None = None
    open: int | None = None
    void: int | None = None


class Game(NamedTuple):
    """A game on the line of one entry; games of a line are sorted in an order that does not depend on time."""

    outcome: GameResult
    opponent: EntryId
    is_forfeit: bool


_SIDES = {
    Result.FIRST: (GameResult.BEAT, GameResult.LOST),
    Result.SECOND: (GameResult.LOST, GameResult.BEAT),
    Result.DRAW: (GameResult.DREW, GameResult.DREW),
    Result.NONE: (GameResult.VOID, GameResult.VOID),
    None: (GameResult.OPEN, GameResult.OPEN),
}
_PLAYED = Weights(beat=1, drew=1, lost=1)


class Scores:
    """The scores of a table, without entries whose results left it."""

    def __init__(self, table: Table) -> None:
        points = table.points
        self.unit = lcm(points.win.denominator, points.draw.denominator, points.loss.denominator)
        """The number of parts in a point."""
        self.worth = Weights(*(int(each * self.unit) for each in (points.win, points.draw, points.loss)))
        """The points for each result, in parts."""
        # Sorted, so that nothing depends on the order in which a table was read.
        self.entrants = sorted((each for each in table.entrants if not each.is_removed), key=lambda each: each.id)
        self.entries = tuple(entrant.id for entrant in self.entrants)
        self.index = {entry: index for index, entry in enumerate(self.entries)}
        """The index of each entry."""
        self._meetings = [each for each in table.meetings if each.first in self.index and each.second in self.index]
        self._pairs = [(self.index[each.first], self.index[each.second]) for each in self._meetings]
        self._sides = [_SIDES[each.result] for each in self._meetings]
        self._open = [number for number, each in enumerate(self._meetings) if each.result is None]
        self.open = tuple(self._pairs[number] for number in self._open)
        """The pairs of the games that are open in the given table, the first seat first."""
        self._totals: dict[Weights, Totals] = {}
        self._rows: dict[Weights, Rows] = {}
        self._fixed: dict[Callable[[Sequence[Entrant]], Totals], Totals] = {}
        self._total_changes: dict[Result, list[tuple[Totals, int, int]]] = {result: [] for result in Result}
        self._row_changes: dict[Result, list[tuple[Rows, int, int]]] = {result: [] for result in Result}
        self.points = self.totals(self.worth)
        """The points of each entry, in parts."""

    def totals(self, weights: Weights) -> Totals:
        """The sums of what all games count, kept up to date from now on."""
        found = self._totals.get(weights)
        if found is None:
            found = self._totals[weights] = self._counted_totals(weights)
            for result, of_first, of_second in _changes(weights):
                self._total_changes[result].append((found, of_first, of_second))
        return found

    def rows(self, weights: Weights) -> Rows:
        """The same against each opponent."""
        found = self._rows.get(weights)
        if found is None:
            found = self._rows[weights] = self._counted_rows(weights)
            for result, of_first, of_second in _changes(weights):
                self._row_changes[result].append((found, of_first, of_second))
        return found

    def _counted_totals(self, weights: Weights) -> Totals:
        totals, counts = [0] * len(self.entries), [each or 0 for each in weights]
        for (first, second), (of_first, of_second) in zip(self._pairs, self._sides, strict=True):
            totals[first] += counts[of_first]
            totals[second] += counts[of_second]
        return totals

    def _counted_rows(self, weights: Weights) -> Rows:
        rows, counts = [[0] * len(self.entries) for _ in self.entries], [each or 0 for each in weights]
        for (first, second), (of_first, of_second) in zip(self._pairs, self._sides, strict=True):
            rows[first][second] += counts[of_first]
            rows[second][first] += counts[of_second]
        return rows

    def fixed(self, of_entrants: Callable[[Sequence[Entrant]], Totals]) -> Totals:
        """What *of_entrants* says of all entrants, which no result changes."""
        if of_entrants not in self._fixed:
            self._fixed[of_entrants] = of_entrants(self.entrants)
        return self._fixed[of_entrants]

    @property
    def played(self) -> Totals:
        """How many games of each entry are finished with a result, forfeits included."""
        return self.totals(_PLAYED)

    def games(self) -> Mapping[EntryId, tuple[Game, ...]]:
        """The games of each entry: won, drawn, lost and open ones, and those without a result."""
        lines: list[list[Game]] = [[] for _ in self.entries]
        for meeting, (first, second), sides in zip(self._meetings, self._pairs, self._sides, strict=True):
            of_first, of_second = sides
            lines[first].append(Game(of_first, meeting.second, meeting.is_forfeit))
            lines[second].append(Game(of_second, meeting.first, meeting.is_forfeit))
        return {entry: tuple(sorted(line)) for entry, line in zip(self.entries, lines, strict=True)}

    def in_points(self, parts: int) -> Fraction:
        """That many parts as points."""
        return ratio(parts, self.unit)

    def points_of(self, games: Sequence[Game]) -> list[Fraction | None]:
        """The points of each of *games*; None for those that do not count."""
        parts = [self.worth[game.outcome] for game in games]
        return [None if each is None else self.in_points(each) for each in parts]

    def possible(self, index: int) -> Fraction:
        """The points that the finished games of an entry would have brought if all had been won."""
        return self.in_points((self.worth.beat or 0) * self.played[index])

    def indexes(self, entries: Iterable[EntryId]) -> Group:
        """The indexes of *entries*."""
        return [self.index[entry] for entry in entries]

    def swing(self, result: Result) -> tuple[int, int]:
        """The points that *result* gives the first and the second seat, in parts."""
        return _counted(self.worth, result)

    def set_result(self, number: int, result: Result) -> None:
        """Give the open game of that *number* a result."""
        self._sides[self._open[number]] = _SIDES[result]
        self._change(number, result, 1)

    def unset_result(self, number: int, result: Result) -> None:
        """Take back the result that `set_result` gave."""
        self._sides[self._open[number]] = _SIDES[None]
        self._change(number, result, -1)

    def _change(self, number: int, result: Result, sign: int) -> None:
        first, second = self.open[number]
        for totals, of_first, of_second in self._total_changes[result]:
            totals[first] += sign * of_first
            totals[second] += sign * of_second
        for rows, of_first, of_second in self._row_changes[result]:
            rows[first][second] += sign * of_first
            rows[second][first] += sign * of_second


def _counted(weights: Weights, result: Result | None) -> tuple[int, int]:
    """What a game with that result counts for the first and the second seat."""
    of_first, of_second = _SIDES[result]
    return weights[of_first] or 0, weights[of_second] or 0


def _changes(weights: Weights) -> Iterator[tuple[Result, int, int]]:
    """What each result changes for both seats of an open game, where it changes anything."""
    open_counts = weights.open or 0
    for result in Result:
        of_first, of_second = _counted(weights, result)
        if (of_first, of_second) != (open_counts, open_counts):
            yield result, of_first - open_counts, of_second - open_counts
