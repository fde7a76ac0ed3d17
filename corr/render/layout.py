"""Which square is drawn where: the rows and columns of a scene as its notation draws them, or turned round."""

from dataclasses import dataclass

from corr.games.scene import Piece, Scene, Square

STACK_SCALE = 0.8
"""How large the top piece of a stack is drawn, beside the bars that stand for the whole stack."""
STACKED = (19, 10)
"""The upper left corner of that piece in a square of 100 by 100."""


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


def split_name(piece: Piece) -> tuple[str, str]:
    """The owner's name and the kind: ("Blue", "Light Pawn"); a piece of nobody has no owner's name."""
    owner, _, kind = piece.name.partition(" ")
    if piece.owner is None or not kind:
        return "", piece.name
    return owner, kind


def chips(count: int) -> list[tuple[float, float, float, float]]:
    """Where the bars of a stack of *count* pieces lie in a square of 100 by 100: left, top, width, height."""
    step = min(12.0, 90 / count)
    return [(4, round(95 - step * (index + 1), 1), 18, round(step * 0.75, 1)) for index in range(count)]
