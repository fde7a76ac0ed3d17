"""
What stands on a board as SVG elements, in classes that `board.css` colours: pieces, each drawing made once for all
boards; and the course of a turn, arrows with their order and signs of what became of pieces.
"""

from collections.abc import Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from functools import lru_cache
from html import escape

from corr.games.drawing import Disc, Letter, Point, Polygon, Shape
from corr.games.scene import Check, Piece, Scene, Trace
from corr.render.bars import FLOOR, Bar, Filling, Stack, bar_shapes, stack
from corr.render.glyphs import BOX, COLORS, FLAT, MARK_COLOR, color, flat_token, mark, marks_of, token
from corr.render.sketches import GONE, PLUS, SIGN, Line, Places, Sketch, Way, sketched, sketched_checks, strokes_of
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


def draw_course(name: str, traces: Sequence[Trace], places: Places, occupied: frozenset[str]) -> str:
    """
    The arrows and signs of a turn.

    :param name: what the style sheet calls it: "is-last" or "is-made".
    :param places: the squares that are drawn; what lies beyond them is left out.
    :param occupied: the names of the squares on which something stands.
    """
    if not traces:
        return ""
    sketch = sketched(traces, places, occupied)
    inner = "".join([_merges(sketch), _lines(sketch.lines, sketch.stops), _signs(sketch), _numbers(sketch.numbers)])
    size = " is-long" if sketch.is_long else ""
    return f'<g class="board-course {name}{size}">{inner}</g>' if inner else ""


def draw_checks(checks: Sequence[Check], places: Places, framed: AbstractSet[str]) -> str:
    """
    A sign on each piece that is attacked and must not be lost, lines from its attackers, and frames.

    :param framed: the names of the squares that get a frame; others have one already.
    """
    parts = []
    for check in sketched_checks(checks, places):
        dashed = "".join([_frame(corner) for name, corner in check.by.items() if name in framed])
        x, y = check.at
        parts.append(
            f'<path class="board-check-rays" d="{_ways(check.rays)}"/><path class="board-check-by" d="{dashed}"/>'
            f'<path class="board-check" d="{_frame(check.at) if check.king in framed else ""}"/>'
            f'<path class="board-check-sign" d="M{x + 22} {y + 58}l20 37h-40z"/>'
            f'<text class="board-check-text" x="{x + 22}" y="{y + 82}">!</text>'
        )
    # The notes and steps of a page say all of it in words.
    return f'<g class="board-checks">{"".join(parts)}</g>' if parts else ""


def _lines(lines: Sequence[Line], stops: Way) -> str:
    """Each line with a border, lest it is lost on pieces, and with the head of its arrow."""
    if not lines:
        return ""
    ways = "".join([_ways(strokes_of(line)) for line in lines])
    heads = "".join([f"{_ways((line.head,))}z" for line in lines])
    dots = f'<path class="board-course-stops" d="{_dots(stops)}"/>' if stops else ""
    return (
        f'<path class="board-course-border" d="{ways}"/><path class="board-course-line" d="{ways}"/>{dots}'
        f'<path class="board-course-heads" d="{heads}"/>'
    )


def _merges(sketch: Sketch) -> str:
    """A ghost for each piece that became part of another one, and a line to where that stands."""
    if not sketch.ghosts:
        return ""
    ghosts = "".join([_sign(here, PLUS) for here in sketch.ghosts])
    return f'<path class="board-course-rays" d="{_ways(sketch.rays)}"/><path class="board-ghosts" d="{ghosts}"/>'


def _signs(sketch: Sketch) -> str:
    """What became of pieces: a sign beside who stands there now, or a large one where nobody does."""
    beside = [((x + SIGN[0], y + SIGN[1]), sign) for (x, y), sign in sketch.beside]
    dots, drawn = _dots(place for place, _ in beside), "".join([_sign(place, sign) for place, sign in beside])
    shown = (
        f'<path class="board-course-badges" d="{dots}"/><path class="board-course-signs" d="{drawn}"/>' if dots else ""
    )
    gone = "".join([_sign(here, GONE) for here in sketch.gone])
    return shown + (f'<path class="board-gone" d="{gone}"/>' if gone else "")


def _numbers(numbers: Mapping[Point, str]) -> str:
    if not numbers:
        return ""
    widths = {place: 5 * (len(text) - 1) for place, text in numbers.items()}
    badges = "".join([f"M{x - widths[x, y]:.4g} {y:.4g}h{2 * widths[x, y]}" for x, y in numbers])
    written = "".join([f'<text x="{x:.4g}" y="{y:.4g}">{text}</text>' for (x, y), text in numbers.items()])
    return f'<path class="board-course-badges" d="{badges}"/><g class="board-course-numbers">{written}</g>'


def _frame(corner: tuple[int, int]) -> str:
    return f"M{corner[0] + 5} {corner[1] + 5}h{BOX - 10}v{BOX - 10}h{10 - BOX}z"


def _sign(place: Point, strokes: Sequence[Way]) -> str:
    """A sign around *place*: its first point in full, and the others from the one before."""
    parts, at = [f"M{_written((place[0] + strokes[0][0][0], place[1] + strokes[0][0][1]))}"], strokes[0][0]
    for stroke in strokes:
        for number, point in enumerate(stroke):
            if point != at:
                parts.append(f"{'l' if number else 'm'}{_written((point[0] - at[0], point[1] - at[1]))}")
            at = point
    return "".join(parts)


def _dots(places: Iterable[Point]) -> str:
    return "".join([f"M{_written(place)}h0" for place in places])


def _ways(ways: Iterable[Way]) -> str:
    return "".join([f"M{'L'.join(map(_written, way))}" for way in ways])


def _written(point: Point) -> str:
    return f"{point[0]:.4g} {point[1]:.4g}"
