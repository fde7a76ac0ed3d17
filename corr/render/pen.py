"""Drawing plain shapes in pixels: what SVG does for pages, Pillow does for letters here."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from types import MappingProxyType

from PIL import ImageDraw, ImageFont

from corr.games.drawing import Disc, Letter, Point, Polygon, Shape

Color = tuple[int, int, int]
"""Red, green and blue, up to 255."""


def _color(code: str) -> Color:
    return int(code[1:3], 16), int(code[3:5], 16), int(code[5:7], 16)


PAINTS: Mapping[str, Color] = MappingProxyType(
    {
        "page": _color("#fbf7ec"),
        "ink": _color("#5b4a33"),
        "ground": _color("#efe3c8"),
        "chequers": _color("#b08d57"),
        "frame": _color("#7c6544"),
        "region-0": _color("#f3cf73"),
        "region-1": _color("#b4d4ea"),
        "region-2": _color("#f3efe4"),
        "region-3": _color("#cbdcaa"),
        "texture": _color("#6b4f0e"),
        "last": _color("#0b6e4f"),
        "marked": _color("#b3260e"),
        "blue-body": _color("#21406e"),
        "blue-edge": _color("#10233f"),
        "blue-sign": _color("#fdf6e3"),
        "blue-dark": _color("#21406e"),
        "blue-light": _color("#fdf6e3"),
        "red-body": _color("#fffaf0"),
        "red-edge": _color("#8e1f17"),
        "red-sign": _color("#8e1f17"),
        "red-dark": _color("#9e2a20"),
        "red-light": _color("#fffaf0"),
        "gold-body": _color("#dcaa26"),
        "gold-edge": _color("#4a3300"),
        "gold-sign": _color("#2f2100"),
        "gold-dark": _color("#8a6206"),
        "gold-light": _color("#fff3cf"),
        "white-body": _color("#fffdf7"),
        "white-edge": _color("#2e2a26"),
        "white-sign": _color("#2e2a26"),
        "white-dark": _color("#57504a"),
        "white-light": _color("#fffdf7"),
        "black-body": _color("#302d2a"),
        "black-edge": _color("#0f0e0d"),
        "black-sign": _color("#f8f3e8"),
        "black-dark": _color("#302d2a"),
        "black-light": _color("#f8f3e8"),
        "nobody-body": _color("#a9a59b"),
        "nobody-edge": _color("#44413a"),
        "nobody-sign": _color("#1d1b17"),
        "nobody-dark": _color("#44413a"),
        "nobody-light": _color("#dcd8cd"),
        "mark-body": _color("#b3260e"),
        "mark-edge": _color("#fff8e8"),
        "mark-sign": _color("#fff8e8"),
        "mark-dark": _color("#3d3226"),
        "mark-light": _color("#efe3c8"),
    }
)
"""The light colours of the theme "warm" in `colors.css`, without "--board-", and the page around the board."""


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

    def line(self, points: tuple[Point, ...], width: float, color: Color) -> None:
        """A line with round corners and ends."""
        self.draw.line(self._at(points), color, max(1, round(width * self.scale)), joint="curve")
        for point in points:
            self._disc(point, width / 2, color)

    def box(self, corner: Point, size: Point, color: Color) -> None:
        """A filled rectangle from its upper left *corner*."""
        (x, y), (right, bottom) = self._at((corner, (corner[0] + size[0], corner[1] + size[1])))
        self.draw.rectangle((x, y, max(x, right - 1), max(y, bottom - 1)), color)

    def frame(self, inset: float, side: float, width: float, color: Color) -> None:
        """The outline of a square of *side*, *inset* from its edge."""
        low, high = inset, side - inset
        self.line(((low, low), (high, low), (high, high), (low, high), (low, low)), width, color)

    def letters(self, text: str, center: Point, size: float, color: Color) -> None:
        """A text in bold around its centre."""
        height = size * self.scale
        self.draw.text(self._at((center,))[0], text, color, _font(round(height)), "mm", stroke_width=height / 30)

    def words(self, text: str, start: Point, size: float, color: Color) -> None:
        """A text beginning at *start*, at half of its height."""
        self.draw.text(self._at((start,))[0], text, color, _font(round(size * self.scale)), "lm")

    def shape(self, shape: Shape, color: Color) -> None:
        """One shape of a token."""
        match shape:
            case Disc(center, radius):
                self._disc(center, radius, color)
            case Polygon(points):
                self.draw.polygon(self._at(points), color)
            case Letter(text, center, size):
                self.letters(text, center, size, color)
            case _:
                self.line(shape.points, shape.width, color)

    def _at(self, points: Iterable[Point]) -> list[Point]:
        return [((x + self.left) * self.scale, (y + self.top) * self.scale) for x, y in points]

    def _disc(self, center: Point, radius: float, color: Color) -> None:
        x, y = self._at((center,))[0]
        reach = radius * self.scale
        self.draw.ellipse((x - reach, y - reach, x + reach - 1, y + reach - 1), color)
