"""
The standings of a division: points first, then the league's own list of tie-breaks, group by group.

Everybody with equal points is a group. The next tie-break is applied to that group only and splits it into parts; each
part goes on with the tie-breaks that are left. Those who stay tied share the place, and the next places are skipped.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from corr.leagues.rules.division_table import EntryId, Table
from corr.leagues.rules.scores import Game, GameResult, Group, Scores
from corr.leagues.rules.settings import SeasonSettings
from corr.leagues.rules.tiebreaks import CRITERIA, Criterion, TieBreak

_LOT = CRITERIA[TieBreak.LOT]


class Split(NamedTuple):
    """A tie-break that was applied to a group, with its values in the order of the group and the parts that it made."""

    criterion: Criterion
    group: Group
    values: Sequence[int] | None
    parts: list[Group]


class Ranking:
    """The order of the entries of *scores*, whose open games may get results and lose them again."""

    def __init__(self, scores: Scores, settings: SeasonSettings) -> None:
        self.scores = scores
        self.criteria = settings.criteria

    def places(self, splits: list[Split] | None = None) -> Iterator[tuple[int, Group]]:
        """Each place with those who share it, the best first; the tie-breaks that led to it are added to *splits*."""
        place = 1
        for tied in self.by_points():
            for sharing in self.parted(tied, splits):
                yield place, sharing
                place += len(sharing)

    def by_points(self) -> Iterator[Group]:
        """Groups with equal points, the best first."""
        points = self.scores.points
        group: Group = []
        for entry in sorted(range(len(points)), key=points.__getitem__, reverse=True):
            if group and points[group[0]] != points[entry]:
                yield group
                group = []
            group.append(entry)
        if group:
            yield group

    def parted(self, group: Group, splits: list[Split] | None = None, after: int = 0) -> list[Group]:
        """
        A group with equal points, split by the league's tie-breaks into those who share a place, the best first.

        :param after: how many of the tie-breaks have been applied.
        """
        if len(group) == 1 or after == len(self.criteria):
            return [group]
        criterion = self.criteria[after]
        values, parts = criterion.split(self.scores, group)
        if splits is not None:
            splits.append(Split(criterion, group, values, parts))
        # What looks at exactly the players still tied is worked out again once it has split a group, for each part. All
        # other tie-breaks would say the same again.
        following = after if criterion.is_in_group and len(parts) > 1 else after + 1
        found: list[Group] = []
        for part in parts:
            found += self.parted(part, splits, following)
        return found

    def drawn(self, group: Group) -> list[Group]:
        """A group that shares a place, split by lot."""
        return [group] if len(group) == 1 else _LOT.split(self.scores, group)[1]


class TieBreakStep(NamedTuple):
    """One tie-break applied to one group of players who were tied until then."""

    criterion: Criterion
    group: tuple[EntryId, ...]
    values: Mapping[EntryId, Fraction] | None
    """The values by entry; None where head-to-head could not be used, as not all games of the group have a result."""
    parts: tuple[tuple[EntryId, ...], ...]
    """The parts into which the group was split, the best first; a single one if it separated nobody."""

    @property
    def tie_break(self) -> TieBreak:
        """The tie-break that was applied."""
        return self.criterion.code


@dataclass(frozen=True, slots=True)
class StandingsPlace:
    """A row of the standings."""

    entry: EntryId
    place: int
    """From 1; those who share one have the same, and the next ones are skipped."""
    points: Fraction
    games: tuple[Game, ...]
    """Won, drawn, lost and open ones, and those without a result."""
    possible: Fraction
    """The points that the finished games would have brought if all had been won."""
    values: Mapping[TieBreak, Fraction]
    """
    The values by tie-break. Head-to-head is missing where it was not used, else it is that of the largest group; the
    lot is its rank among the lots of the division, from 1.
    """

    @property
    def played(self) -> int:
        """Finished games, forfeits included."""
        return self.won + self.drawn + self.lost

    @property
    def won(self) -> int:
        """Games won, forfeits in favour included."""
        return self._count(GameResult.BEAT)

    @property
    def drawn(self) -> int:
        """Games drawn."""
        return self._count(GameResult.DREW)

    @property
    def lost(self) -> int:
        """Games lost, forfeits included."""
        return self._count(GameResult.LOST)

    @property
    def open(self) -> int:
        """Games that may still change the table."""
        return self._count(GameResult.OPEN)

    def _count(self, outcome: GameResult) -> int:
        return sum(game.outcome is outcome for game in self.games)


@dataclass(frozen=True, slots=True)
class Standings:
    """The standings of a division, with the steps that led to them."""

    places: tuple[StandingsPlace, ...]
    """The places in order; those who share one, in the order of their entry ids."""
    removed: tuple[EntryId, ...]
    """The entries whose results left the table, which have no place."""
    criteria: tuple[Criterion, ...]
    """The tie-breaks in the league's order."""
    steps: tuple[TieBreakStep, ...]
    """Each tie-break that was applied to each group, from the top of the table down."""
    scores: Scores
    """The scores as they are in the table."""

    @property
    def finished(self) -> int:
        """How many games count."""
        return sum(self.scores.played) // 2

    @property
    def open(self) -> int:
        """How many games may still change the table."""
        return len(self.scores.open)

    def place_of(self, entry: EntryId) -> StandingsPlace:
        """The row of an entry that is in the table."""
        return next(place for place in self.places if place.entry == entry)

    def steps_of(self, entry: EntryId) -> tuple[TieBreakStep, ...]:
        """The tie-breaks that were applied to an entry, in order."""
        return tuple(step for step in self.steps if entry in step.group)


def standings(table: Table, settings: SeasonSettings) -> Standings:
    """The standings of *table* by the settings of its season."""
    scores = Scores(table)
    ranking = Ranking(scores, settings)
    splits: list[Split] = []
    in_order = [(entry, place) for place, sharing in ranking.places(splits) for entry in sharing]
    steps = tuple(_step(scores, split) for split in splits)
    games, values = scores.games(), _values(scores, ranking.criteria, steps)
    return Standings(
        places=tuple(
            StandingsPlace(
                entry=scores.entries[entry],
                place=place,
                points=scores.in_points(scores.points[entry]),
                games=tuple(games[scores.entries[entry]]),
                possible=scores.possible(entry),
                values=values[scores.entries[entry]],
            )
            for entry, place in in_order
        ),
        removed=tuple(sorted(entrant.id for entrant in table.entrants if entrant.is_removed)),
        criteria=ranking.criteria,
        steps=steps,
        scores=scores,
    )


def ranks(table: Table, settings: SeasonSettings) -> Mapping[EntryId, int]:
    """The place of every entry in the table, without explanations."""
    scores = Scores(table)
    return {scores.entries[entry]: place for place, sharing in Ranking(scores, settings).places() for entry in sharing}


def _step(scores: Scores, split: Split) -> TieBreakStep:
    group, *parts = (tuple(scores.entries[entry] for entry in each) for each in (split.group, *split.parts))
    values = None if split.values is None else _shown(scores, split.criterion, split.group, split.values)
    return TieBreakStep(split.criterion, group, values, tuple(parts))


def _shown(scores: Scores, criterion: Criterion, group: Group, values: Sequence[int]) -> dict[EntryId, Fraction]:
    return {
        scores.entries[entry]: criterion.in_units(scores, value) for entry, value in zip(group, values, strict=True)
    }


def _values(
    scores: Scores, criteria: Sequence[Criterion], steps: Sequence[TieBreakStep]
) -> dict[EntryId, dict[TieBreak, Fraction]]:
    """The values of each player by tie-break: over the whole table, but of head-to-head those that were used."""
    found: dict[EntryId, dict[TieBreak, Fraction]] = {entry: {} for entry in scores.entries}
    everybody = list(range(len(scores.entries)))
    for criterion in criteria:
        if not criterion.is_in_group:
            values = criterion.values(scores, everybody) or ()
            for entry, value in _shown(scores, criterion, everybody, values).items():
                found[entry][criterion.code] = value
    for step in steps:
        if step.criterion.is_in_group:
            for entry, value in (step.values or {}).items():
                found[entry].setdefault(step.tie_break, value)
    return found
