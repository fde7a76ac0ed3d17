"""
The signs on tokens, by the names that scenes use: each hints at how its piece moves, or shows what it is called.

They stand in the upper part of the box, around `MIDDLE`, because a token has its letter below.
"""

from math import cos, pi, sin
from types import MappingProxyType

from corr.render.shapes import Disc, Point, Polygon, Shape, Stroke, Tone, arc, arrow, star

MIDDLE: Point = (50, 41)
"""The centre of a sign."""

_BASE = Stroke(((34, 62), (66, 62)), 7)
"""What most figures stand on."""

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
        # A heavy block with facets that stays where it is.
        "stone": (
            Polygon(((34, 20), (66, 20), (78, 41), (66, 62), (34, 62), (22, 41))),
            Stroke(((37, 41), (44, 29), (57, 29)), 3.5, Tone.BODY),
            Stroke(((63, 41), (56, 53), (43, 53)), 3.5, Tone.BODY),
        ),
        "pawn": (Disc((50, 26), 11.5), Polygon(((43, 36), (57, 36), (64, 58), (36, 58))), _BASE),
        # Hollow, since it carries nothing.
        "light-pawn": (
            Disc((50, 25), 12.5),
            Disc((50, 25), 6, Tone.BODY),
            Stroke(((50, 42), (66, 61), (34, 61), (50, 42)), 6.5),
        ),
        # Solid and broad.
        "heavy-pawn": (
            Disc((50, 23), 13),
            Polygon(((38, 38), (62, 38), (74, 53), (26, 53))),
            Stroke(((29, 61), (71, 61)), 9),
        ),
        # A pawn with a star for its head.
        "commander": (Polygon(star(5, 20, 8.5, (50, 26))), Polygon(((44, 45), (56, 45), (63, 57), (37, 57))), _BASE),
        # A mitre.
        "bishop": (
            Polygon(((50, 12), (61, 23), (67, 37), (59, 54), (41, 54), (33, 37), (39, 23))),
            Stroke(((52, 37), (61, 25)), 5, Tone.BODY),
            _BASE,
        ),
        # An eye that sees over all ground.
        "scout": (
            Polygon(
                (
                    (19, 41),
                    (28, 31),
                    (39, 25),
                    (50, 23),
                    (61, 25),
                    (72, 31),
                    (81, 41),
                    (72, 51),
                    (61, 57),
                    (50, 59),
                    (39, 57),
                    (28, 51),
                )
            ),
            Disc(MIDDLE, 13.5, Tone.BODY),
            Disc(MIDDLE, 7.5),
        ),
        # A horse's head.
        "hussar": (
            Polygon(
                (
                    (36, 63),
                    (39, 51),
                    (47, 43),
                    (38, 45),
                    (31, 51),
                    (23, 45),
                    (32, 29),
                    (41, 21),
                    (43, 12),
                    (50, 19),
                    (61, 24),
                    (69, 36),
                    (72, 63),
                )
            ),
            Disc((43, 31), 3, Tone.BODY),
        ),
        # A leap over something.
        "jumper": (
            Stroke(arc((47, 44), 25, (-2, 1.6)), 8),
            Polygon(((58, 42), (86, 42), (72, 62))),
            Disc((47, 53), 9.5),
        ),
        "tower": (
            Polygon(
                (
                    (30, 16),
                    (39, 16),
                    (39, 23),
                    (45, 23),
                    (45, 16),
                    (55, 16),
                    (55, 23),
                    (61, 23),
                    (61, 16),
                    (70, 16),
                    (70, 32),
                    (62, 38),
                    (62, 54),
                    (38, 54),
                    (38, 38),
                    (30, 32),
                )
            ),
            Stroke(((31, 61), (69, 61)), 7.5),
        ),
        # A crown with three points.
        "queen": (
            Polygon(((33, 55), (24, 27), (39, 40), (50, 20), (61, 40), (76, 27), (67, 55))),
            *(Disc(tip, 5.5) for tip in ((24, 25), (50, 17), (76, 25))),
            _BASE,
        ),
        # A crown with a cross.
        "king": (
            Stroke(((50, 10), (50, 34)), 7),
            Stroke(((41, 18), (59, 18)), 7),
            Polygon(((50, 38), (58, 30), (68, 30), (75, 38), (66, 55), (34, 55), (25, 38), (32, 30), (42, 30))),
            _BASE,
        ),
    }
)
