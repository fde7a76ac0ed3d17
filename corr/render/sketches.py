"""
The course of a turn as lines, numbers and signs over a board, from which both SVG and PNG are drawn.

Actions that one piece does after each other are one line with a stop at the end of each.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import hypot

from corr.games.drawing import Point
from corr.games.scene import Check, Trace
from corr.render.glyphs import BOX

MOST_NUMBERED = 12
"""How many actions are numbered; of more, only the first and the last."""
HALF = BOX / 2
SIGN = (17 - HALF, 83 - HALF)
"""Where a sign stands, from the middle of its square: in the lower left corner, where pieces leave room."""

Way = tuple[Point, ...]
"""The points of one stroke."""
Places = Mapping[str, tuple[int, int]]
"""The upper left corner of each square by its name."""

CROSS: tuple[Way, ...] = (((-6.5, -6.5), (6.5, 6.5)), ((6.5, -6.5), (-6.5, 6.5)))
TURNED: tuple[Way, ...] = (((-8, -4), (7, -4), (2, -9)), ((8, 4), (-7, 4), (-2, 9)))
PLUS: tuple[Way, ...] = (((-7.5, 0), (7.5, 0)), ((0, -7.5), (0, 7.5)))
GONE: tuple[Way, ...] = (((-24, -24), (24, 24)), ((24, -24), (-24, 24)))
"""The large cross where nothing stands any more."""

_KEPT = 1024
"""How many lines are kept: those of a half-made turn come again with each action."""
_START = 18
"""How far from the middle of its square an arrow begins."""
_TIP = 34
"""How far from the middle of its square an arrow ends: on the edge of the piece there."""
_HEAD = 28
"""The length of its head."""
_ASIDE, _BEND = 32, 65
"""How far two lines that would lie on each other are moved aside, and how far from their ends they have got there."""
_LONG = 14
"""From so many squares on, a line is thin, lest nothing is seen of the board below it."""


@dataclass(frozen=True, slots=True)
class Line:
    """The way of one piece: at least two squares."""

    points: Way
    stops: Way = ()
    """Where an action ended and the next began."""

    @property
    def head(self) -> Way:
        """The three corners of its arrow's head, the tip first."""
        return _head(self.points[-2], self.points[-1])


@dataclass(frozen=True, slots=True)
class Sketch:
    """All that is drawn of a turn."""

    lines: tuple[Line, ...]
    numbers: Mapping[Point, str]
    """The numbers of the actions by where they stand."""
    ghosts: tuple[Point, ...]
    """Where pieces stood that became part of another one."""
    rays: tuple[Way, ...]
    """From there to where that stands."""
    beside: tuple[tuple[Point, tuple[Way, ...]], ...]
    """Signs of what became of pieces, beside who stands there now: the middles of their squares, and the signs."""
    gone: tuple[Point, ...]
    """Where nobody does."""

    @property
    def is_long(self) -> bool:
        """Whether a line is so long that all are thin."""
        return any(len(line.points) >= _LONG for line in self.lines)

    @property
    def stops(self) -> Way:
        """Where actions ended and the next began, each once."""
        return tuple(dict.fromkeys(stop for line in self.lines for stop in line.stops))


@dataclass(frozen=True, slots=True)
class CheckSketch:
    """What is drawn of an attack on a piece that must not be lost."""

    king: str
    """The name of its square."""
    at: tuple[int, int]
    """The corner of that."""
    by: Mapping[str, tuple[int, int]]
    """The squares of the attackers, with their corners."""
    rays: tuple[Way, ...]
    """From each of them."""

    @property
    def attackers(self) -> tuple[tuple[int, int], ...]:
        """The corners of their squares."""
        return tuple(self.by.values())


def sketched(traces: Sequence[Trace], places: Places, occupied: frozenset[str]) -> Sketch:
    """
    What is drawn of the actions of a turn.

    :param places: the squares that are drawn; what lies beyond them is left out.
    :param occupied: the names of the squares on which something stands.
    """
    lines, numbers = _numbered_lines(traces, places)
    merged = [(_middle(places[name]), goal) for name, goal in _merged(traces) if name in places]
    signs = [(name, sign) for name, sign in _signs(traces).items() if name in places]
    return Sketch(
        lines,
        numbers,
        ghosts=tuple([here for here, _ in merged]),
        rays=tuple([_ray(here, _middle(places[goal])) for here, goal in merged if goal in places]),
        beside=tuple([(_middle(places[name]), sign) for name, sign in signs if name in occupied]),
        gone=tuple([_middle(places[name]) for name, _ in signs if name not in occupied]),
    )


def sketched_checks(checks: Iterable[Check], places: Places) -> Iterator[CheckSketch]:
    """What is drawn of the attacks on pieces that must not be lost."""
    for check in checks:
        if check.king in places:
            king, by = places[check.king], {name: places[name] for name in check.by if name in places}
            rays = tuple(_ray(_middle(corner), _middle(king)) for corner in by.values())
            yield CheckSketch(check.king, king, by, rays)


@lru_cache(maxsize=_KEPT)
def strokes_of(line: Line) -> tuple[Way, ...]:
    """The strokes of *line*; where a piece went more than once between two squares, the first of them."""
    first = _towards(line.points[0], line.points[1], _START)
    last = _towards(line.points[-1], line.points[-2], _TIP + _HEAD - 6)
    seen: set[frozenset[Point]] = set()
    strokes: list[list[Point]] = []
    pairs = list(zip(line.points, line.points[1:], strict=False))
    for number, (here, there) in enumerate(pairs):
        is_last = number == len(pairs) - 1
        if frozenset((here, there)) in seen and not is_last:
            continue
        seen.add(frozenset((here, there)))
        start, goal = first if number == 0 else here, last if is_last else there
        if not strokes or strokes[-1][-1] != start:
            strokes.append([start])
        strokes[-1].append(goal)
    return tuple(map(tuple, strokes))


def _numbered_lines(traces: Sequence[Trace], places: Places) -> tuple[tuple[Line, ...], Mapping[Point, str]]:
    numbers: defaultdict[Point, list[str]] = defaultdict(list)
    lines: list[Line] = []
    for number, trace in enumerate(traces, 1):
        points = tuple(_middle(places[name]) for name in trace.path if name in places)
        for further in trace.further:
            beside = tuple(_middle(places[name]) for name in further if name in places)
            if _lie_on_each_other(points, beside):
                points, beside = _bent(points), _bent(beside)
            # It comes first, lest it parts two actions of one piece.
            lines[:0] = [Line(beside)] if len(beside) > 1 else []
        if not points:
            continue
        goes_on = len(points) > 1 and bool(lines) and lines[-1].points[-1] == points[0]
        if goes_on:
            lines[-1] = Line((*lines[-1].points, *points[1:]), (*lines[-1].stops, points[0]))
        elif len(points) > 1:
            lines.append(Line(points))
        if len(traces) > 1 and (len(traces) <= MOST_NUMBERED or number in {1, len(traces)}):
            numbers[points[0] if goes_on else _number_place(points)].append(str(number))
    return tuple(lines), {place: " ".join(found) for place, found in numbers.items()}


def _lie_on_each_other(one: Way, other: Way) -> bool:
    """Whether two straight ways have more in common than a point, as those of King and rook in castling."""
    if (*one[2:], *other[2:]) or not one[1:] or not other[1:]:
        return False
    (x, y), (goal_x, goal_y) = one
    right, down = goal_x - x, goal_y - y
    is_aside = any((here_x - x) * down != (here_y - y) * right for here_x, here_y in other)
    low, high = sorted((here_x - x) * right + (here_y - y) * down for here_x, here_y in other)
    return not is_aside and low < right**2 + down**2 and high > 0


def _bent(way: Way) -> Way:
    """A straight way that keeps to the right: of two that meet, none lies on the other."""
    start, goal = way
    length = hypot(goal[0] - start[0], goal[1] - start[1])
    right, down = (goal[0] - start[0]) / length, (goal[1] - start[1]) / length
    # The head of an arrow has room in its last stroke.
    bends = sorted({min(_BEND, length / 2), max(length - _BEND, length / 2)})
    aside = -down * _ASIDE, right * _ASIDE
    between = tuple((start[0] + right * far + aside[0], start[1] + down * far + aside[1]) for far in bends)
    return (start, *between, goal)


def _number_place(points: Sequence[Point]) -> Point:
    """Where the number of an action along *points* stands, if no other one ends where it begins."""
    if len(points) > 1:
        return _towards(points[0], points[1], _START)
    return points[0][0], points[0][1] - HALF + 14


@lru_cache(maxsize=_KEPT)
def _head(before: Point, goal: Point) -> Way:
    tip, base = _towards(goal, before, _TIP), _towards(goal, before, _TIP + _HEAD)
    aside = (tip[1] - base[1]) * 0.55, (base[0] - tip[0]) * 0.55
    return tip, (base[0] + aside[0], base[1] + aside[1]), (base[0] - aside[0], base[1] - aside[1])


def _merged(traces: Iterable[Trace]) -> Iterator[tuple[str, str]]:
    """The squares of pieces that became part of another one, with the square of that."""
    for trace in traces:
        goal = trace.path[-1] if trace.path else ""
        yield from ((name, goal) for name in trace.merged if name != goal)


def _signs(traces: Iterable[Trace]) -> dict[str, tuple[Way, ...]]:
    """What became of pieces, by their squares."""
    signs: dict[str, tuple[Way, ...]] = {}
    for trace in traces:
        if trace.merged and trace.path:
            signs[trace.path[-1]] = PLUS
        signs |= dict.fromkeys(trace.captured, CROSS) | dict.fromkeys(trace.converted, TURNED)
    return signs


def _middle(corner: tuple[int, int]) -> Point:
    return corner[0] + HALF, corner[1] + HALF


def _towards(here: Point, there: Point, far: float) -> Point:
    """The point that lies so *far* from *here* on the way *there*."""
    length = hypot(there[0] - here[0], there[1] - here[1]) or 1
    return here[0] + (there[0] - here[0]) * far / length, here[1] + (there[1] - here[1]) * far / length


def _ray(here: Point, there: Point) -> Way:
    return _towards(here, there, HALF - 12), _towards(there, here, HALF - 8)
