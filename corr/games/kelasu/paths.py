"""What is wrong with the way of one piece to a square: the sentences."""

from corr.games.grid import shifted
from corr.games.kelasu.draft import KelasuDraft
from corr.games.kelasu.moves import Line, Move, line_moves, path
from corr.games.kelasu.position import SIDES, Kind, kind_on
from corr.games.kelasu.squares import NAMES, RANKS, ROW
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


def way_fault(draft: KelasuDraft, kind: Kind, move: Move) -> str:
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
    """Why a Blank or a Warrior cannot go there."""
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
