"""
Dividing the players of a season into divisions.

How many divisions there are, and how large: as close to the number that the organiser wished as possible, in parts that
differ by one at most, the larger ones on top. Up to the number wished a division stays as large as last season's result
promises, though, so that nobody who stayed up or was promoted has to go: then the lower ones are smaller. Nowhere are
there fewer than 3 or more than 20.

Free places are filled from below, by those next in last season's order. Whoever is new begins in the lowest division in
the order of joining; or, where the league says so, behind the players of the highest division whose average rating the
newcomer reaches.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from corr.leagues.rules.division_table import USUAL_RATING
from corr.leagues.rules.part_moving import Move, Mover
from corr.leagues.rules.part_planning import Divisions, Placing, with_plans
from corr.leagues.rules.settings import LARGEST_DIVISION, SMALLEST_DIVISION, Newcomers

_KEPT = (Move.RELEGATED, Move.PROMOTED, Move.STAYS, Move.NEW)
"""Who keeps a place where there are too few, the surest first."""
_RISING = (Move.STAYS, Move.RELEGATED, Move.PROMOTED, Move.NEW)
"""Who moves up from a division where there are too many places above."""

_HELD = {Move.PROMOTED: Move.HELD_BELOW, Move.RELEGATED: Move.HELD_ABOVE}
"""Why somebody stays whose result leads elsewhere."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """Somebody who wants to play."""

    player_id: int
    rating: int = USUAL_RATING
    planned_tier: int | None = None
    """The division that an organiser chose; None to let the seeding decide."""


@dataclass(frozen=True, slots=True)
class Field:
    """Who is to be divided."""

    candidates: Sequence[Candidate]
    """Everybody who wants to play, in the order of joining."""
    movers: Sequence[Mover] = ()
    """Those of the last season, as `moving.moved` gives them; who of them does not want to play does not matter."""


def divisions_of(field: Field, players_per_division: int, newcomers: Newcomers = Newcomers.LOWEST) -> Divisions:
    """The divisions of a season; those that an organiser planned win where the sizes allow it."""
    seeds = _seeds(field, newcomers)
    claims = Counter(seed.tier for seed in seeds if seed.came_from is not None)
    sizes = division_sizes(len(seeds), players_per_division, claims)
    proposed = _filled(seeds, sizes)
    plans = {one.player_id: one.planned_tier for one in field.candidates if one.planned_tier is not None}
    return with_plans(proposed, plans) if proposed else ()


def division_sizes(players: int, wanted: int, claims: Mapping[int, int] | None = None) -> tuple[int, ...]:
    """
    How large the divisions are, the highest first; none with fewer than three players.

    :param claims: how many each tier keeps by last season's result.
    """
    counts = [count for count in range(1, players + 1) if _is_possible(players, count)]
    if not counts:
        return ()
    # Of two numbers that are as close, the smaller: fewer divisions, more opponents.
    count = min(counts, key=lambda one: (abs(Fraction(players, one) - wanted), one))
    sizes: list[int] = []
    for tier in range(1, count + 1):
        rest, below = players - sum(sizes), count - tier
        even = -(-rest // (below + 1))
        most = min(LARGEST_DIVISION, rest - SMALLEST_DIVISION * below)
        sizes.append(min(most, max(even, min(wanted, (claims or {}).get(tier, 0)))))
    return tuple(sizes)


def _is_possible(players: int, count: int) -> bool:
    return SMALLEST_DIVISION * count <= players <= LARGEST_DIVISION * count


@dataclass(frozen=True, slots=True)
class _Seed:
    """A candidate with what last season's result, or the rating, leads to."""

    player_id: int
    tier: int
    """Where the result leads, or the rating; for other newcomers the lowest of the last season."""
    move: Move
    came_from: int | None
    order: int
    """Among all, the best first."""

    def placed(self, tier: int) -> Placing:
        """The seed in the division where it ended up."""
        return Placing(self.player_id, tier, self._move(tier), self.came_from)

    def _move(self, tier: int) -> Move:
        if self.came_from is None:
            return Move.NEW
        if tier == self.came_from:
            return _HELD.get(self.move, Move.STAYS)
        if tier < self.came_from:
            return Move.PROMOTED if self.move is Move.PROMOTED else Move.FILLS
        return Move.RELEGATED if self.move is Move.RELEGATED else Move.MAKES_ROOM


def _seeds(field: Field, newcomers: Newcomers) -> list[_Seed]:
    """Everybody who wants to play: those of the last season in its order, then the newcomers in theirs."""
    candidates = {one.player_id: one for one in field.candidates}
    movers = [mover for mover in field.movers if mover.player_id in candidates]
    seeds = [_Seed(one.player_id, one.tier, one.move, one.came_from, order) for order, one in enumerate(movers)]
    known = {mover.player_id for mover in movers}
    new = [one for one in field.candidates if one.player_id not in known]
    averages: dict[int, Fraction] = {}
    lowest = max((seed.tier for seed in seeds), default=1)
    if newcomers is Newcomers.RATING:
        new.sort(key=lambda one: -one.rating)
        averages = _average_ratings(seeds, candidates)
    for order, one in enumerate(new, len(seeds)):
        tier = min((tier for tier, average in averages.items() if one.rating >= average), default=lowest)
        seeds.append(_Seed(one.player_id, tier, Move.NEW, None, order))
    return seeds


def _average_ratings(seeds: Sequence[_Seed], candidates: Mapping[int, Candidate]) -> dict[int, Fraction]:
    ratings: dict[int, list[int]] = {}
    for seed in seeds:
        ratings.setdefault(seed.tier, []).append(candidates[seed.player_id].rating)
    return {tier: Fraction(sum(found), len(found)) for tier, found in ratings.items()}


def _filled(seeds: Sequence[_Seed], sizes: Sequence[int]) -> Divisions:
    """The divisions of these sizes: from above, too many make room and too few are filled from below."""
    left = list(seeds)
    divisions = []
    for tier, size in enumerate(sizes, 1):
        here = sorted((seed for seed in left if seed.tier <= tier), key=lambda seed: _keeping(seed, tier))[:size]
        below = sorted((seed for seed in left if seed.tier > tier), key=_rising)
        here += below[: size - len(here)]
        taken = set(here)
        left = [seed for seed in left if seed not in taken]
        divisions.append(tuple(seed.placed(tier) for seed in sorted(here, key=lambda seed: seed.order)))
    return tuple(divisions)


def _keeping(seed: _Seed, tier: int) -> tuple[int, int]:
    """Who had to make room above already has the surest place."""
    return (-1 if seed.tier < tier else _KEPT.index(seed.move)), seed.order


def _rising(seed: _Seed) -> tuple[int, int, int]:
    return seed.tier, _RISING.index(seed.move), seed.order
