"""
Boards as PNG for letters: pasted from tiles that are drawn once for each look of a square.

The ground is opaque and light, because mail clients put pictures on any colour.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from io import BytesIO
from itertools import accumulate
from math import ceil

from PIL import Image, ImageDraw

from corr.games.drawing import Shape
from corr.games.scene import Layout, Piece, Region, Scene, Square
from corr.render.bars import FLOOR, STEPS, Bar, Filling, Layer, bar_shapes, stack
from corr.render.glyphs import FLAT, color, flat_token, token
from corr.render.legend import LINE, SWATCH, LegendEntry, Placed, chips_of, entries, flowed, legend_height
from corr.render.marks import COLOR as MARK_COLOR
from corr.render.marks import mark, marks_of
from corr.render.pen import PAINTS, Color, Pen, mixed
from corr.render.shapes import BOX, TEXTURES, texture_index

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
_FINE = 4
"""How much larger everything is drawn before it is scaled down."""
_KEPT = 1024
"""How many pictures are kept: some megabytes at most."""


@dataclass(frozen=True, slots=True)
class _Ground:
    """What a square looks like without its pieces."""

    shaded: bool = False
    """Whether it is one of the darker chequers."""
    kind: int | None = None
    """The kind of ground, as an index of `TEXTURES`; None where it is plain."""
    rare: bool = False
    """Whether it is one of a handful of special squares, which have a border."""
    last: bool = False
    marked: bool = False


@dataclass(frozen=True, slots=True)
class _Tile:
    """All that one square looks like."""

    side: int
    """In pixels."""
    ground: _Ground
    pieces: tuple[Piece, ...] = ()
    """From bottom to top."""


@dataclass(frozen=True, slots=True)
class _Label:
    """The name of a row or column at the edge."""

    width: int
    height: int
    text: str


@dataclass(frozen=True, slots=True)
class _Strip:
    width: int
    height: int
    letter: int
    """The height of its letters, in pixels."""
    placed: tuple[Placed, ...]
    kinds: tuple[tuple[str, int], ...]
    """Each region's key with its place in `TEXTURES`."""


_Part = _Tile | _Label | _Strip
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
    layout, strip = scene.layout(flipped=flipped), _strip(scene, width)
    parts = _squares(scene, layout, last) | _names(layout)
    if strip.placed:
        parts[_EDGE, height + 2 * _EDGE] = strip
    board = _pasted(parts, (width, height), strip.height)
    file = BytesIO()
    # The two levels above it take five times as long for one part in thirty.
    board.save(file, "PNG", compress_level=7)
    return file.getvalue()


def _squares(scene: Scene, layout: Layout, last: frozenset[str]) -> dict[_Place, _Part]:
    """What each square looks like, by its place."""
    side = _BOARD // len(scene.columns)
    kinds = {region.key: texture_index(scene.regions, region) for region in scene.regions}
    rare = {region.key for region in scene.regions if region.is_rare}

    def ground(square: Square, *, shaded: bool) -> _Ground:
        kind = kinds.get(square.region)
        return _Ground(shaded, kind, square.region in rare, square.name in last, square.name in scene.marked)

    return {
        (_EDGE + side * x, _EDGE + side * y): _Tile(side, ground(square, shaded=(x + y) % 2 == 1), square.pieces)
        for y, (_, squares) in enumerate(layout.rows)
        for x, square in enumerate(squares)
    }


def _names(layout: Layout) -> dict[_Place, _Part]:
    """The names of rows and columns on all four edges, by their places."""
    side = _BOARD // len(layout.columns)
    right, bottom = _EDGE + side * len(layout.columns), _EDGE + side * len(layout.rows)
    # A name ends where the line around the board begins.
    room = _EDGE - _FRAME
    rows: dict[_Place, _Part] = {
        (left, _EDGE + side * y): _Label(room, side, name)
        for y, (name, _) in enumerate(layout.rows)
        for left in (0, right + _FRAME)
    }
    columns: dict[_Place, _Part] = {
        (_EDGE + side * x, top): _Label(side, room, name)
        for x, name in enumerate(layout.columns)
        for top in (0, bottom + _FRAME)
    }
    return rows | columns


def _strip(scene: Scene, width: int) -> _Strip:
    placed = flowed(entries(scene, chips_of(scene)), width, _LETTER)
    kinds = tuple((region.key, texture_index(scene.regions, region)) for region in scene.regions)
    return _Strip(width, ceil(legend_height(placed, _LETTER)) + (_LETTER // 2 if placed else 0), _LETTER, placed, kinds)


def _pasted(parts: Mapping[_Place, _Part], board_size: tuple[int, int], below: int) -> Image.Image:
    """
    One picture with a palette, made of *parts*: the board with its edges, and room for the legend *below*.

    The palette is found for a strip that holds each part once: that is far less work than for the whole board, and
    small things weigh as much there as large ones.
    """
    places: dict[_Part, list[_Place]] = {}
    for place, part in parts.items():
        places.setdefault(part, []).append(place)
    # Two more for what lies between: the page and the line around the board.
    plain = [Image.new("RGB", (1, 1), PAINTS[name]) for name in ("page", "frame")]
    page, line, *pieces = _reduced([*plain, *_drawn(places)])
    width, height = board_size
    board = page.resize((width + 2 * _EDGE, height + 2 * _EDGE + below), Image.Resampling.NEAREST)
    inner = (width + 2 * _FRAME, height + 2 * _FRAME)
    board.paste(line.resize(inner, Image.Resampling.NEAREST), (_EDGE - _FRAME, _EDGE - _FRAME))
    for piece, same in zip(pieces, places.values(), strict=True):
        for place in same:
            board.paste(piece, place)
    return board


def _drawn(parts: Iterable[_Part]) -> list[Image.Image]:
    """The pictures of *parts*, in their order."""
    images = []
    for part in parts:
        match part:
            case _Tile():
                images.append(_tile_drawn(part))
            case _Label():
                images.append(_label_drawn(part))
            case _:
                images.append(_strip_drawn(part))
    return images


def _reduced(images: list[Image.Image]) -> list[Image.Image]:
    """The same pictures with one palette for all of them."""
    strip = Image.new("RGB", (sum(image.width for image in images), max(image.height for image in images)))
    lefts = list(accumulate((image.width for image in images), initial=0))
    for left, image in zip(lefts, images, strict=False):
        strip.paste(image, (left, 0))
    strip = strip.quantize(COLORS, dither=Image.Dither.NONE)
    return [strip.crop((left, 0, left + image.width, image.height)) for left, image in zip(lefts, images, strict=False)]


# -- parts ------------------------------------------------------------------------------------------------------


@lru_cache(maxsize=_KEPT)
def _label_drawn(label: _Label) -> Image.Image:
    image = Image.new("RGB", (label.width * _FINE, label.height * _FINE), PAINTS["page"])
    pen = Pen(ImageDraw.Draw(image), _FINE)
    pen.letters(label.text, (label.width / 2, label.height / 2), 14, PAINTS["ink"])
    return image.reduce(_FINE)


@lru_cache(maxsize=_KEPT)
def _tile_drawn(tile: _Tile) -> Image.Image:
    side = tile.side * _FINE
    image = Image.new("RGB", (side, side), _fill(tile.ground))
    pen = Pen(ImageDraw.Draw(image), side / BOX)
    _draw_ground(pen, tile.ground)
    if len(tile.pieces) == 1 and not tile.pieces[0].is_chip:
        _draw_token(pen, tile.pieces[0], token(tile.pieces[0]))
    elif tile.pieces:
        _draw_stack(pen, tile.pieces)
    return image.reduce(_FINE)


@lru_cache(maxsize=64)
def _strip_drawn(strip: _Strip) -> Image.Image:
    image = Image.new("RGB", (strip.width * _FINE, strip.height * _FINE), PAINTS["page"])
    pen = Pen(ImageDraw.Draw(image), _FINE)
    kinds = dict(strip.kinds)
    for one in strip.placed:
        y = strip.letter * LINE * (one.row + 0.5)
        scale = strip.letter * (SWATCH - 0.4) / BOX
        sample = Pen(pen.draw, _FINE * scale, one.x / scale, y / scale - BOX / 2)
        _draw_sample(sample, one.entry, kinds)
        pen.words(one.entry.words, (one.x + strip.letter * (SWATCH - 0.1), y), strip.letter, PAINTS["ink"])
    return image.reduce(_FINE)


def _draw_sample(pen: Pen, entry: LegendEntry, kinds: Mapping[str, int]) -> None:
    """What *entry* explains, in the middle of a box."""
    match entry.sample:
        case Region(key):
            color = PAINTS[f"region-{kinds[key]}"]
            pen.box((0, 20), (BOX, 60), color)
            _draw_texture(pen, kinds[key], mixed(color, PAINTS["texture"], 0.4), (25, 75))
        case Bar(size=size):
            high = replace(pen, top=pen.top + (BOX - STEPS[size]) / 2)
            _draw_shapes(high, entry.sample.color, bar_shapes(entry.sample))
        case key:
            x, y = mark(key).center
            middle = replace(pen, scale=pen.scale * 2, left=pen.left / 2 + 25 - x, top=pen.top / 2 + 25 - y)
            _draw_shapes(middle, MARK_COLOR, mark(key).shapes)


def _fill(ground: _Ground) -> Color:
    color = PAINTS["ground"] if ground.kind is None else PAINTS[f"region-{ground.kind}"]
    if ground.shaded:
        color = mixed(color, PAINTS["chequers"], 0.2)
    for touched, name in ((ground.last, "last"), (ground.marked, "marked")):
        if touched:
            color = mixed(color, PAINTS[name], 0.16)
    return color


def _draw_ground(pen: Pen, ground: _Ground) -> None:
    if ground.kind is not None:
        _draw_texture(pen, ground.kind, mixed(_fill(ground), PAINTS["texture"], 0.4))
    if ground.rare:
        pen.frame(4, BOX, 4, mixed(_fill(ground), PAINTS["texture"], 0.7))
    if ground.last:
        pen.frame(5, BOX, 6, PAINTS["last"])
    if ground.marked:
        low, high, arm = 6, BOX - 6, 24
        for x, y in ((low, low), (high, low), (low, high), (high, high)):
            along, down = (arm if x == low else -arm), (arm if y == low else -arm)
            pen.line(((x + along, y), (x, y), (x, y + down)), 9, PAINTS["marked"])


def _draw_texture(pen: Pen, kind: int, color: Color, between: tuple[int, int] = (0, BOX)) -> None:
    """The pattern of a kind of ground over the whole width, from one height to the other of *between*."""
    texture = TEXTURES[kind]
    for left in range(0, BOX, texture.side):
        for top in range(between[0], between[1], texture.side):
            for points in texture.lines:
                pen.line(tuple((left + x, top + y) for x, y in points), 2.5, color)


def _draw_token(pen: Pen, piece: Piece, shapes: Iterable[Shape]) -> None:
    _draw_shapes(pen, color(piece), shapes)
    for sign in marks_of(piece):
        _draw_shapes(pen, MARK_COLOR, sign.shapes)


def _draw_shapes(pen: Pen, name: str, shapes: Iterable[Shape]) -> None:
    for shape in shapes:
        pen.shape(shape, PAINTS[f"{name}-{shape.tone}"])


def _draw_stack(pen: Pen, pieces: tuple[Piece, ...]) -> None:
    """The bars from the bottom up, and on them the top piece if it is not flat."""
    found = stack(pieces)
    for layer in found.layers:
        _draw_layer(replace(pen, top=layer.top), layer)
    if found.hidden:
        pen.letters(f"{found.hidden} more", (BOX / 2, FLOOR - 9), 19, PAINTS["ink"])
    if not pieces[-1].is_chip:
        _draw_token(replace(pen, top=found.top - FLAT), pieces[-1], flat_token(pieces[-1]))


def _draw_layer(pen: Pen, layer: Layer) -> None:
    _draw_shapes(pen, layer.bar.color, bar_shapes(layer.bar))
    if layer.count > 1:
        tone = "light" if layer.bar.filling is Filling.FULL else "edge"
        pen.letters(str(layer.count), (BOX / 2, 8), 19, PAINTS[f"{layer.bar.color}-{tone}"])
