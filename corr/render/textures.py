"""Patterns of the kinds of ground, as plain lines from which both SVG and PNG are made."""

from collections.abc import Sequence
from dataclasses import dataclass

from corr.games.scene import Region
from corr.render.shapes import Point


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


def kind_of(regions: Sequence[Region], region: Region) -> int:
    """The place in `TEXTURES` of what *region* looks like: as its key suggests, or else as its place in *regions*."""
    return _KNOWN.get(region.key, regions.index(region) % len(TEXTURES))
