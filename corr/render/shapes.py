"""Shapes that are moved, boxes without corners, and patterns of the ground, for both SVG and PNG."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from corr.games.drawing import Disc, Letter, Point, Polygon, Shape
from corr.games.scene import Region

BOX = 100
"""The side of the box."""


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
