"""What stands beside the names of players, as SVG for pages: the signs of their seats, and material that is counted."""

from functools import lru_cache
from html import escape

from markupsafe import Markup

from corr.games.scene import Material, Piece
from corr.games.seats import Seat
from corr.render.bars import STEPS, Size, bar_of
from corr.render.elements import bar_drawing, element
from corr.render.glyphs import BOX, blank_token, color, token

_KEPT = 256
"""How many of each kind are kept."""


@lru_cache(maxsize=_KEPT)
def svg_material(material: Material) -> Markup:
    """Each kind of its pieces as a small picture, with how many of it there are."""
    drawn = "".join(f"{_small_piece(piece)}{count if count > 1 else ''} " for piece, count in material.pieces)
    words = escape(material.words)
    return Markup(f'<span class="material" role="img" title="{words}">{drawn.rstrip()}</span>')  # noqa: S704 - words are escaped


@lru_cache(maxsize=_KEPT)
def svg_seat(seat: Seat, title: str) -> Markup:
    """
    The sign of a seat as an `<svg>` element, in the form and colour of its pieces.

    :param title: what the game calls the seat, as in the names of its pieces.
    """
    piece = Piece(seat, "", "", f"{title} piece")
    shapes = "".join(map(element, blank_token(piece)))
    sign = f'<g class="board-{color(piece)}">{shapes}</g>'
    head = f'<svg class="board seat-sign" viewBox="0 0 {BOX} {BOX}" aria-hidden="true">'
    return Markup(f"{head}{sign}</svg>")  # noqa: S704 - nothing in it comes from outside


def _small_piece(piece: Piece) -> str:
    if piece.is_chip:
        return f'<svg viewBox="0 -4 {BOX} {STEPS[Size.THICK] + 8:g}">{bar_drawing(bar_of(piece, Size.THICK))}</svg>'
    shapes = "".join(map(element, token(piece)))
    return f'<svg viewBox="0 0 {BOX} {BOX}"><g class="board-{color(piece)}">{shapes}</g></svg>'
