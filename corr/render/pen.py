"""Drawing plain shapes in pixels: what SVG does for pages, Pillow does for letters here."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from PIL import ImageDraw, ImageFont

from corr.games.drawing import Disc, Letter, Point, Polygon, Shape
from corr.render.themes import Color

Ink = Color | int
"""A colour, or a value of a picture that has only one number for each place."""


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
