"""Which rule a castling, a pair move, a reveal or an execution of Kerd breaks, and what would attack the King."""

from corr.games.grid import each, shifted
from corr.games.kerd.actions import Action, Castling, Execute, Pair, Reveal, Step
from corr.games.kerd.attacks import attackers, may_recapture
from corr.games.kerd.draft import KerdDraft
from corr.games.kerd.lines import forward, ring
from corr.games.kerd.moves import pair_reach
from corr.games.kerd.position import HIDDEN, LOST, REVEALED, SIDES, SUSPECTS, UNCHOSEN, Kind, kind_on, suspects
from corr.games.kerd.squares import BOARD, NAMES
from corr.games.kerd.step_faults import limit_fault, replacing_fault, taken
from corr.games.seats import other

_LONGEST = 3
"""How far a pair goes at most."""


def danger(draft: KerdDraft, action: Action) -> str:
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
    attacker = f"{opponent}’s {kind_on(kinds, piece).title} on {NAMES[piece]}"
    if piece & draft.guard().checkers and not (isinstance(action, Step) and action.goal == king):
        return f"{side}’s King on {NAMES[king]} is attacked by {attacker}, and this does not help."
    return f"{side}’s King on {NAMES[king]} would be attacked by {attacker}."


def castling_fault(draft: KerdDraft, castling: Castling) -> str:
    """Why the King cannot castle so."""
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


def reveal_fault(draft: KerdDraft, reveal: Reveal) -> str | None:
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


def execution_fault(draft: KerdDraft, execute: Execute) -> str | None:
    """Why an own piece cannot be executed, but for the safety of the King."""
    position = draft.position
    if position.marks[other(draft.seat)] == REVEALED:
        return f"{SIDES[other(draft.seat)]} has revealed the infiltrator, so nothing may be executed any more."
    if not execute.square & suspects(position.kinds):
        title = kind_on(position.kinds, execute.square).title
        return f"A {title} cannot be executed, since it cannot be an infiltrator; only {SUSPECTS} can."
    return None


def pair_fault(draft: KerdDraft, pair: Pair) -> str | None:
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
