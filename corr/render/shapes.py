"""Plain shapes in a box of 100 by 100 and patterns of the ground, from which both SVG and PNG are made."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from math import cos, pi, sin

from corr.games.scene import Region

Point = tuple[float, float]
"""Right and down, from the upper left corner of the box."""

BOX = 100
"""The side of the box."""


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


def moved(shape: Shape, scale: float, away: Point) -> Shape:
    """*shape* enlarged by *scale* from the upper left corner of the box, and then moved *away*."""

    def place(point: Point) -> Point:
        return round(point[0] * scale + away[0], 2), round(point[1] * scale + away[1], 2)

    match shape:
        case Disc(center, radius):
            return replace(shape, center=place(center), radius=radius * scale)
        case Polygon(points):
            return replace(shape, points=tuple(map(place, points)))
        case Letter(_, center, size):
            return replace(shape, center=place(center), size=size * scale)
        case _:
            return replace(shape, points=tuple(map(place, shape.points)), width=shape.width * scale)


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


def cut_box(corner: Point, size: Point, cut: float) -> tuple[Point, ...]:
    """A rectangle without its corners."""
    (left, top), (right, bottom) = corner, (corner[0] + size[0], corner[1] + size[1])
    return (
        (left + cut, top),
        (right - cut, top),
        (right, top + cut),
        (right, bottom - cut),
        (right - cut, bottom),
        (left + cut, bottom),
        (left, bottom - cut),
        (left, top + cut),
    )


@dataclass(frozen=True, slots=True)
class Texture:
    """Lines that are repeated over the ground."""

    side: int
    """The side of the tile that is repeated; the side of a square is a multiple of it."""
    lines: tuple[tuple[Point, ...], ...]


TEXTURES = (
    Texture(25, (((-5, 5), (5, -5)), ((0, 25), (25, 0)), ((20, 30), (30, 20)))),
    Texture(50, (((0, 25), (7, 20), (18, 20), (32, 30), (43, 30), (50, 25)),)),
    Texture(50, (((6, 12), (22, 12)), ((31, 37), (47, 37)))),
    Texture(50, (((8, 9), (13, 18), (18, 9)), ((32, 33), (37, 42), (42, 33)))),
)
"""Hatching, waves, dashes and tufts: enough for four kinds of ground; a fifth would look like the first."""

_KNOWN = {"water": 1, "air": 2, "land": 3}


def texture_index(regions: Sequence[Region], region: Region) -> int:
    """The place in `TEXTURES` of what *region* looks like: as its key suggests, or else as its place in *regions*."""
    return _KNOWN.get(region.key, regions.index(region) % len(TEXTURES))
