"""The signs on Kerd’s pieces that no other game has."""

from types import MappingProxyType

from corr.games.drawing import BASE, MIDDLE, Disc, Polygon, Shape, Stroke, Tone, arc, star

SIGNS: MappingProxyType[str, tuple[Shape, ...]] = MappingProxyType(
    {
        # A pawn with a star for its head.
        "commander": (Polygon(star(5, 20, 8.5, (50, 26))), Polygon(((44, 45), (56, 45), (63, 57), (37, 57))), BASE),
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
    }
)
