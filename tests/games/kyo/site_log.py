"""The turn log of the public implementation, written for turns of ours."""

from collections.abc import Callable, Iterator
from random import Random

from corr.games.kyo.draft import KyoDraft
from corr.games.kyo.position import HEADING, NAMES
from corr.games.kyo.stacks import DARK, LIGHT, LOOSE, MANA_OF, SHIELD, TOWER, Sign, pawn_of
from corr.games.kyo.steps import Action, Shuffle, Step
from tests.games.kyo.samples import RULES, first_actions, played

Own = Callable[[str, int], str]
"""The pieces that count as one's own below a pawn of some kind, for a seat."""


def with_shields(kind: str, seat: int) -> str:  # noqa: ARG001 - the same for all pawns
    """Shields count as one's own."""
    return MANA_OF[seat] + SHIELD


def with_shields_of_towers(kind: str, seat: int) -> str:
    """Shields count as a Tower's own alone: so does the public implementation."""
    return MANA_OF[seat] + SHIELD * (kind == TOWER)


def logged(start: KyoDraft, made: tuple[Action, ...], own: Own) -> str:
    """A turn as one path."""
    draft, found, here = start, list[str](), -1
    for action in made:
        if action.source != here:
            found.append(NAMES[action.source])
        here = action.source
        if isinstance(action, Shuffle):
            found.append("↺" + "".join("▮" if letter == DARK else "▯" for letter in action.order))
        elif action.sign == Sign.DEPLOY:
            found.append(f"{'⇥' if action.count == 1 else f'⎯{action.count}⇥'} {NAMES[action.goal]}")
        else:
            found.append(f"{_arrow(draft, action, own)} {NAMES[action.goal]}")
            here = action.goal
        draft = draft.after(action)
    return " ".join(found)


def _arrow(draft: KyoDraft, step: Step, own: Own) -> str:
    stack = draft.stacks[step.source]
    kind = pawn_of(stack)
    chips = stack if kind == LOOSE else stack[:-1]
    rest = chips[: len(chips) - step.count]
    left = len(rest) - len(rest.rstrip(own(kind, draft.seat)))
    if _is_mana(step, kind, rest, draft):
        return "→" if left == 1 else f"⎯{left}→"
    arrow = "⇏" if step.sign == Sign.UNDER else "⇒"
    return f"={left}{arrow}" if left else arrow


def _is_mana(step: Step, kind: str, rest: str, draft: KyoDraft) -> bool:
    if step.sign == Sign.STRIKE_SHIELD:
        return draft.last >= 0
    matching = (DARK, LIGHT)[HEADING[step.source, step.goal] & 1]
    is_over = kind not in {LOOSE, "P"} and rest[-1:].upper() == matching
    return step.sign == Sign.MANA_MOVE or (step.sign == Sign.STRIKE and is_over)


def random_turns(games: int, seed: int, *, most: int = 120) -> Iterator[tuple[KyoDraft, KyoDraft]]:
    """Turns of random games: each empty and made."""
    chance = Random(seed)
    for _ in range(games):
        position = RULES.start()
        for _ in range(most):
            if RULES.outcome(position):
                break
            start = draft = RULES.begin(position, position.seat)
            while actions := first_actions(draft, 400):
                if draft.made and chance.random() < 0.25:
                    break
                draft = draft.after(_chosen(actions, chance))
            yield start, draft
            position = played(draft)


def _chosen(actions: list[Action], chance: Random) -> Action:
    """One of the actions, Mana moves before others, so that there are chains."""
    further = [
        action for action in actions if isinstance(action, Step) and action.sign in {Sign.MANA_MOVE, Sign.STRIKE}
    ]
    return chance.choice(further if further and chance.random() < 0.5 else actions)
