"""Pieces as SVG elements: shapes in classes that `board.css` colours, each drawing made once for all boards."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from html import escape

from corr.games.drawing import Disc, Letter, Point, Polygon, Shape
from corr.games.scene import Piece, Scene
from corr.render.bars import FLOOR, Bar, Filling, Stack, bar_shapes, stack
from corr.render.glyphs import COLORS, FLAT, color, flat_token, token
from corr.render.marks import COLOR as MARK_COLOR
from corr.render.marks import mark, marks_of
from corr.render.words import stack_words

KEY = "\0"
"""Stands in a drawing for the beginning of all ids of its board."""

Corners = Mapping[str, tuple[int, int]]
"""The upper left corner of each square by its name."""

_KEPT = 1024
"""How many drawings are kept: some megabytes at most."""


@dataclass(frozen=True, slots=True)
class Pile:
    """All pieces of one square as elements."""

    markup: str
    """The bars at their places, with `KEY` in their ids."""
    bars: frozenset[str]
    """What the board has to define for them; nothing if there is a single piece, which is not flat."""
    drawing: str
    """The piece on top, or the single one; empty if the top is flat."""
    top: str
    """How far down the piece on top of bars begins."""


def draw_pieces(scene: Scene, corners: Corners) -> str:
    """Each kind of piece and of bar once, and then its places; with `KEY` in its ids."""
    numbers: dict[str, int] = {}
    bars: set[str] = set()
    places: list[str] = []
    for square in scene.squares:
        if not square.pieces:
            continue
        x, y = corners[square.name]
        pile = _pile(square.pieces)
        if not pile.bars:
            number = numbers.setdefault(pile.drawing, len(numbers))
            places.append(f'<use href="#{KEY}p{number}" x="{x}" y="{y}"/>')
            continue
        bars |= pile.bars
        on_top = ""
        if pile.drawing:
            number = numbers.setdefault(pile.drawing, len(numbers))
            on_top = f'<use href="#{KEY}p{number}" y="{pile.top}"/>'
        places.append(f'<g transform="translate({x} {y})">{pile.markup}{on_top}</g>')
    if not places:
        return ""
    defs = [f'<g id="{KEY}p{number}">{drawing}</g>' for drawing, number in numbers.items()]
    defs += sorted(bars)
    return f"<defs>{''.join(defs)}</defs>{''.join(places)}"


@lru_cache(maxsize=_KEPT)
def _pile(pieces: tuple[Piece, ...]) -> Pile:
    top = pieces[-1]
    if len(pieces) == 1 and not top.is_chip:
        return Pile("", frozenset(), _drawing(top, token(top)), "")
    found = stack(pieces)
    parts = [f'<use href="#{KEY}{_bar_id(layer.bar)}" y="{layer.top:g}"/>' for layer in found.layers]
    parts += [_number(layer.bar, str(layer.count), layer.top) for layer in found.layers if layer.count > 1]
    on_top = "" if top.is_chip else _drawing(top, flat_token(top))
    if found.hidden:
        # Whoever points at it may read all of it.
        parts.append(f"<title>{escape(stack_words(pieces))}</title>")
    definitions = frozenset(_bar_definition(layer.bar) for layer in found.layers)
    return Pile("".join(parts) + _rest(found), definitions, on_top, f"{found.top - FLAT:g}")


def _drawing(piece: Piece, shapes: Iterable[Shape]) -> str:
    return _group(color(piece), shapes) + _marks(piece)


def bar_drawing(bar: Bar) -> str:
    """One bar, in a box as high as it is."""
    return _group(bar.color, bar_shapes(bar))


@lru_cache(maxsize=_KEPT)
def _bar_definition(bar: Bar) -> str:
    """One kind of bar, to be copied."""
    return f'<g id="{KEY}{_bar_id(bar)}">{bar_drawing(bar)}</g>'


def mark_drawing(key: str) -> str:
    """One extra sign, in the box of a token."""
    return _group(MARK_COLOR, mark(key).shapes)


def line(points: Iterable[Point]) -> str:
    """A line through *points*, for an attribute `d`."""
    return "M" + "L".join(f"{x:.4g} {y:.4g}" for x, y in points)


def element(part: Shape) -> str:
    """One shape."""
    name = f"board-{part.tone}"
    match part:
        case Disc((x, y), radius):
            return f'<circle class="{name}" cx="{x:g}" cy="{y:g}" r="{radius:g}"/>'
        case Polygon(points):
            return f'<path class="{name}" d="{line(points)}z"/>'
        case Letter(text, (x, y), size):
            return f'<text class="{name}" x="{x:g}" y="{y:g}" font-size="{size:g}">{escape(text)}</text>'
        case _:
            return f'<path class="{name} board-line" stroke-width="{part.width:g}" d="{line(part.points)}"/>'


def _group(color: str, shapes: Iterable[Shape]) -> str:
    return f'<g class="board-{color}">{"".join(map(element, shapes))}</g>'


def _marks(piece: Piece) -> str:
    return "".join(_group(MARK_COLOR, mark.shapes) for mark in marks_of(piece))


def _bar_id(bar: Bar) -> str:
    """Short, because it occurs as often as there are flat pieces."""
    return f"{COLORS.index(bar.color)}{bar.form[0]}{bar.filling[0]}{bar.size[0]}"


def _number(bar: Bar, text: str, top: float) -> str:
    tone = "light" if bar.filling is Filling.FULL else "edge"
    return f'<text class="board-{bar.color} board-{tone} board-count" x="50" y="{top + 8:g}">{text}</text>'


def _rest(stack: Stack) -> str:
    """What stands for the lowest pieces of a stack that is too tall."""
    if not stack.hidden:
        return ""
    return f'<text class="board-rest" x="50" y="{FLOOR - 9:g}">{stack.hidden} more</text>'
