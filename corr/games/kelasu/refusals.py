"""
Why an action of Kelasu cannot be played: the sentences that teach the rules.

What is legal is not decided here. An action that the draft does not let pass is looked at until the rule that it
breaks is found.
"""

from corr.errors import Refusal
from corr.games.guide import few
from corr.games.kelasu.draft import Action, KelasuDraft
from corr.games.kelasu.ends import ENDINGS, decision
from corr.games.kelasu.merges import HOME, PRICES, Merge, merges, merges_with, write_merge
from corr.games.kelasu.moves import Move, write_move
from corr.games.kelasu.paths import way_fault
from corr.games.kelasu.position import SIDES, Kind, kind_on
from corr.games.kelasu.squares import NAMES, RANKS, ROWS, group, names
from corr.games.seats import other


def refusal(draft: KelasuDraft, action: Action) -> Refusal:
    """Why *action*, which is not legal, cannot be played next in *draft*, and what could instead."""
    over = _over(draft)
    if over:
        return Refusal(over)
    if isinstance(action, Merge):
        return Refusal(_merge_fault(draft, action), *_legal_merges(draft, action))
    return Refusal(_move_fault(draft, action), *_legal_moves(draft, action))


def _over(draft: KelasuDraft) -> str | None:
    """Why nothing at all can be played, if that is so."""
    if draft.energy:
        return None
    if not draft.made:
        due = draft.position.seat
        return "The game is over." if draft.seat == due else f"It is {SIDES[due]}’s turn."
    count = len(draft.made)
    won = decision(draft.seat, draft.own, draft.enemy, draft.kinds[Kind.STONE])
    if won:
        return f"The game is over after action {count}: {ENDINGS[won.reason]}."
    return f"The turn is over after action {count}: no energy is left."


# -- moves ------------------------------------------------------------------------------------------------------


def _move_fault(draft: KelasuDraft, move: Move) -> str:
    """The rule that a move breaks."""
    source, goal = NAMES[move.source], NAMES[move.goal]
    if not move.source & draft.own:
        return _not_own(draft, move.source)
    kind = kind_on(draft.kinds, move.source)
    if move.source & draft.moved:
        number = _reached_by(draft, move.source)
        return f"The {kind.title} on {source} already moved in action {number}; a piece moves at most once in a turn."
    if kind is Kind.STONE:
        return f"The Stone on {source} cannot move; Stones never do."
    if move.source == move.goal:
        return f"The {kind.title} on {source} must leave its square."
    if move.goal & draft.own:
        return f"{goal} is taken by {SIDES[draft.seat]}’s own {kind_on(draft.kinds, move.goal).title}."
    written = next((write_move(legal) for legal in draft.moves(move.source) if legal.goal == move.goal), None)
    return f"That action is written {written}." if written else _way_fault(draft, kind, move)


def _way_fault(draft: KelasuDraft, kind: Kind, move: Move) -> str:
    """Why a piece cannot go so, and that it cannot go at all where that is so."""
    fault = way_fault(draft, kind, move)
    idle = f" The {kind.title} on {NAMES[move.source]} has no legal move at all."
    return fault if draft.moves(move.source) else f"{fault}{idle}"


def _not_own(draft: KelasuDraft, square: int) -> str:
    """Why a piece on *square* cannot be moved or merged by the player, who has none there."""
    name = NAMES[square]
    if square & draft.enemy:
        owner = SIDES[other(draft.seat)]
        return f"The {kind_on(draft.kinds, square).title} on {name} is {owner}’s, and it is {SIDES[draft.seat]}’s turn."
    for number, made in enumerate(draft.made, 1):
        if isinstance(made, Move) and made.source == square:
            return f"There is no piece on {name} any more: it left in action {number}."
        if isinstance(made, Merge) and made.blanks & square:
            return f"There is no piece on {name} any more: it was merged in action {number}."
    return f"There is no piece on {name}."


def _reached_by(draft: KelasuDraft, square: int) -> int:
    """The number of the action that moved a piece to *square*."""
    return next(n for n, made in enumerate(draft.made, 1) if isinstance(made, Move) and made.goal == square)


def _legal_moves(draft: KelasuDraft, move: Move) -> tuple[tuple[str, ...], bool]:
    """What the same piece may do, or where there is none, which pieces may go to that square."""
    if move.source & draft.own:
        return few(sorted(map(write_move, draft.moves(move.source))))
    return few(sorted(write_move(legal) for legal in draft.moves() if legal.goal == move.goal))


# -- merges -----------------------------------------------------------------------------------------------------


def _merge_fault(draft: KelasuDraft, merge: Merge) -> str:
    """The rule that a merge breaks."""
    if merge.kind not in PRICES:
        return "Blanks merge into a Warrior, Runner, Diplomat, Champion, General or Stone, never to a Blank."
    for square in (1 << number for number in range(merge.blanks.bit_length()) if merge.blanks >> number & 1):
        fault = _blank_fault(draft, square)
        if fault:
            return fault
    price, count = PRICES[merge.kind], merge.blanks.bit_count()
    if count != price:
        these = "this is only one" if count == 1 else f"these are {count}"
        return f"A {merge.kind.title} takes exactly {price} Blanks; {these}."
    if not merge.goal & merge.blanks:
        return f"The target {NAMES[merge.goal]} must be one of the Blanks that merge."
    return _lonely(merge)


def _blank_fault(draft: KelasuDraft, square: int) -> str | None:
    """Why what stands on *square* cannot take part in any merge, if that is so."""
    name = NAMES[square]
    if not square & draft.own:
        return _not_own(draft, square)
    if not square & draft.kinds[Kind.BLANK]:
        return f"The {kind_on(draft.kinds, square).title} on {name} cannot merge; only Blanks do."
    if square & HOME[draft.seat]:
        ranks = " and ".join(ROWS[row] for row, rank in enumerate(RANKS) if rank & HOME[draft.seat])
        return f"The Blank on {name} stands in {SIDES[draft.seat]}’s first two ranks, {ranks}: no merge there."
    if square & draft.moved:
        return f"The Blank on {name} moved in action {_reached_by(draft, square)} and cannot merge in the same turn."
    return None


def _lonely(merge: Merge) -> str:
    """Which of the Blanks are not connected with the target."""
    apart = names(merge.blanks & ~group(merge.goal, merge.blanks))
    verb = "is" if len(apart) == 1 else "are"
    where = " and ".join([", ".join(apart[:-1]), apart[-1]] if len(apart) > 1 else apart)
    goal = NAMES[merge.goal]
    return f"{where} {verb} not connected with {goal}: the Blanks must touch by edges; diagonals do not connect."


def _legal_merges(draft: KelasuDraft, merge: Merge) -> tuple[tuple[str, ...], bool]:
    """Merges to the same piece on the same square, or where there are none, anywhere."""
    blanks = draft.mergeable()
    if merge.kind not in PRICES:
        return (), False
    here = merges_with(blanks, merge.kind, merge.goal) if merge.goal & blanks else iter(())
    found = few(map(write_merge, here))
    return found if found[0] else few(map(write_merge, merges(blanks, merge.kind)))
