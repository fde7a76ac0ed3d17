"""
Plain shapes in a box of 100 by 100, of which the signs on pieces are drawn: a game may bring signs of its own.

A file of drawings has paragraphs: a name, a line of words, and then a line for each shape, the lowest first. Points are
written as `50,41`; other numbers follow them, and last the part that it plays, such as `body`, if that is not `sign`:

    disc CENTER radius              stroke POINTS width              star CENTER points outer inner
    polygon POINTS                  arrow TIP TAIL head              arc CENTER radius from to width
    base

`from` and `to` are eighths of a circle, from the top on.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import groupby
from math import cos, pi, sin

from corr.errors import BrokenGameError
from corr.resources import text_beside

Point = tuple[float, float]
"""Right and down, from the upper left corner of the box."""


class Tone(StrEnum):
    """The part that a shape plays in a drawing; its colour follows from that."""

    BODY = "body"
    EDGE = "edge"
    SIGN = "sign"
    DARK = "dark"
    LIGHT = "light"


@dataclass(frozen=True, slots=True)
class Disc:
    """A filled circle."""

    center: Point
    radius: float
    tone: Tone = Tone.SIGN


@dataclass(frozen=True, slots=True)
class Polygon:
    """A filled polygon."""

    points: tuple[Point, ...]
    tone: Tone = Tone.SIGN


@dataclass(frozen=True, slots=True)
class Stroke:
    """A line from point to point with round ends and corners."""

    points: tuple[Point, ...]
    width: float
    tone: Tone = Tone.SIGN


@dataclass(frozen=True, slots=True)
class Letter:
    """A letter or a number, set in bold around its centre; *size* is the height of its line."""

    text: str
    center: Point
    size: float
    tone: Tone = Tone.SIGN


Shape = Disc | Polygon | Stroke | Letter

MIDDLE: Point = (50, 41)
"""The centre of a sign, which stands in the upper part of the box: below it a token has its letter."""
BASE = Stroke(((34, 62), (66, 62)), 7)
"""What most figures stand on."""
_NUMBER = re.compile(r"-?[0-9]{1,3}(\.[0-9]{1,6})?")
_MOST_TIPS = 60
_TONES = frozenset(Tone)


def read_drawings(module: str, file: str = "data/drawings.txt") -> Mapping[str, tuple[Shape, ...]]:
    """
    The drawings in a file, by their names.

    :param module: the `__file__` of the module beside which it lies.
    :raises BrokenGameError: it is missing or broken; the sentence names its line.
    """
    place = f"in {file} beside {module}"
    try:
        lines = text_beside(module, file).splitlines()
    except (OSError, UnicodeDecodeError) as fault:
        raise BrokenGameError(f"The drawings {place} cannot be read.") from fault
    drawings: dict[str, tuple[Shape, ...]] = {}
    for is_blank, paragraph in groupby(enumerate(lines, 1), lambda line: not line[1].strip()):
        if not is_blank:
            (first, name), *rest = paragraph
            # Below the name stands what it shows, in words.
            shapes = [shape for number, line in rest[1:] for shape in _read_line(line, f"line {number} {place}")]
            if not shapes or name in drawings:
                raise BrokenGameError(f"The drawing that begins in line {first} {place} has no shape, or comes twice.")
            drawings[name] = tuple(shapes)
    return drawings


def _read_line(line: str, where: str) -> tuple[Shape, ...]:
    word, *values = line.split()
    tone = Tone(values.pop()) if values and values[-1] in _TONES else Tone.SIGN
    points = [value for value in values if "," in value]
    try:
        found = _shapes(word, tuple(map(_point, points)), [_number(value) for value in values[len(points) :]])
    except (ValueError, ZeroDivisionError) as fault:
        raise BrokenGameError(f"This is no shape: {where}. One looks like “disc 50,41 11”.") from fault
    return tuple(replace(shape, tone=tone) for shape in found)


def _shapes(word: str, points: tuple[Point, ...], numbers: list[float]) -> tuple[Shape, ...]:
    found: tuple[Shape, ...]
    match word, points, numbers:
        case "disc", (center,), [radius]:
            found = (Disc(center, radius),)
        case "polygon", (_, _, _, *_), []:
            found = (Polygon(points),)
        case "stroke", (_, _, *_), [width]:
            found = (Stroke(points, width),)
        case "arrow", (tip, tail), [head]:
            found = arrow(tip, tail, head)
        case "star", (center,), [tips, outer, inner] if tips <= _MOST_TIPS:
            found = (Polygon(star(int(tips), outer, inner, center)),)
        case "arc", (center,), [radius, first, last, width]:
            found = (Stroke(arc(center, radius, (first, last)), width),)
        case "base", (), []:
            found = (BASE,)
        case _:
            raise ValueError(word)
    return found


def _point(text: str) -> Point:
    right, _, down = text.partition(",")
    return _number(right), _number(down)


def _number(text: str) -> float:
    if not _NUMBER.fullmatch(text):
        raise ValueError(text)
    return float(text)


def ring(count: int, radius: float, *, turn: float = 0.0, center: Point = (50, 50)) -> Iterator[Point]:
    """The corners of a regular polygon, from the top on, or from *turn* eighths of a circle further."""
    for step in range(count):
        angle = 2 * pi * (step / count + turn / 8)
        yield center[0] + radius * sin(angle), center[1] - radius * cos(angle)


def star(points: int, outer: float, inner: float, center: Point) -> tuple[Point, ...]:
    """The corners of a star."""
    tips = ring(points, outer, center=center)
    notches = ring(points, inner, turn=4 / points, center=center)
    return tuple(point for pair in zip(tips, notches, strict=True) for point in pair)


def arc(center: Point, radius: float, turns: tuple[float, float]) -> tuple[Point, ...]:
    """A part of a circle, from one to the other of *turns*, which are eighths of a circle from the top on."""
    first, last = turns
    return tuple(next(ring(1, radius, turn=first + (last - first) * step / 10, center=center)) for step in range(11))


def arrow(tip: Point, tail: Point, head: float) -> tuple[Stroke, Polygon]:
    """A line from *tail* to an arrow head whose point is *tip*."""
    (x, y), (from_x, from_y) = tip, tail
    length = ((x - from_x) ** 2 + (y - from_y) ** 2) ** 0.5
    along = ((x - from_x) / length, (y - from_y) / length)
    base = (x - along[0] * head, y - along[1] * head)
    side = (-along[1] * head * 0.7, along[0] * head * 0.7)
    corners = (tip, (base[0] + side[0], base[1] + side[1]), (base[0] - side[0], base[1] - side[1]))
    return Stroke((tail, base), 7), Polygon(corners)
