"""The signs on Kelasu’s pieces that no other game has."""

from math import cos, pi, sin
from types import MappingProxyType

from corr.games.drawing import MIDDLE, Disc, Polygon, Shape, Stroke, Tone, arrow, star

SIGNS: MappingProxyType[str, tuple[Shape, ...]] = MappingProxyType(
    {
        # One plain dot: the piece of which the others are made.
        "blank": (Disc(MIDDLE, 11),),
        # The chevrons of a soldier: forward, and to both sides of it.
        "warrior": (
            Stroke(((28, 41), (50, 21), (72, 41)), 9.5),
            Stroke(((28, 60), (50, 40), (72, 60)), 9.5),
        ),
        # The four diagonals.
        "runner": (
            *arrow((28, 19), MIDDLE, 16),
            *arrow((72, 19), MIDDLE, 16),
            *arrow((28, 63), MIDDLE, 16),
            *arrow((72, 63), MIDDLE, 16),
        ),
        # Straight ways in four directions around a disc that is half of one colour, half of the other.
        "diplomat": (
            Stroke(((50, 17), (50, 64)), 7),
            Stroke(((23, 41), (77, 41)), 7),
            Disc(MIDDLE, 18),
            Disc(MIDDLE, 12.5, Tone.BODY),
            Polygon(tuple((50 + 13 * sin(pi * step / 12), 41 - 13 * cos(pi * step / 12)) for step in range(13))),
        ),
        # A sword: far ahead and back, less far to the sides.
        "champion": (
            *arrow((50, 11), (50, 62), 18),
            Stroke(((31, 49), (69, 49)), 8),
            Disc((50, 63), 5.5),
        ),
        # Everywhere.
        "general": (Polygon(star(8, 29, 12.5, MIDDLE)),),
    }
)
