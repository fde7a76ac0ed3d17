"""
The drawings of pieces, from which both SVG and PNG are made.

A piece is a token with a sign on it; on top of a stack the token is flat. The token's form tells the owner, so that
nobody needs to tell colours apart: round for the first seat, square with cut corners for the second, a rhomb for
nobody. The colour is the one that the owner is called by, where it is called by one.
"""

from enum import StrEnum
from types import MappingProxyType

from corr.games.drawing import MIDDLE, Disc, Letter, Polygon, Shape, Stroke, Tone, read_drawings, ring
from corr.games.scene import Piece, split_name
from corr.games.seats import FIRST, SECOND
from corr.render.shapes import BOX, cut_box, moved

COLORS = ("blue", "red", "gold", "white", "black", "nobody")
"""The colours of pieces: each has its tones in `colors.css`."""

SIGNS = read_drawings(__file__, "signs.txt")
"""The signs that any game may use, by the shapes that scenes name: each shows what its piece is called."""
FLAT = 42
"""The height of a flat token, which is as wide as the box."""


class Form(StrEnum):
    """The form of a token, which tells its owner."""

    ROUND = "round"
    SQUARE = "square"
    RHOMB = "rhomb"


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
    """A token on top of a stack: as wide as the box, `FLAT` high, with its sign beside its letter."""
    capital = piece.letter.upper()
    drawing = piece.sign or SIGNS.get(piece.shape)
    if not drawing:
        return (*_FLAT_TOKENS[form(piece)], Letter(capital, (50, FLAT / 2), 36))
    away = (34 - MIDDLE[0] * _FLAT_SIGN, FLAT / 2 + 0.5 - MIDDLE[1] * _FLAT_SIGN)
    signs = (moved(part, _FLAT_SIGN, away) for part in drawing)
    return (*_FLAT_TOKENS[form(piece)], *signs, Letter(capital, (69, FLAT / 2 + 0.5), 34))


_FLAT_SIGN = 0.6
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
