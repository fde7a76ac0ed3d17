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

from corr.games.courses import NOTHING, Course
from corr.games.drawing import Shape, Tone
from corr.games.scene import Piece, Region, Scene, Square
from corr.render.bars import FLOOR, STEPS, Bar, Filling, Layer, bar_shapes, stack
from corr.render.glyphs import BOX, FLAT, MARK_COLOR, TEXTURES, color, flat_token, mark, marks_of, texture_index, token
from corr.render.legend import LINE, SWATCH, LegendEntry, Placed, chips_of, entries, flowed, legend_height
from corr.render.png_drawing import Pen, Sheet, mixed, put_checks, put_course, sketch_colors
from corr.render.sketches import sketched, sketched_checks
from corr.render.themes import WARM, Color, Paints, paints_of

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
_TOUCHED = 0.16
"""How strong the tint of a square is on which something happened."""
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
    tint: str = ""
    """The colour of the veil over it, "last" or "marked", where something happened; empty for none."""
    is_framed: bool = False
    """Whether no arrow shows what happened."""


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

    theme: str
    grounds: tuple[_Ground, ...]
    """Without chequers, last turn and marks."""
    paints: tuple[str, ...]
    """The names of the colours of pieces, and of extra signs."""
    has_marked: bool
    """Whether it shows a half-made turn."""
    has_checks: bool
    """Whether a piece is attacked that must not be lost."""

    @property
    def colors(self) -> Paints:
        """All colours of its theme."""
        return paints_of(self.theme)


@dataclass(frozen=True, slots=True)
class _EmptyBoard:
    """A board without pieces: its squares, and the names of its rows and columns."""

    columns: tuple[str, ...]
    rows: tuple[str, ...]
    grounds: tuple[_Ground, ...]
    """Row by row."""
    side: int
    """The side of a square, in pixels."""


def png_board(scene: Scene, *, flipped: bool = False, course: Course = NOTHING, theme: str = WARM) -> bytes:
    """
    The board as a PNG file, about 500 pixels wide.

    :param course: the last turn and the half-made one, to be drawn as arrows.
    """
    layout = scene.layout(flipped=flipped)
    squares = [square for _, row in layout.rows for square in row]
    rows, side = tuple(name for name, _ in layout.rows), _BOARD // len(layout.columns)
    empty = _EmptyBoard(layout.columns, rows, _grounds(scene, squares), side)
    look = _look(scene, empty.grounds, theme, has_marked=bool(scene.marked or course.made))
    board, strip = _empty_drawn(empty, look), _strip(scene, side * len(layout.columns))
    # A picture of places in the palette: nothing is reduced to the palette but what is drawn for the first time.
    image = Image.new("L", (board.width, board.height + strip.height))
    image.paste(board)
    if strip.placed:
        image.paste(_strip_drawn(strip, look), (_EDGE, board.height))
    touched = _touched(scene, course)
    corners: dict[str, tuple[int, int]] = {}
    for at, (square, ground) in enumerate(zip(squares, empty.grounds, strict=True)):
        y, x = divmod(at, len(empty.columns))
        corners[square.name] = BOX * x, BOX * y
        if square.pieces or square.name in touched:
            tint, is_framed = touched.get(square.name, ("", False))
            shown = replace(ground, tint=tint, is_framed=is_framed) if tint else ground
            corner = _EDGE + empty.side * x, _EDGE + empty.side * y
            image.paste(_tile_drawn(_Tile(empty.side, shown, square.pieces), look), corner)
    occupied = frozenset(square.name for square in squares if square.pieces)
    for name, traces in (("last", course.last), ("marked", course.made)):
        if traces:
            put_course(Sheet(image, _EDGE, side, _places(look, name)), sketched(traces, corners, occupied))
    if scene.checks:
        put_checks(Sheet(image, _EDGE, side, _places(look, "alarm")), tuple(sketched_checks(scene.checks, corners)))
    image.putpalette(_palette(look).getpalette() or [])
    file = BytesIO()
    # The level above it takes a fifth longer for one part in fifty.
    image.save(file, "PNG", compress_level=6)
    return file.getvalue()


def _touched(scene: Scene, course: Course) -> Mapping[str, tuple[str, bool]]:
    """The squares on which something happened, by name: the colour of their tint, and whether they have a frame."""
    checked = {name for check in scene.checks for name in (check.king, *check.by)}
    framed = course.framed - checked - (scene.marked if course.made else frozenset())
    found = {name: ("last", name in framed) for name in course.touched | framed}
    return found | {name: ("marked", not course.made and name not in checked) for name in scene.marked}


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


def _look(scene: Scene, grounds: Iterable[_Ground], theme: str, *, has_marked: bool) -> _Look:
    pieces = {piece for square in scene.squares for piece in square.pieces}
    paints = {color(piece) for piece in pieces} | {MARK_COLOR for piece in pieces if piece.marks}
    plain = {replace(ground, shaded=False) for ground in set(grounds)}
    grounds = tuple(sorted(plain, key=repr))
    return _Look(theme, grounds, tuple(sorted(paints)), has_marked, bool(scene.checks))


def _strip(scene: Scene, width: int) -> _Strip:
    placed = flowed(entries(scene, chips_of(scene)), width, _LETTER)
    kinds = tuple((region.key, texture_index(scene.regions, region)) for region in scene.regions)
    return _Strip(width, ceil(legend_height(placed, _LETTER)) + (_LETTER // 2 if placed else 0), _LETTER, placed, kinds)


# -- colours ----------------------------------------------------------------------------------------------------


@lru_cache(maxsize=64)
def _palette(look: _Look) -> Image.Image:
    """The palette of every board of that look, as Pillow wants it."""
    palette = Image.new("P", (1, 1))
    palette.putpalette(list(chain.from_iterable(_colors(look))))
    return palette


@lru_cache(maxsize=64)
def _places(look: _Look, name: str) -> tuple[int, ...]:
    """Where the palette of that look has the colours of arrows of that *name*."""
    colors = _colors(look)
    return tuple(colors.index(color) for color in sketch_colors(look.colors, name))


@lru_cache(maxsize=64)
def _colors(look: _Look) -> tuple[Color, ...]:
    """
    The colours of every board of that look; the page comes first.

    They are those that things are drawn in, and then, while there is room, what lies between those that touch.
    """
    paints = look.colors
    shades = [replace(ground, shaded=shaded) for ground in look.grounds for shaded in (False, True)]
    fills = [_fill(ground, paints) for ground in shades]
    own = [paints[name] for name in ("page", "ink", "frame")]
    own += [*fills, *(_fill(replace(ground, tint="last"), paints) for ground in shades)]
    own += [_lines_on(ground, paints) for ground in shades if ground.kind is not None]
    own += [_border_on(ground, paints) for ground in shades if ground.rare]
    own += sketch_colors(paints, "last")
    if look.has_marked:
        own += [*(_fill(replace(ground, tint="marked"), paints) for ground in shades), *sketch_colors(paints, "marked")]
    if look.has_checks:
        own += sketch_colors(paints, "alarm")
    touching = [(paints["page"], paints["ink"])]
    for name in look.paints:
        body, edge, sign, dark, light = (paints[f"{name}-{tone}"] for tone in Tone)
        own += [body, edge, sign, dark, light]
        touching += [(body, sign), (body, edge), *((fill, edge) for fill in fills)]
    between = (mixed(one, other, share) for share in (0.5, 0.25, 0.75) for one, other in touching)
    return tuple(dict.fromkeys([*own, *between]))[:COLORS]


def _fill(ground: _Ground, paints: Paints) -> Color:
    color = paints["ground"] if ground.kind is None else paints[f"region-{ground.kind}"]
    if ground.shaded:
        # As strong as on plain ground it would make two colours of each kind.
        strength = "chequers-strength" if ground.kind is None else "shade-strength"
        color = mixed(color, paints["chequers"], paints.strengths[strength])
    return mixed(color, paints[ground.tint], _TOUCHED) if ground.tint else color


def _lines_on(ground: _Ground, paints: Paints) -> Color:
    return mixed(_fill(ground, paints), paints["texture"], paints.strengths["texture-strength"])


def _border_on(ground: _Ground, paints: Paints) -> Color:
    return mixed(_fill(ground, paints), paints["texture"], 0.7)


def _finished(image: Image.Image, look: _Look) -> Image.Image:
    """*image*, which was drawn `_FINE` times as large, as places in the palette of *look*."""
    reduced = image.reduce(_FINE).quantize(palette=_palette(look), dither=Image.Dither.NONE)
    return Image.frombytes("L", reduced.size, reduced.tobytes())


# -- parts ------------------------------------------------------------------------------------------------------


@lru_cache(maxsize=_BOARDS)
def _empty_drawn(empty: _EmptyBoard, look: _Look) -> Image.Image:
    width, height = empty.side * len(empty.columns), empty.side * len(empty.rows)
    page, frame = (_finished(Image.new("RGB", (_FINE, _FINE), look.colors[name]), look) for name in ("page", "frame"))
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
    image = Image.new("RGB", (width * _FINE, height * _FINE), look.colors["page"])
    Pen(ImageDraw.Draw(image), _FINE).letters(text, (width / 2, height / 2), 14, look.colors["ink"])
    return _finished(image, look)


@lru_cache(maxsize=_KEPT)
def _tile_drawn(tile: _Tile, look: _Look) -> Image.Image:
    side = tile.side * _FINE
    image = Image.new("RGB", (side, side), _fill(tile.ground, look.colors))
    brush = _Brush(Pen(ImageDraw.Draw(image), side / BOX), look.colors)
    _draw_ground(brush, tile.ground)
    if len(tile.pieces) == 1 and not tile.pieces[0].is_chip:
        _draw_token(brush, tile.pieces[0], token(tile.pieces[0]))
    elif tile.pieces:
        _draw_stack(brush, tile.pieces)
    return _finished(image, look)


@lru_cache(maxsize=64)
def _strip_drawn(strip: _Strip, look: _Look) -> Image.Image:
    paints = look.colors
    image = Image.new("RGB", (strip.width * _FINE, strip.height * _FINE), paints["page"])
    pen = Pen(ImageDraw.Draw(image), _FINE)
    kinds = dict(strip.kinds)
    for one in strip.placed:
        y = strip.letter * LINE * (one.row + 0.5)
        scale = strip.letter * (SWATCH - 0.4) / BOX
        sample = Pen(pen.draw, _FINE * scale, one.x / scale, y / scale - BOX / 2)
        _draw_sample(_Brush(sample, paints), one.entry, kinds)
        pen.words(one.entry.words, (one.x + strip.letter * (SWATCH - 0.1), y), strip.letter, paints["ink"])
    return _finished(image, look)


@dataclass(frozen=True, slots=True)
class _Brush:
    """A pen with the colours of a theme."""

    pen: Pen
    paints: Paints

    def moved(self, top: float) -> "_Brush":
        """The same, so far below the top of the box."""
        return replace(self, pen=replace(self.pen, top=top))

    def shapes(self, name: str, shapes: Iterable[Shape]) -> None:
        """Draw *shapes* in the tones of a colour."""
        for shape in shapes:
            self.pen.shape(shape, self.paints[f"{name}-{shape.tone}"])

    def letters(self, text: str, height: float, paint: str) -> None:
        """Small bold letters in the middle of the box, at a height of it."""
        self.pen.letters(text, (BOX / 2, height), 19, self.paints[paint])


def _draw_sample(brush: _Brush, entry: LegendEntry, kinds: Mapping[str, int]) -> None:
    """What *entry* explains, in the middle of a box."""
    pen, paints = brush.pen, brush.paints
    match entry.sample:
        case Region(key):
            ground = _Ground(kind=kinds[key])
            pen.box((0, 20), (BOX, 60), _fill(ground, paints))
            _draw_texture(pen, kinds[key], _lines_on(ground, paints), (25, 75))
        case Bar(size=size):
            brush.moved(pen.top + (BOX - STEPS[size]) / 2).shapes(entry.sample.color, bar_shapes(entry.sample))
        case key:
            x, y = mark(key).center
            middle = replace(pen, scale=pen.scale * 2, left=pen.left / 2 + 25 - x, top=pen.top / 2 + 25 - y)
            replace(brush, pen=middle).shapes(MARK_COLOR, mark(key).shapes)


def _draw_ground(brush: _Brush, ground: _Ground) -> None:
    pen, paints = brush.pen, brush.paints
    if ground.kind is not None:
        _draw_texture(pen, ground.kind, _lines_on(ground, paints))
    if ground.rare:
        pen.frame(4, BOX, 4, _border_on(ground, paints))
    if ground.is_framed and ground.tint == "last":
        pen.frame(5, BOX, 6, paints["last"])
    elif ground.is_framed:
        low, high, arm = 6, BOX - 6, 24
        for x, y in ((low, low), (high, low), (low, high), (high, high)):
            along, down = (arm if x == low else -arm), (arm if y == low else -arm)
            pen.line(((x + along, y), (x, y), (x, y + down)), 9, paints[ground.tint])


def _draw_texture(pen: Pen, kind: int, color: Color, between: tuple[int, int] = (0, BOX)) -> None:
    """The pattern of a kind of ground over the whole width, from one height to the other of *between*."""
    texture = TEXTURES[kind]
    for left in range(0, BOX, texture.side):
        for top in range(between[0], between[1], texture.side):
            for points in texture.lines:
                pen.line(tuple((left + x, top + y) for x, y in points), 2.5, color)


def _draw_token(brush: _Brush, piece: Piece, shapes: Iterable[Shape]) -> None:
    brush.shapes(color(piece), shapes)
    for sign in marks_of(piece):
        brush.shapes(MARK_COLOR, sign.shapes)


def _draw_stack(brush: _Brush, pieces: tuple[Piece, ...]) -> None:
    """The bars from the bottom up, and on them the top piece if it is not flat."""
    found = stack(pieces)
    for layer in found.layers:
        _draw_layer(brush.moved(layer.top), layer)
    if found.hidden:
        brush.letters(f"{found.hidden} more", FLOOR - 9, "ink")
    if not pieces[-1].is_chip:
        _draw_token(brush.moved(found.top - FLAT), pieces[-1], flat_token(pieces[-1]))


def _draw_layer(brush: _Brush, layer: Layer) -> None:
    brush.shapes(layer.bar.color, bar_shapes(layer.bar))
    if layer.count > 1:
        tone = "light" if layer.bar.filling is Filling.FULL else "edge"
        brush.letters(str(layer.count), 8, f"{layer.bar.color}-{tone}")
