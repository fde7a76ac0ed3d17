"""What actions do to stacks."""

from functools import lru_cache

from corr.games.kyo.stacks import LOOSE, MANA_OF, SHIELD, mana_part, owner, pawn_of, shape
from corr.games.kyo.steps import DEPLOY, STRIKE, STRIKE_SHIELD, UNDER
from corr.games.seats import Seat, other

_KEPT = 1 << 14


@lru_cache(maxsize=_KEPT)
def moved(sign: str, source: str, goal: str, count: int) -> tuple[str, str, int, int]:
    """
    The stacks on the from-tile and the to-tile after a legal step, and what it changes in the `shape` of each.

    :param source: the stack on the from-tile before it.
    :param goal: the stack on the to-tile before it.
    """
    left, landed = _moved(sign, source, goal, count)
    return left, landed, shape(source) ^ shape(left), shape(goal) ^ shape(landed)


def _moved(sign: str, source: str, goal: str, count: int) -> tuple[str, str]:
    if sign == STRIKE_SHIELD:
        # kyo: Strike a Shield. The top Shield is removed, the attacker stays.
        return source, goal[:-1]
    if sign in {UNDER, DEPLOY}:
        chips, pawn = source[:-1], source[-1]
        cut = len(chips) - count
        return chips[:cut] + pawn, _with_chips(goal, chips[cut:])
    if pawn_of(source) == LOOSE:
        cut = len(source) - count
        return source[:cut], _with_chips(goal, source[cut:])
    if sign == STRIKE:
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
