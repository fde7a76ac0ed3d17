"""The signs on Kyo’s pieces that no other game has."""

from types import MappingProxyType

from corr.games.drawing import Disc, Polygon, Shape, Stroke, Tone

SIGNS: MappingProxyType[str, tuple[Shape, ...]] = MappingProxyType(
    {
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
    }
)
