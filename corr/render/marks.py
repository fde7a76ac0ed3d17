"""Extra signs on pieces: how they are drawn, written and said."""

from collections.abc import Iterable
from dataclasses import dataclass
from types import MappingProxyType

from corr.games.drawing import Disc, Letter, Point, Polygon, Shape, Tone
from corr.games.scene import Piece, Scene

COLOR = "mark"
"""The name of their colours in `colors.css`."""


@dataclass(frozen=True, slots=True)
class Mark:
    """One extra sign."""

    sign: str
    """One ASCII sign that follows the piece's letter; empty for none."""
    words: str
    """What it means, for people."""
    center: Point
    shapes: tuple[Shape, ...]
    """In the box of a token, near its upper edge: there it shows on flat tokens, too."""


_MASK = (
    (8, 5),
    (20, 8),
    (28, 9),
    (36, 8),
    (48, 5),
    (47, 20),
    (39, 27),
    (31, 24),
    (28, 19),
    (25, 24),
    (17, 27),
    (9, 20),
)
_KNOWN: MappingProxyType[str, Mark] = MappingProxyType(
    {
        "unmoved": Mark(
            "*", "not moved yet", (88, 12), (Disc((88, 12), 8.5, Tone.EDGE), Disc((88, 12), 5.5, Tone.DARK))
        ),
        "infiltrator": Mark(
            "!",
            "infiltrator",
            (28, 16),
            (
                Polygon(tuple((28 + (x - 28) * 1.2, 16 + (y - 16) * 1.35) for x, y in _MASK), Tone.EDGE),
                Polygon(_MASK, Tone.BODY),
                Disc((19, 16), 4.2, Tone.SIGN),
                Disc((37, 16), 4.2, Tone.SIGN),
            ),
        ),
    }
)

_ORDER = {key: place for place, key in enumerate(_KNOWN)}


def mark(key: str) -> Mark:
    """The mark that a scene calls *key*; one that nobody has drawn is a badge with its first letter."""
    badge = (Disc((84, 16), 14, Tone.EDGE), Disc((84, 16), 12, Tone.BODY), Letter(key[:1], (84, 16), 20))
    return _KNOWN.get(key) or Mark("", key, (84, 16), badge)


def marks_of(piece: Piece) -> tuple[Mark, ...]:
    """The marks of *piece* in the same order every time: first those that are drawn here, as they stand above."""
    return tuple(mark(key) for key in _sorted(piece.marks))


def mark_places(scene: Scene) -> dict[str, list[int]]:
    """Each mark on the board, in the same order, with the places of the squares where a piece has it."""
    places: dict[str, list[int]] = {}
    for at, square in enumerate(scene.squares):
        for piece in square.pieces:
            for key in piece.marks:
                found = places.setdefault(key, [])
                if at not in found[-1:]:
                    found.append(at)
    return {key: places[key] for key in _sorted(places)}


def _sorted(keys: Iterable[str]) -> list[str]:
    return sorted(keys, key=lambda key: (_ORDER.get(key, len(_ORDER)), key))
