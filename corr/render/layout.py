"""Which square is drawn where: the rows and columns of a scene as its notation draws them, or turned round."""

from dataclasses import dataclass
from functools import lru_cache

from corr.games.scene import Piece, Scene, Square


@dataclass(frozen=True, slots=True)
class Layout:
    """The board as it lies before a person."""

    columns: tuple[str, ...]
    """The names of the columns, from the left."""
    rows: tuple[tuple[str, tuple[Square, ...]], ...]
    """From the top: the name of each row and its squares from the left."""


def lay_out(scene: Scene, *, flipped: bool) -> Layout:
    """The board of *scene*; *flipped* turns it by half a turn, so that what was on top is at the bottom."""
    width = len(scene.columns)
    rows = [
        (name, scene.squares[start : start + width])
        for name, start in zip(scene.rows, range(0, len(scene.squares), width), strict=True)
    ]
    if not flipped:
        return Layout(scene.columns, tuple(rows))
    return Layout(scene.columns[::-1], tuple((name, squares[::-1]) for name, squares in reversed(rows)))


@lru_cache(maxsize=1024)
def split_name(piece: Piece) -> tuple[str, str]:
    """The owner's name and the kind: ("Blue", "Light Pawn"); a piece of nobody has no owner's name."""
    owner, _, kind = piece.name.partition(" ")
    if piece.owner is None or not kind:
        return "", piece.name
    return owner, kind
