"""Why a step, strike or deploy of Kyo cannot be played."""

from collections.abc import Sequence

from corr.games.kyo.draft import KyoDraft
from corr.games.kyo.guide import MANA_LEFT, actor_title, number, owned, title
from corr.games.kyo.position import SIDES
from corr.games.kyo.stacks import LIGHT_PAWN, LOOSE, MOST_LIFTED, SHIELD, TITLES, TOWER, Lift
from corr.games.kyo.steps import (
    AROUND,
    DEPLOY,
    STRIKE,
    STRIKE_SHIELD,
    UNDER,
    Ground,
    Phase,
    Shuffle,
    Step,
    ground,
    is_mana_move,
    may_follow,
)
from corr.games.kyo.tiles import HEADING, HEADINGS, NAMES

NUMBER_MISSING = "It must be said how many {}, after a colon at the end."
"""That the number is left out where there must be one."""


def step_fault(draft: KyoDraft, action: Step) -> str:
    """The rule that an action between two tiles breaks; its stack may act."""
    source, goal = NAMES[action.source], NAMES[action.goal]
    if action.source == action.goal:
        return f"{source} is where it already is: a step goes to one of the tiles around it."
    if (action.source, action.goal) not in HEADING:
        return f"{goal} is not beside {source}: a step goes to one of the up to eight tiles around."
    lifted = draft.lift(action.source)
    return (
        _phase_fault(draft, action, lifted)
        or _bounce_fault(draft, action, lifted)
        or _count_fault(draft, action, lifted)
        or _goal_fault(draft, action, lifted)
        or _mana_fault(draft, action, (action.count,))
        or _otherwise(draft, action)
    )


def _otherwise(draft: KyoDraft, action: Step) -> str:
    """How an action is written that has the wrong sign."""
    steps = (step for step in draft.steps(action.source) if not isinstance(step, Shuffle))
    ways = [str(step) for step in steps if (step.goal, step.count) == (action.goal, action.count)]
    assert ways, "an action that breaks no rule is legal in another form"
    return f"That action is written {' or '.join(ways)}."


def _phase_fault(draft: KyoDraft, action: Step, lifted: Lift) -> str | None:
    """Why such an action may not come at this point of the turn."""
    if draft.phase is Phase.DEPLOYS and action.sign != DEPLOY:
        return f"After {last_but_deploys(draft)} a Tower may only deploy."
    if draft.phase is Phase.MANA and action.sign == UNDER:
        return "Chips go from under a pawn only as a first move, not after a Mana move."
    if draft.phase is Phase.MANA and action.sign == DEPLOY and lifted.kind != TOWER:
        return f"Only a Tower may deploy after a Mana move, and this is a {TITLES[lifted.kind]}."
    return None


def last_but_deploys(draft: KyoDraft) -> str:
    """The action of a Tower after which it may only deploy: "a strike"."""
    last = next(action for action in reversed(draft.made) if isinstance(action, Shuffle) or action.sign != DEPLOY)
    if isinstance(last, Shuffle):
        return "a shuffle"
    return "a strike" if last.sign == STRIKE else "a Direct move"


def _bounce_fault(draft: KyoDraft, action: Step, lifted: Lift) -> str | None:
    """Why a pawn that would strike a Shield cannot do so, or not in the way that was written."""
    if action.sign in {UNDER, DEPLOY} or lifted.kind in {LOOSE, TOWER}:
        return None
    if _found(draft, action, lifted) is not Ground.SHIELD:
        return None
    strike = Step(STRIKE_SHIELD, action.source, action.goal, 0)
    if not draft.accepts(strike):
        # A strike at a Shield carries nothing, and is judged by whatever the pawn could lift.
        return _mana_fault(draft, action, range(lifted.most + 1))
    if action.sign == STRIKE_SHIELD:
        return "When a Shield is struck, the attacker stays and nothing is carried, so no number is written."
    pawn, goal = TITLES[lifted.kind], NAMES[action.goal]
    return f"A {pawn} cannot step onto the Shield on {goal}: it can strike it, {strike}, carrying nothing."


def _found(draft: KyoDraft, action: Step, lifted: Lift) -> Ground:
    """What the group finds on the tile that it goes to."""
    return ground(draft.planes & AROUND[action.source], action.goal, lifted)


# -- how many chips ---------------------------------------------------------------------------------------------


def _count_fault(draft: KyoDraft, action: Step, lifted: Lift) -> str | None:
    """Why so many chips cannot be moved in that way."""
    source, kind, count = NAMES[action.source], lifted.kind, action.count
    if action.sign in {UNDER, DEPLOY} and kind == LOOSE:
        return f"There is no pawn on {source} to move chips from under; Mana without a pawn is moved with “-”."
    if kind == LIGHT_PAWN and (count or action.sign in {UNDER, DEPLOY}):
        return f"A Light Pawn lifts no chips and deploys nothing; the one on {source} can only step or strike alone."
    if action.sign == DEPLOY:
        return _deploy_count_fault(draft, action, lifted)
    if count > lifted.most:
        return _reach_fault(draft, action, lifted)
    return _too_few(action, lifted)


def _too_few(action: Step, lifted: Lift) -> str | None:
    """That no chips go where some must, or Shields alone where Mana must be among them."""
    if not action.count and (lifted.kind == LOOSE or action.sign == UNDER):
        return NUMBER_MISSING.format("chips go")
    if action.sign == UNDER and action.count <= lifted.shields:
        return "Those are Shields alone, which are deployed, with “^”; with “/” at least one Mana goes along."
    return None


def _reach_fault(draft: KyoDraft, action: Step, lifted: Lift) -> str:
    source, stack = NAMES[action.source], draft.stacks[action.source]
    if lifted.kind != LOOSE and action.count > MOST_LIFTED:
        return f"No more than five chips go with or from under a pawn; {action.count} are too many."
    actor = actor_title(stack)
    if lifted.most:
        return f"Only {number(lifted.most, 'chip')} can be lifted on {source}{reach_end(draft, action.source)}."
    why = reach_end(draft, action.source) or ": nothing lies there"
    return f"No chip can be lifted from under the {actor} on {source}{why}."


def reach_end(draft: KyoDraft, tile: int) -> str:
    """The reason why no more can be lifted on a tile, as the end of a sentence; empty where no more lies there."""
    stack, lifted = draft.stacks[tile], draft.lift(tile)
    if lifted.kind != LOOSE and lifted.most >= MOST_LIFTED:
        return ": no more than five chips go with or from under a pawn"
    below = stack[: len(stack) - lifted.most - (lifted.kind != LOOSE)]
    if not below or below[-1] == SHIELD:
        return ""
    return f": the reach ends above {owned(below[-1])}"


def _deploy_count_fault(draft: KyoDraft, action: Step, lifted: Lift) -> str | None:
    source, there = NAMES[action.source], lifted.shields
    pawn = actor_title(draft.stacks[action.source])
    if not there:
        return f"No Shield lies directly under the {pawn} on {source}, so it has nothing to deploy."
    if action.count < 1:
        return NUMBER_MISSING.format("Shields are deployed")
    if action.count > MOST_LIFTED:
        return f"One deploy moves no more than five Shields; {action.count} are too many."
    if action.count > there:
        only = "only 1 Shield lies" if there == 1 else f"only {there} Shields lie"
        return f"Directly under the {pawn} on {source} {only}, so {action.count} cannot be deployed."
    return None


# -- where to ---------------------------------------------------------------------------------------------------


def _goal_fault(draft: KyoDraft, action: Step, lifted: Lift) -> str | None:
    """Why the group, whose number of chips is possible, cannot go there, or strike there."""
    if lifted.kind == LOOSE:
        return None
    top = draft.stacks[action.goal][-1:]
    if action.sign == DEPLOY:
        return f"Shields are deployed to a tile without a pawn, and {owned(top)} stands on {NAMES[action.goal]}."
    if action.sign == UNDER:
        what = "A Shield lies" if top == SHIELD else f"{owned(top)} stands"
        return f"{what} on {NAMES[action.goal]}: Mana alone would slide in below, but a Shield is among these chips."
    on = _found(draft, action, lifted)
    if on is Ground.SHIELD:
        return _shield_fault(action, lifted)
    return _pawn_fault(draft, action, lifted, on) if on >= Ground.OWN else _nothing_to_strike(draft, action)


def _nothing_to_strike(draft: KyoDraft, action: Step) -> str | None:
    """That a strike meets neither a Shield nor an enemy pawn."""
    if action.sign not in {STRIKE, STRIKE_SHIELD}:
        return None
    stack = draft.stacks[action.goal]
    what = f"{owned(stack[-1])} lies on top" if stack else "it is empty"
    return f"There is nothing to strike on {NAMES[action.goal]}: {what}."


def _shield_fault(action: Step, lifted: Lift) -> str | None:
    """Why a Tower cannot go to a tile with a Shield on top; any other pawn would strike it."""
    goal = NAMES[action.goal]
    if action.count > lifted.shields:
        return f"A Tower steps onto the Shield on {goal} only without Mana: Mana never lies above a Shield."
    if action.sign == STRIKE_SHIELD:
        return f"A Tower does not strike the Shield on {goal}: it steps onto it."
    return None


def _pawn_fault(draft: KyoDraft, action: Step, lifted: Lift, on: Ground) -> str | None:
    """Why a pawn cannot go to a tile with a pawn on it, or strike that."""
    goal, enemy = NAMES[action.goal], owned(draft.stacks[action.goal][-1])
    if on is Ground.OWN:
        own = f"{SIDES[draft.seat]}’s own {title(draft.stacks[action.goal][-1])}"
        return f"{own} stands on {goal}, and a pawn never goes onto an own pawn."
    if lifted.kind == LIGHT_PAWN:
        backing, against = draft.backing(action.goal), draft.against(action.source)
        if backing <= against:
            return (
                f"To strike {enemy}, a Light Pawn needs more stacks around {goal} than the {against} against it; "
                f"it has {backing}."
            )
    if on is Ground.ENEMY_ON_SHIELDS and action.count > lifted.shields:
        return (
            f"When {enemy} on {goal} is struck, its Shields stay, and Mana never lies above a Shield: "
            f"no Mana may come along."
        )
    return None


# -- after a Mana move ------------------------------------------------------------------------------------------


def _mana_fault(draft: KyoDraft, action: Step, counts: Sequence[int]) -> str | None:
    """
    Why an action after a Mana move is none itself, or goes in a direction that is not permitted.

    :param counts: the numbers of lifted chips of which one would do.
    """
    if draft.phase is not Phase.MANA or action.sign in {UNDER, DEPLOY}:
        return None
    lifted, heading = draft.lift(action.source), HEADING[action.source, action.goal]
    if not any(is_mana_move(lifted, heading, count) for count in counts):
        return _no_mana(draft, action, counts)
    if not may_follow(heading, draft.last):
        kind, kept = MANA_LEFT[heading & 1], HEADINGS[draft.last]
        return f"The second Mana move over {kind} must keep its direction ({kept}); this one goes {HEADINGS[heading]}."
    return None


def _no_mana(draft: KyoDraft, action: Step, counts: Sequence[int]) -> str:
    """That a step or strike after a Mana move leaves the wrong piece on top, or none."""
    source, heading = NAMES[action.source], HEADING[action.source, action.goal]
    needed = (
        "After a Mana move every step or strike must be a Mana move: "
        f"one to the {HEADINGS[heading]} leaves {MANA_LEFT[heading & 1]} on top"
    )
    if len(counts) > 1:
        return f"{needed}, and on {source} that is so for no number of lifted chips."
    (count,) = counts
    stack = draft.stacks[action.source]
    left = stack[: len(stack) - 1 - count]
    top = (title(left[-1]) if left[-1] != SHIELD else "a Shield") if left else "nothing"
    return f"{needed}; lifting {number(count, 'chip') if count else 'no chips'} on {source} leaves {top}."
