"""
Why an action of Kyo cannot be played: the sentences that teach the rules.

What is legal is not decided here. An action that the draft does not let pass is looked at until the rule that it
breaks is found.
"""

from collections.abc import Iterable

from corr.games.api import Rules
from corr.games.guide import few
from corr.games.kyo.draft import KyoDraft
from corr.games.kyo.guide import actor_title, chips, number, owned
from corr.games.kyo.position import SIDES, Position
from corr.games.kyo.stacks import KING, KINGS, LIGHT_PAWN, OWNED, SHIELD, TITLES, owner, pawn_of
from corr.games.kyo.step_faults import last_but_deploys, reach_end, step_fault
from corr.games.kyo.steps import DEPLOY, STRIKE, STRIKE_SHIELD, Action, Phase, Shuffle, shuffles
from corr.games.kyo.tiles import BOARD, NAMES, each
from corr.games.seats import other

_TWO = 2


class KyoRefusals(Rules[Position, Action, KyoDraft]):
    """The part of the rules that says why an action cannot be played."""

    def fault(self, draft: KyoDraft, action: Action) -> str:
        if not draft.acting() >> action.source & 1:
            return _not_acting(draft, action.source)
        if isinstance(action, Shuffle):
            return _shuffle_fault(draft, action)
        return f"{step_fault(draft, action)}{_idle(draft, action)}"

    def alternatives(self, draft: KyoDraft, action: Action) -> tuple[tuple[str, ...], bool]:
        return few(_instead(draft, action))

    def why_over(self, draft: KyoDraft) -> str:
        """The reason why no action may follow those of *draft*; empty if none was made or one may follow."""
        if not draft.made or draft.has_action():
            return ""
        if not draft.planes >> KINGS[other(draft.seat)] & BOARD:
            return f"The {TITLES[KING]} was struck, which ends the game."
        if draft.phase is Phase.OVER:
            return _ended_by(draft)
        tile = NAMES[draft.actor]
        if draft.phase is Phase.MANA:
            return f"No further Mana move is possible from {tile}{_no_mana_left(draft)}."
        if draft.phase is Phase.DEPLOYS:
            return f"After {last_but_deploys(draft)} a Tower may only deploy, and it has nothing to deploy on {tile}."
        return f"Nothing further is possible from {tile}."


def _idle(draft: KyoDraft, action: Action) -> str:
    """That the stack which would act can do nothing at all, after a space; empty if it can."""
    may_shuffle = draft.may_shuffle(action.source) and draft.lift(action.source).shuffles
    if may_shuffle or draft.steps(action.source):
        return ""
    return f" The {actor_title(draft.stacks[action.source])} on {NAMES[action.source]} has no legal action at all."


def _not_acting(draft: KyoDraft, tile: int) -> str:
    name, stack = NAMES[tile], draft.stacks[tile]
    if draft.actor >= 0:
        actor = f"the {actor_title(draft.stacks[draft.actor])} on {NAMES[draft.actor]}"
        return f"All actions of one turn are made by one stack: now by {actor}."
    if not stack:
        return f"There is nothing on {name}."
    if stack[-1] == SHIELD:
        return f"The stack on {name} belongs to nobody: a Shield lies on top of it."
    what = owned(stack[-1])
    side = SIDES[owner(stack[-1])]
    if pawn_of(stack):
        return f"{what} stands on {name}, and it is {SIDES[draft.seat]}’s turn."
    return f"The stack on {name} is {side}’s, with {what} on top, and it is {SIDES[draft.seat]}’s turn."


# -- what would be legal ----------------------------------------------------------------------------------------


def _instead(draft: KyoDraft, action: Action) -> Iterable[Action]:
    """What is nearest to an action that is not legal: of the same stack, to the same tile where that is possible."""
    if draft.acting() >> action.source & 1:
        steps = draft.steps(action.source)
        if isinstance(action, Shuffle):
            may = draft.may_shuffle(action.source)
            return (shuffles(action.source, draft.lift(action.source)) if may else ()) or steps
        there = [step for step in steps if not isinstance(step, Shuffle) and step.goal == action.goal]
        return there or steps
    if draft.actor >= 0:
        return draft.steps(draft.actor)
    own = draft.planes >> OWNED[draft.seat] & BOARD
    others = (step for tile in each(own) for step in draft.steps(tile))
    goal = action.source if isinstance(action, Shuffle) else action.goal
    return [step for step in others if not isinstance(step, Shuffle) and step.goal == goal]


# -- shuffles ---------------------------------------------------------------------------------------------------


def _shuffle_fault(draft: KyoDraft, action: Shuffle) -> str:
    """The rule that a shuffle breaks; its stack may act."""
    return _phase_fault(draft, action.source) or _lifting_fault(draft, action) or _order_fault(draft, action)


def _phase_fault(draft: KyoDraft, tile: int) -> str | None:
    """Why there may be no shuffle at this point of the turn."""
    if draft.shuffled:
        return "Two shuffles in a row are one shuffle: write the order that you want in the end as one."
    if draft.phase is Phase.DEPLOYS:
        return f"After {last_but_deploys(draft)} a Tower may only deploy."
    if not draft.may_shuffle(tile):
        return f"Only a Queen may shuffle after a Mana move, and this is a {actor_title(draft.stacks[tile])}."
    return None


def _lifting_fault(draft: KyoDraft, action: Shuffle) -> str | None:
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
    return f"That action is written {Shuffle(action.source, order[changed:])}."


def _is_only(count: int) -> str:
    return "is only 1" if count else "is none"


# -- the end of a turn ------------------------------------------------------------------------------------------


def _ended_by(draft: KyoDraft) -> str:
    """The rule by which the last action ended the turn."""
    last = draft.made[-1]
    if isinstance(last, Shuffle):
        return "A shuffle ends the turn, except for a Queen."
    if last.sign == STRIKE_SHIELD:
        return f"Striking a Shield ends the turn; the {TITLES[pawn_of(draft.stacks[last.source])]} stays where it is."
    if last.sign == STRIKE:
        return "A strike ends the turn."
    if last.sign == DEPLOY:
        return "A deploy ends the turn, except for a Tower."
    return "A Direct move ends the turn."


def _no_mana_left(draft: KyoDraft) -> str:
    """That nothing would be left to step off, if that is so."""
    lifted = draft.lift(draft.actor)
    return "" if lifted.left.strip() else ": however many chips are lifted, no Mana is on top of what stays"
