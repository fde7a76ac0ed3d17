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
from corr.games.kyo.position import BOARD, HEADING, HEADINGS, NAMES, SIDES, Position, each
from corr.games.kyo.stacks import KINGS, LIGHT_PAWN, LOOSE, MOST_LIFTED, SHIELD, TOWER, Sign, owner, pawn_of
from corr.games.kyo.steps import Action, Ground, Phase, Shuffle, Step, ground, is_mana_move, may_follow, shuffles
from corr.games.seats import other

NUMBER_MISSING = "It must be said how many {}, after a colon at the end."
"""That the number is left out where there must be one."""
_NONE_MOVES = "“:0” would move nothing; write how many {}, after the colon."
STAYING = frozenset({Sign.UNDER, Sign.DEPLOY})
"""The signs of actions in which a pawn stays where it is: not the same action as one in which it would go."""
_TWO = 2


class KyoRefusals(Rules[Position, Action, KyoDraft]):
    """The part of the rules that says why an action cannot be played."""

    def fault(self, draft: KyoDraft, action: Action) -> str:
        if not draft.acting() >> action.source & 1:
            return _not_acting(draft, action.source)
        if isinstance(action, Shuffle):
            return _shuffle_fault(draft, action)
        return f"{_StepFaults(draft, action).first()}{_idle(draft, action)}"

    def alternatives(self, draft: KyoDraft, action: Action) -> tuple[tuple[str, ...], bool]:
        return few(_instead(draft, action))

    def why_over(self, draft: KyoDraft) -> str:
        """The reason why no action may follow those of *draft*; empty if none was made or one may follow."""
        if not draft.made or draft.has_action():
            return ""
        if not draft.planes >> KINGS[other(draft.seat)] & BOARD:
            return "The King was struck, which ends the game."
        if draft.phase is Phase.OVER:
            return _ended_by(draft)
        tile = NAMES[draft.actor]
        if draft.phase is Phase.MANA:
            return f"No further Mana move is possible from {tile}{_no_mana_left(draft)}."
        if draft.phase is Phase.DEPLOYS:
            return f"After {_last_but_deploys(draft)} a Tower may only deploy, and it has nothing to deploy on {tile}."
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
        return draft.steps_to(action.source, action.goal) or steps
    if draft.actor >= 0:
        return draft.steps(draft.actor)
    goal = action.source if isinstance(action, Shuffle) else action.goal
    return [step for tile in each(draft.acting()) for step in draft.steps_to(tile, goal)]


# -- shuffles ---------------------------------------------------------------------------------------------------


def _shuffle_fault(draft: KyoDraft, action: Shuffle) -> str:
    """The rule that a shuffle breaks; its stack may act."""
    return _shuffle_phase_fault(draft, action.source) or _lifting_fault(draft, action) or _order_fault(draft, action)


def _shuffle_phase_fault(draft: KyoDraft, tile: int) -> str | None:
    """Why there may be no shuffle at this point of the turn."""
    if draft.shuffled:
        return "Two shuffles in a row are one shuffle: write the order that you want in the end as one."
    if draft.phase is Phase.DEPLOYS:
        return f"After {_last_but_deploys(draft)} a Tower may only deploy."
    if not draft.may_shuffle(tile):
        return f"Only a Queen may shuffle after a Mana move, and this is a {actor_title(draft.stacks[tile])}."
    return None


def _lifting_fault(draft: KyoDraft, action: Shuffle) -> str | None:
    """Why not so many Mana can be lifted, or none at all."""
    name, mana = NAMES[action.source], draft.lift(action.source).mana
    if pawn_of(draft.stacks[action.source]) == LIGHT_PAWN:
        return f"A Light Pawn lifts no chips, so nothing can be shuffled on {name}."
    if len(mana) < _TWO:
        end = _reach_end(draft, action.source)
        return f"A shuffle needs at least two Mana that can be lifted; on {name} there {_is_only(len(mana))}{end}."
    if len(action.order) > len(mana):
        end = _reach_end(draft, action.source)
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
        return f"Striking a Shield ends the turn; the {actor_title(draft.stacks[last.source])} stays where it is."
    ends = {Sign.STRIKE: "A strike ends the turn.", Sign.DEPLOY: "A deploy ends the turn, except for a Tower."}
    return ends.get(last.sign, "A Direct move ends the turn.")


def _no_mana_left(draft: KyoDraft) -> str:
    """That nothing would be left to step off, if that is so."""
    lifted = draft.lift(draft.actor)
    return "" if lifted.left.strip() else ": however many chips are lifted, no Mana is on top of what stays"


def _last_but_deploys(draft: KyoDraft) -> str:
    """The action of a Tower after which it may only deploy: "a strike"."""
    last = next(action for action in reversed(draft.made) if isinstance(action, Shuffle) or action.sign != Sign.DEPLOY)
    if isinstance(last, Shuffle):
        return "a shuffle"
    return "a strike" if last.sign == Sign.STRIKE else "a Direct move"


def _reach_end(draft: KyoDraft, tile: int) -> str:
    """The reason why no more can be lifted on a tile, as the end of a sentence; empty where no more lies there."""
    stack, lifted = draft.stacks[tile], draft.lift(tile)
    if lifted.kind != LOOSE and lifted.most >= MOST_LIFTED:
        return ": no more than five chips go with or from under a pawn"
    below = stack[: len(stack) - lifted.most - (lifted.kind != LOOSE)]
    if not below or below[-1] == SHIELD:
        return ""
    return f": the reach ends above {owned(below[-1])}"


# -- steps, strikes and deploys ---------------------------------------------------------------------------------


class _StepFaults:
    """What can be wrong with an action between two tiles, the first of which may act."""

    def __init__(self, draft: KyoDraft, action: Step) -> None:
        self.draft, self.action = draft, action
        self.lifted = draft.lift(action.source)
        self.actor = actor_title(draft.stacks[action.source])
        self.source, self.goal = NAMES[action.source], NAMES[action.goal]
        self.heading = HEADING.get((action.source, action.goal), -1)
        self.is_loose = self.lifted.kind == LOOSE
        self.stays = action.sign in STAYING

    def first(self) -> str:
        """The first rule that it breaks."""
        if self.action.source == self.action.goal:
            return f"{self.source} is where it already is: a step goes to one of the tiles around it."
        if self.heading < 0:
            return f"{self.goal} is not beside {self.source}: a step goes to one of the up to eight tiles around."
        fault = self._phase() or self._bounce() or self._count() or self._goal() or self._mana((self.action.count,))
        return fault or self._otherwise()

    def _otherwise(self) -> str:
        """How an action is written that has the wrong sign."""
        action = self.action
        ways = [str(step) for step in self.draft.steps_to(action.source, action.goal) if step.count == action.count]
        assert ways, "an action that breaks no rule is legal in another form"
        return f"That action is written {' or '.join(ways)}."

    def _phase(self) -> str:
        phase, sign = self.draft.phase, self.action.sign
        if phase is Phase.DEPLOYS and sign != Sign.DEPLOY:
            return f"After {_last_but_deploys(self.draft)} a Tower may only deploy."
        if phase is Phase.MANA and sign == Sign.UNDER:
            return "Chips go from under a pawn only as a first move, not after a Mana move."
        if phase is Phase.MANA and sign == Sign.DEPLOY and self.lifted.kind != TOWER:
            return f"Only a Tower may deploy after a Mana move, and this is a {self.actor}."
        return ""

    def _found(self) -> Ground:
        """What the group finds on the tile that it goes to."""
        return ground(self.draft.planes, self.action.goal, self.lifted)

    def _bounce(self) -> str:
        """Why a pawn that would strike a Shield cannot do so, or not in the way that was written."""
        if self.stays or self.lifted.kind in {LOOSE, TOWER} or self._found() is not Ground.SHIELD:
            return ""
        strike = Step(Sign.STRIKE_SHIELD, self.action.source, self.action.goal, 0)
        if not self.draft.accepts(strike):
            # A strike at a Shield carries nothing, and is judged by whatever the pawn could lift.
            return self._mana(range(self.lifted.most + 1))
        if self.action.sign == Sign.STRIKE_SHIELD:
            return "When a Shield is struck, the attacker stays and nothing is carried, so no number is written."
        onto = f"A {self.actor} cannot step onto the Shield on {self.goal}"
        return f"{onto}: it can strike it, {strike}, carrying nothing."

    # -- how many chips -----------------------------------------------------------------------------------------

    def _count(self) -> str:
        sign, count, lifted = self.action.sign, self.action.count, self.lifted
        if self.stays and self.is_loose:
            return f"There is no pawn on {self.source} to move chips from under; Mana without a pawn is moved with “-”."
        if lifted.kind == LIGHT_PAWN and (count or self.stays):
            alone = f"the one on {self.source} can only step or strike alone"
            return f"A Light Pawn lifts no chips and deploys nothing; {alone}."
        if sign == Sign.DEPLOY:
            return self._deploy_count()
        return self._reach() if count > lifted.most else self._too_few()

    def _too_few(self) -> str:
        sign, count, lifted = self.action.sign, self.action.count, self.lifted
        if not count and (self.is_loose or sign == Sign.UNDER):
            return _NONE_MOVES.format("chips go")
        if sign == Sign.UNDER and count <= lifted.shields:
            return "Those are Shields alone, which are deployed, with “^”; with “/” at least one Mana goes along."
        return ""

    def _reach(self) -> str:
        if not self.is_loose and self.action.count > MOST_LIFTED:
            return f"No more than five chips go with or from under a pawn; {self.action.count} are too many."
        end = _reach_end(self.draft, self.action.source)
        if self.lifted.most:
            return f"Only {number(self.lifted.most, 'chip')} can be lifted on {self.source}{end}."
        return f"No chip can be lifted from under the {self.actor} on {self.source}{end or ': nothing lies there'}."

    def _deploy_count(self) -> str:
        there, count = self.lifted.shields, self.action.count
        if not there:
            return f"No Shield lies directly under the {self.actor} on {self.source}, so it has nothing to deploy."
        if count < 1:
            return _NONE_MOVES.format("Shields are deployed")
        if count > MOST_LIFTED:
            return f"One deploy moves no more than five Shields; {count} are too many."
        only = "only 1 Shield lies" if there == 1 else f"only {there} Shields lie"
        under = f"Directly under the {self.actor} on {self.source}"
        return f"{under} {only}, so {count} cannot be deployed." if count > there else ""

    # -- where to -----------------------------------------------------------------------------------------------

    def _goal(self) -> str:
        """Why the group, whose number of chips is possible, cannot go there, or strike there."""
        if self.is_loose:
            return ""
        top, goal, sign = self.draft.stacks[self.action.goal][-1:], self.goal, self.action.sign
        if sign == Sign.DEPLOY:
            return f"Shields are deployed to a tile without a pawn, and {owned(top)} stands on {goal}."
        if sign == Sign.UNDER:
            what = "A Shield lies" if top == SHIELD else f"{owned(top)} stands"
            return f"{what} on {goal}: Mana alone would slide in below, but a Shield is among these chips."
        on = self._found()
        if on is Ground.SHIELD:
            return self._onto_shield()
        if on is Ground.OPEN and sign in {Sign.STRIKE, Sign.STRIKE_SHIELD}:
            return f"There is nothing to strike on {goal}: {f'{owned(top)} lies on top' if top else 'it is empty'}."
        return self._onto_pawn(on, top) if on >= Ground.OWN else ""

    def _onto_shield(self) -> str:
        if self.action.count > self.lifted.shields:
            return f"A Tower steps onto the Shield on {self.goal} only without Mana: Mana never lies above a Shield."
        is_strike = self.action.sign == Sign.STRIKE_SHIELD
        return f"A Tower does not strike the Shield on {self.goal}: it steps onto it." if is_strike else ""

    def _onto_pawn(self, on: Ground, pawn: str) -> str:
        if on is Ground.OWN:
            own = f"{SIDES[self.draft.seat]}’s own {title(pawn)}"
            return f"{own} stands on {self.goal}, and a pawn never goes onto an own pawn."
        backing, against = self.draft.backing(self.action.goal), self.draft.against(self.action.source)
        if self.lifted.kind == LIGHT_PAWN and backing <= against:
            needed = f"a Light Pawn needs more stacks around {self.goal} than the {against} against it"
            return f"To strike {owned(pawn)}, {needed}; it has {backing}."
        if on is Ground.ENEMY_ON_SHIELDS and self.action.count > self.lifted.shields:
            stay = f"When {owned(pawn)} on {self.goal} is struck, its Shields stay"
            return f"{stay}, and Mana never lies above a Shield: no Mana may come along."
        return ""

    # -- after a Mana move --------------------------------------------------------------------------------------

    def _mana(self, counts: Sequence[int]) -> str:
        """
        Why an action after a Mana move is none itself, or goes in a direction that is not permitted.

        :param counts: the numbers of lifted chips of which one would do.
        """
        heading, last = self.heading, self.draft.last
        if self.draft.phase is not Phase.MANA or self.stays:
            return ""
        if not any(is_mana_move(self.lifted, heading, count) for count in counts):
            return self._no_mana(counts)
        if may_follow(heading, last):
            return ""
        kept = f"must keep its direction ({HEADINGS[last]}); this one goes {HEADINGS[heading]}"
        return f"The second Mana move over {MANA_LEFT[heading & 1]} {kept}."

    def _no_mana(self, counts: Sequence[int]) -> str:
        """That a step or strike after a Mana move leaves the wrong piece on top, or none."""
        needed = (
            "After a Mana move every step or strike must be a Mana move: "
            f"one to the {HEADINGS[self.heading]} leaves {MANA_LEFT[self.heading & 1]} on top"
        )
        if len(counts) > 1:
            return f"{needed}, and on {self.source} that is so for no number of lifted chips."
        (count,) = counts
        stack = self.draft.stacks[self.action.source]
        left = stack[: len(stack) - 1 - count]
        top = (title(left[-1]) if left[-1] != SHIELD else "a Shield") if left else "nothing"
        return f"{needed}; lifting {number(count, 'chip') if count else 'no chips'} on {self.source} leaves {top}."
