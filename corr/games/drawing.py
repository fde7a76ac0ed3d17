"""Plain shapes in a box of 100 by 100, of which the signs on pieces are drawn: a game may bring signs of its own."""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from math import cos, pi, sin

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
