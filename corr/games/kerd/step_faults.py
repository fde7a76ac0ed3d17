"""Which rule a move of one piece breaks, the safety of the King left aside: for refusals, never to decide anything."""

from corr.games.grid import shifted
from corr.games.kerd.actions import Step
from corr.games.kerd.lines import HUSSAR_LINE, corners, forward, front, leaps, ring, way_to
from corr.games.kerd.moves import BACK, pair_reach, reach_of
from corr.games.kerd.position import (
    AIR,
    LETTERS_OF_KINDS,
    NAMES,
    SIDES,
    Kind,
    Position,
    counted,
    kind_on,
    rank_of,
    region,
)
from corr.games.seats import FIRST, Seat, other

_STANDS = {"air": "in air", "land": "on land", "water": "in water"}
_SHAPES = {
    Kind.PAWN: "moves straight forward and captures one square diagonally forward",
    Kind.COMMANDER: "moves straight forward and captures one square diagonally forward",
    Kind.BISHOP: "moves along diagonals",
    Kind.SCOUT: "moves along diagonals",
    Kind.HUSSAR: "leaps two squares and one aside, or goes exactly three along a rank or file",
    Kind.JUMPER: "moves one square in any direction, or jumps in a straight line over the nearest piece",
    Kind.TOWER: "moves along ranks and files",
    Kind.QUEEN: "moves along ranks, files and diagonals",
    Kind.KING: "moves one square in any direction",
}
_IS_NOT = {
    Kind.PAWN: "neither",
    Kind.COMMANDER: "neither",
    Kind.BISHOP: "not a diagonal",
    Kind.SCOUT: "not a diagonal",
    Kind.HUSSAR: "neither",
    Kind.JUMPER: "neither",
    Kind.TOWER: "neither a rank nor a file",
    Kind.QUEEN: "none of these",
    Kind.KING: "further than that",
}
"""What a way is that the piece cannot go."""


def way_fault(position: Position, seat: Seat, step: Step) -> str:
    """The reason why a piece of *seat* cannot go to a square on which no own piece stands."""
    kind = kind_on(position.kinds, step.source)
    if kind in {Kind.PAWN, Kind.COMMANDER}:
        fault = _pawn_fault(position, seat, step)
    elif kind is Kind.HUSSAR:
        fault = _hussar_fault(position, seat, step)
    elif kind is Kind.JUMPER:
        fault = _jumper_fault(position, seat, step)
    elif kind is Kind.KING:
        fault = None
    else:
        fault = _slider_fault(position, kind, step)
    brought = _brought_fault(position, seat, step) if step.brought else None
    return fault or brought or _shape(kind, step)


def _shape(kind: Kind, step: Step) -> str:
    """How a piece goes, and that this is not so."""
    return f"A {kind.title} {_SHAPES[kind]}; {NAMES[step.source]}–{NAMES[step.goal]} is {_IS_NOT[kind]}."


def taken(position: Position, square: int) -> str:
    """The piece that stands on a square: "E3 is taken by Black's Pawn"."""
    side = SIDES[0 if position.sides[0] & square else 1]
    return f"{NAMES[square]} is taken by {side}’s {kind_on(position.kinds, square).title}"


def _standing(square: int) -> str:
    """Where a square lies: "stands on land"."""
    return f"stands {_STANDS[region(square)]}"


def _first_taken(position: Position, way: list[int]) -> int:
    """The nearest square of a way on which a piece stands; 0 if there is none."""
    occupied = position.sides[0] | position.sides[1]
    return next((square for square in way if square & occupied), 0)


def _region_fault(kind: Kind, source: int, way: list[int]) -> str | None:
    """Where a piece would leave air again that it entered on its way, if it would."""
    was_air = False
    for square in way:
        if was_air and not square & AIR and not source & AIR:
            return (
                f"The {kind.title} on {NAMES[source]} {_standing(source)}, so it may not enter air and leave it again: "
                f"on the way to {NAMES[way[-1]]} it would leave air at {NAMES[square]}."
            )
        was_air = bool(square & AIR)
    return None


# -- pawns ------------------------------------------------------------------------------------------------------


def _pawn_fault(position: Position, seat: Seat, step: Step) -> str | None:
    """Why a Pawn or Commander Pawn cannot go so, if it is not by its shape."""
    source, goal = step.source, step.goal
    kind = kind_on(position.kinds, source)
    enemy = position.sides[other(seat)]
    by = forward(seat)
    way = [shifted(source, by * count) for count in range(1, 12)]
    if goal in way:
        return _straight_fault(position, step, way[: way.index(goal) + 1])
    if corners(seat, source) & goal and not goal & enemy:
        return f"A {kind.title} goes diagonally only to capture, and {NAMES[goal]} is empty."
    if kind is Kind.COMMANDER and ring(source) & goal & enemy and not corners(seat, source) & goal:
        return (
            "A Commander Pawn captures in another direction only where the opponent has captured a Pawn in the turn "
            f"just played; on {NAMES[goal]} none was captured."
        )
    return None


def _straight_fault(position: Position, step: Step, way: list[int]) -> str | None:
    """Why a Pawn or Commander Pawn cannot go straight forward so far."""
    kind = kind_on(position.kinds, step.source)
    name, limit = NAMES[step.source], pair_reach(position, step.source)
    if len(way) > limit:
        return limit_fault(position, step.source)
    blocker = _first_taken(position, way)
    if blocker == step.goal:
        return f"A {kind.title} does not capture straight ahead, and {taken(position, blocker)}."
    return f"The {kind.title} on {name} cannot pass: {taken(position, blocker)}." if blocker else None


def limit_fault(position: Position, square: int) -> str:
    """The most squares that a Pawn or Commander Pawn on *square* may go, and why."""
    piece = f"The {position.piece(square)}"
    if not position.unmoved & square:
        return f"{piece} has moved before, so it goes one square forward."
    most = reach_of(square)
    return f"{piece} {_standing(square)}, so its first move is at most {most} {'square' if most == 1 else 'squares'}."


def _brought_fault(position: Position, seat: Seat, step: Step) -> str | None:
    """Why a piece cannot be replaced where it goes, if it is that."""
    kind = kind_on(position.kinds, step.source)
    if kind is not Kind.PAWN:
        return f"Only an ordinary Pawn is replaced; on {NAMES[step.source]} stands a {kind.title}."
    return replacing_fault(position, seat, step)


def replacing_fault(position: Position, seat: Seat, step: Step) -> str | None:
    """The reason why a Pawn is not replaced as asked where it goes, if it is not."""
    rank = "8" if seat == FIRST else "5"
    if not step.source & AIR:
        return f"Only a Pawn that starts in air is replaced; the Pawn on {NAMES[step.source]} {_standing(step.source)}."
    if not step.goal & BACK[seat]:
        where = "is air" if rank_of(step.goal) == int(rank) else f"is on rank {rank_of(step.goal)}"
        only = f"A Pawn of {SIDES[seat]} is replaced only on a square of rank {rank} outside air"
        return f"{only}; {NAMES[step.goal]} {where}."
    if step.brought in position.reserves[seat]:
        return None
    number = LETTERS_OF_KINDS.find(step.brought)
    wanted = f"a {Kind(number).title}" if number >= 0 else f"“{step.brought}”"
    return f"{SIDES[seat]} cannot bring back {wanted}; the reserve holds: {counted(position.reserves[seat])}."


# -- the others -------------------------------------------------------------------------------------------------


def _slider_fault(position: Position, kind: Kind, step: Step) -> str | None:
    """Why a Bishop, Scout, Tower or Queen cannot go so, if it is not by its shape."""
    way = way_to(step.source, step.goal)
    diagonal = bool(way) and NAMES[way[0]][0] != NAMES[step.source][0] and rank_of(way[0]) != rank_of(step.source)
    if not way or (kind is Kind.TOWER and diagonal) or (kind in {Kind.BISHOP, Kind.SCOUT} and not diagonal):
        return None
    blocker = _first_taken(position, way[:-1])
    if blocker:
        return f"The {kind.title} on {NAMES[step.source]} cannot pass: {taken(position, blocker)}."
    return _region_fault(kind, step.source, way) if kind is Kind.BISHOP else None


def _hussar_fault(position: Position, seat: Seat, step: Step) -> str | None:
    """Why a Hussar cannot go so, if it is not by its shape."""
    source, goal = step.source, step.goal
    way = way_to(source, goal)
    same_line = NAMES[source][0] == NAMES[goal][0] or rank_of(source) == rank_of(goal)
    if leaps(source) & goal or len(way) != HUSSAR_LINE or not same_line:
        return None
    enemy = position.sides[other(seat)]
    blocker = next((square for square in way[:-1] if square & enemy), 0)
    if blocker:
        return f"An enemy piece stops the Hussar on {NAMES[source]}: {taken(position, blocker)}."
    return _region_fault(Kind.HUSSAR, source, way)


def _jumper_fault(position: Position, seat: Seat, step: Step) -> str | None:
    """Why a Jumper cannot go so, if it is not by its shape."""
    source, goal = step.source, step.goal
    hits = bool(goal & position.sides[other(seat)])
    if ring(source) & goal:
        ahead = not hits or front(seat, source) & goal
        sentence = f"A Jumper captures only on the three squares in front of it, and {NAMES[goal]} is not one."
        return None if ahead else sentence
    way = way_to(source, goal)
    if not way:
        return None
    if hits:
        return f"A jump captures nothing, and {taken(position, goal)}."
    nearest = _first_taken(position, way)
    if not nearest:
        ends = f"between {NAMES[source]} and {NAMES[goal]}"
        return f"A Jumper moves one square or jumps over a piece, and there is none {ends}."
    if nearest != way[-2]:
        return (
            f"A jump ends directly behind the nearest piece, which is on {NAMES[nearest]}; {NAMES[goal]} is not "
            "directly behind it."
        )
    return _distance_fault(source, way) or _region_fault(Kind.JUMPER, source, way)


def _distance_fault(source: int, way: list[int]) -> str | None:
    """Whether the piece that is jumped over is too far away."""
    empty, most = len(way) - 2, reach_of(source) - 1
    if empty <= most:
        return None
    allowed = {0: "no empty square", 1: "one empty square", 2: "two empty squares"}[most]
    return (
        f"The Jumper on {NAMES[source]} {_standing(source)}, so there may be at most {allowed} before the piece "
        f"that it jumps over; before {NAMES[way[-2]]} there {'is' if empty == 1 else 'are'} {empty}."
    )
