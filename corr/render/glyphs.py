"""
The drawings of pieces as plain shapes in a box of 100 by 100, from which both SVG and PNG are made.

A piece is a token with a sign on it. The token's form tells the owner, so that nobody needs to tell colours apart:
round for the first seat, square with cut corners for the second, a rhomb for nobody. The sign hints at how the piece
moves.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from math import cos, pi, sin
from types import MappingProxyType

from corr.games.scene import Piece
from corr.games.seats import FIRST, SECOND

Point = tuple[float, float]
"""Right and down, from the upper left corner of the box."""

BOX = 100
"""The side of the box."""


class Tone(StrEnum):
    """What a part of a token is, from which its colour follows."""

    BODY = "body"
    EDGE = "edge"
    SIGN = "sign"


class Form(StrEnum):
    """What a token looks like, from which its owner can be told."""

    ROUND = "round"
    SQUARE = "square"
    RHOMB = "rhomb"


@dataclass(frozen=True, slots=True)
class Disc:
    """A filled circle."""

    center: Point
    radius: float
    tone: Tone = Tone.SIGN


@dataclass(frozen=True, slots=True)
class Polygon:
    """A filled polygon."""

    points: tuple[Point, ...]
    tone: Tone = Tone.SIGN


@dataclass(frozen=True, slots=True)
class Stroke:
    """A line from point to point with round ends and corners."""

    points: tuple[Point, ...]
    width: float
    tone: Tone = Tone.SIGN


@dataclass(frozen=True, slots=True)
class Letter:
    """One letter, set in bold around its centre; *size* is the height of its line."""

    text: str
    center: Point
    size: float
    tone: Tone = Tone.SIGN


Shape = Disc | Polygon | Stroke | Letter

BADGE = Disc((84, 16), 14)
"""Where a piece carries an extra sign."""


def form(piece: Piece) -> Form:
    """The form that tells whose *piece* is."""
    if piece.owner == FIRST:
        return Form.ROUND
    return Form.SQUARE if piece.owner == SECOND else Form.RHOMB


def token(form: Form) -> tuple[Shape, ...]:
    """The token without its sign: its edge, and its body on top of that."""
    return _TOKENS[form]


def sign(shape: str, letter: str) -> tuple[Shape, ...]:
    """The sign of *shape* with its *letter* below; the letter alone where there is no such drawing."""
    # The form tells the owner already, and capitals are easier to read on so small a thing.
    capital = letter.upper()
    drawing = _SIGNS.get(shape)
    if drawing is None:
        return (Letter(capital, (50, 50), 56),)
    return (*drawing, Letter(capital, (50, 79), 23))


def _ring(count: int, radius: float, *, turn: float = 0.0, center: Point = (50, 50)) -> Iterator[Point]:
    """The corners of a regular polygon, from the top on, or from *turn* eighths of a circle further."""
    for step in range(count):
        angle = 2 * pi * (step / count + turn / 8)
        yield center[0] + radius * sin(angle), center[1] - radius * cos(angle)


def _star(points: int, outer: float, inner: float, center: Point) -> tuple[Point, ...]:
    tips = _ring(points, outer, center=center)
    notches = _ring(points, inner, turn=4 / points, center=center)
    return tuple(point for pair in zip(tips, notches, strict=True) for point in pair)


def _cut_square(half: float, cut: float) -> tuple[Point, ...]:
    low, high = 50 - half, 50 + half
    return (
        (low + cut, low),
        (high - cut, low),
        (high, low + cut),
        (high, high - cut),
        (high - cut, high),
        (low + cut, high),
        (low, high - cut),
        (low, low + cut),
    )


def _arrow(tip: Point, tail: Point, head: float) -> tuple[Stroke, Polygon]:
    """A line from *tail* to an arrow head whose point is *tip*."""
    (x, y), (from_x, from_y) = tip, tail
    length = ((x - from_x) ** 2 + (y - from_y) ** 2) ** 0.5
    along = ((x - from_x) / length, (y - from_y) / length)
    base = (x - along[0] * head, y - along[1] * head)
    side = (-along[1] * head * 0.7, along[0] * head * 0.7)
    corners = (tip, (base[0] + side[0], base[1] + side[1]), (base[0] - side[0], base[1] - side[1]))
    return Stroke((tail, base), 7), Polygon(corners)


_MIDDLE: Point = (50, 41)
"""The centre of a sign: above the token's centre, since the letter stands below."""

_TOKENS: MappingProxyType[Form, tuple[Shape, ...]] = MappingProxyType(
    {
        Form.ROUND: (Disc((50, 50), 45, Tone.EDGE), Disc((50, 50), 42, Tone.BODY)),
        Form.SQUARE: (
            Polygon(_cut_square(42, 13), Tone.EDGE),
            Polygon(_cut_square(37.5, 11), Tone.BODY),
        ),
        Form.RHOMB: (Polygon(tuple(_ring(4, 49)), Tone.EDGE), Polygon(tuple(_ring(4, 43)), Tone.BODY)),
    }
)

_SIGNS: MappingProxyType[str, tuple[Shape, ...]] = MappingProxyType(
    {
        # One plain dot: the piece of which the others are made.
        "blank": (Disc(_MIDDLE, 11),),
        # The chevrons of a soldier: forward, and to both sides of it.
        "warrior": (
            Stroke(((28, 41), (50, 21), (72, 41)), 9.5),
            Stroke(((28, 60), (50, 40), (72, 60)), 9.5),
        ),
        # The four diagonals.
        "runner": (
            *_arrow((28, 19), _MIDDLE, 16),
            *_arrow((72, 19), _MIDDLE, 16),
            *_arrow((28, 63), _MIDDLE, 16),
            *_arrow((72, 63), _MIDDLE, 16),
        ),
        # Straight ways in four directions around a disc that is half of one colour, half of the other.
        "diplomat": (
            Stroke(((50, 17), (50, 64)), 7),
            Stroke(((23, 41), (77, 41)), 7),
            Disc(_MIDDLE, 18),
            Disc(_MIDDLE, 12.5, Tone.BODY),
            Polygon(tuple((50 + 13 * sin(pi * step / 12), 41 - 13 * cos(pi * step / 12)) for step in range(13))),
        ),
        # A sword: far ahead and back, less far to the sides.
        "champion": (
            *_arrow((50, 11), (50, 62), 18),
            Stroke(((31, 49), (69, 49)), 8),
            Disc((50, 63), 5.5),
        ),
        # Everywhere.
        "general": (Polygon(_star(8, 29, 12.5, _MIDDLE)),),
        # A heavy block with facets that stays where it is.
        "stone": (
            Polygon(((34, 20), (66, 20), (78, 41), (66, 62), (34, 62), (22, 41))),
            Stroke(((37, 41), (44, 29), (57, 29)), 3.5, Tone.BODY),
            Stroke(((63, 41), (56, 53), (43, 53)), 3.5, Tone.BODY),
        ),
    }
)
