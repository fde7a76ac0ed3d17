"""
Boards as PNG for letters: pasted from tiles that are drawn once for each look of a square, in one palette for each
kind of board.

The ground is opaque and light, because mail clients put pictures on any colour.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from io import BytesIO
from itertools import chain
from math import ceil

from PIL import Image, ImageDraw

from corr.games.drawing import Shape, Tone
from corr.games.scene import Piece, Region, Scene, Square
from corr.render.bars import FLOOR, STEPS, Bar, Filling, Layer, bar_shapes, stack
from corr.render.glyphs import FLAT, color, flat_token, token
from corr.render.legend import LINE, SWATCH, LegendEntry, Placed, chips_of, entries, flowed, legend_height
from corr.render.marks import COLOR as MARK_COLOR
from corr.render.marks import mark, marks_of
from corr.render.pen import PAINTS, Color, Pen, mixed
from corr.render.shapes import BOX, TEXTURES, texture_index

COLORS = 64
"""Entries of the palette at most."""

_BOARD = 460
"""About the width of the board without its edges, in pixels."""
_EDGE = 20
"""Room for the squares' names on each side, in pixels."""
_LETTER = 14
"""The height of a letter of the legend, in pixels."""
_FRAME = 2
"""The width of the line around the board, in pixels."""
_FINE = 4
"""How much larger everything is drawn before it is scaled down."""
_TEXTURE = 0.5
"""How strong the patterns of the ground are."""
_KEPT = 1024
"""How many squares are kept, of two kilobytes each."""
_BOARDS = 16
"""How many boards without pieces are kept, of a quarter of a megabyte each."""


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
class _Strip:
    width: int
    height: int
    letter: int
    """The height of its letters, in pixels."""
    placed: tuple[Placed, ...]
    kinds: tuple[tuple[str, int], ...]
    """Each region's key with its place in `TEXTURES`."""


@dataclass(frozen=True, slots=True)
class _Look:
    """What is drawn on a board at all, which decides the colours of its picture."""

    grounds: tuple[_Ground, ...]
    """Without chequers, last turn and marks."""
    paints: tuple[str, ...]
    """The names of the colours of pieces, and of extra signs."""
    has_marked: bool
    """Whether the actions of a half-made turn have touched a square."""


@dataclass(frozen=True, slots=True)
class _EmptyBoard:
    """A board without pieces: its squares, and the names of its rows and columns."""

    columns: tuple[str, ...]
    rows: tuple[str, ...]
    grounds: tuple[_Ground, ...]
    """Row by row."""
    side: int
    """The side of a square, in pixels."""


def png_board(scene: Scene, *, flipped: bool = False, last: frozenset[str] = frozenset()) -> bytes:
    """
    The board as a PNG file, about 500 pixels wide.

    :param last: the names of the squares that the last turn touched.
    """
    layout = scene.layout(flipped=flipped)
    squares = [square for _, row in layout.rows for square in row]
    rows, side = tuple(name for name, _ in layout.rows), _BOARD // len(layout.columns)
    empty = _EmptyBoard(layout.columns, rows, _grounds(scene, squares), side)
    look, width = _look(scene, empty.grounds), empty.side * len(empty.columns)
    board, strip = _empty_drawn(empty, look), _strip(scene, width)
    # A picture of places in the palette: nothing is reduced to the palette but what is drawn for the first time.
    image = Image.new("L", (board.width, board.height + strip.height))
    image.paste(board)
    if strip.placed:
        image.paste(_strip_drawn(strip, look), (_EDGE, board.height))
    for at, (square, ground) in enumerate(zip(squares, empty.grounds, strict=True)):
        is_last, is_marked = square.name in last, square.name in scene.marked
        touched = replace(ground, last=is_last, marked=is_marked) if is_last or is_marked else ground
        if square.pieces or touched is not ground:
            y, x = divmod(at, len(empty.columns))
            corner = _EDGE + empty.side * x, _EDGE + empty.side * y
            image.paste(_tile_drawn(_Tile(empty.side, touched, square.pieces), look), corner)
    image.putpalette(_palette(look).getpalette() or [])
    file = BytesIO()
    # The level above it takes a fifth longer for one part in fifty.
    image.save(file, "PNG", compress_level=6)
    return file.getvalue()


def _grounds(scene: Scene, squares: Sequence[Square]) -> tuple[_Ground, ...]:
    """What each of *squares* looks like without its pieces, before anything touched it."""
    kinds = {region.key: texture_index(scene.regions, region) for region in scene.regions}
    rare = {region.key for region in scene.regions if region.is_rare}
    looks = {
        (key, shaded): _Ground(shaded, kinds.get(key), key in rare)
        for key in {square.region for square in squares}
        for shaded in (False, True)
    }
    width = len(scene.columns)
    return tuple(looks[square.region, sum(divmod(at, width)) % 2 == 1] for at, square in enumerate(squares))


def _look(scene: Scene, grounds: Iterable[_Ground]) -> _Look:
    pieces = {piece for square in scene.squares for piece in square.pieces}
    paints = {color(piece) for piece in pieces} | {MARK_COLOR for piece in pieces if piece.marks}
    plain = {replace(ground, shaded=False) for ground in set(grounds)}
    return _Look(tuple(sorted(plain, key=repr)), tuple(sorted(paints)), bool(scene.marked))


def _strip(scene: Scene, width: int) -> _Strip:
    placed = flowed(entries(scene, chips_of(scene)), width, _LETTER)
    kinds = tuple((region.key, texture_index(scene.regions, region)) for region in scene.regions)
    return _Strip(width, ceil(legend_height(placed, _LETTER)) + (_LETTER // 2 if placed else 0), _LETTER, placed, kinds)


# -- colours ----------------------------------------------------------------------------------------------------


@lru_cache(maxsize=64)
def _palette(look: _Look) -> Image.Image:
    """
    The palette of every board of that look, as Pillow wants it; the page comes first.

    It has the colours that things are drawn in, and then, while there is room, what lies between those that touch.
    """
    shades = [replace(ground, shaded=shaded) for ground in look.grounds for shaded in (False, True)]
    fills = [_fill(ground) for ground in shades]
    own = [PAINTS[name] for name in ("page", "ink", "frame", "last")]
    own += [*fills, *(_fill(replace(ground, last=True)) for ground in shades)]
    own += [_lines_on(ground) for ground in shades if ground.kind is not None]
    own += [_border_on(ground) for ground in shades if ground.rare]
    if look.has_marked:
        own += [PAINTS["marked"], *(_fill(replace(ground, marked=True)) for ground in shades)]
    touching = [(PAINTS["page"], PAINTS["ink"])]
    for name in look.paints:
        body, edge, sign, dark, light = (PAINTS[f"{name}-{tone}"] for tone in Tone)
        own += [body, edge, sign, dark, light]
        touching += [(body, sign), (body, edge), *((fill, edge) for fill in fills)]
    touching += [(fill, PAINTS["last"]) for fill in fills]
    between = (mixed(one, other, share) for share in (0.5, 0.25, 0.75) for one, other in touching)
    colors = list(dict.fromkeys([*own, *between]))[:COLORS]
    palette = Image.new("P", (1, 1))
    palette.putpalette(list(chain.from_iterable(colors)))
    return palette


def _fill(ground: _Ground) -> Color:
    color = PAINTS["ground"] if ground.kind is None else PAINTS[f"region-{ground.kind}"]
    if ground.shaded:
        # As strong as on plain ground it would make two colours of each kind.
        color = mixed(color, PAINTS["chequers"], 0.2 if ground.kind is None else 0.08)
    for touched, name in ((ground.last, "last"), (ground.marked, "marked")):
        if touched:
            color = mixed(color, PAINTS[name], 0.16)
    return color


def _lines_on(ground: _Ground) -> Color:
    return mixed(_fill(ground), PAINTS["texture"], _TEXTURE)


def _border_on(ground: _Ground) -> Color:
    return mixed(_fill(ground), PAINTS["texture"], 0.7)


def _finished(image: Image.Image, look: _Look) -> Image.Image:
    """*image*, which was drawn `_FINE` times as large, as places in the palette of *look*."""
    reduced = image.reduce(_FINE).quantize(palette=_palette(look), dither=Image.Dither.NONE)
    return Image.frombytes("L", reduced.size, reduced.tobytes())


# -- parts ------------------------------------------------------------------------------------------------------


@lru_cache(maxsize=_BOARDS)
def _empty_drawn(empty: _EmptyBoard, look: _Look) -> Image.Image:
    width, height = empty.side * len(empty.columns), empty.side * len(empty.rows)
    page, frame = (_finished(Image.new("RGB", (_FINE, _FINE), PAINTS[name]), look) for name in ("page", "frame"))
    image = page.resize((width + 2 * _EDGE, height + 2 * _EDGE))
    image.paste(frame.resize((width + 2 * _FRAME, height + 2 * _FRAME)), (_EDGE - _FRAME, _EDGE - _FRAME))
    # A name ends where the line around the board begins.
    room = _EDGE - _FRAME
    for y, name in enumerate(empty.rows):
        label = _label_drawn(name, (room, empty.side), look)
        for left in (0, image.width - room):
            image.paste(label, (left, _EDGE + empty.side * y))
    for x, name in enumerate(empty.columns):
        label = _label_drawn(name, (empty.side, room), look)
        for top in (0, image.height - room):
            image.paste(label, (_EDGE + empty.side * x, top))
    for at, ground in enumerate(empty.grounds):
        y, x = divmod(at, len(empty.columns))
        image.paste(_tile_drawn(_Tile(empty.side, ground), look), (_EDGE + empty.side * x, _EDGE + empty.side * y))
    return image


def _label_drawn(text: str, size: tuple[int, int], look: _Look) -> Image.Image:
    width, height = size
    image = Image.new("RGB", (width * _FINE, height * _FINE), PAINTS["page"])
    Pen(ImageDraw.Draw(image), _FINE).letters(text, (width / 2, height / 2), 14, PAINTS["ink"])
    return _finished(image, look)


@lru_cache(maxsize=_KEPT)
def _tile_drawn(tile: _Tile, look: _Look) -> Image.Image:
    side = tile.side * _FINE
    image = Image.new("RGB", (side, side), _fill(tile.ground))
    pen = Pen(ImageDraw.Draw(image), side / BOX)
    _draw_ground(pen, tile.ground)
    if len(tile.pieces) == 1 and not tile.pieces[0].is_chip:
        _draw_token(pen, tile.pieces[0], token(tile.pieces[0]))
    elif tile.pieces:
        _draw_stack(pen, tile.pieces)
    return _finished(image, look)


@lru_cache(maxsize=64)
def _strip_drawn(strip: _Strip, look: _Look) -> Image.Image:
    image = Image.new("RGB", (strip.width * _FINE, strip.height * _FINE), PAINTS["page"])
    pen = Pen(ImageDraw.Draw(image), _FINE)
    kinds = dict(strip.kinds)
    for one in strip.placed:
        y = strip.letter * LINE * (one.row + 0.5)
        scale = strip.letter * (SWATCH - 0.4) / BOX
        sample = Pen(pen.draw, _FINE * scale, one.x / scale, y / scale - BOX / 2)
        _draw_sample(sample, one.entry, kinds)
        pen.words(one.entry.words, (one.x + strip.letter * (SWATCH - 0.1), y), strip.letter, PAINTS["ink"])
    return _finished(image, look)


def _draw_sample(pen: Pen, entry: LegendEntry, kinds: Mapping[str, int]) -> None:
    """What *entry* explains, in the middle of a box."""
    match entry.sample:
        case Region(key):
            color = PAINTS[f"region-{kinds[key]}"]
            pen.box((0, 20), (BOX, 60), color)
            _draw_texture(pen, kinds[key], mixed(color, PAINTS["texture"], _TEXTURE), (25, 75))
        case Bar(size=size):
            high = replace(pen, top=pen.top + (BOX - STEPS[size]) / 2)
            _draw_shapes(high, entry.sample.color, bar_shapes(entry.sample))
        case key:
            x, y = mark(key).center
            middle = replace(pen, scale=pen.scale * 2, left=pen.left / 2 + 25 - x, top=pen.top / 2 + 25 - y)
            _draw_shapes(middle, MARK_COLOR, mark(key).shapes)


def _draw_ground(pen: Pen, ground: _Ground) -> None:
    if ground.kind is not None:
        _draw_texture(pen, ground.kind, _lines_on(ground))
    if ground.rare:
        pen.frame(4, BOX, 4, _border_on(ground))
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
