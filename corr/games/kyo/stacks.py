"""
What a stack is: a text of letters from bottom to top, as positions write it, the facts about it, and what actions do.

A stack is any number of Mana of either colour, then any number of Shields, then at most one pawn. Facts are found once
for each text and kept, since the same few stacks occur again and again.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from math import comb

from corr.games.kyo.position import SIZE
from corr.games.seats import FIRST, SECOND, Seat, other

SHIELD = "+"
LIGHT_PAWN, HEAVY_PAWN, TOWER, QUEEN, KING = PAWNS = "PHTQK"
DARK, LIGHT = MANA = "DL"
LOOSE = ""
"""The kind of pawn of a stack that has none."""
MOST_LIFTED = 5
"""So many chips go with or from under a pawn at most."""
TITLES = {
    LIGHT_PAWN: "Light Pawn",
    HEAVY_PAWN: "Heavy Pawn",
    TOWER: "Tower",
    QUEEN: "Queen",
    KING: "King",
    DARK: "Dark Mana",
    LIGHT: "Light Mana",
    SHIELD: "Shield",
}
"""What people call each piece, by its capital letter."""
LETTERS = "PHTQKDLphtqkdl+"
"""Every letter of a stack."""
MANA_OF = (MANA, MANA.lower())
"""The letters of the Mana of each seat."""
FORM = re.compile(r"[DLdl]*\+*[PHTQKphtqk]?")
"""What a stack may look like."""
FEW_SHUFFLES = 20
"""Up to so many orders of a stack are kept ready; under a pawn there are never more."""

_KEPT = 1 << 13
_count_orders = lru_cache(_KEPT)(comb)
_NO_MANA = f"{SHIELD}{PAWNS}{PAWNS.lower()}"

# The facts that are kept as sets of tiles, all in one whole number: each set is SIZE bits above the one before.
PAWNED = (0, SIZE)
"""Where the sets of tiles with a pawn of each seat on top begin."""
SHIELDED = 2 * SIZE
"""Where the set of tiles with a Shield on top begins."""
GUARDED = 3 * SIZE
"""Where the set of tiles with a pawn on Shields begins."""
OWNED = (4 * SIZE, 5 * SIZE)
"""Where the sets of tiles that each seat owns begin."""
KINGS = (6 * SIZE, 7 * SIZE)
"""Where the sets of tiles with the King of each seat begin."""
CHARGED = (8 * SIZE, 9 * SIZE)
"""Where the sets of tiles with Mana of each seat anywhere in the stack begin."""


class Sign:
    """The signs of actions, all but the last between from-tile and to-tile."""

    MANA_MOVE, DIRECT, STRIKE, STRIKE_SHIELD, UNDER, DEPLOY, SHUFFLE = ">-x*/^~"


@dataclass(frozen=True, slots=True, eq=False)
class Lift:
    """The chips of a stack that its owner may lift. Made once for all stacks that are alike, so each equals itself."""

    seat: Seat
    kind: str
    """The capital letter of the pawn; `LOOSE` without one."""
    shields: int
    """How many Shields may be lifted: those come first."""
    mana: str
    """The Mana that may be lifted, bottom to top, in capitals."""
    left: str
    """For each number of lifted chips the Mana that is then on top of what stays, or a space if none is."""

    @property
    def most(self) -> int:
        """The number of chips that may be lifted."""
        return self.shields + len(self.mana)

    @property
    def shuffles(self) -> int:
        """The number of other orders in which the Mana may be put back."""
        return _count_orders(len(self.mana), self.mana.count(DARK)) - 1

    @property
    def is_tall(self) -> bool:
        """Whether there are so many orders that they are only made when they are asked for."""
        return len(self.mana) > MOST_LIFTED and self.shuffles > FEW_SHUFFLES


@lru_cache(maxsize=_KEPT)
def shape(stack: str) -> int:
    """The facts about a stack that are kept as sets of tiles, as if it stood on tile 0."""
    if not stack:
        return 0
    found = sum(1 << CHARGED[seat] for seat in (FIRST, SECOND) if any(mana in stack for mana in MANA_OF[seat]))
    top = stack[-1]
    if top == SHIELD:
        return found | 1 << SHIELDED
    seat = owner(top)
    found |= 1 << OWNED[seat]
    if top.upper() in PAWNS:
        found |= 1 << PAWNED[seat]
        if stack[-2:-1] == SHIELD:
            found |= 1 << GUARDED
        if top.upper() == KING:
            found |= 1 << KINGS[seat]
    return found


def planes(stacks: Iterable[str]) -> int:
    """The facts about all stacks as sets of tiles, in one whole number."""
    return sum(shape(stack) << tile for tile, stack in enumerate(stacks) if stack)


def owner(piece: str) -> Seat:
    """The seat of a piece that is no Shield."""
    return FIRST if piece.isupper() else SECOND


def pawn_of(stack: str) -> str:
    """The capital letter of the pawn of a stack; `LOOSE` if it has none."""
    top = stack[-1:].upper()
    return top if top in PAWNS else LOOSE


def mana_part(stack: str) -> str:
    """The Mana of a stack, of both colours."""
    return stack.rstrip(_NO_MANA)


@lru_cache(maxsize=_KEPT)
def lift(stack: str) -> Lift:
    """The chips that the owner of a stack, which it must have, may lift from it."""
    # kyo: What a player may lift.
    seat, kind = owner(stack[-1]), pawn_of(stack)
    if kind == LIGHT_PAWN:
        return _alike(seat, kind)
    chips = stack[:-1] if kind else stack
    mana = mana_part(chips)
    reach = len(mana) - len(mana.rstrip(MANA_OF[seat]))
    if not kind:
        return _alike(seat, kind, mana=mana[len(mana) - reach :].upper())
    shields = min(len(chips) - len(mana), MOST_LIFTED)
    reach = min(reach, MOST_LIFTED - shields)
    left = [chips[-1 - count].upper() if count < len(chips) else " " for count in range(shields + reach + 1)]
    top = "".join(left).replace(SHIELD, " ")
    return _alike(seat, kind, shields=shields, mana=mana[len(mana) - reach :].upper(), left=top)


@lru_cache(maxsize=_KEPT)
def _alike(seat: Seat, kind: str, *, shields: int = 0, mana: str = "", left: str = " ") -> Lift:
    """One object for all stacks that are alike, so that it can be compared fast."""
    return Lift(seat, kind, shields, mana, left)


@lru_cache(maxsize=2 * _KEPT)
def moved(sign: str, source: str, goal: str, count: int) -> tuple[str, str, int, int]:
    """
    The stacks on the from-tile and the to-tile after a legal step, and what it changes in the `shape` of each.

    :param source: the stack on the from-tile before it.
    :param goal: the stack on the to-tile before it.
    """
    left, landed = _moved(sign, source, goal, count)
    return left, landed, shape(source) ^ shape(left), shape(goal) ^ shape(landed)


def _moved(sign: str, source: str, goal: str, count: int) -> tuple[str, str]:
    if sign == Sign.STRIKE_SHIELD:
        # kyo: Strike a Shield. The top Shield is removed, the attacker stays.
        return source, goal[:-1]
    if sign in {Sign.UNDER, Sign.DEPLOY}:
        chips, pawn = source[:-1], source[-1]
        cut = len(chips) - count
        return chips[:cut] + pawn, _with_chips(goal, chips[cut:])
    if pawn_of(source) == LOOSE:
        cut = len(source) - count
        return source[:cut], _with_chips(goal, source[cut:])
    if sign == Sign.STRIKE:
        # kyo: Strike a pawn. With it goes the Mana of that enemy directly below it.
        goal = goal[:-1].rstrip(MANA_OF[owner(goal[-1])])
    cut = len(source) - 1 - count
    return source[:cut], goal + source[cut:]


def _with_chips(stack: str, chips: str) -> str:
    """A stack with chips put on it: Mana alone goes in above all Mana and below Shields and pawn."""
    if SHIELD in chips:
        return stack + chips
    mana = mana_part(stack)
    return mana + chips + stack[len(mana) :]


def shuffled(stack: str, order: str, seat: Seat) -> str:
    """A stack with its topmost Mana, of *seat*, put back in another order."""
    mana = mana_part(stack)
    return mana[: len(mana) - len(order)] + (order.lower() if seat else order) + stack[len(mana) :]


def cleared(stack: str, brought: int, seat: Seat) -> str:
    """
    A stack with a pawn of *seat* on which its turn ended, after at least one step.

    :param brought: how many chips directly below the pawn it brought along in its last step.
    """
    # kyo: Enemy Mana under a pawn that ends its turn.
    cut = len(stack) - 1 - brought
    return stack[:cut].rstrip(MANA_OF[other(seat)]) + stack[cut:]
