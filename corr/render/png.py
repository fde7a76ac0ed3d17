"""
Boards as PNG for letters: pasted from tiles that are drawn once for each look of a square.

The ground is opaque and light, because mail clients put pictures on any colour.
"""

from collections.abc import Mapping
from io import BytesIO
from itertools import accumulate
from math import ceil

from PIL import Image

from corr.games.scene import Scene, Square
from corr.render.layout import lay_out
from corr.render.legend import chips_of, entries, flowed
from corr.render.legend import height as legend_height
from corr.render.pen import PAINTS
from corr.render.textures import kind_of
from corr.render.tiles import Ground, Label, Strip, Tile, draw_label, draw_strip, draw_tile

COLORS = 48
"""Entries of the palette at most."""

_BOARD = 460
"""About the width of the board without its edges, in pixels."""
_EDGE = 20
"""Room for the squares' names on each side, in pixels."""
_LETTER = 13
"""The height of a letter of the legend, in pixels."""
_FRAME = 2
"""The width of the line around the board, in pixels."""

_Part = Tile | Label | Strip
"""What is pasted."""
_Place = tuple[int, int]
"""The pixel of an upper left corner."""


def png_board(scene: Scene, *, flipped: bool = False, last: frozenset[str] = frozenset()) -> bytes:
    """
    The board as a PNG file, about 500 pixels wide.

    :param last: the names of the squares that the last turn touched.
    """
    side = _BOARD // len(scene.columns)
    width, height = side * len(scene.columns), side * len(scene.rows)
    strip = _strip(scene, width)
    parts = _squares(scene, last, flipped=flipped) | _names(scene, flipped=flipped)
    if strip.placed:
        parts[_EDGE, height + 2 * _EDGE] = strip
    board = _pasted(parts, (width, height), strip.height)
    file = BytesIO()
    # The two levels above it take five times as long for one part in thirty.
    board.save(file, "PNG", compress_level=7)
    return file.getvalue()


def _squares(scene: Scene, last: frozenset[str], *, flipped: bool) -> dict[_Place, _Part]:
    """What each square looks like, by its place."""
    side = _BOARD // len(scene.columns)
    kinds = {region.key: kind_of(scene.regions, region) for region in scene.regions}
    rare = {region.key for region in scene.regions if region.is_rare}

    def ground(square: Square, *, shaded: bool) -> Ground:
        kind = kinds.get(square.region)
        return Ground(shaded, kind, square.region in rare, square.name in last, square.name in scene.marked)

    return {
        (_EDGE + side * x, _EDGE + side * y): Tile(side, ground(square, shaded=(x + y) % 2 == 1), square.pieces)
        for y, (_, squares) in enumerate(lay_out(scene, flipped=flipped).rows)
        for x, square in enumerate(squares)
    }


def _names(scene: Scene, *, flipped: bool) -> dict[_Place, _Part]:
    """The names of rows and columns on all four edges, by their places."""
    side = _BOARD // len(scene.columns)
    layout = lay_out(scene, flipped=flipped)
    right, bottom = _EDGE + side * len(layout.columns), _EDGE + side * len(layout.rows)
    # A name ends where the line around the board begins.
    room = _EDGE - _FRAME
    rows: dict[_Place, _Part] = {
        (left, _EDGE + side * y): Label(room, side, name)
        for y, (name, _) in enumerate(layout.rows)
        for left in (0, right + _FRAME)
    }
    columns: dict[_Place, _Part] = {
        (_EDGE + side * x, top): Label(side, room, name)
        for x, name in enumerate(layout.columns)
        for top in (0, bottom + _FRAME)
    }
    return rows | columns


def _strip(scene: Scene, width: int) -> Strip:
    """The legend."""
    placed = flowed(entries(scene, chips_of(scene)), width, _LETTER)
    kinds = tuple((region.key, kind_of(scene.regions, region)) for region in scene.regions)
    return Strip(width, ceil(legend_height(placed, _LETTER)) + (_LETTER // 2 if placed else 0), _LETTER, placed, kinds)


def _pasted(parts: Mapping[_Place, _Part], board_size: tuple[int, int], below: int) -> Image.Image:
    """
    One picture with a palette, made of *parts*: the board with its edges, and room for the legend *below*.

    The palette is found for a strip that holds each part once: that is far less work than for the whole board, and
    small things weigh as much there as large ones.
    """
    images = {part: _drawn(part) for part in parts.values()}
    # Two more for what lies between: the page and the line around the board.
    plain = [Image.new("RGB", (1, 1), PAINTS[name]) for name in ("page", "frame")]
    page, line, *pieces = _reduced([*plain, *images.values()])
    width, height = board_size
    board = page.resize((width + 2 * _EDGE, height + 2 * _EDGE + below), Image.Resampling.NEAREST)
    inner = (width + 2 * _FRAME, height + 2 * _FRAME)
    board.paste(line.resize(inner, Image.Resampling.NEAREST), (_EDGE - _FRAME, _EDGE - _FRAME))
    reduced = dict(zip(images, pieces, strict=True))
    for place, part in parts.items():
        board.paste(reduced[part], place)
    return board


def _drawn(part: _Part) -> Image.Image:
    match part:
        case Tile():
            return draw_tile(part)
        case Label():
            return draw_label(part)
        case _:
            return draw_strip(part)


def _reduced(images: list[Image.Image]) -> list[Image.Image]:
    """The same pictures with one palette for all of them."""
    strip = Image.new("RGB", (sum(image.width for image in images), max(image.height for image in images)))
    lefts = list(accumulate((image.width for image in images), initial=0))
    for left, image in zip(lefts, images, strict=False):
        strip.paste(image, (left, 0))
    strip = strip.quantize(COLORS, dither=Image.Dither.NONE)
    return [strip.crop((left, 0, left + image.width, image.height)) for left, image in zip(lefts, images, strict=False)]
