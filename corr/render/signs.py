"""The signs on tokens that any game may use, by the shapes that scenes name: each shows what its piece is called."""

from types import MappingProxyType

from corr.games.drawing import BASE, Disc, Polygon, Shape, Stroke, Tone

SIGNS: MappingProxyType[str, tuple[Shape, ...]] = MappingProxyType(
    {
        # A heavy block with facets that stays where it is.
        "stone": (
            Polygon(((34, 20), (66, 20), (78, 41), (66, 62), (34, 62), (22, 41))),
            Stroke(((37, 41), (44, 29), (57, 29)), 3.5, Tone.BODY),
            Stroke(((63, 41), (56, 53), (43, 53)), 3.5, Tone.BODY),
        ),
        "pawn": (Disc((50, 26), 11.5), Polygon(((43, 36), (57, 36), (64, 58), (36, 58))), BASE),
        # A mitre.
        "bishop": (
            Polygon(((50, 12), (61, 23), (67, 37), (59, 54), (41, 54), (33, 37), (39, 23))),
            Stroke(((52, 37), (61, 25)), 5, Tone.BODY),
            BASE,
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
            BASE,
        ),
        # A crown with a cross.
        "king": (
            Stroke(((50, 10), (50, 34)), 7),
            Stroke(((41, 18), (59, 18)), 7),
            Polygon(((50, 38), (58, 30), (68, 30), (75, 38), (66, 55), (34, 55), (25, 38), (32, 30), (42, 30))),
            BASE,
        ),
    }
)
