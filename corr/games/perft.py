"""
Counting the sequences of actions of a game: how engines are compared.

The voluntary end of a turn counts as an action of its own; a turn that is complete passes on by itself.
"""

from corr.games.api import AnyDraft, AnyRules

END = "end"
"""How the voluntary end of a turn is written in counts; it is never part of a turn."""


def perft(rules: AnyRules, draft: AnyDraft, depth: int) -> int:
    """The number of sequences of exactly *depth* actions; the last ones are counted without being made."""
    if depth <= 1:
        return _counted(rules, draft) if depth else 1
    found, any_action = 0, False
    for action in draft.actions():
        any_action = True
        found += perft(rules, draft.after(action), depth - 1)
    if not any_action:
        # The turn is complete and passes on by itself; an empty turn without actions is the end of the game.
        return perft(rules, next_turn(rules, draft), depth) if draft.made else 0
    return found + perft(rules, next_turn(rules, draft), depth - 1) if draft.may_stop else found


def _counted(rules: AnyRules, draft: AnyDraft) -> int:
    """How many actions come next, the voluntary end among them."""
    count = draft.count()
    if count or not draft.made:
        return count + draft.may_stop
    return next_turn(rules, draft).count()


def next_turn(rules: AnyRules, draft: AnyDraft) -> AnyDraft:
    """The empty turn after *draft* ended; without actions if the game is over."""
    position = rules.resolve(draft.position, {draft.seat: draft})
    following: AnyDraft = rules.empty_turn(position)
    return following
