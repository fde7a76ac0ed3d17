"""
Why an action of Kyo cannot be played: the sentences that teach the rules.

What is legal is not decided here. An action that the draft does not let pass is looked at until the rule that it
breaks is found.
"""

from collections.abc import Iterable, Sequence

from corr.games.api import Rules
from corr.games.guide import few
from corr.games.kyo.draft import KyoDraft
from corr.games.kyo.guide import MANA_LEFT, actor_title, chips, number, owned, title
from corr.games.kyo.position import SIDES, Position
from corr.games.kyo.stacks import (
    KING,
    KINGS,
    LIGHT_PAWN,
    LOOSE,
    MOST_LIFTED,
    OWNED,
    SHIELD,
    TITLES,
    TOWER,
    Lift,
    Sign,
    owner,
    pawn_of,
)
from corr.games.kyo.steps import Action, Ground, Phase, Shuffle, Step, ground, is_mana_move, may_follow, shuffles
from corr.games.kyo.tiles import BOARD, HEADING, HEADINGS, NAMES, each
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
    return _shuffle_phase_fault(draft, action.source) or _lifting_fault(draft, action) or _order_fault(draft, action)


def _shuffle_phase_fault(draft: KyoDraft, tile: int) -> str | None:
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
    if last.sign == Sign.STRIKE_SHIELD:
        return f"Striking a Shield ends the turn; the {TITLES[pawn_of(draft.stacks[last.source])]} stays where it is."
    if last.sign == Sign.STRIKE:
        return "A strike ends the turn."
    if last.sign == Sign.DEPLOY:
        return "A deploy ends the turn, except for a Tower."
    return "A Direct move ends the turn."


def _no_mana_left(draft: KyoDraft) -> str:
    """That nothing would be left to step off, if that is so."""
    lifted = draft.lift(draft.actor)
    return "" if lifted.left.strip() else ": however many chips are lifted, no Mana is on top of what stays"


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
    if draft.phase is Phase.DEPLOYS and action.sign != Sign.DEPLOY:
        return f"After {last_but_deploys(draft)} a Tower may only deploy."
    if draft.phase is Phase.MANA and action.sign == Sign.UNDER:
        return "Chips go from under a pawn only as a first move, not after a Mana move."
    if draft.phase is Phase.MANA and action.sign == Sign.DEPLOY and lifted.kind != TOWER:
        return f"Only a Tower may deploy after a Mana move, and this is a {TITLES[lifted.kind]}."
    return None


def last_but_deploys(draft: KyoDraft) -> str:
    """The action of a Tower after which it may only deploy: "a strike"."""
    last = next(action for action in reversed(draft.made) if isinstance(action, Shuffle) or action.sign != Sign.DEPLOY)
    if isinstance(last, Shuffle):
        return "a shuffle"
    return "a strike" if last.sign == Sign.STRIKE else "a Direct move"


def _bounce_fault(draft: KyoDraft, action: Step, lifted: Lift) -> str | None:
    """Why a pawn that would strike a Shield cannot do so, or not in the way that was written."""
    if action.sign in {Sign.UNDER, Sign.DEPLOY} or lifted.kind in {LOOSE, TOWER}:
        return None
    if _found(draft, action, lifted) is not Ground.SHIELD:
        return None
    strike = Step(Sign.STRIKE_SHIELD, action.source, action.goal, 0)
    if not draft.accepts(strike):
        # A strike at a Shield carries nothing, and is judged by whatever the pawn could lift.
        return _mana_fault(draft, action, range(lifted.most + 1))
    if action.sign == Sign.STRIKE_SHIELD:
        return "When a Shield is struck, the attacker stays and nothing is carried, so no number is written."
    pawn, goal = TITLES[lifted.kind], NAMES[action.goal]
    return f"A {pawn} cannot step onto the Shield on {goal}: it can strike it, {strike}, carrying nothing."


def _found(draft: KyoDraft, action: Step, lifted: Lift) -> Ground:
    """What the group finds on the tile that it goes to."""
    return ground(draft.planes, action.goal, lifted)


# -- how many chips ---------------------------------------------------------------------------------------------


def _count_fault(draft: KyoDraft, action: Step, lifted: Lift) -> str | None:
    """Why so many chips cannot be moved in that way."""
    source, kind, count = NAMES[action.source], lifted.kind, action.count
    if action.sign in {Sign.UNDER, Sign.DEPLOY} and kind == LOOSE:
        return f"There is no pawn on {source} to move chips from under; Mana without a pawn is moved with “-”."
    if kind == LIGHT_PAWN and (count or action.sign in {Sign.UNDER, Sign.DEPLOY}):
        return f"A Light Pawn lifts no chips and deploys nothing; the one on {source} can only step or strike alone."
    if action.sign == Sign.DEPLOY:
        return _deploy_count_fault(draft, action, lifted)
    if count > lifted.most:
        return _reach_fault(draft, action, lifted)
    return _too_few(action, lifted)


def _too_few(action: Step, lifted: Lift) -> str | None:
    """That no chips go where some must, or Shields alone where Mana must be among them."""
    if not action.count and (lifted.kind == LOOSE or action.sign == Sign.UNDER):
        return NUMBER_MISSING.format("chips go")
    if action.sign == Sign.UNDER and action.count <= lifted.shields:
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
    if action.sign == Sign.DEPLOY:
        return f"Shields are deployed to a tile without a pawn, and {owned(top)} stands on {NAMES[action.goal]}."
    if action.sign == Sign.UNDER:
        what = "A Shield lies" if top == SHIELD else f"{owned(top)} stands"
        return f"{what} on {NAMES[action.goal]}: Mana alone would slide in below, but a Shield is among these chips."
    on = _found(draft, action, lifted)
    if on is Ground.SHIELD:
        return _shield_fault(action, lifted)
    return _pawn_fault(draft, action, lifted, on) if on >= Ground.OWN else _nothing_to_strike(draft, action)


def _nothing_to_strike(draft: KyoDraft, action: Step) -> str | None:
    """That a strike meets neither a Shield nor an enemy pawn."""
    if action.sign not in {Sign.STRIKE, Sign.STRIKE_SHIELD}:
        return None
    stack = draft.stacks[action.goal]
    what = f"{owned(stack[-1])} lies on top" if stack else "it is empty"
    return f"There is nothing to strike on {NAMES[action.goal]}: {what}."


def _shield_fault(action: Step, lifted: Lift) -> str | None:
    """Why a Tower cannot go to a tile with a Shield on top; any other pawn would strike it."""
    goal = NAMES[action.goal]
    if action.count > lifted.shields:
        return f"A Tower steps onto the Shield on {goal} only without Mana: Mana never lies above a Shield."
    if action.sign == Sign.STRIKE_SHIELD:
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
    if draft.phase is not Phase.MANA or action.sign in {Sign.UNDER, Sign.DEPLOY}:
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
