"""
Why an action of Kyo cannot be played: the sentences that teach the rules.

What is legal is not decided here. An action that the draft does not let pass is looked at until the rule that it
breaks is found.
"""

from collections.abc import Iterable

from corr.errors import Refusal
from corr.games.guide import few
from corr.games.kyo import shuffle_faults, step_faults
from corr.games.kyo.draft import KyoDraft
from corr.games.kyo.position import SIDES
from corr.games.kyo.stacks import OWNED, SHIELD, owner, pawn_of
from corr.games.kyo.steps import Action, Shuffle, shuffles, write_action
from corr.games.kyo.tiles import BOARD, NAMES, each
from corr.games.kyo.turn_ends import why_over
from corr.games.kyo.words import actor_title, owned


def refusal(draft: KyoDraft, action: Action) -> Refusal:
    """Why *action*, which is not legal, cannot be played next in *draft*, and what could instead."""
    over = _over(draft)
    if over:
        return Refusal(over)
    if not draft.acting() >> action.source & 1:
        return Refusal(_not_acting(draft, action.source), *_legal(draft, action))
    if isinstance(action, Shuffle):
        return Refusal(shuffle_faults.fault(draft, action), *_legal(draft, action))
    return Refusal(f"{step_faults.fault(draft, action)}{_idle(draft, action)}", *_legal(draft, action))


def _idle(draft: KyoDraft, action: Action) -> str:
    """That the stack which would act can do nothing at all, after a space; empty if it can."""
    may_shuffle = draft.may_shuffle(action.source) and draft.lift(action.source).shuffles
    if may_shuffle or draft.steps(action.source):
        return ""
    return f" The {actor_title(draft.stacks[action.source])} on {NAMES[action.source]} has no legal action at all."


def _over(draft: KyoDraft) -> str | None:
    """Why nothing at all can be played, if that is so."""
    if draft.has_action():
        return None
    if not draft.made:
        due = draft.position.seat
        return "The game is over." if draft.seat == due else f"It is {SIDES[due]}’s turn."
    return f"The turn is over after action {len(draft.made)}. {why_over(draft)}"


def _not_acting(draft: KyoDraft, tile: int) -> str:
    """Why the stack on a tile may not act."""
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


def _legal(draft: KyoDraft, action: Action) -> tuple[tuple[str, ...], bool]:
    """A few actions that are nearest to one that is not legal, and whether there are more."""
    return few(map(write_action, _instead(draft, action)))


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
