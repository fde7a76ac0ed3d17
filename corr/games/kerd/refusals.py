"""
Why an action of Kerd cannot be played: the sentences that teach the rules.

What is legal is not decided here. An action that the draft does not let pass is looked at until the rule that it
breaks is found. Nothing here looks at what the opponent has chosen in secret.
"""

from collections.abc import Iterator

from corr.errors import Refusal
from corr.games.api import Rules
from corr.games.grid import each, shifted
from corr.games.guide import few
from corr.games.kerd.actions import CAPTURE, MOVE, Action, Castling, Choice, Execute, Pair, Reveal, Step
from corr.games.kerd.attacks import attackers, may_recapture
from corr.games.kerd.draft import KerdDraft, begins, told_by
from corr.games.kerd.lines import forward, ring
from corr.games.kerd.moves import king_goals, moves, pair_reach
from corr.games.kerd.position import (
    BOARD,
    HIDDEN,
    LOST,
    NAMES,
    REVEALED,
    SAMPLE_CHOICES,
    SIDES,
    SUSPECTS,
    UNCHOSEN,
    Kind,
    Position,
    kind_on,
    suspects,
)
from corr.games.kerd.step_faults import limit_fault, replacing_fault, taken, way_fault
from corr.games.seats import other

_LONGEST = 3
"""How far a pair goes at most."""


class KerdRefusals(Rules[Position, Action, KerdDraft]):
    """The part of the rules that says why an action cannot be played."""

    def refusal(self, draft: KerdDraft, action: Action) -> Refusal:
        if draft.made:
            return Refusal(_second_action(draft, action))
        refusal = super().refusal(draft, action)
        idle = "" if self.closed(draft) or draft.position.seat is None else _idle(draft, action)
        return Refusal(f"{refusal.rule} {idle}") if idle else refusal

    def closed(self, draft: KerdDraft) -> str:
        position, seat = draft.position, draft.seat
        if position.seat is None and position.marks[seat] != UNCHOSEN:
            return f"{SIDES[seat]}’s infiltrator is chosen already; {SIDES[other(seat)]} is still to choose one."
        if position.seat == seat and position.marks[seat] == HIDDEN:
            return ""
        return super().closed(draft)

    def fault(self, draft: KerdDraft, action: Action) -> str:
        if draft.position.seat is None:
            return _choice_fault(draft, action)
        if isinstance(action, Choice):
            return "Infiltrators are named before the first turn only; the game goes on with moves."
        if isinstance(action, Step):
            return _step_fault(draft, action)
        if isinstance(action, Castling):
            return _castling_fault(draft, action)
        if isinstance(action, Pair):
            stranger = _stranger(draft, action.commander) or _stranger(draft, action.pawn)
            fault = stranger or _pair_fault(draft, action)
        elif isinstance(action, Reveal):
            fault = _reveal_fault(draft, action)
        else:
            fault = _stranger(draft, action.square) or _execution_fault(draft, action)
        return fault or _danger(draft, action)

    def alternatives(self, draft: KerdDraft, action: Action) -> tuple[tuple[str, ...], bool]:
        """What the same piece may do, or the like, or where there is none, anything."""
        if draft.position.seat is None:
            return few(legal for legal in draft.actions() if isinstance(legal, Choice))
        if isinstance(action, (Choice, Reveal, Execute)):
            found = few(legal for legal in draft.actions() if isinstance(legal, type(action)))
            return found if found[0] else few(_moving(draft, -1))
        found = few(_moving(draft, begins(action)))
        if found[0] or isinstance(action, Castling):
            return found
        goal = told_by(action)
        found = few(legal for legal in _moving(draft, -1) if isinstance(legal, Step) and legal.goal == goal)
        return found if found[0] else few(_moving(draft, -1))


def _idle(draft: KerdDraft, action: Action) -> str:
    """That the piece which would move has no move at all; empty if it has one."""
    if not isinstance(action, Step) or not action.source & draft.position.sides[draft.seat]:
        return ""
    if any(_moving(draft, action.source)):
        return ""
    return f"The {draft.position.piece(action.source)} has no legal move at all."


def _second_action(draft: KerdDraft, action: Action) -> str:
    """That a turn has one action, and how two pieces move in one."""
    sentence = "A turn of this game has one action."
    (first,) = draft.made
    if not (isinstance(first, Step) and isinstance(action, Step)):
        return sentence
    pawns, commanders, *_ = draft.position.kinds
    both = first.source | action.source
    if both & commanders and both & pawns:
        return f"{sentence} A Commander Pawn and a Pawn that move together are written like F2-F3&F3-F4."
    return sentence


def _choice_fault(draft: KerdDraft, action: Action) -> str:
    """Why something cannot be played while the infiltrators are chosen."""
    kinds, side, opponent = draft.position.kinds, SIDES[draft.seat], SIDES[other(draft.seat)]
    if not isinstance(action, Choice):
        return (
            f"Before the first turn {side} names one of {opponent}’s pieces as infiltrator; write it like "
            f"infiltrator {SAMPLE_CHOICES[draft.seat]}."
        )
    name = NAMES[action.square]
    if not action.square & (draft.position.sides[0] | draft.position.sides[1]):
        return f"There is no piece on {name}."
    title = kind_on(kinds, action.square).title
    if action.square & draft.position.sides[draft.seat]:
        return f"The {title} on {name} is {side}’s own; an infiltrator is one of {opponent}’s pieces."
    return f"A {title} cannot be an infiltrator; only {SUSPECTS} can."


def _step_fault(draft: KerdDraft, step: Step) -> str:
    position, seat = draft.position, draft.seat
    stranger = _stranger(draft, step.source)
    if stranger:
        return stranger
    kind = kind_on(position.kinds, step.source)
    if step.source == step.goal:
        return f"The {kind.title} on {NAMES[step.source]} must leave its square."
    if step.goal & position.sides[seat]:
        return f"{NAMES[step.goal]} is taken by {SIDES[seat]}’s own {kind_on(position.kinds, step.goal).title}."
    if (step.sign == CAPTURE) != bool(step.goal & position.sides[other(seat)]):
        right = Step(MOVE if step.sign == CAPTURE else CAPTURE, step.source, step.goal, step.brought)
        return f"That is written {right}."
    goals = sum(goals for known, goals in moves(position, step.source) if known.get(step.goal) == step)
    if kind is Kind.KING and not step.brought:
        goals = king_goals(position)
    return _danger(draft, step) if step.goal & goals else way_fault(position, seat, step)


def _stranger(draft: KerdDraft, square: int) -> str | None:
    """Why the player may not move what stands on *square*, if it is not the player's."""
    position, name = draft.position, NAMES.get(square, "")
    if square & position.sides[draft.seat]:
        return None
    if square & position.sides[other(draft.seat)]:
        title = kind_on(position.kinds, square).title
        return f"The {title} on {name} is {SIDES[other(draft.seat)]}’s, and it is {SIDES[draft.seat]}’s turn."
    return f"There is no piece on {name}."


def _moving(draft: KerdDraft, among: int) -> Iterator[Action]:
    """The legal moves of the pieces on some squares, without executing and revealing."""
    for known, goals in draft.reached(among):
        for goal in each(goals):
            if not isinstance(known[goal], (Execute, Reveal)):
                yield known[goal]


# -- pairs, castlings, reveals, executions, and the safety of the King ------------------------------------------


def _danger(draft: KerdDraft, action: Action) -> str:
    """By what the own King would be attacked after *action*."""
    position, seat = draft.position, draft.seat
    side, opponent, kinds = SIDES[seat], SIDES[other(seat)], position.kinds
    king, own, enemy = draft.tried(action)
    piece = next(each(attackers(seat, king, kinds, own=own, enemy=enemy)), 0)
    if not piece:
        # kerd: Moves, Commander pawn. Only a King that captures can be attacked by a recapture.
        piece = next(each(may_recapture(kinds, king, enemy)), 0)
        return (
            f"{side}’s King may not capture the Pawn on {NAMES[king]}: it stands next to {opponent}’s Commander Pawn "
            f"on {NAMES[piece]}, which could recapture."
        )
    attacker = f"{opponent}’s {position.piece(piece)}"
    if piece & draft.guard().checkers and not (isinstance(action, Step) and action.goal == king):
        return f"{side}’s King on {NAMES[king]} is attacked by {attacker}, and this does not help."
    return f"{side}’s King on {NAMES[king]} would be attacked by {attacker}."


def _castling_fault(draft: KerdDraft, castling: Castling) -> str:
    position, seat = draft.position, draft.seat
    kinds, unmoved = position.kinds, position.unmoved
    own, enemy = position.sides[seat], position.sides[other(seat)]
    for square, kind in ((castling.king, Kind.KING), (castling.tower, Kind.TOWER)):
        if not square & kinds[kind] & own:
            return f"{castling.text} needs {SIDES[seat]}’s {kind.title} on {NAMES[square]}, and it is not there."
        if not square & unmoved:
            return f"{castling.text} is not possible: the {kind.title} on {NAMES[square]} has moved before."
    blocker = next(each(castling.way & (own | enemy)), 0)
    if blocker:
        return f"{castling.text} is not possible: {taken(position, blocker)}."
    if castling.home & enemy:
        return f"{castling.text} is not possible: {taken(position, castling.home)}; only an own piece may stand there."
    if draft.guard().checkers:
        return f"{castling.text} is not possible: {SIDES[seat]}’s King on {NAMES[castling.king]} is attacked."
    attacked = next(square for square in each(castling.passed) if draft.is_attacked_on(square, castling))
    return f"{castling.text} is not possible: the King would be attacked on {NAMES[attacked]}."


def _reveal_fault(draft: KerdDraft, reveal: Reveal) -> str | None:
    """Why the own infiltrator cannot be revealed, but for the safety of the King."""
    position, side = draft.position, SIDES[draft.seat]
    mark = position.marks[draft.seat]
    told = {
        UNCHOSEN: f"{side} has no infiltrator.",
        REVEALED: f"{side}’s infiltrator was revealed already.",
        LOST: f"{side}’s infiltrator is lost: it is no longer on the board.",
        HIDDEN: f"This text does not tell where {side}’s infiltrator stands.",
    }
    if mark in told:
        return told[mark]
    if not position.checked:
        return "No player has given check in this game yet; an infiltrator may be revealed only after that."
    if reveal.square != mark:
        return f"{side}’s infiltrator stands on {NAMES[mark]}, not on {NAMES[reveal.square]}."
    return None


def _execution_fault(draft: KerdDraft, execute: Execute) -> str | None:
    """Why an own piece cannot be executed, but for the safety of the King."""
    position = draft.position
    if position.marks[other(draft.seat)] == REVEALED:
        return f"{SIDES[other(draft.seat)]} has revealed the infiltrator, so nothing may be executed any more."
    if not execute.square & suspects(position.kinds):
        title = kind_on(position.kinds, execute.square).title
        return f"A {title} cannot be executed, since it cannot be an infiltrator; only {SUSPECTS} can."
    return None


def _pair_fault(draft: KerdDraft, pair: Pair) -> str | None:
    """Why two own pieces cannot move together, but for the safety of the King."""
    kinds = draft.position.kinds
    for square in (pair.commander, pair.pawn):
        kind = kind_on(kinds, square)
        if kind not in {Kind.PAWN, Kind.COMMANDER}:
            return f"Only a Commander Pawn and a Pawn move together; on {NAMES[square]} stands a {kind.title}."
    first, second = NAMES[pair.commander], NAMES[pair.pawn]
    if pair.pawn & kinds[Kind.COMMANDER]:
        return (
            f"A Commander Pawn moves together with an ordinary Pawn; on {first} and {second} stand two Commander Pawns."
        )
    if not pair.commander & kinds[Kind.COMMANDER]:
        return (
            f"One of the two that move together is a Commander Pawn; on {first} and {second} stand two ordinary Pawns."
        )
    if not ring(pair.commander) & pair.pawn:
        return f"The Pawn on {second} is not on one of the 8 squares around the Commander Pawn on {first}."
    return _pair_way_fault(draft, pair) or _pair_brought_fault(draft, pair)


def _pair_way_fault(draft: KerdDraft, pair: Pair) -> str | None:
    """Why a Commander Pawn and a Pawn next to it cannot go so far."""
    position, by = draft.position, forward(draft.seat)
    both = (pair.commander, pair.pawn)
    goals = (pair.commander_goal, pair.pawn_goal)
    count = next((n for n in range(1, _LONGEST + 1) if tuple(shifted(square, by * n) for square in both) == goals), 0)
    if not count:
        return "Both go straight forward by the same number of squares, 1 to 3."
    short = next((square for square in both if pair_reach(position, square) < count), 0)
    if short:
        return f"{limit_fault(position, short)} The smaller limit holds for both."
    blockers = (position.sides[0] | position.sides[1]) & ~(pair.commander | pair.pawn) & BOARD
    ways = (shifted(square, by * n) for n in range(1, count + 1) for square in both)
    blocker = next((square for square in ways if square & blockers), 0)
    return f"The two cannot pass: {taken(position, blocker)}; a pair captures nothing." if blocker else None


def _pair_brought_fault(draft: KerdDraft, pair: Pair) -> str | None:
    """Why the Pawn of a pair cannot be replaced, if it is that."""
    if not pair.brought:
        return None
    return replacing_fault(draft.position, draft.seat, Step("-", pair.pawn, pair.pawn_goal, pair.brought))
