"""The ways of Kerd on an empty board: rings, leaps and lines, with the region rule where it holds."""

from collections.abc import Iterator
from functools import cache
from itertools import pairwise

from corr.games.grid import shifted
from corr.games.kerd.position import AIR, BITS, BOARD, DIAGONAL, GRID, NAMES, ROW, STRAIGHT, Kind
from corr.games.seats import FIRST, Seat

EVERY = (*STRAIGHT, *DIAGONAL)
"""The eight directions."""
HUSSAR_LINE = 3
"""How far a Hussar goes along a rank or file."""

Rays = tuple[int, tuple[int, ...], tuple[int, ...]]
"""The nearest squares ahead of a sliding piece; all of them by direction, first those above it in bits, then below."""


def forward(seat: Seat) -> int:
    """The distance in bits to the square in front of a piece of *seat*."""
    return ROW if seat == FIRST else -ROW


def line(source: int, by: int) -> Iterator[int]:
    """The squares ahead of *source* in one direction, the nearest first."""
    square = shifted(source, by) & BOARD
    while square:
        yield square
        square = shifted(square, by) & BOARD


def region_line(source: int, by: int) -> Iterator[int]:
    """The squares ahead of *source* that the region rule lets a piece go to."""
    # kerd: Region rule. From water or land, air may not be entered and left again.
    was_air = False
    for square in line(source, by):
        is_air = bool(square & AIR)
        if was_air and not is_air and not source & AIR:
            return
        was_air = is_air
        yield square


@cache
def ring(square: int) -> int:
    """The squares around *square*."""
    return sum(shifted(square, by) & BOARD for by in EVERY)


@cache
def leaps(square: int) -> int:
    """The squares that lie 2+1 from *square*."""
    file, rank = GRID.columns.index(NAMES[square][0]), int(NAMES[square][1:])
    return sum(
        BITS.get(f"{GRID.columns[file + x]}{rank + y}", 0)
        for x, y in ((1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2))
        if 0 <= file + x < len(GRID.columns)
    )


@cache
def strides(square: int) -> tuple[tuple[int, int], ...]:
    """The goals of a Hussar on *square* along ranks and files, each with the two squares between."""
    ways = (list(region_line(square, by))[:HUSSAR_LINE] for by in STRAIGHT)
    return tuple((way[2], way[0] | way[1]) for way in ways if len(way) == HUSSAR_LINE)


@cache
def corners(seat: Seat, square: int) -> int:
    """The squares diagonally in front of a piece of *seat*."""
    ahead = forward(seat)
    return (shifted(square, ahead + 1) | shifted(square, ahead - 1)) & BOARD


@cache
def front(seat: Seat, square: int) -> int:
    """The three squares in front of a piece of *seat*."""
    return corners(seat, square) | shifted(square, forward(seat)) & BOARD


@cache
def rays(kind: int, source: int) -> Rays:
    """The ways of a Bishop, Scout, Tower or Queen on *source*."""
    by_kind = {Kind.BISHOP: DIAGONAL, Kind.SCOUT: DIAGONAL, Kind.TOWER: STRAIGHT, Kind.QUEEN: EVERY}
    # kerd: Region rule. Scouts, towers and queens are not affected.
    walked = region_line if kind == Kind.BISHOP else line
    ahead = [(by, list(walked(source, by))) for by in by_kind[Kind(kind)]]
    return (
        sum(way[0] for _, way in ahead if way),
        tuple(sum(way) for by, way in ahead if by > 0 and way),
        tuple(sum(way) for by, way in ahead if by < 0 and way),
    )


@cache
def between(square: int) -> dict[int, int]:
    """The squares between *square* and each square in line with it."""
    found = {}
    for by in EVERY:
        way = 0
        for target in line(square, by):
            found[target] = way
            way |= target
    return found


def way_to(source: int, goal: int) -> list[int]:
    """The squares from *source*, which is left out, to *goal*; empty if they are not in line."""
    for by in EVERY:
        way: list[int] = []
        for square in line(source, by):
            way.append(square)
            if square == goal:
                return way
    return []


Aim = tuple[int, int, int, int, int, int, int, int, dict[int, int]]
"""From where enemy pieces could capture on a square, kind by kind, and what lies between."""


@cache
def aim(seat: Seat, square: int) -> Aim:
    """The squares from which the opponent could capture a piece of *seat* on *square* of an empty board."""
    straight = sum(target for by in STRAIGHT for target in line(square, by))
    diagonal = sum(target for by in DIAGONAL for target in line(square, by))
    bishops = sum(source for by in DIAGONAL for source in line(square, by) if square in region_line(source, -by))
    hussars = sum(
        source
        for by in STRAIGHT
        for source in list(line(square, by))[HUSSAR_LINE - 1 : HUSSAR_LINE]
        if any(goal == square for goal, _ in strides(source))
    )
    # The opponent's pieces look the other way, so those that capture forward stand in front.
    return (
        corners(seat, square),
        front(seat, square),
        leaps(square),
        ring(square),
        straight,
        diagonal,
        bishops,
        hussars,
        between(square),
    )


Jump = tuple[int, bool, dict[int, int]]
"""The squares of one direction that can be jumped over, whether they ascend, and the square behind each."""


@cache
def jumps(source: int, most_empty: int) -> tuple[Jump, ...]:
    """The jumps of a Jumper on *source* with at most so many empty squares before the piece that it jumps over."""
    found = []
    for by in EVERY:
        way = list(region_line(source, by))
        behind = dict(pairwise(way[: most_empty + 2]))
        # What is nearest is jumped over or nothing is, so a piece without a square behind it must be seen, too.
        window = sum(list(line(source, by))[: most_empty + 1])
        if behind:
            found.append((window, by > 0, behind))
    return tuple(found)
