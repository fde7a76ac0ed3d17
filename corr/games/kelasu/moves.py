"""
Where the pieces of Kelasu may go: moves, captures, conversions and recalls.

All of it is said as sets of target squares, for many pieces at once where they step alike. Lists of actions, counts
and checks of one action are made from these sets.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from corr.games.grid import each, shifted
from corr.games.kelasu.position import BITS, BOARD, NAMES, RANKS, ROW, Kind, Kinds
from corr.games.seats import FIRST, Seat

MOVE, CAPTURE, CONVERT, RECALL = "-x%@"
"""The signs between from-square and to-square."""


@dataclass(frozen=True, slots=True)
class Move:
    """One piece that leaves its square; squares are bits."""

    sign: str
    source: int
    goal: int

    def __str__(self) -> str:
        return f"{NAMES[self.source]}{self.sign}{NAMES[self.goal]}"


Targets = tuple[str, int, int]
"""A sign, how far the targets lie from their from-squares in bits, and the set of targets."""
Reach = tuple[str, int, int]
"""A sign, the from-square of one piece, and the set of its targets."""


@dataclass(frozen=True, slots=True)
class Line:
    """One direction in which a piece slides."""

    by: int
    """How far the next square lies, in bits."""
    limit: int
    """How many squares at most."""
    captures_from: int
    """The least distance at which an enemy piece may be captured; 0 for never."""


_ANY = 9


def walks(seat: Seat, blanks: int, warriors: int, *, own: int, enemy: int) -> list[Targets]:
    """The targets of the given Blanks and Warriors of *seat*; sets of targets may be empty."""
    empty = BOARD & ~(own | enemy)
    walkers = blanks | warriors
    ahead = walkers << ROW if seat == FIRST else walkers >> ROW
    # kelasu: Moves. Both go one forward or sideways to an empty square; only the Warrior does more.
    walked = [
        (MOVE, ROW if seat == FIRST else -ROW, ahead & empty),
        (MOVE, 1, walkers << 1 & empty),
        (MOVE, -1, walkers >> 1 & empty),
    ]
    return walked + _warrior_walks(seat, warriors, own, enemy) if warriors else walked


def _warrior_walks(seat: Seat, warriors: int, own: int, enemy: int) -> list[Targets]:
    """What Warriors may do that Blanks may not: capture and recall."""
    forward, home = (ROW, -9 * ROW) if seat == FIRST else (-ROW, 9 * ROW)
    walked = [(CAPTURE, by, shifted(warriors, by) & enemy) for by in (1, -1, forward, forward - 1, forward + 1)]
    # kelasu: Recall. From the far rank to the first rank on the same file, whatever stands between.
    returning = warriors & RANKS[9 if seat == FIRST else 0]
    if returning:
        walked.append((RECALL, home, shifted(returning, home) & BOARD & ~own))
    return walked


def reaches(kind: Kind, seat: Seat, source: int, *, own: int, enemy: int) -> list[Reach]:
    """The targets of a Runner, Diplomat, Champion or General on *source*."""
    occupied = own | enemy
    quiet = taken = 0
    for line, squares in _lines(kind, seat, source):
        blockers = squares & occupied
        if not blockers:
            quiet |= squares
            continue
        if line.by > 0:
            first = blockers & -blockers
            quiet |= squares & (first - 1)
        else:
            first = 1 << (blockers.bit_length() - 1)
            quiet |= squares & -(first << 1)
        if line.captures_from and first & enemy and (line.captures_from == 1 or first != shifted(source, line.by)):
            taken |= first
    found = [(MOVE, source, quiet), (CAPTURE, source, taken)]
    return [*found, (CONVERT, source, _corners(source) & enemy)] if kind is Kind.DIPLOMAT else found


def line_moves(kind: Kind, seat: Seat) -> tuple[Line, ...]:
    """The directions of a sliding piece. Forward is down for Blue and up for Red."""
    down = ROW if seat == FIRST else -ROW
    # kelasu: Moves, the table, row by row.
    if kind is Kind.RUNNER:
        return tuple(Line(by, _ANY, 2) for by in (down - 1, down + 1, -down - 1, -down + 1))
    if kind is Kind.DIPLOMAT:
        return tuple(Line(by, 3, 0) for by in (down, -1, 1, -down))
    if kind is Kind.CHAMPION:
        diagonal = (Line(down - 1, 1, 1), Line(down + 1, 1, 1))
        return (Line(down, _ANY, 1), *diagonal, Line(-1, 3, 1), Line(1, 3, 1), Line(-down, _ANY, 0))
    if kind is Kind.GENERAL:
        return tuple(Line(by, _ANY, 1) for by in (down, down - 1, down + 1, -1, 1, -down, -down - 1, -down + 1))
    return ()


@cache
def _lines(kind: Kind, seat: Seat, source: int) -> tuple[tuple[Line, int], ...]:
    """The directions of a piece on *source* that do not leave the board at once, each with all squares ahead."""
    ahead = ((line, path(source, line)) for line in line_moves(kind, seat))
    return tuple((line, squares) for line, squares in ahead if squares)


def path(source: int, line: Line) -> int:
    """The squares that a line reaches from *source* on an empty board."""
    squares, step = 0, source
    for _ in range(line.limit):
        step = shifted(step, line.by) & BOARD
        squares |= step
    return squares


@cache
def _corners(source: int) -> int:
    """The squares that touch *source* at a corner."""
    return sum(shifted(source, by) & BOARD for by in (ROW + 1, ROW - 1, -ROW + 1, -ROW - 1))


@cache
def walk_moves(sign: str, by: int) -> dict[int, Move]:
    """The moves of one sign and direction by their target, made once: there are only so many."""
    sources = ((shifted(goal, -by), goal) for goal in BITS.values())
    return {goal: Move(sign, source, goal) for source, goal in sources if source & BOARD}


@cache
def reach_moves(sign: str, source: int) -> dict[int, Move]:
    """The moves of one sign from *source* by their target, made once."""
    return {goal: Move(sign, source, goal) for goal in BITS.values()}


def walked_moves(walked: list[Targets]) -> list[Move]:
    """The moves of Blanks and Warriors one by one."""
    moves = []
    for sign, by, targets in walked:
        if not targets:
            continue
        known, left = walk_moves(sign, by), targets
        while left:
            goal = left & -left
            moves.append(known[goal])
            left ^= goal
    return moves


def reached_moves(reached: list[Reach]) -> Iterator[Move]:
    """The moves of one sliding piece one by one."""
    for sign, source, targets in reached:
        known = reach_moves(sign, source)
        for goal in each(targets):
            yield known[goal]


def relocated(kinds: Kinds, source: int, goal: int) -> Kinds:
    """The pieces by kind with the one on *source* put on *goal*, which is empty."""
    change = source | goal
    if kinds[0] & source:
        return (kinds[0] ^ change, *kinds[1:])
    return tuple([squares ^ change if squares & source else squares for squares in kinds])


def without(kinds: Kinds, gone: int) -> Kinds:
    """The pieces by kind without those on the squares of *gone*."""
    return tuple([squares & ~gone for squares in kinds])
