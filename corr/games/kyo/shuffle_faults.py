"""Why a shuffle of Kyo cannot be played, or why so many chips cannot be lifted."""

from corr.games.kyo.draft import KyoDraft
from corr.games.kyo.stacks import LIGHT_PAWN, LOOSE, MOST_LIFTED, SHIELD, pawn_of
from corr.games.kyo.steps import Phase, Shuffle, write_action
from corr.games.kyo.tiles import NAMES
from corr.games.kyo.turn_ends import last_but_deploys
from corr.games.kyo.words import actor_title, chips, number, owned

_TWO = 2


def fault(draft: KyoDraft, action: Shuffle) -> str:
    """The rule that a shuffle breaks; its stack may act."""
    return _phase_fault(draft, action.source) or _reach_fault(draft, action) or _order_fault(draft, action)


def _phase_fault(draft: KyoDraft, tile: int) -> str | None:
    """Why there may be no shuffle at this point of the turn."""
    if draft.shuffled:
        return "Two shuffles in a row are one shuffle: write the order that you want in the end as one."
    if draft.phase is Phase.DEPLOYS:
        return f"After {last_but_deploys(draft)} a Tower may only deploy."
    if not draft.may_shuffle(tile):
        return f"Only a Queen may shuffle after a Mana move, and this is a {actor_title(draft.stacks[tile])}."
    return None


def _reach_fault(draft: KyoDraft, action: Shuffle) -> str | None:
    """Why not so many Mana can be lifted, or none at all."""
    name, mana = NAMES[action.source], draft.lift(action.source).mana
    if pawn_of(draft.stacks[action.source]) == LIGHT_PAWN:
        return f"A Light Pawn lifts no chips, so nothing can be shuffled on {name}."
    if len(mana) < _TWO:
        end = reach_end(draft, action.source)
        return f"A shuffle needs at least two Mana that can be lifted; on {name} there {_is_only(len(mana))}{end}."
    if len(action.order) > len(mana):
        end = reach_end(draft, action.source)
        return f"Only the topmost {number(len(mana), 'Mana')} on {name} can be shuffled{end}."
    return None


def _order_fault(draft: KyoDraft, action: Shuffle) -> str:
    """What is wrong with the new order."""
    name, mana, order = NAMES[action.source], draft.lift(action.source).mana, action.order
    before = mana[len(mana) - len(order) :]
    if len(order) < _TWO:
        return "In a shuffle at least two Mana change places, so their new order has at least two letters."
    if order == before:
        return f"A shuffle must change something, and on {name} the order is {chips(before)} already."
    if sorted(order) != sorted(before):
        return (
            f"A shuffle only puts Mana in another order: on {name} the topmost {len(before)} from bottom to top are "
            f"{chips(before)}, not {chips(order)}."
        )
    changed = next(place for place in range(len(order)) if order[place] != before[place])
    return f"That action is written {write_action(Shuffle(action.source, order[changed:]))}."


def _is_only(count: int) -> str:
    return "is only 1" if count else "is none"


def reach_end(draft: KyoDraft, tile: int) -> str:
    """Why no more can be lifted on a tile, as the end of a sentence; empty where simply no more lies there."""
    stack, lifted = draft.stacks[tile], draft.lift(tile)
    if lifted.kind != LOOSE and lifted.most >= MOST_LIFTED:
        return ": no more than five chips go with or from under a pawn"
    below = stack[: len(stack) - lifted.most - (lifted.kind != LOOSE)]
    if not below or below[-1] == SHIELD:
        return ""
    return f": the reach ends above {owned(below[-1])}"
