"""The pictures of single squares and of names at the edge, each drawn once for all boards that need it."""

from dataclasses import dataclass
from functools import lru_cache

from PIL import Image, ImageDraw

from corr.render.glyphs import BADGE, BOX, Form, sign, token
from corr.render.layout import STACK_SCALE, STACKED, chips
from corr.render.pen import PAINTS, Color, Pen, mixed
from corr.render.textures import TEXTURES

_FINE = 4
"""How much larger everything is drawn before it is scaled down."""
_KEPT = 1024
"""How many pictures are kept: some megabytes at most."""


@dataclass(frozen=True, slots=True)
class Token:
    """What one piece looks like."""

    form: Form
    shape: str
    letter: str
    mark: str = ""
    """The first letter of an extra sign on it."""


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
    tokens: tuple[Token, ...] = ()
    """From bottom to top."""


@dataclass(frozen=True, slots=True)
class Label:
    """The name of a row or column at the edge."""

    width: int
    height: int
    text: str


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
    if len(tile.tokens) == 1:
        _draw_token(pen, tile.tokens[0])
    elif tile.tokens:
        _draw_stack(pen, tile.tokens)
    return image.reduce(_FINE)


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
        _draw_texture(pen, ground.kind, mixed(_fill(ground), PAINTS["texture"], 0.3))
    if ground.rare:
        pen.frame(4, BOX, 4, mixed(_fill(ground), PAINTS["texture"], 0.7))
    if ground.last:
        pen.frame(5, BOX, 6, PAINTS["last"])
    if ground.marked:
        low, high, arm = 6, BOX - 6, 24
        for x, y in ((low, low), (high, low), (low, high), (high, high)):
            along, down = (arm if x == low else -arm), (arm if y == low else -arm)
            pen.line(((x + along, y), (x, y), (x, y + down)), 9, PAINTS["marked"])


def _draw_texture(pen: Pen, kind: int, color: Color) -> None:
    texture = TEXTURES[kind]
    for left in range(0, BOX, texture.side):
        for top in range(0, BOX, texture.side):
            for points in texture.lines:
                pen.line(tuple((left + x, top + y) for x, y in points), 2.5, color)


def _draw_token(pen: Pen, piece: Token) -> None:
    for part in (*token(piece.form), *sign(piece.shape, piece.letter)):
        pen.shape(part, PAINTS[f"{piece.form}-{part.tone}"])
    if piece.mark:
        pen.shape(BADGE, PAINTS["marked"])
        pen.letters(piece.mark, BADGE.center, 20, PAINTS["ground"])


def _draw_stack(pen: Pen, tokens: tuple[Token, ...]) -> None:
    """The top piece, smaller, and beside it a bar for every piece of the stack."""
    for piece, (x, y, width, height) in zip(tokens, chips(len(tokens)), strict=True):
        pen.box((x, y), (width, height), PAINTS[f"{piece.form}-edge"])
        pen.box((x + 1.5, y + 1.5), (width - 3, height - 3), PAINTS[f"{piece.form}-body"])
    left, top = STACKED
    _draw_token(Pen(pen.draw, pen.scale * STACK_SCALE, left / STACK_SCALE, top / STACK_SCALE), tokens[-1])
