"""
Why an action of Kelasu cannot be played: the sentences that teach the rules.

What is legal is not decided here. An action that the draft does not let pass is looked at until the rule that it
breaks is found.
"""

from corr.games.api import Rules
from corr.games.grid import each, shifted
from corr.games.guide import few
from corr.games.kelasu.draft import Action, KelasuDraft, decision
from corr.games.kelasu.merges import HOME, PRICES, Merge, merges, merges_with
from corr.games.kelasu.moves import Line, Move, line_moves, path
from corr.games.kelasu.position import GRID, NAMES, RANKS, ROW, SIDES, Kind, Position, group, kind_on, names
from corr.games.seats import FIRST, other

_ANYWHERE = 9
_WAYS = {
    Kind.BLANK: "A Blank moves one square forward or sideways",
    Kind.WARRIOR: (
        "A Warrior moves or captures one square forward or sideways, and captures one square diagonally forward"
    ),
    Kind.RUNNER: "A Runner moves diagonally, any distance",
    Kind.DIPLOMAT: "A Diplomat moves up to three squares forward, sideways or back, and converts one square diagonally",
    Kind.CHAMPION: (
        "A Champion goes any distance forward or back, up to three squares sideways, and one square diagonally forward"
    ),
    Kind.GENERAL: "A General goes any distance in a straight or diagonal line",
}
_IS_NOT = {
    Kind.BLANK: "neither",
    Kind.WARRIOR: "none of these",
    Kind.RUNNER: "not a diagonal",
    Kind.DIPLOMAT: "none of these",
    Kind.CHAMPION: "none of these",
    Kind.GENERAL: "no such line",
}
"""What a way is that the piece cannot go."""


class KelasuRefusals(Rules[Position, Action, KelasuDraft]):
    """The part of the rules that says why an action cannot be played."""

    def closed(self, draft: KelasuDraft) -> str:
        if draft.energy:
            return ""
        won = decision(draft.seat, draft.own, draft.enemy, draft.kinds[Kind.STONE])
        if not draft.made:
            return super().closed(draft)
        after = f"is over after action {len(draft.made)}"
        return f"The game {after}: {self.info.endings[won.reason]}." if won else f"The turn {after}: no energy is left."

    def fault(self, draft: KelasuDraft, action: Action) -> str:
        return _merge_fault(draft, action) if isinstance(action, Merge) else _move_fault(draft, action)

    def alternatives(self, draft: KelasuDraft, action: Action) -> tuple[tuple[str, ...], bool]:
        return _legal_merges(draft, action) if isinstance(action, Merge) else _legal_moves(draft, action)


# -- moves ------------------------------------------------------------------------------------------------------


def _move_fault(draft: KelasuDraft, move: Move) -> str:
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
    written = next((str(legal) for legal in draft.moves(move.source) if legal.goal == move.goal), None)
    return f"That action is written {written}." if written else _unreachable(draft, kind, move)


def _unreachable(draft: KelasuDraft, kind: Kind, move: Move) -> str:
    """Why a piece cannot go so, and that it cannot go at all where that is so."""
    fault = _way_fault(draft, kind, move)
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
        return few(sorted(map(str, draft.moves(move.source))))
    return few(sorted(str(legal) for legal in draft.moves() if legal.goal == move.goal))


# -- merges -----------------------------------------------------------------------------------------------------


def _merge_fault(draft: KelasuDraft, merge: Merge) -> str:
    if merge.kind not in PRICES:
        return "Blanks merge into a Warrior, Runner, Diplomat, Champion, General or Stone, never to a Blank."
    for square in each(merge.blanks):
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
        ranks = " and ".join(GRID.rows[row] for row, rank in enumerate(RANKS) if rank & HOME[draft.seat])
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
    found = few(map(str, here))
    return found if found[0] else few(map(str, merges(blanks, merge.kind)))


# -- the way of one piece ---------------------------------------------------------------------------------------


def _way_fault(draft: KelasuDraft, kind: Kind, move: Move) -> str:
    """Why a piece of *kind* cannot go this way to a square on which no own piece stands."""
    if kind in {Kind.BLANK, Kind.WARRIOR}:
        return _walk_fault(draft, kind, move)
    if kind is Kind.DIPLOMAT and _steps(move) == (1, 1):
        return f"A Diplomat goes diagonally only to convert an enemy piece, and {NAMES[move.goal]} is empty."
    line = next((line for line in line_moves(kind, draft.seat) if path(move.source, _long(line)) & move.goal), None)
    if line is None:
        return _not_a_way(kind, move)
    return _slide_fault(draft, kind, move, line)


def _not_a_way(kind: Kind, move: Move) -> str:
    return f"{_WAYS[kind]}; {NAMES[move.source]}–{NAMES[move.goal]} is {_IS_NOT[kind]}."


def _on_goal(draft: KelasuDraft, move: Move) -> str:
    """The enemy piece on the target, in words."""
    owner = SIDES[other(draft.seat)]
    return f"{owner}’s {kind_on(draft.kinds, move.goal).title} stands on {NAMES[move.goal]}"


def _long(line: Line) -> Line:
    """The same direction without a limit."""
    return Line(line.by, _ANYWHERE, line.captures_from)


def _steps(move: Move) -> tuple[int, int]:
    """How many rows and files lie between the two squares."""
    (from_row, from_file), (to_row, to_file) = (
        divmod(square.bit_length() - 1, ROW) for square in (move.source, move.goal)
    )
    return abs(from_row - to_row), abs(from_file - to_file)


def _walk_fault(draft: KelasuDraft, kind: Kind, move: Move) -> str:
    forward = ROW if draft.seat == FIRST else -ROW
    step = move.goal.bit_length() - move.source.bit_length()
    if step in {forward, 1, -1}:
        # Only a Blank before an enemy piece is refused here.
        return f"A Blank only moves and never captures, and {_on_goal(draft, move)}."
    if kind is Kind.WARRIOR and step in {forward - 1, forward + 1} and _steps(move) == (1, 1):
        return f"A Warrior goes diagonally only to capture, and {NAMES[move.goal]} is empty."
    if kind is Kind.WARRIOR and move.goal & RANKS[0 if draft.seat == FIRST else 9] and _steps(move)[1] == 0:
        far = "J" if draft.seat == FIRST else "A"
        return f"A Warrior is recalled to its first rank only from rank {far}; this one stands on {NAMES[move.source]}."
    return _not_a_way(kind, move)


def _slide_fault(draft: KelasuDraft, kind: Kind, move: Move, line: Line) -> str:
    """Why a piece cannot slide there although the direction is one of its own."""
    source, goal = NAMES[move.source], NAMES[move.goal]
    occupied = draft.own | draft.enemy
    distance, step = 1, shifted(move.source, line.by)
    while step != move.goal:
        if step & occupied:
            side = draft.seat if step & draft.own else other(draft.seat)
            stands = f"{SIDES[side]}’s {kind_on(draft.kinds, step).title}"
            return f"The way of the {kind.title} from {source} to {goal} is blocked on {NAMES[step]} by {stands}."
        distance, step = distance + 1, shifted(step, line.by)
    if distance > line.limit:
        most = "one square" if line.limit == 1 else f"{line.limit} squares"
        return f"A {kind.title} goes at most {most} in that direction; {source} to {goal} is {distance}."
    return _no_capture(kind, line, _on_goal(draft, move))


def _no_capture(kind: Kind, line: Line, stands: str) -> str:
    """Why a piece cannot capture at the end of a free way."""
    if kind is Kind.RUNNER:
        return f"A Runner captures from a distance of two squares on, and {stands}, right beside it."
    if kind is Kind.CHAMPION and not line.captures_from:
        return f"A Champion moves backward but does not capture backward, and {stands}."
    return f"A {kind.title} does not capture that way, and {stands}."
