"""
The tie-breaks of a league: all that is known of each stands here, its numbers as well as its words.

A tie-break gives every player of a group that is still tied a whole number, or cannot be used on that group. Most are
sums over games, and explanations tell what each game adds.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from fractions import Fraction
from operator import mul
from types import MappingProxyType

from corr.leagues.rules.division_table import Entrant, Game, Group, Scores, Totals, Weights
from corr.leagues.rules.table_words import ratio

_UNRESOLVED = Weights(open=1, void=1)
_LOT_DIGITS = 8
"""How many digits of a lot are shown: enough to find it among the lots of a season."""


class TieBreak(StrEnum):
    """A rule that separates players with equal points; a league applies several in the order of its choice."""

    WINS = "wins"
    SONNEBORN_BERGER = "sb"
    HEAD_TO_HEAD = "h2h"
    KOYA = "koya"
    OPEN = "open"
    RATING = "rating"
    LOT = "lot"


@dataclass(frozen=True, slots=True, kw_only=True)
class Criterion:
    """How a tie-break is worked out, and what people are told of it."""

    code: TieBreak
    name: str
    """As it stands within a sentence."""
    definition: str
    label: str = ""
    """For lists to choose from, where that is not the name."""
    short: str = ""
    """For the heads of columns, where that is not the title."""
    first: str = ""
    """Which values come first, "fewer", "lower" or "higher", where that is not simply the higher number."""
    of_entrants: Callable[[Sequence[Entrant]], Totals] | None = None
    """The value of every entrant, for a tie-break that is no sum over games."""
    weights: Weights | None = None
    """What a game counts by its result; None for its points."""
    is_times_points: bool = False
    """Whether that is multiplied by the points of the opponent."""
    against: Callable[[Scores, Group], Group | None] | None = None
    """The opponents against whom games count for a group, None where it cannot be used; without it all games count."""
    is_in_group: bool = False
    """Whether it looks at games within the group alone, so that it is worked out again for each part."""
    parts: int = 0
    """How many of its units are a part of a point; 0 where its values are no points."""
    tells_opponents: bool = False
    """Whether it depends on how the opponents do, which is shown beside the games."""
    verb: str = ""
    """The word between a player and the opponents of games that count one each."""
    left_out: str = ""
    """Where the points come from that it does not count, for a sentence that says how many these are."""
    origin: Callable[[Entrant], str] | None = None
    """The words for where a value comes from that is no sum over games."""

    @property
    def title(self) -> str:
        """Its name at the beginning of a sentence."""
        return f"{self.name[0].upper()}{self.name[1:]}"

    @property
    def title_with_order(self) -> str:
        """The same with the order, where that is not simply the higher number first."""
        return f"{self.title} ({self.first} first)" if self.first else self.title

    @property
    def words(self) -> str:
        """Its name with its definition in one line."""
        return f"{self.title}: {self.definition}."

    @property
    def is_higher_first(self) -> bool:
        """Whether the higher number is the better one."""
        return self.first in {"", "higher"}

    @property
    def is_sum(self) -> bool:
        """Whether its values are sums over games."""
        return self.of_entrants is None

    def values(self, scores: Scores, group: Group) -> Sequence[int] | None:
        """The values of a group, in its order; None where it cannot be used on that group."""
        if self.of_entrants is not None:
            fixed = scores.fixed(self.of_entrants)
            return [fixed[entry] for entry in group]
        weights = self.weights or scores.worth
        if self.is_times_points:
            rows, points = scores.rows(weights), scores.points
            return [sum(map(mul, rows[entry], points)) for entry in group]
        if self.against is None:
            totals = scores.totals(weights)
            return [totals[entry] for entry in group]
        against = self.against(scores, group)
        if against is None:
            return None
        rows = scores.rows(weights)
        return [sum(map(rows[entry].__getitem__, against)) for entry in group]

    def split(self, scores: Scores, group: Group) -> tuple[Sequence[int] | None, list[Group]]:
        """The values of a group, and the parts into which they split it, the best first."""
        values = self.values(scores, group)
        if values is None:
            return None, [group]
        parts: dict[int, Group] = {}
        for entry, value in zip(group, values, strict=True):
            parts.setdefault(value, []).append(entry)
        return values, [parts[value] for value in sorted(parts, reverse=self.is_higher_first)]

    def amounts(self, scores: Scores, group: Group, games: Sequence[Game]) -> list[Fraction | None]:
        """What each of *games* adds to the value of a player of that group; None where it does not count."""
        units = self.units(scores, group, games)
        return [None if value is None else self.in_units(scores, value) for value in units]

    def units(self, scores: Scores, group: Group, games: Sequence[Game]) -> list[int | None]:
        """The same in its own units."""
        weights, index, points = self.weights or scores.worth, scores.index, scores.points
        if self.is_times_points:
            counted = [(weights[game.outcome], points[index[game.opponent]]) for game in games]
            return [None if weight is None else weight * times for weight, times in counted]
        if self.against is None:
            return [weights[game.outcome] for game in games]
        against = set(self.against(scores, group) or ())
        return [weights[game.outcome] if index[game.opponent] in against else None for game in games]

    def in_units(self, scores: Scores, value: int) -> Fraction:
        """One of its values as people read it."""
        return ratio(value, self.unit(scores))

    def unit(self, scores: Scores) -> int:
        """How many of its units are one."""
        return self.parts * scores.unit or 1


def meets(scores: Scores, weights: Weights, group: Group) -> bool:
    """Whether games that count by *weights* were paired within the group."""
    rows = scores.rows(weights)
    return any(rows[entry][other] for entry in group for other in group)


def _group_with_results(scores: Scores, group: Group) -> Group | None:
    """
    The group itself, if all games within it were finished with a result.

    Else, of players who drew all their games, one would stand above the others for having finished one more.
    """
    return None if any(scores.totals(_UNRESOLVED)) and meets(scores, _UNRESOLVED, group) else group


def _strong(scores: Scores, _group: Group) -> Group:
    """
    Everybody with at least half of the possible points: those of winning all games finished so far.

    The possible points are those of wins, whatever a league gives for a draw. Nobody can have points against a player
    without a finished game, so it does not matter that such a player counts as strong.
    """
    win = scores.worth.beat or 0
    return [
        entry
        for entry, (points, played) in enumerate(zip(scores.points, scores.played, strict=True))
        if 2 * points >= win * played
    ]


def _ratings(entrants: Sequence[Entrant]) -> Totals:
    return [entrant.rating for entrant in entrants]


def _lots(entrants: Sequence[Entrant]) -> Totals:
    """The rank of each player's lot among all lots of the table, from 1; equal lots have the same rank."""
    ranks = {lot: rank for rank, lot in enumerate(sorted({entrant.lot for entrant in entrants}), 1)}
    return [ranks[entrant.lot] for entrant in entrants]


_ALL = (
    Criterion(
        code=TieBreak.WINS,
        label="number of wins",
        name="wins",
        definition="more games won, forfeits in favour included",
        weights=Weights(beat=1),
        verb="beat",
    ),
    Criterion(
        code=TieBreak.SONNEBORN_BERGER,
        name="Sonneborn-Berger",
        short="SB",
        definition=(
            "the points of every opponent beaten and half the points of every opponent drawn with, added up over "
            "every game"
        ),
        weights=Weights(beat=2, drew=1),
        is_times_points=True,
        parts=2,
        tells_opponents=True,
    ),
    Criterion(
        code=TieBreak.HEAD_TO_HEAD,
        name="head-to-head",
        short="H2H",
        definition=(
            "points from the games among those who are still tied, once all of those games are finished, each with a "
            "result"
        ),
        against=_group_with_results,
        is_in_group=True,
        parts=1,
    ),
    Criterion(
        code=TieBreak.KOYA,
        name="Koya",
        definition="points against opponents with at least half of what was possible in their finished games",
        against=_strong,
        parts=1,
        tells_opponents=True,
        left_out="came from players with less than half of their possible points",
    ),
    Criterion(
        code=TieBreak.OPEN,
        label="fewer unfinished games",
        name="open games",
        short="Open",
        definition="fewer games that are still open",
        first="fewer",
        weights=Weights(open=1),
        verb="still plays",
    ),
    Criterion(
        code=TieBreak.RATING,
        name="rating at the start",
        short="Rating",
        definition="the rating at the start of the season, the lower one first",
        first="lower",
        of_entrants=_ratings,
    ),
    Criterion(
        code=TieBreak.LOT,
        name="lot",
        definition="an order drawn from a number that is published when the season begins, so that anyone can check it",
        first="lower",
        of_entrants=_lots,
        origin=lambda entrant: f"lot begins with {entrant.lot[:_LOT_DIGITS]}",
    ),
)
CRITERIA: Mapping[TieBreak, Criterion] = MappingProxyType({each.code: each for each in _ALL})
_HIGHER_RATING = replace(
    CRITERIA[TieBreak.RATING], definition="the rating at the start of the season, the higher one first", first="higher"
)


def criteria_of(tie_breaks: Iterable[TieBreak], *, is_higher_rating_first: bool = False) -> tuple[Criterion, ...]:
    """The criteria of *tie_breaks* in a league that puts the higher rating first, or the lower."""
    criteria = {**CRITERIA, TieBreak.RATING: _HIGHER_RATING} if is_higher_rating_first else CRITERIA
    return tuple(criteria[each] for each in tie_breaks)


def codes_with_labels() -> str:
    """All codes as a list, each with its label unless that says no more: sb (Sonneborn-Berger), koya."""
    words = []
    for criterion in CRITERIA.values():
        code, label = criterion.code.value, criterion.label or criterion.name
        words.append(code if label.lower().endswith(code) else f"{code} ({label.removeprefix(code).strip()})")
    return ", ".join(words)
