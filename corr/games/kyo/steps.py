"""
The actions of Kyo, and which of them a stack has, given what lies around it.

Everything depends on little: what may be lifted (`Lift`), and for each tile around, whether it is open or a Shield, an
own pawn or an enemy pawn is on top. So it is found once for each such case and kept.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import IntEnum
from functools import lru_cache
from itertools import combinations

from corr.games.kyo.position import HEADING, NAMES, NEIGHBOURS, RINGS
from corr.games.kyo.stacks import DARK, GUARDED, LIGHT, LIGHT_PAWN, LOOSE, PAWNED, SHIELDED, TOWER, Lift, Sign
from corr.games.seats import other

_KEPT = 1 << 14
_KEPT_STEPS = 1 << 17
MOST_KEPT = 30
"""Of how many chips what may be done with them is kept: the Mana of one side is 26."""
_MANA_LEFT = (DARK, LIGHT)
AROUND = tuple(sum(ring << plane for plane in (*PAWNED, SHIELDED, GUARDED)) for ring in RINGS)
"""For each tile what of the planes says what its actions may meet around it."""


@dataclass(frozen=True, slots=True)
class Step:
    """Something that goes, or strikes, from one tile to one beside it."""

    sign: str
    source: int
    goal: int
    count: int
    """How many chips are moved."""

    def __str__(self) -> str:
        count = f":{self.count}" if self.count else ""
        return f"{NAMES[self.source]}{self.sign}{NAMES[self.goal]}{count}"


@dataclass(frozen=True, slots=True)
class Shuffle:
    """Lifted Mana that is put back in another order."""

    source: int
    order: str
    """In capitals, bottom to top, from the lowest one that changed up to the topmost Mana."""

    def __str__(self) -> str:
        return f"{NAMES[self.source]}{Sign.SHUFFLE}{self.order}"


Action = Step | Shuffle
"""One action of Kyo."""


class Phase(IntEnum):
    """The part of a turn that was reached."""

    FIRST = 0
    """No step, strike, Direct move or non-Tower deploy was made."""
    MANA = 1
    """A Mana move was made: more of them may follow."""
    DEPLOYS = 2
    """A Tower made its Direct move, strike or shuffle: only deploys may follow."""
    OVER = 3
    """The turn is over by a rule, or the game is."""


class Ground(IntEnum):
    """The top of a tile as a group of pieces finds it."""

    OPEN = 0
    """Nothing, or Mana on top."""
    SHIELD = 1
    """A Shield on top."""
    OWN = 2
    """An own pawn."""
    ENEMY = 3
    """An enemy pawn without Shields under it."""
    ENEMY_ON_SHIELDS = 4


@lru_cache(maxsize=_KEPT_STEPS)
def step(sign: str, source: int, goal: int, count: int) -> Step:
    """The step of these facts, made once."""
    return Step(sign, source, goal, count)


def ground(planes: int, goal: int, lifted: Lift) -> Ground:
    """The top of a tile as a group of the owner of a stack finds it."""
    seat = lifted.seat
    if planes >> SHIELDED + goal & 1:
        return Ground.SHIELD
    if planes >> PAWNED[seat] + goal & 1:
        return Ground.OWN
    if not planes >> PAWNED[other(seat)] + goal & 1:
        return Ground.OPEN
    return Ground.ENEMY_ON_SHIELDS if planes >> GUARDED + goal & 1 else Ground.ENEMY


def is_mana_move(lifted: Lift, heading: int, count: int) -> bool:
    """Whether a step of the pawn with so many chips is a Mana move."""
    # kyo: Actions, 1. Dark Mana is left by orthogonal steps, Light Mana by diagonal ones.
    return lifted.kind not in {LOOSE, LIGHT_PAWN} and lifted.left[count] == _MANA_LEFT[heading & 1]


def may_follow(heading: int, last: int) -> bool:
    """Whether a Mana move in a direction may follow one in direction *last*, or the first one if *last* is negative."""
    # kyo: Actions, 1. Orthogonal ones leave Dark Mana and diagonal ones Light Mana, so the direction tells the kind.
    return last < 0 or heading == last or (heading ^ last) & 1 == 1


# -- what a stack may do ----------------------------------------------------------------------------------------


@lru_cache(maxsize=_KEPT)
def first_actions(source: int, lifted: Lift, around: int, barred: int) -> tuple[Action, ...]:
    """
    The first moves of a stack; of a tall stack of Mana without the shuffles.

    :param around: the planes around the tile, cut out with `AROUND`.
    :param barred: the tiles with pawns that a Light Pawn does not outnumber.
    """
    return unkept_first_actions(source, lifted, around, barred)


def unkept_first_actions(source: int, lifted: Lift, around: int, barred: int) -> tuple[Action, ...]:
    """The same of a stack of which more than `MOST_KEPT` may be lifted: who sets up many such must not fill memory."""
    found: list[Action] = []
    for _, goal in NEIGHBOURS[source]:
        if lifted.kind == LOOSE:
            found += _loose_steps(source, goal, lifted.most)
        elif not barred >> goal & 1:
            found += _pawn_steps(source, goal, lifted, ground(around, goal, lifted))
    if not lifted.is_tall:
        found += shuffles(source, lifted)
    return tuple(found)


@lru_cache(maxsize=_KEPT)
def next_actions(source: int, lifted: Lift, around: int, last: int) -> tuple[Action, ...]:
    """The actions of a pawn after a Mana move in direction *last*, but for the shuffles of a Queen."""
    found: list[Action] = []
    for heading, goal in NEIGHBOURS[source]:
        if may_follow(heading, last):
            found += _next_steps(source, goal, lifted, ground(around, goal, lifted))
    if lifted.kind == TOWER:
        found += deploys(source, lifted, around)
    return tuple(found)


@lru_cache(maxsize=_KEPT)
def deploys(source: int, lifted: Lift, around: int) -> tuple[Action, ...]:
    """The deploys of Shields from under a pawn."""
    return tuple(
        step(Sign.DEPLOY, source, goal, count)
        for _, goal in NEIGHBOURS[source]
        if ground(around, goal, lifted) <= Ground.SHIELD
        for count in range(1, lifted.shields + 1)
    )


def _loose_steps(source: int, goal: int, most: int) -> Iterator[Step]:
    """What a stack without a pawn may do to one tile."""
    # kyo: Where a step may go, the table.
    make = step if most <= MOST_KEPT else Step
    return (make(Sign.DIRECT, source, goal, count) for count in range(1, most + 1))


@lru_cache(maxsize=_KEPT)
def _pawn_steps(source: int, goal: int, lifted: Lift, on: Ground) -> tuple[Step, ...]:
    """What a stack with a pawn may do to one tile as a first move."""
    # kyo: Where a step may go, the table.
    found = []
    if on is Ground.OPEN:
        heading = HEADING[source, goal]
        for count in range(lifted.most + 1):
            sign = Sign.MANA_MOVE if is_mana_move(lifted, heading, count) else Sign.DIRECT
            found.append(step(sign, source, goal, count))
    else:
        found += _onto(source, goal, lifted, on)
    found += (step(Sign.UNDER, source, goal, count) for count in _under(lifted, on))
    if on <= Ground.SHIELD:
        found += (step(Sign.DEPLOY, source, goal, count) for count in range(1, lifted.shields + 1))
    return tuple(found)


def _onto(source: int, goal: int, lifted: Lift, on: Ground) -> Iterator[Step]:
    """What a pawn may do as a first move to a tile with a Shield or a pawn on top."""
    if on is Ground.SHIELD and lifted.kind != TOWER:
        yield step(Sign.STRIKE_SHIELD, source, goal, 0)
        return
    if on is Ground.OWN:
        return
    heading = HEADING[source, goal]
    # No Mana may come to lie on Shields.
    most = lifted.most if on is Ground.ENEMY else lifted.shields
    for count in range(most + 1):
        if on is not Ground.SHIELD:
            yield step(Sign.STRIKE, source, goal, count)
        else:
            yield step(Sign.MANA_MOVE if is_mana_move(lifted, heading, count) else Sign.DIRECT, source, goal, count)


def _under(lifted: Lift, on: Ground) -> range:
    """How many chips may go to a tile from under the pawn that stays, Mana among them."""
    if on is Ground.OPEN or not lifted.shields:
        return range(lifted.shields + 1, lifted.most + 1)
    # With a Shield among them they cannot slide in below Shields or a pawn.
    return range(0)


@lru_cache(maxsize=_KEPT)
def _next_steps(source: int, goal: int, lifted: Lift, on: Ground) -> tuple[Step, ...]:
    """What a pawn may do to one tile as a Mana move, the direction being permitted."""
    heading = HEADING[source, goal]
    counts = [count for count in range(lifted.most + 1) if is_mana_move(lifted, heading, count)]
    if on is Ground.OWN or not counts:
        return ()
    if on is Ground.SHIELD and lifted.kind != TOWER:
        return (step(Sign.STRIKE_SHIELD, source, goal, 0),)
    if on in {Ground.SHIELD, Ground.ENEMY_ON_SHIELDS}:
        counts = [count for count in counts if count <= lifted.shields]
    sign = Sign.STRIKE if on >= Ground.ENEMY else Sign.MANA_MOVE
    return tuple(step(sign, source, goal, count) for count in counts)


# -- shuffles ---------------------------------------------------------------------------------------------------


def shuffles(source: int, lifted: Lift) -> Iterator[Shuffle]:
    """Every other order of the Mana that may be lifted, lazily, those that change little first."""
    mana = lifted.mana
    for place in range(len(mana) - 2, -1, -1):
        changed = LIGHT if mana[place] == DARK else DARK
        rest = list(mana[place:])
        if changed in rest:
            rest.remove(changed)
            for arranged in _arrangements(rest.count(DARK), rest.count(LIGHT)):
                yield Shuffle(source, changed + arranged)


def _arrangements(dark: int, light: int) -> Iterator[str]:
    """Every order of so many Dark and Light Mana."""
    for places in combinations(range(dark + light), light):
        order = [DARK] * (dark + light)
        for place in places:
            order[place] = LIGHT
        yield "".join(order)


def may_shuffle(lifted: Lift, order: str) -> bool:
    """Whether the topmost Mana may be put back in *order*, which begins with the lowest one that changes."""
    size = len(order)
    if not 0 < size <= len(lifted.mana):
        return False
    before = lifted.mana[-size:]
    return order[0] != before[0] and sorted(order) == sorted(before)
