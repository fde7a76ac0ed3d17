"""
The turn log of the public implementation: a whole turn as one path, `C0 → C1 ⎯2→ D2`.

Its numbers say how many chips of one's own stay behind, not how many are carried. Where a pawn that is no Tower stands
on Shields it does not count those, and other writers do, so such a path can mean several turns: then none is taken.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from corr.errors import AmbiguousError, IllegalError, Refusal
from corr.games.api import Rules
from corr.games.kyo.draft import KyoDraft
from corr.games.kyo.guide import number
from corr.games.kyo.position import HEADING, NAMES, TILES, Position
from corr.games.kyo.stacks import DARK, LIGHT, LOOSE, MANA_OF, SHIELD, TOWER, Sign, mana_part, pawn_of
from corr.games.kyo.steps import Action, Shuffle, Step, is_mana_move

SIGNS = "→⇒⇏⇥⎯↺▮▯"
"""What stands between the tiles of a path."""
TILE = "[A-J][0-9]"
"""The pattern of a tile."""
_NUMBER = r"\s* [0-9]{1,4} \s*"
_LEG = (
    rf"\s* (?: ↺ \s* [▮▯]+ | (?: ⎯+{_NUMBER} )? ⇥ \s* {TILE} | (?: ⎯+{_NUMBER} )? → \s* {TILE} "
    rf"| (?: =+{_NUMBER} )? [⇒⇏] \s* {TILE} )"
)
FORM = rf"(?P<path> {TILE} (?: {_LEG} )+ ) (?! \s*: )"
"""The pattern of a path; with `re.VERBOSE`. A number after a colon says what goes along, so that is none."""
_LEGS = re.compile(_LEG, re.VERBOSE | re.IGNORECASE)
GLYPHS = str.maketrans("▮▯", DARK + LIGHT)
"""How Mana is drawn there, and in letters."""
_NUMBERS = {"→": 1, "⇥": 1, "⇒": 0, "⇏": 0}
"""What each arrow says without a number."""
_MEANT = {"→": Sign.MANA_MOVE, "⇒": Sign.DIRECT, "⇏": Sign.UNDER}
_KINDS = {"→": "a Mana move", "⇒": "a Direct move", "⇏": "a move of chips from under the pawn"}
_MOST = 8
"""Readings of a path that are followed at once; more are not told apart any more."""


@dataclass(frozen=True, slots=True)
class _Leg:
    """One part of a path."""

    source: int
    text: str
    """As it was typed, with the tile before it."""
    arrow: str
    number: int
    """How many chips stay behind, or of a deploy how many go."""
    goal: int


def read_path(rules: Rules[Position, Action, KyoDraft], draft: KyoDraft, text: str) -> KyoDraft:
    """
    *draft* with the turn made that a path tells.

    :param text: what `FORM` matches.
    :raises IllegalError: the path fits no legal turn.
    :raises AmbiguousError: it fits several.
    """
    live = [draft]
    for leg in _legs(text):
        found = [one.after(action) for one in live for action in _ways(one, leg)]
        if not found:
            refusal = _own_refusal(live[0], leg) or rules.refusal(live[0], _meant(live[0], leg))
            raise rules.about(IllegalError(refusal), live[0], leg.text)
        live = found
        if len(live) > _MOST:
            break
    if len(live) == 1:
        return live[0]
    turns = tuple(rules.write(one.made[len(draft.made) :]) for one in live)
    sentence = "The numbers of a log do not tell Shields that stay from Shields that go. Write which turn is meant."
    raise AmbiguousError(Refusal(sentence, turns))


def _legs(text: str) -> Iterator[_Leg]:
    """The parts of a path, each with the tile that acts."""
    here = text[:2]
    for found in _LEGS.finditer(text, 2):
        part = found[0].strip()
        arrow = next(sign for sign in part if sign in "↺⇥→⇒⇏")
        digits = "".join(sign for sign in part.partition(arrow)[0] if sign.isdigit())
        number = int(digits) if digits else _NUMBERS.get(arrow, 0)
        goal = here if arrow == "↺" else part[-2:]
        yield _Leg(TILES[here.upper()], f"{here}{found[0]}", arrow, number, TILES[goal.upper()])
        if arrow in _MEANT:
            here = goal


def _ways(draft: KyoDraft, leg: _Leg) -> list[Action]:
    """The legal actions that a part of a path can be."""
    if not draft.acting() >> leg.source & 1:
        return []
    if leg.arrow == "↺":
        return _shuffles(draft, leg)
    if leg.arrow == "⇥":
        return [_meant(draft, leg)] if draft.accepts(_meant(draft, leg)) else []
    return [step for step in draft.steps_to(leg.source, leg.goal) if _is_meant(draft, leg, step)]


def _is_meant(draft: KyoDraft, leg: _Leg, step: Step) -> bool:
    """Whether an arrow can be written for a legal step."""
    if step.sign == Sign.STRIKE_SHIELD:
        # The attacker stays, so nothing is left behind; there is nothing else that a pawn could do there.
        has_number = re.search(r"[0-9]\s*[→⇒⇏⇥]", leg.text)
        return leg.arrow in "→⇒" and (not has_number or leg.number in _left(draft, step))
    sign = step.sign
    if sign == Sign.STRIKE:
        is_mana = is_mana_move(draft.lift(step.source), HEADING[step.source, step.goal], step.count)
        sign = Sign.MANA_MOVE if is_mana else Sign.DIRECT
    return sign == _MEANT[leg.arrow] and leg.number in _left(draft, step)


def _left(draft: KyoDraft, step: Step) -> set[int]:
    """How many chips of one's own a step leaves on its tile above any other piece, with and without Shields."""
    stack = draft.stacks[step.source]
    kind = pawn_of(stack)
    chips = stack if kind == LOOSE else stack[:-1]
    rest = chips[: len(chips) - step.count]
    with_shields = len(rest) - len(rest.rstrip(MANA_OF[draft.seat] + SHIELD))
    return {with_shields, with_shields if kind == TOWER else len(rest) - len(rest.rstrip(MANA_OF[draft.seat]))}


def _shuffles(draft: KyoDraft, leg: _Leg) -> list[Action]:
    """The legal shuffles that glyphs can mean: the log has a hollow one for each Shield above the Mana too."""
    stack, order = draft.stacks[leg.source], _order(leg)
    orders = [order]
    above = stack.count(SHIELD)
    if above and order.endswith(LIGHT * above):
        orders.append(order[:-above])
    found = dict.fromkeys(least_shuffle(stack, leg.source, order) for order in orders)
    return [action for action in found if draft.accepts(action)]


def _order(leg: _Leg) -> str:
    """The order of Mana that the glyphs of a shuffle say."""
    return "".join(leg.text.partition("↺")[2].split()).translate(GLYPHS)


def least_shuffle(stack: str, tile: int, order: str) -> Shuffle:
    """The shuffle to an order of the topmost Mana, without what stays where it is at its beginning."""
    before = mana_part(stack).upper()[-len(order) :]
    same = 0
    if len(before) == len(order) and before != order:
        same = next(number for number, letter in enumerate(order) if letter != before[number])
    return Shuffle(tile, order[same:])


def _meant(draft: KyoDraft, leg: _Leg) -> Action:
    """The action that a part of a path means first of all, legal or not."""
    if leg.arrow == "↺":
        return Shuffle(leg.source, _order(leg))
    if leg.arrow == "⇥":
        return Step(Sign.DEPLOY, leg.source, leg.goal, leg.number)
    carried = 0
    if draft.acting() >> leg.source & 1:
        carried = max(0, draft.lift(leg.source).most - leg.number)
    return Step(_MEANT[leg.arrow], leg.source, leg.goal, carried)


def _own_refusal(draft: KyoDraft, leg: _Leg) -> Refusal | None:
    """Why the number of a part of a path cannot be, if that is what is wrong with it."""
    steps = draft.steps_to(leg.source, leg.goal)
    if leg.arrow in "↺⇥" or not steps:
        return None
    source, goal = NAMES[leg.source], NAMES[leg.goal]
    has_pawn = pawn_of(draft.stacks[leg.source]) != LOOSE and leg.arrow != "⇏"
    most = max(_left(draft, Step(Sign.DIRECT, leg.source, leg.goal, 0)))
    if not has_pawn and leg.number >= most:
        sentence = (
            f"In a log “{leg.text[2:-2].strip()}” leaves {number(leg.number, 'chip')} of yours on {source}, and you "
            f"have only {most} there, so nothing would move."
        )
    elif draft.accepts(_meant(draft, leg)):
        sentence = (
            f"“{leg.arrow}” is {_KINDS[leg.arrow]}, here one that leaves {leg.number or 'none'} of your chips on "
            f"{source}, and from {source} to {goal} there is none like that."
        )
    else:
        return None
    return Refusal(sentence, tuple(map(str, steps))[:12])
