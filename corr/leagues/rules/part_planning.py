"""
Divisions as they are proposed, and as an organiser changes them before the season starts.

Only those move whom the organiser moved. Where that would leave a division with fewer than 3 or more than 20 players,
those whom nobody planned make it up, the nearest first; and if even that is impossible, the plans are not kept.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from corr.leagues.rules.part_moving import Move
from corr.leagues.rules.settings import LARGEST_DIVISION, SMALLEST_DIVISION


@dataclass(frozen=True, slots=True)
class Placing:
    """Somebody's place in the divisions of a season, and why."""

    player_id: int
    tier: int
    move: Move
    came_from: int | None = None
    """The tier of the last season; None for newcomers."""


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
    return proposed if mended is None else tuple(_renamed(division, tier) for tier, division in enumerate(mended, 1))


def _compact(divisions: Sequence[list[Placing]]) -> list[list[Placing]]:
    """The divisions without empty ones, and one more below where all are too few."""
    found = [division for division in divisions if division]
    while len(found) * LARGEST_DIVISION < sum(map(len, found)):
        found.append([])
    return found


def _mended(divisions: list[list[Placing]], plans: Mapping[int, int]) -> list[list[Placing]] | None:
    """The divisions with none too large or too small; None if that cannot be done by moving those not planned."""
    for tier in range(len(divisions)):
        while len(divisions[tier]) > LARGEST_DIVISION:
            if not _give(divisions, tier, plans):
                return None
    for tier in range(len(divisions)):
        while len(divisions[tier]) < SMALLEST_DIVISION:
            if not _take(divisions, tier, plans):
                return None
    return divisions


def _give(divisions: list[list[Placing]], tier: int, plans: Mapping[int, int]) -> bool:
    """Let the last of a division that is too large go to the nearest one with room, those below before those above."""
    for other in _nearest(len(divisions), tier):
        free = [one for one in divisions[tier] if one.player_id not in plans]
        if free and len(divisions[other]) < LARGEST_DIVISION:
            leaves = free[-1] if other > tier else free[0]
            divisions[tier].remove(leaves)
            divisions[other].insert(0 if other > tier else len(divisions[other]), leaves)
            return True
    return False


def _take(divisions: list[list[Placing]], tier: int, plans: Mapping[int, int]) -> bool:
    """Let a division that is too small take one of the nearest that can spare one, from below before from above."""
    for other in _nearest(len(divisions), tier):
        free = [one for one in divisions[other] if one.player_id not in plans]
        if free and len(divisions[other]) > SMALLEST_DIVISION:
            comes = free[0] if other > tier else free[-1]
            divisions[other].remove(comes)
            divisions[tier].insert(0 if other < tier else len(divisions[tier]), comes)
            return True
    return False


def _nearest(count: int, tier: int) -> list[int]:
    return sorted((other for other in range(count) if other != tier), key=lambda other: (abs(other - tier), -other))


def _renamed(division: Sequence[Placing], tier: int) -> tuple[Placing, ...]:
    return tuple(one if one.tier == tier else replace(one, tier=tier, move=Move.PLANNED) for one in division)
