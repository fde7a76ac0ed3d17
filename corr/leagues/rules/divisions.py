"""
The divisions of a season: promotion and relegation, proposed divisions, an organiser's changes to them, and pairings.

Round robins by Berger tables are the only format of seasons: everybody meets everybody.
"""

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from fractions import Fraction

from corr.leagues.rules.division_table import USUAL_RATING
from corr.leagues.rules.settings import LARGEST_DIVISION, SMALLEST_DIVISION, Newcomers


class Move(StrEnum):
    """The reason why a player is in a division."""

    PROMOTED = "promoted"
    STAYS = "stays"
    RELEGATED = "relegated"
    HELD_BELOW = "held-below"
    """Stays, since there is no place in the division that the result leads to."""
    HELD_ABOVE = "held-above"
    """Stays, since there is nobody else to fill the division."""
    FILLS = "fills"
    """Moved up to fill a division."""
    MAKES_ROOM = "makes-room"
    """Moved down, since the division has fewer places than before."""
    NEW = "new"
    """Was not in the last season."""
    PLANNED = "planned"
    """An organiser chose it."""
    COMPLETES = "completes"
    """Moved to fill a division that an organiser's choices left with too few."""
    GIVES_WAY = "gives-way"
    """Moved out of a division in which an organiser's choices put too many."""
    RENUMBERED = "renumbered"
    """In the same division, which has moved up, since an organiser emptied one above."""


@dataclass(frozen=True, slots=True)
class PromotionCounts:
    """How many players of a division go up and down."""

    up: int
    down: int


@dataclass(frozen=True, slots=True)
class Finisher:
    """Somebody in the final table of a division."""

    player_id: int
    place: int | None
    """Shared places are possible; None for results that left the table."""
    lot: str = ""
    """Decides between those who share a place: SHA-256 of the published seed and a player id; the lower comes first."""
    has_withdrawn: bool = False


@dataclass(frozen=True, slots=True)
class Mover:
    """A player of the last season who returns, with the division that the result leads to."""

    player_id: int
    came_from: int
    """The tier of the last season."""
    tier: int
    """The tier of the next one; 1 is the highest."""
    move: Move


def moved(
    finals: Sequence[Sequence[Finisher]], lines: PromotionCounts, returning: Collection[int] | None = None
) -> tuple[Mover, ...]:
    """
    The division of each returning player in the next season, in the order of the last one, the highest division first.

    :param finals: the divisions, the highest first, each with all who played there in any order.
    :param returning: the ids of the players who return; None if nobody has said so yet, and all count as returning.
    """
    return tuple(
        Mover(player.player_id, tier, *_target(tier, player, zones))
        for tier, players in enumerate(finals, 1)
        for zones in [_Zones.of(players, lines, returning, is_top=tier == 1, is_bottom=tier == len(finals))]
        for player in zones.order
    )


def in_order(players: Sequence[Finisher]) -> tuple[Finisher, ...]:
    """The players of a division from the first to the last: by place, then by lot; whoever withdrew comes last."""
    return tuple(sorted(players, key=lambda one: (one.has_withdrawn, one.place is None, one.place or 0, one.lot)))


@dataclass(frozen=True, slots=True)
class _Zones:
    """The players of a division who go up and down, by id."""

    order: tuple[Finisher, ...]
    """The returning players in the order of the final table."""
    up: frozenset[int]
    down: frozenset[int]

    @classmethod
    def of(
        cls,
        players: Sequence[Finisher],
        lines: PromotionCounts,
        returning: Collection[int] | None,
        *,
        is_top: bool,
        is_bottom: bool,
    ) -> "_Zones":
        order = in_order(players)
        here = tuple(one for one in order if returning is None or one.player_id in returning)
        able = [one.player_id for one in here if not one.has_withdrawn]
        up = frozenset(able[: 0 if is_top else lines.up])
        withdrawn = sum(one.has_withdrawn for one in order)
        # Places whose player does not return are relegated as any other: nobody else goes down instead.
        last = [one.player_id for one in order][len(order) - min(len(order), max(lines.down, withdrawn)) :]
        return cls(here, up, frozenset() if is_bottom else frozenset(last))


def _target(tier: int, player: Finisher, zones: _Zones) -> tuple[int, Move]:
    # In a small division a player may be in both zones: then promotion comes first.
    if player.player_id in zones.up:
        return tier - 1, Move.PROMOTED
    if player.player_id in zones.down:
        return tier + 1, Move.RELEGATED
    return tier, Move.STAYS


@dataclass(frozen=True, slots=True)
class Placing:
    """The division of a player in a season, and the reason."""

    player_id: int
    tier: int
    move: Move


Divisions = tuple[tuple[Placing, ...], ...]
"""The divisions, the highest first, each in the order of its numbers; empty if there are too few players for one."""


def with_plans(proposed: Divisions, plans: Mapping[int, int]) -> Divisions:
    """
    The divisions with the players of *plans* where they were planned.

    :param plans: tiers by the ids of players; a tier beyond the last is one more division below.
    """
    count = len(proposed) + 1
    everybody = [placing for division in proposed for placing in division]
    tiers = {one.player_id: min(max(plans.get(one.player_id, one.tier), 1), count) for one in everybody}
    planned = _compact([[one for one in everybody if tiers[one.player_id] == tier] for tier in range(1, count + 1)])
    mended = _mended(planned, plans)
    if mended is None:
        return proposed
    return tuple(
        tuple(
            one if one.tier == tier else replace(one, tier=tier, move=_why_moved(one, plans, mended))
            for one in division
        )
        for tier, division in enumerate(planned, 1)
    )


def _compact(divisions: Sequence[list[Placing]]) -> list[list[Placing]]:
    """The divisions without empty ones, and with more below until there is room for all."""
    found = [division for division in divisions if division]
    while len(found) * LARGEST_DIVISION < sum(map(len, found)):
        found.append([])
    return found


def _mended(divisions: list[list[Placing]], plans: Mapping[int, int]) -> dict[int, Move] | None:
    """
    Move players until no division is too large or small; gives the reasons by their ids.

    None if moving players without a plan cannot do it.
    """
    moves: dict[int, Move] = {}
    for tier in range(len(divisions)):
        while len(divisions[tier]) > LARGEST_DIVISION:
            leaves = _give(divisions, tier, plans)
            if leaves is None:
                return None
            moves[leaves.player_id] = Move.GIVES_WAY
    for tier in range(len(divisions)):
        while len(divisions[tier]) < SMALLEST_DIVISION:
            comes = _take(divisions, tier, plans)
            if comes is None:
                return None
            moves[comes.player_id] = Move.COMPLETES
    return moves


def _give(divisions: list[list[Placing]], tier: int, plans: Mapping[int, int]) -> Placing | None:
    """Move a player from a division that is too large to the nearest one with room, below before above; gives who."""
    for other in _nearest(len(divisions), tier):
        free = [one for one in divisions[tier] if one.player_id not in plans]
        if free and len(divisions[other]) < LARGEST_DIVISION:
            leaves = free[-1] if other > tier else free[0]
            divisions[tier].remove(leaves)
            divisions[other].insert(0 if other > tier else len(divisions[other]), leaves)
            return leaves
    return None


def _take(divisions: list[list[Placing]], tier: int, plans: Mapping[int, int]) -> Placing | None:
    """Move a player to a division that is too small from the nearest that can spare one, below first; gives who."""
    for other in _nearest(len(divisions), tier):
        free = [one for one in divisions[other] if one.player_id not in plans]
        if free and len(divisions[other]) > SMALLEST_DIVISION:
            comes = free[0] if other > tier else free[-1]
            divisions[other].remove(comes)
            divisions[tier].insert(0 if other < tier else len(divisions[tier]), comes)
            return comes
    return None


def _nearest(count: int, tier: int) -> list[int]:
    return sorted((other for other in range(count) if other != tier), key=lambda other: (abs(other - tier), -other))


def _why_moved(one: Placing, plans: Mapping[int, int], mended: Mapping[int, Move]) -> Move:
    return Move.PLANNED if one.player_id in plans else mended.get(one.player_id, Move.RENUMBERED)


_KEPT = (Move.RELEGATED, Move.PROMOTED, Move.STAYS, Move.NEW)
"""The order in which players keep their places in a division with too few."""
_RISING = (Move.STAYS, Move.RELEGATED, Move.PROMOTED, Move.NEW)
"""The order in which players of a division move up to fill the one above."""

_HELD = {Move.PROMOTED: Move.HELD_BELOW, Move.RELEGATED: Move.HELD_ABOVE}
"""The reason for staying where the result would lead elsewhere."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """A player who takes part in the season."""

    player_id: int
    rating: int = USUAL_RATING
    planned_tier: int | None = None
    """The division that an organiser chose; None to let the seeding decide."""


@dataclass(frozen=True, slots=True)
class Field:
    """The players who are put into divisions."""

    candidates: Sequence[Candidate]
    """The players of the season, in the order of joining."""
    movers: Sequence[Mover] = ()
    """The players of the last season, as from `moved`; those who are no candidates are ignored."""


def divisions_of(field: Field, players_per_division: int, newcomers: Newcomers = Newcomers.LOWEST) -> Divisions:
    """The divisions of a season; an organiser's plans are kept where the sizes allow it."""
    seeds = _seeds(field, newcomers)
    claims = Counter(seed.tier for seed in seeds if seed.came_from is not None)
    sizes = division_sizes(len(seeds), players_per_division, claims)
    proposed = _filled(seeds, sizes)
    plans = {one.player_id: one.planned_tier for one in field.candidates if one.planned_tier is not None}
    return with_plans(proposed, plans) if proposed else ()


def division_sizes(players: int, wanted: int, claims: Mapping[int, int] | None = None) -> tuple[int, ...]:
    """
    The sizes of the divisions, the highest first; empty with fewer than three players.

    :param wanted: how many players a division should have.
    :param claims: how many players the last season's results lead to each tier.
    """
    counts = [count for count in range(1, players + 1) if _is_possible(players, count)]
    if not counts:
        return ()
    # Of two counts that are equally close, the smaller: fewer divisions, more opponents.
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
    """A candidate with the tier to which last season's result, or the rating, leads."""

    player_id: int
    tier: int
    """That tier; for newcomers who are not placed by rating the lowest of the last season."""
    move: Move
    came_from: int | None
    order: int
    """The position among all seeds, the best first."""

    def placed(self, tier: int) -> Placing:
        """The seed in the division where it ended up."""
        return Placing(self.player_id, tier, self._move(tier))

    def _move(self, tier: int) -> Move:
        if self.came_from is None:
            return Move.NEW
        if tier == self.came_from:
            return _HELD.get(self.move, Move.STAYS)
        if tier < self.came_from:
            return Move.PROMOTED if self.move is Move.PROMOTED else Move.FILLS
        return Move.RELEGATED if self.move is Move.RELEGATED else Move.MAKES_ROOM


def _seeds(field: Field, newcomers: Newcomers) -> list[_Seed]:
    """All candidates: those of the last season in its order, then the newcomers in theirs."""
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
    """Divisions of these sizes, filled from the top: surplus players move down, missing ones come from below."""
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
    """The order in which players keep a place; those who had to move down from above already come first."""
    return (-1 if seed.tier < tier else _KEPT.index(seed.move)), seed.order


def _rising(seed: _Seed) -> tuple[int, int, int]:
    return seed.tier, _RISING.index(seed.move), seed.order


@dataclass(frozen=True, slots=True)
class ScheduledPairing:
    """A pairing of a schedule: two players of a division, by their numbers from 1."""

    round: int
    """The round, from 1."""
    first: int
    """The player with the first seat."""
    second: int


class Format(ABC):
    """A format of seasons: which players of a division meet, in which rounds."""

    name: str
    """The name for people: "round robin"."""

    @abstractmethod
    def rounds(self, players: int, legs: int = 1) -> int:
        """The number of rounds for that many *players*."""

    @abstractmethod
    def pairings(self, players: int, legs: int = 1) -> tuple[ScheduledPairing, ...]:
        """All pairings of a division with the numbers 1 to *players*, round by round."""


class RoundRobin(Format):
    """The round robin, once (one leg) or twice (two legs)."""

    name = "round robin"

    def rounds(self, players: int, legs: int = 1) -> int:
        """One less than the number of players in each leg; as many as players if odd, with one bye in each round."""
        return legs * (_even(players) - 1)

    def pairings(self, players: int, legs: int = 1) -> tuple[ScheduledPairing, ...]:
        """All pairings, round by round; with an odd number of players one has a bye in each round."""
        leg = self.rounds(players)
        once = [pairing for number in range(1, leg + 1) for pairing in _round(players, number)]
        again = [ScheduledPairing(pairing.round + leg, pairing.second, pairing.first) for pairing in once if legs > 1]
        return (*once, *again)


ROUND_ROBIN = RoundRobin()


def _round(players: int, number: int) -> list[ScheduledPairing]:
    """
    The pairings of a round of one leg.

    All numbers but the last turn in a circle, so those that meet in a round have the same sum modulo the circle's size.
    """
    last = _even(players)
    sums = {first: (number + 1 - first) % (last - 1) or last - 1 for first in range(1, last)}
    # The number that would meet itself meets the last.
    pairs = [(one, last if other == one else other) for one, other in sums.items() if one <= other]
    pairs.sort(key=lambda pair: (pair[1] != last, pair))
    return [ScheduledPairing(number, *_seated(pair, last)) for pair in pairs if max(pair) <= players]


def _seated(pair: tuple[int, int], last: int) -> tuple[int, int]:
    """Two numbers, given the lower first, in the order of their seats."""
    lower, higher = pair
    is_lower_first = lower <= last // 2 if higher == last else (lower + higher) % 2 == 1
    return pair if is_lower_first else (higher, lower)


def _even(players: int) -> int:
    """The number of players, made even by a missing one who stands for the bye."""
    return players + players % 2
