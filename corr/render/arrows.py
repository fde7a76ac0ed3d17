"""
The course of a turn, drawn over a board: arrows with their order, and signs on what was captured, converted or merged.

Actions that one piece does after each other are one line with a dot at each stop.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from functools import lru_cache
from math import hypot

from corr.games.drawing import Point
from corr.games.scene import Check, Trace
from corr.render.shapes import BOX

MOST_NUMBERED = 12
"""How many actions are numbered; of more, only the first and the last."""

_KEPT = 1024
"""How many lines are kept: those of a half-made turn come again with each action."""
_HALF = BOX / 2
_START = 18
"""How far from the middle of its square an arrow begins."""
_TIP = 34
"""How far from the middle of its square an arrow ends: on the edge of the piece there."""
_HEAD = 28
"""The length of its head."""
_LONG = 14
"""From so many squares on, a line is thin, lest nothing is seen of the board below it."""
_SIGN = (17, 83)
"""Where in its square a sign stands: the lower left corner, where pieces leave room."""
_CROSS = "m-6.5-6.5l13 13m0-13l-13 13"
_TURNED = "m-8-4h15l-5-5m6 13h-15l5 5"
_PLUS = "m-7.5 0h15m-7.5-7.5v15"

Places = Mapping[str, tuple[int, int]]
"""The upper left corner of each square by its name."""


@dataclass(frozen=True, slots=True)
class _Line:
    """The way of one piece: at least two squares."""

    points: tuple[Point, ...]
    stops: tuple[Point, ...] = ()
    """Where an action ended and the next began."""


@dataclass(slots=True)
class _Sketch:
    """What is drawn of a turn, before it is written down."""

    lines: list[_Line]
    numbers: dict[Point, list[int]]
    """The numbers of the actions by where they stand."""


def draw_course(name: str, traces: Sequence[Trace], places: Places, occupied: frozenset[str]) -> str:
    """
    The arrows and signs of a turn.

    :param name: what the style sheet calls it: "is-last" or "is-made".
    :param places: the squares that are drawn; what lies beyond them is left out.
    :param occupied: the names of the squares on which something stands.
    """
    sketch = _sketched(traces, places)
    parts = [_merges(traces, places), _lines(sketch.lines), _signs(traces, places, occupied), _numbers(sketch.numbers)]
    inner = "".join(parts)
    size = " is-long" if any(len(line.points) >= _LONG for line in sketch.lines) else ""
    return f'<g class="board-course {name}{size}" aria-hidden="true">{inner}</g>' if inner else ""


def draw_checks(checks: Sequence[Check], places: Places, framed: AbstractSet[str]) -> str:
    """
    A sign on each piece that is attacked and must not be lost, lines from its attackers, and frames.

    :param framed: the names of the squares that get a frame; others have one already.
    """
    parts = []
    for check in checks:
        attackers = [name for name in check.by if name in places]
        if check.king not in places:
            continue
        king = places[check.king]
        rays = "".join([_ray(_middle(places[name]), _middle(king)) for name in attackers])
        dashed = "".join([_frame(places[name]) for name in attackers if name in framed])
        x, y = king
        parts.append(
            f'<path class="board-check-rays" d="{rays}"/><path class="board-check-by" d="{dashed}"/>'
            f'<path class="board-check" d="{_frame(king) if check.king in framed else ""}"/>'
            f'<path class="board-check-sign" d="M{x + 22} {y + 58}l20 37h-40z"/>'
            f'<text class="board-check-text" x="{x + 22}" y="{y + 82}">!</text>'
        )
    # The notes and steps of a page say all of it in words.
    return f'<g class="board-checks" aria-hidden="true">{"".join(parts)}</g>' if parts else ""


def _sketched(traces: Sequence[Trace], places: Places) -> _Sketch:
    numbers: defaultdict[Point, list[int]] = defaultdict(list)
    lines: list[_Line] = []
    for number, trace in enumerate(traces, 1):
        for further in trace.further:
            beside = tuple(_middle(places[name]) for name in further if name in places)
            # It comes first, lest it parts two actions of one piece.
            lines[:0] = [_Line(beside)] if len(beside) > 1 else []
        points = tuple(_middle(places[name]) for name in trace.path if name in places)
        if not points:
            continue
        goes_on = len(points) > 1 and bool(lines) and lines[-1].points[-1] == points[0]
        if goes_on:
            lines[-1] = _Line((*lines[-1].points, *points[1:]), (*lines[-1].stops, points[0]))
        elif len(points) > 1:
            lines.append(_Line(points))
        if _is_numbered(number, len(traces)):
            numbers[points[0] if goes_on else _number_place(points)].append(number)
    return _Sketch(lines, numbers)


def _number_place(points: Sequence[Point]) -> Point:
    """Where the number of an action along *points* stands, if no other one ends where it begins."""
    if len(points) > 1:
        return _towards(points[0], points[1], _START)
    return points[0][0], points[0][1] - _HALF + 14


def _is_numbered(number: int, count: int) -> bool:
    return count > 1 and (count <= MOST_NUMBERED or number in {1, count})


def _lines(lines: Sequence[_Line]) -> str:
    """Each line with a border, lest it is lost on pieces, and with the head of its arrow."""
    if not lines:
        return ""
    ways = "".join(map(_way, lines))
    heads = "".join([_head(line.points[-2], line.points[-1]) for line in lines])
    stops = "".join([f"M{x:g} {y:g}h0" for x, y in dict.fromkeys(stop for line in lines for stop in line.stops)])
    dots = f'<path class="board-course-stops" d="{stops}"/>' if stops else ""
    return (
        f'<path class="board-course-border" d="{ways}"/><path class="board-course-line" d="{ways}"/>{dots}'
        f'<path class="board-course-heads" d="{heads}"/>'
    )


@lru_cache(maxsize=_KEPT)
def _way(line: _Line) -> str:
    """The strokes of *line*; where a piece went more than once between two squares, the first of them."""
    first = _towards(line.points[0], line.points[1], _START)
    last = _towards(line.points[-1], line.points[-2], _TIP + _HEAD - 6)
    seen: set[frozenset[Point]] = set()
    strokes: list[str] = []
    end: Point | None = None
    pairs = list(zip(line.points, line.points[1:], strict=False))
    for number, (here, there) in enumerate(pairs):
        is_last = number == len(pairs) - 1
        if frozenset((here, there)) in seen and not is_last:
            continue
        seen.add(frozenset((here, there)))
        start, goal = first if number == 0 else here, last if is_last else there
        strokes.append(f"{'' if start == end else f'M{_written(start)}'}L{_written(goal)}")
        end = goal
    return "".join(strokes)


@lru_cache(maxsize=_KEPT)
def _head(before: Point, goal: Point) -> str:
    tip, base = _towards(goal, before, _TIP), _towards(goal, before, _TIP + _HEAD)
    aside = (tip[1] - base[1]) * 0.55, (base[0] - tip[0]) * 0.55
    left, right = (base[0] + aside[0], base[1] + aside[1]), (base[0] - aside[0], base[1] - aside[1])
    return f"M{_written(tip)}L{_written(left)}L{_written(right)}z"


def _merges(traces: Iterable[Trace], places: Places) -> str:
    """A ghost for each piece that became part of another one, and a line to where that stands."""
    ghosts, rays = [], []
    for trace in traces:
        goal = trace.path[-1] if trace.path else ""
        for name in trace.merged:
            if name == goal or name not in places:
                continue
            here = _middle(places[name])
            ghosts.append(f"M{_written(here)}{_PLUS}")
            if goal in places:
                rays.append(_ray(here, _middle(places[goal])))
    if not ghosts:
        return ""
    return f'<path class="board-course-rays" d="{"".join(rays)}"/><path class="board-ghosts" d="{"".join(ghosts)}"/>'


def _signs(traces: Iterable[Trace], places: Places, occupied: frozenset[str]) -> str:
    """What became of pieces: a sign beside who stands there now, or a large one where nobody does."""
    signs: dict[str, str] = {}
    for trace in traces:
        if trace.merged and trace.path:
            signs[trace.path[-1]] = _PLUS
        signs |= dict.fromkeys(trace.captured, _CROSS) | dict.fromkeys(trace.converted, _TURNED)
    beside = [(places[name], sign) for name, sign in signs.items() if name in places and name in occupied]
    alone = [(places[name], sign) for name, sign in signs.items() if name in places and name not in occupied]
    dots = "".join([f"M{x + _SIGN[0]} {y + _SIGN[1]}h0" for (x, y), _ in beside])
    drawn = "".join([f"M{x + _SIGN[0]} {y + _SIGN[1]}{sign}" for (x, y), sign in beside])
    shown = (
        f'<path class="board-course-badges" d="{dots}"/><path class="board-course-signs" d="{drawn}"/>' if dots else ""
    )
    gone = "".join([f"M{x + 26} {y + 26}l48 48m0-48l-48 48" for (x, y), _ in alone])
    return shown + (f'<path class="board-gone" d="{gone}"/>' if gone else "")


def _numbers(numbers: Mapping[Point, Sequence[int]]) -> str:
    if not numbers:
        return ""
    texts = {place: " ".join(map(str, found)) for place, found in numbers.items()}
    widths = {place: 5 * (len(text) - 1) for place, text in texts.items()}
    badges = "".join([f"M{x - widths[x, y]:.4g} {y:.4g}h{2 * widths[x, y]}" for x, y in texts])
    written = "".join([f'<text x="{x:.4g}" y="{y:.4g}">{text}</text>' for (x, y), text in texts.items()])
    return f'<path class="board-course-badges" d="{badges}"/><g class="board-course-numbers">{written}</g>'


def _frame(corner: tuple[int, int]) -> str:
    return f"M{corner[0] + 5} {corner[1] + 5}h{BOX - 10}v{BOX - 10}h{10 - BOX}z"


def _middle(corner: tuple[int, int]) -> Point:
    return corner[0] + _HALF, corner[1] + _HALF


def _towards(here: Point, there: Point, far: float) -> Point:
    """The point that lies so *far* from *here* on the way *there*."""
    length = hypot(there[0] - here[0], there[1] - here[1]) or 1
    return here[0] + (there[0] - here[0]) * far / length, here[1] + (there[1] - here[1]) * far / length


def _ray(here: Point, there: Point) -> str:
    return f"M{_written(_towards(here, there, _HALF - 12))}L{_written(_towards(there, here, _HALF - 8))}"


def _written(point: Point) -> str:
    return f"{point[0]:.4g} {point[1]:.4g}"
