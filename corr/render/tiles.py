"""The pictures of single squares and of names at the edge, each drawn once for all boards that need it."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache

from PIL import Image, ImageDraw

from corr.games.scene import Piece, Region
from corr.render.glyphs import FLAT, color, flat_token, token
from corr.render.legend import LINE, SWATCH, Entry, Placed
from corr.render.marks import COLOR as MARK_COLOR
from corr.render.marks import mark, marks_of
from corr.render.pen import PAINTS, Color, Pen, mixed
from corr.render.shapes import BOX, Shape
from corr.render.stacks import FLOOR, STEPS, Bar, Filling, Layer, bar_shapes, stack
from corr.render.textures import TEXTURES

_FINE = 4
"""How much larger everything is drawn before it is scaled down."""
_KEPT = 1024
"""How many pictures are kept: some megabytes at most."""


@dataclass(frozen=True, slots=True)
class Ground:
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
class Tile:
    """All that one square looks like."""

    side: int
    """In pixels."""
    ground: Ground
    pieces: tuple[Piece, ...] = ()
    """From bottom to top."""


@dataclass(frozen=True, slots=True)
class Label:
    """The name of a row or column at the edge."""

    width: int
    height: int
    text: str


@dataclass(frozen=True, slots=True)
class Strip:
    """The legend below the board."""

    width: int
    height: int
    letter: int
    """The height of its letters, in pixels."""
    placed: tuple[Placed, ...]
    kinds: tuple[tuple[str, int], ...]
    """Each region's key with its place in `TEXTURES`."""


@lru_cache(maxsize=_KEPT)
def draw_label(label: Label) -> Image.Image:
    """The picture of *label*."""
    image = Image.new("RGB", (label.width * _FINE, label.height * _FINE), PAINTS["page"])
    pen = Pen(ImageDraw.Draw(image), _FINE)
    pen.letters(label.text, (label.width / 2, label.height / 2), 14, PAINTS["ink"])
    return image.reduce(_FINE)


@lru_cache(maxsize=_KEPT)
def draw_tile(tile: Tile) -> Image.Image:
    """The picture of *tile*."""
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
def draw_strip(strip: Strip) -> Image.Image:
    """The picture of *strip*."""
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


def _draw_sample(pen: Pen, entry: Entry, kinds: Mapping[str, int]) -> None:
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


def _fill(ground: Ground) -> Color:
    color = PAINTS["ground"] if ground.kind is None else PAINTS[f"region-{ground.kind}"]
    if ground.shaded:
        color = mixed(color, PAINTS["chequers"], 0.2)
    for touched, name in ((ground.last, "last"), (ground.marked, "marked")):
        if touched:
            color = mixed(color, PAINTS[name], 0.16)
    return color


def _draw_ground(pen: Pen, ground: Ground) -> None:
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
