"""
Drawing on a board in pixels: plain shapes, as SVG has them; and the course of a turn with its arrows, their order,
signs on pieces, and the checked King.

That course is drawn as values, which then become places in a palette: no colour has to be reduced to it.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial
from itertools import pairwise
from math import dist

from PIL import Image, ImageDraw, ImageFont

from corr.games.drawing import Disc, Letter, Point, Polygon, Shape
from corr.render.glyphs import BOX
from corr.render.sketches import GONE, HALF, PLUS, SIGN, CheckSketch, Sketch, Way, strokes_of
from corr.render.themes import Color, Paints

Ink = Color | int
"""A colour, or a value of a picture that has only one number for each place."""
_FINE = 3
"""How much larger everything is drawn before it is scaled down."""
_EDGE, _LINE, _LIGHT = 85, 170, 255
"""The values of borders, of what is drawn, and of what is written on it; where nothing is drawn it is 0."""
_STEPS = 3
"""How many colours lie from one of these values to the next."""
_SHOWN = tuple(255 * (value > _EDGE // 2) for value in range(256))
_NEAR = 60
"""How far from the middle of its square something is drawn at most."""
_DASH, _GAP, _DOTS = 18, 12, 12
"""How long dashes are, how far one is from the next, and one dot from the next."""
_BORDER = 6
"""How much wider a line is with its border."""


def mixed(under: Color, over: Color, share: float) -> Color:
    """*under* with a veil of *over*, which takes *share* of the whole."""
    red, green, blue = (round(a + (b - a) * share) for a, b in zip(under, over, strict=True))
    return red, green, blue


@lru_cache(maxsize=32)
def _font(size: int) -> ImageFont.FreeTypeFont | ImageFont.ImageFont:
    # Pillow's own font: machines without any other draw the same picture.
    return ImageFont.load_default(size)


@dataclass(frozen=True, slots=True)
class Pen:
    """Draws in units of its own, which it enlarges and moves."""

    draw: ImageDraw.ImageDraw
    scale: float
    """Pixels of a unit."""
    left: float = 0
    top: float = 0

    def line(self, points: tuple[Point, ...], width: float, color: Ink) -> None:
        """A line with round corners and ends."""
        self.draw.line(self._at(points), color, max(1, round(width * self.scale)), joint="curve")
        for point in points:
            self._disc(point, width / 2, color)

    def box(self, corner: Point, size: Point, color: Ink) -> None:
        """A filled rectangle from its upper left *corner*."""
        (x, y), (right, bottom) = self._at((corner, (corner[0] + size[0], corner[1] + size[1])))
        self.draw.rectangle((x, y, max(x, right - 1), max(y, bottom - 1)), color)

    def frame(self, inset: float, side: float, width: float, color: Ink) -> None:
        """The outline of a square of *side*, *inset* from its edge."""
        low, high = inset, side - inset
        self.line(((low, low), (high, low), (high, high), (low, high), (low, low)), width, color)

    def area(self, corners: Iterable[Point], color: Ink) -> None:
        """A filled polygon."""
        self.draw.polygon(self._at(corners), color)

    def letters(self, text: str, center: Point, size: float, color: Ink) -> None:
        """A text in bold around its centre."""
        height = size * self.scale
        self.draw.text(self._at((center,))[0], text, color, _font(round(height)), "mm", stroke_width=height / 30)

    def words(self, text: str, start: Point, size: float, color: Ink) -> None:
        """A text beginning at *start*, at half of its height."""
        self.draw.text(self._at((start,))[0], text, color, _font(round(size * self.scale)), "lm")

    def shape(self, shape: Shape, color: Ink) -> None:
        """One shape of a token."""
        match shape:
            case Disc(center, radius):
                self._disc(center, radius, color)
            case Polygon(points):
                self.area(points, color)
            case Letter(text, center, size):
                self.letters(text, center, size, color)
            case _:
                self.line(shape.points, shape.width, color)

    def _at(self, points: Iterable[Point]) -> list[Point]:
        return [((x + self.left) * self.scale, (y + self.top) * self.scale) for x, y in points]

    def _disc(self, center: Point, radius: float, color: Ink) -> None:
        x, y = self._at((center,))[0]
        reach = radius * self.scale
        self.draw.ellipse((x - reach, y - reach, x + reach - 1, y + reach - 1), color)


@dataclass(frozen=True, slots=True)
class Sheet:
    """A picture with a board on it, and the colours of what is drawn there."""

    image: Image.Image
    """Places in a palette."""
    edge: int
    """How far the upper left corner of the board is from that of the picture, in pixels, to the right and down."""
    side: int
    """The side of a square in pixels."""
    places: tuple[int, ...]
    """Where the palette has the `sketch_colors`."""


def sketch_colors(paints: Paints, name: str) -> tuple[Color, ...]:
    """The colours of what is drawn in the colour of that *name*, in the order of its values."""
    stops = (paints["ground"], paints[name], paints["on-course"])
    steps = [(one, other, step / _STEPS) for one, other in pairwise(stops) for step in range(_STEPS)]
    return (*(mixed(*step) for step in steps), stops[-1])


def put_course(sheet: Sheet, sketch: Sketch) -> None:
    """Draw the arrows and signs of a turn."""
    points = [point for line in sketch.lines for point in line.points]
    points += [*sketch.numbers, *sketch.ghosts, *sketch.gone, *(place for place, _ in sketch.beside)]
    _put(sheet, points, partial(_draw_course, sketch))


def put_checks(sheet: Sheet, checks: Sequence[CheckSketch]) -> None:
    """Draw the attacks on pieces that must not be lost."""
    corners = [corner for check in checks for corner in (check.at, *check.attackers)]
    _put(sheet, [(x + HALF, y + HALF) for x, y in corners], partial(_draw_checks, checks))


def _put(sheet: Sheet, points: Sequence[Point], draw: Callable[[Pen], None]) -> None:
    """Draw something around *points*, which must lie on the board."""
    if not points:
        return
    scale, edge = sheet.side / BOX, sheet.edge
    low, high = ([most(point[at] for point in points) for at in (0, 1)] for most in (min, max))
    left, top = (max(0, int(edge + (part - _NEAR) * scale)) for part in low)
    far = (int(edge + (part + _NEAR) * scale) for part in high)
    right, bottom = map(min, far, sheet.image.size)
    values = Image.new("L", ((right - left) * _FINE, (bottom - top) * _FINE))
    draw(Pen(ImageDraw.Draw(values), scale * _FINE, (edge - left) / scale, (edge - top) / scale))
    values = values.reduce(_FINE)
    sheet.image.paste(values.point(_table(sheet.places)), (left, top), values.point(_SHOWN))


@lru_cache(maxsize=64)
def _table(places: tuple[int, ...]) -> tuple[int, ...]:
    """The place in the palette for each value."""
    last = len(places) - 1
    steps = (round((value - _EDGE) * last / (_LIGHT - _EDGE)) for value in range(256))
    return tuple(places[max(0, step)] for step in steps)


def _draw_course(sketch: Sketch, pen: Pen) -> None:
    _draw_merges(sketch, pen)
    wide, narrow, stop = (9, 5, 6.5) if sketch.is_long else (15, 9, 11)
    strokes = [stroke for line in sketch.lines for stroke in strokes_of(line)]
    _draw_strokes(pen, strokes, wide, _EDGE)
    _draw_strokes(pen, strokes, narrow, _LINE)
    for point in sketch.stops:
        pen.shape(Disc(point, stop), _LINE)
    for line in sketch.lines:
        _draw_area(pen, line.head)
    _draw_signs(sketch, pen)
    for (x, y), text in sketch.numbers.items():
        aside = 5 * (len(text) - 1)
        _draw_bordered(pen, [((x - aside, y), (x + aside, y))], 31)
        # At this size one space is lost.
        pen.letters(text.replace(" ", "  "), (x, y), 23, _LIGHT)


def _draw_merges(sketch: Sketch, pen: Pen) -> None:
    dots = [(point,) for start, goal in sketch.rays for point in _between(start, goal, _DOTS)]
    _draw_bordered(pen, dots, 5)
    _draw_bordered(pen, [_beside(here, way) for here in sketch.ghosts for way in PLUS], 7)


def _draw_signs(sketch: Sketch, pen: Pen) -> None:
    beside = [((x + SIGN[0], y + SIGN[1]), sign) for (x, y), sign in sketch.beside]
    _draw_bordered(pen, [(place,) for place, _ in beside], 31)
    _draw_strokes(pen, [_beside(place, way) for place, sign in beside for way in sign], 5, _LIGHT)
    _draw_bordered(pen, [_beside(here, way) for here in sketch.gone for way in GONE], 9)


def _draw_checks(checks: Sequence[CheckSketch], pen: Pen) -> None:
    lines = [ray for check in checks for ray in check.rays]
    lines += [side for check in checks for corner in check.attackers for side in _sides(corner)]
    _draw_bordered(pen, [dash for start, goal in lines for dash in _dashes(start, goal)], 7)
    _draw_bordered(pen, [side for check in checks for side in _sides(check.at)], 10)
    for check in checks:
        x, y = check.at
        _draw_area(pen, ((x + 22, y + 58), (x + 42, y + 95), (x + 2, y + 95)))
        pen.letters("!", (x + 22, y + 82), 28, _LIGHT)


def _draw_bordered(pen: Pen, strokes: Sequence[Way], width: float) -> None:
    _draw_strokes(pen, strokes, width + _BORDER, _EDGE)
    _draw_strokes(pen, strokes, width, _LINE)


def _draw_strokes(pen: Pen, strokes: Iterable[Way], width: float, value: int) -> None:
    for stroke in strokes:
        pen.line(stroke, width, value)


def _draw_area(pen: Pen, corners: Way) -> None:
    pen.line((*corners, corners[0]), _BORDER, _EDGE)
    pen.area(corners, _LINE)


def _beside(place: Point, way: Way) -> Way:
    return tuple((place[0] + x, place[1] + y) for x, y in way)


def _sides(corner: Point) -> Iterator[tuple[Point, Point]]:
    """The sides of the frame of a square."""
    (left, top), (right, bottom) = (corner[0] + 5, corner[1] + 5), (corner[0] + BOX - 5, corner[1] + BOX - 5)
    yield from pairwise(((left, top), (right, top), (right, bottom), (left, bottom), (left, top)))


def _dashes(start: Point, goal: Point) -> Iterator[Way]:
    far = (_DASH + _GAP) / _DASH
    for (x, y), (right, down) in pairwise((*_between(start, goal, _DASH + _GAP), goal)):
        yield (x, y), (x + (right - x) / far, y + (down - y) / far)


def _between(start: Point, goal: Point, step: float) -> Iterator[Point]:
    """The points on the way, one each *step*."""
    length = dist(start, goal) or 1
    for number in range(int(length / step) + 1):
        share = number * step / length
        yield start[0] + (goal[0] - start[0]) * share, start[1] + (goal[1] - start[1]) * share
