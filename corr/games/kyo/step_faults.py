"""Why a step, strike or deploy of Kyo cannot be played."""

from __future__ import annotations

from typing import TYPE_CHECKING

from corr.games.kyo.position import SIDES
from corr.games.kyo.shuffle_faults import reach_end
from corr.games.kyo.stacks import LIGHT_PAWN, LOOSE, MOST_LIFTED, SHIELD, TITLES, TOWER, Lift
from corr.games.kyo.steps import (
    AROUND,
    DEPLOY,
    DIRECT,
    MANA_MOVE,
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
    write_action,
)
from corr.games.kyo.tiles import HEADING, HEADINGS, NAMES
from corr.games.kyo.turn_ends import last_but_deploys
from corr.games.kyo.words import MANA_LEFT, actor_title, number, owned, title

if TYPE_CHECKING:
    from corr.games.kyo.draft import KyoDraft


def fault(draft: KyoDraft, action: Step) -> str:
    """The rule that an action between two tiles breaks; its stack may act."""
    source, goal = NAMES[action.source], NAMES[action.goal]
    if action.source == action.goal:
        return f"{source} is where it already is: a step goes to one of the tiles around it."
    if (action.source, action.goal) not in HEADING:
        return f"{goal} is not beside {source}: a step goes to one of the up to eight tiles around."
    lifted = draft.lift(action.source)
    return (
        _phase_fault(draft, action, lifted)
        or _count_fault(draft, action, lifted)
        or _goal_fault(draft, action, lifted)
        or _mana_fault(draft, action, lifted)
        or _otherwise(draft, action)
    )


def _otherwise(draft: KyoDraft, action: Step) -> str:
    """How an action is written that has the wrong sign."""
    steps = (step for step in draft.steps(action.source) if not isinstance(step, Shuffle))
    ways = [write_action(step) for step in steps if (step.goal, step.count) == (action.goal, action.count)]
    return f"That action is written {' or '.join(ways)}." if ways else "No rule lets that stack do this."


def _phase_fault(draft: KyoDraft, action: Step, lifted: Lift) -> str | None:
    """Why such an action may not come at this point of the turn."""
    is_tower = lifted.kind == TOWER
    if draft.phase is Phase.DEPLOYS and action.sign != DEPLOY:
        return f"After {last_but_deploys(draft)} a Tower may only deploy."
    if draft.phase is Phase.MANA and (action.sign == UNDER or (action.sign == DEPLOY and not is_tower)):
        what = "Chips go from under a pawn" if action.sign == UNDER else "Any pawn but a Tower deploys"
        return f"{what} only as a first move; after a Mana move only Mana moves may follow."
    return None


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
    if action.sign == STRIKE_SHIELD and count:
        return "When a Shield is struck, the attacker stays and nothing is carried, so no number is written."
    if count > lifted.most:
        return _reach_fault(draft, action, lifted)
    return _too_few(action, lifted)


def _too_few(action: Step, lifted: Lift) -> str | None:
    """That no chips go where some must, or Shields alone where Mana must be among them."""
    if action.count < (lifted.kind == LOOSE or action.sign == UNDER):
        return f"It must be said how many chips go: {write_action(action)}:1 for one."
    if action.sign == UNDER and action.count <= lifted.shields:
        deploy = write_action(Step(DEPLOY, action.source, action.goal, action.count))
        return f"Those are Shields alone, which are deployed: {deploy}; with “/” at least one Mana goes along."
    return None


def _reach_fault(draft: KyoDraft, action: Step, lifted: Lift) -> str:
    """Why more chips were asked for than can be lifted."""
    source, stack = NAMES[action.source], draft.stacks[action.source]
    if lifted.kind != LOOSE and action.count > MOST_LIFTED:
        return f"No more than five chips go with or from under a pawn; {action.count} are too many."
    actor = actor_title(stack)
    if lifted.most:
        return f"Only {number(lifted.most, 'chip')} can be lifted on {source}{reach_end(draft, action.source)}."
    why = reach_end(draft, action.source) or ": nothing lies there"
    return f"No chip can be lifted from under the {actor} on {source}{why}."


def _deploy_count_fault(draft: KyoDraft, action: Step, lifted: Lift) -> str | None:
    """Why so many Shields cannot be deployed."""
    source, there = NAMES[action.source], lifted.shields
    pawn = actor_title(draft.stacks[action.source])
    if not there:
        return f"No Shield lies directly under the {pawn} on {source}, so it has nothing to deploy."
    if action.count < 1:
        return f"It must be said how many Shields are deployed: {write_action(action)}:1 for one."
    if action.count > MOST_LIFTED:
        return f"One deploy moves no more than five Shields; {action.count} are too many."
    if action.count > there:
        only = "only 1 Shield lies" if there == 1 else f"only {there} Shields lie"
        return f"Directly under the {pawn} on {source} {only}, so {action.count} cannot be deployed."
    return None


# -- where to ---------------------------------------------------------------------------------------------------


def _goal_fault(draft: KyoDraft, action: Step, lifted: Lift) -> str | None:
    """Why the group cannot go there, or strike there."""
    on = ground(draft.planes & AROUND[action.source], action.goal, lifted)
    if lifted.kind == LOOSE:
        return None
    if action.sign == DEPLOY:
        return _deploy_goal_fault(draft, action.goal, on)
    if action.sign == UNDER:
        return _under_goal_fault(draft, action.goal, lifted, on)
    if on is Ground.SHIELD:
        return _shield_fault(action, lifted)
    return _pawn_fault(draft, action, lifted, on) if on >= Ground.OWN else _nothing_to_strike(draft, action)


def _deploy_goal_fault(draft: KyoDraft, tile: int, on: Ground) -> str | None:
    """Why Shields cannot be deployed there."""
    if on <= Ground.SHIELD:
        return None
    pawn = owned(draft.stacks[tile][-1])
    return f"Shields are deployed to a tile without a pawn, and {pawn} stands on {NAMES[tile]}."


def _nothing_to_strike(draft: KyoDraft, action: Step) -> str | None:
    """That a strike meets neither a Shield nor an enemy pawn."""
    if action.sign not in {STRIKE, STRIKE_SHIELD}:
        return None
    stack = draft.stacks[action.goal]
    what = f"{owned(stack[-1])} lies on top" if stack else "it is empty"
    return f"There is nothing to strike on {NAMES[action.goal]}: {what}."


def _under_goal_fault(draft: KyoDraft, tile: int, lifted: Lift, on: Ground) -> str | None:
    """Why chips with Mana among them cannot go there from under a pawn."""
    goal, stack = NAMES[tile], draft.stacks[tile]
    if on is Ground.OPEN or not lifted.shields:
        return None
    if on is Ground.SHIELD:
        return (
            f"A Shield is on top on {goal}, and Mana never lies above a Shield: Mana goes there without Shields only."
        )
    return f"{owned(stack[-1])} stands on {goal}: Mana slides in below a pawn, but not with a Shield among the chips."


def _shield_fault(action: Step, lifted: Lift) -> str | None:
    """Why a pawn cannot go to, or strike, a tile with a Shield on top."""
    goal, pawn = NAMES[action.goal], TITLES[lifted.kind]
    if lifted.kind != TOWER:
        if action.sign == STRIKE_SHIELD:
            return None
        strike = write_action(Step(STRIKE_SHIELD, action.source, action.goal, 0))
        return f"A {pawn} cannot step onto the Shield on {goal}: it can strike it, {strike}, carrying nothing."
    if action.count > lifted.shields:
        return f"A Tower steps onto the Shield on {goal} only without Mana: Mana never lies above a Shield."
    if action.sign == STRIKE_SHIELD:
        return f"A Tower does not strike the Shield on {goal}: it steps onto it."
    return None


def _pawn_fault(draft: KyoDraft, action: Step, lifted: Lift, on: Ground) -> str | None:
    """Why a pawn cannot go to a tile with a pawn on it, or strike that."""
    goal, enemy = NAMES[action.goal], owned(draft.stacks[action.goal][-1])
    if on is Ground.OWN:
        own = f"{SIDES[draft.seat]}'s own {title(draft.stacks[action.goal][-1])}"
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
            f"strike it without Mana."
        )
    return None


# -- after a Mana move ------------------------------------------------------------------------------------------


def _mana_fault(draft: KyoDraft, action: Step, lifted: Lift) -> str | None:
    """Why an action after a Mana move is none, or goes in a direction that is not permitted."""
    if draft.phase is not Phase.MANA or action.sign not in {MANA_MOVE, DIRECT, STRIKE, STRIKE_SHIELD}:
        return None
    heading = HEADING[action.source, action.goal]
    # A strike at a Shield carries nothing, and is judged by whatever the pawn could lift.
    counts = range(lifted.most + 1) if action.sign == STRIKE_SHIELD else (action.count,)
    if not any(is_mana_move(lifted, heading, count) for count in counts):
        return _no_mana(draft, action)
    if not may_follow(heading, draft.last):
        kind, kept = MANA_LEFT[heading & 1], HEADINGS[draft.last]
        return f"The second Mana move over {kind} must keep its direction ({kept}); this one goes {HEADINGS[heading]}."
    return None


def _no_mana(draft: KyoDraft, action: Step) -> str:
    """That a step after a Mana move leaves the wrong piece on top, or none."""
    source, heading = NAMES[action.source], HEADING[action.source, action.goal]
    needed = (
        f"After a Mana move only Mana moves may follow: one to the {HEADINGS[heading]} leaves {MANA_LEFT[heading & 1]}"
    )
    if action.sign == STRIKE_SHIELD:
        return f"{needed} on top, and on {source} that is so for no number of lifted chips."
    stack = draft.stacks[action.source]
    left = stack[: len(stack) - 1 - action.count]
    top = (title(left[-1]) if left[-1] != SHIELD else "a Shield") if left else "nothing"
    lifting = f"lifting {number(action.count, 'chip')}" if action.count else "lifting no chips"
    return f"{needed} on top; {lifting} on {source} leaves {top}."
