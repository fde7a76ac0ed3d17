"""
Counting the sequences of actions of a game: how engines are compared.

The voluntary end of a turn counts as an action of its own; a turn that is complete passes on by itself.
"""

from collections.abc import Hashable

from corr.games.api import AnyDraft, AnyRules
from corr.games.seats import FIRST

END = "end"
"""How the voluntary end of a turn is written in counts; it is never part of a turn."""


def perft(rules: AnyRules, draft: AnyDraft, depth: int) -> int:
    """How many sequences of exactly *depth* actions there are, the last ones counted without being made."""
    if depth == 0:
        return 1
    if depth == 1:
        count = draft.count()
        if count or not draft.made:
            return count + draft.may_stop
    going = going_on(rules, draft)
    if depth == 1:
        return going.count() + going.may_stop
    found = sum(perft(rules, going.after(action), depth - 1) for action in going.actions())
    return found + perft(rules, next_turn(rules, going), depth - 1) if going.may_stop else found


def walked_perft(rules: AnyRules, draft: AnyDraft, depth: int) -> int:
    """The same number as `perft`, found by making every single action."""
    if depth == 0:
        return 1
    going = going_on(rules, draft)
    found = 0
    for action in going.actions():
        found += walked_perft(rules, going.after(action), depth - 1)
    return found + walked_perft(rules, next_turn(rules, going), depth - 1) if going.may_stop else found


def going_on(rules: AnyRules, draft: AnyDraft) -> AnyDraft:
    """*draft*, or the next player's empty turn if it is complete by itself."""
    return draft if not draft.made or draft.has_action() else next_turn(rules, draft)


def next_turn(rules: AnyRules, draft: AnyDraft) -> AnyDraft:
    """The empty turn after *draft* ended; without actions if the game is over."""
    position = rules.resolve(draft.position, {draft.seat: draft})
    return first_turn(rules, position)


def first_turn(rules: AnyRules, position: Hashable) -> AnyDraft:
    """The empty turn of the seat that is due, or of the first seat if the game is over: it then has no actions."""
    return rules.begin(position, next(iter(rules.due(position)), FIRST))
