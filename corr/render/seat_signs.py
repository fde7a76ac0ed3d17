"""What stands beside a player's name: the token of the seat with nothing on it."""

from functools import lru_cache

from markupsafe import Markup

from corr.games.scene import Piece
from corr.games.seats import Seat
from corr.render.elements import element
from corr.render.glyphs import blank_token, color
from corr.render.shapes import BOX


@lru_cache(maxsize=256)
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
