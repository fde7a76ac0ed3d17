"""Patterns of the kinds of ground, as plain lines from which both SVG and PNG are made."""

from dataclasses import dataclass

from corr.render.glyphs import Point


@dataclass(frozen=True, slots=True)
class Texture:
    """Lines that are repeated over the ground."""

    side: int
    """The side of the tile that is repeated; the side of a square is a multiple of it."""
    lines: tuple[tuple[Point, ...], ...]


TEXTURES = (
    Texture(25, (((-5, 5), (5, -5)), ((0, 25), (25, 0)), ((20, 30), (30, 20)))),
    Texture(50, (((0, 25), (7, 20), (18, 20), (32, 30), (43, 30), (50, 25)),)),
    Texture(50, (((14, 12), (19, 12)), ((39, 37), (44, 37)))),
    Texture(50, (((18, 25), (32, 25)), ((25, 18), (25, 32)))),
)
"""Hatching, waves, dots and crosses: enough for four kinds of ground; a fifth would look like the first."""
