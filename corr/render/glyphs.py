"""
The drawings of pieces, of extra signs on them, and of the ground, from which both SVG and PNG are made.

A piece is a token with a sign on it; on top of a stack the token is flat. The token's form tells the owner, so that
nobody needs to tell colours apart: round for the first seat, square with cut corners for the second, a rhomb for
nobody. The colour is the one that the owner is called by, where it is called by one.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from types import MappingProxyType

from corr.games.drawing import MIDDLE, Disc, Letter, Point, Polygon, Shape, Stroke, Tone, read_drawings, ring
from corr.games.scene import Piece, Region, Scene, split_name
from corr.games.seats import FIRST, SECOND

COLORS = ("blue", "red", "gold", "white", "black", "nobody")
"""The colours of pieces: each has its tones in `colors.css`."""

SIGNS = read_drawings(__file__, "signs.txt")
"""The signs that any game may use, by the shapes that scenes name: each shows what its piece is called."""
FLAT = 42
"""The height of a flat token, which is as wide as the box."""
BOX = 100
"""The side of the box."""
MARK_COLOR = "mark"
"""The name of the colours of extra signs in `colors.css`."""


class Form(StrEnum):
    """The form of a token, which tells its owner."""

    ROUND = "round"
    SQUARE = "square"
    RHOMB = "rhomb"


@dataclass(frozen=True, slots=True)
class Mark:
    """An extra sign on a piece: how it is drawn, written and said."""

    sign: str
    """One ASCII sign that follows the piece's letter; empty for none."""
    words: str
    """What it means, for people."""
    center: Point
    shapes: tuple[Shape, ...]
    """In the box of a token, near its upper edge: there it shows on flat tokens, too."""


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

_GROUNDS = {"water": 1, "air": 2, "land": 3}

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
_MARKS: MappingProxyType[str, Mark] = MappingProxyType(
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

_ORDER = {key: place for place, key in enumerate(_MARKS)}


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


_FLAT_SIGN = 0.66
"""How large the sign on a flat token is."""

_TOKENS: MappingProxyType[Form, tuple[Shape, ...]] = MappingProxyType(
    {
        Form.ROUND: (Disc((50, 50), 45, Tone.EDGE), Disc((50, 50), 42, Tone.BODY)),
        Form.SQUARE: (
            Polygon(cut_box((8, 8), (84, 84), 13), Tone.EDGE),
            Polygon(cut_box((12.5, 12.5), (75, 75), 11), Tone.BODY),
        ),
        Form.RHOMB: (Polygon(tuple(ring(4, 49)), Tone.EDGE), Polygon(tuple(ring(4, 43)), Tone.BODY)),
    }
)

_FLAT_TOKENS: MappingProxyType[Form, tuple[Shape, ...]] = MappingProxyType(
    {
        Form.ROUND: (
            Stroke(((25, FLAT / 2), (BOX - 25, FLAT / 2)), FLAT, Tone.EDGE),
            Stroke(((25, FLAT / 2), (BOX - 25, FLAT / 2)), FLAT - 5, Tone.BODY),
        ),
        Form.SQUARE: (
            Polygon(cut_box((5, 0), (BOX - 10, FLAT), 10), Tone.EDGE),
            Polygon(cut_box((8.5, 3.5), (BOX - 17, FLAT - 7), 8), Tone.BODY),
        ),
        Form.RHOMB: (
            Polygon(cut_box((2, 0), (BOX - 4, FLAT), FLAT / 2), Tone.EDGE),
            Polygon(cut_box((7, 3), (BOX - 14, FLAT - 6), FLAT / 2 - 3), Tone.BODY),
        ),
    }
)


def form(piece: Piece) -> Form:
    """The form that tells whose *piece* is."""
    if piece.owner == FIRST:
        return Form.ROUND
    return Form.SQUARE if piece.owner == SECOND else Form.RHOMB


def color(piece: Piece) -> str:
    """One of `COLORS`: the one in the owner's name, or else the seat's."""
    if piece.owner is None:
        return "nobody"
    word = split_name(piece)[0].lower()
    return word if word in COLORS else COLORS[piece.owner]


def token(piece: Piece) -> tuple[Shape, ...]:
    """A token that stands alone, with its sign, and its letter below; the letter alone where there is no such sign."""
    # The form tells the owner already, and capitals are easier to read on so small a thing.
    capital = piece.letter.upper()
    drawing = piece.sign or SIGNS.get(piece.shape)
    if not drawing:
        return (*_TOKENS[form(piece)], Letter(capital, (50, 50), 56))
    return (*_TOKENS[form(piece)], *drawing, Letter(capital, (50, 79), 23))


def blank_token(piece: Piece) -> tuple[Shape, ...]:
    """A token that stands alone, with nothing on it."""
    return _TOKENS[form(piece)]


def flat_token(piece: Piece) -> tuple[Shape, ...]:
    """A token on top of a stack: as wide as the box, `FLAT` high, with its sign in the middle."""
    capital = piece.letter.upper()
    drawing = piece.sign or SIGNS.get(piece.shape)
    if not drawing:
        return (*_FLAT_TOKENS[form(piece)], Letter(capital, (50, FLAT / 2), 36))
    away = (50 - MIDDLE[0] * _FLAT_SIGN, FLAT / 2 + 1 - MIDDLE[1] * _FLAT_SIGN)
    return (*_FLAT_TOKENS[form(piece)], *(moved(part, _FLAT_SIGN, away) for part in drawing))


def mark(key: str) -> Mark:
    """The mark that a scene calls *key*; one that nobody has drawn is a badge with its first letter."""
    badge = (Disc((84, 16), 14, Tone.EDGE), Disc((84, 16), 12, Tone.BODY), Letter(key[:1], (84, 16), 20))
    return _MARKS.get(key) or Mark("", key, (84, 16), badge)


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


def texture_index(regions: Sequence[Region], region: Region) -> int:
    """The place in `TEXTURES` of what *region* looks like: as its key suggests, or else as its place in *regions*."""
    return _GROUNDS.get(region.key, regions.index(region) % len(TEXTURES))
