"""Boards as pictures for letters. What was drawn lately is kept: both players, and every retry, see the same one."""

from dataclasses import dataclass, replace
from functools import lru_cache

from corr.games.scene import Scene
from corr.mail.letters.mime import encoded
from corr.render.png import png_board

_KEPT = 256
"""Pictures that are kept, of ten to twenty kilobytes each."""


@dataclass(frozen=True, slots=True)
class Picture:
    """A board as it goes into a letter."""

    encoded: bytes
    """PNG in base64, in lines."""
    width: int
    """In pixels."""


def picture(scene: Scene, *, flipped: bool, last: frozenset[str]) -> Picture:
    """
    The board as a picture.

    Everything that it shows is part of what it is found by, so nobody is shown what another viewer may know.

    :param last: the names of the squares that the last turn touched.
    """
    # Notes stand beside the picture, and change with every turn and viewer.
    return _drawn(replace(scene, notes=(), turn_notes=(), alerts=()), last, flipped=flipped)


@lru_cache(maxsize=_KEPT)
def _drawn(scene: Scene, last: frozenset[str], *, flipped: bool) -> Picture:
    png = png_board(scene, flipped=flipped, last=last)
    return Picture(encoded(png), _width(png))


def _width(png: bytes) -> int:
    # PNG, 11.2.1: the first chunk is IHDR, and begins with the width.
    return int.from_bytes(png[16:20], "big")
