"""Colours as they are seen: contrast after WCAG 2.2, differences in CIELAB, and eyes that lack one kind of cone."""

import re
from dataclasses import dataclass
from functools import cache
from math import dist
from pathlib import Path

import corr.web

Color = tuple[float, float, float]
"""Red, green and blue, from 0 to 1, as they are written."""
Matrix = tuple[Color, Color, Color]

STATIC = Path(corr.web.__file__).with_name("static")
THEMES = ("warm", "plain", "contrast", "safe")
SCHEMES = {"light": ("colors.css",), "dark": ("colors.css", "dark.css")}
"""The style sheets that give the colours of a scheme, the later ones above the earlier."""
EYES: dict[str, Matrix] = {
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}
"""
What is left of colours for such eyes, on linear RGB: the matrices for severity 1.0 of Machado, Oliveira and Fernandes,
"A Physiologically-based Model for Simulation of Color Vision Deficiency", IEEE TVCG 15 (6), 2009.
"""
_RULE = re.compile(r"([^{}]+)\{([^{}]*)\}")
_PROPERTY = re.compile(r"--([a-z0-9-]+):\s*([^;]+);")
_COMMENT = re.compile(r"(?s)/\*.*?\*/")
_WHITE = (0.95047, 1.0, 1.08883)
"""D65, in XYZ."""
_XYZ: Matrix = ((0.4124564, 0.3575761, 0.1804375), (0.2126729, 0.7151522, 0.0721750), (0.0193339, 0.1191920, 0.9503041))


@dataclass(frozen=True, slots=True)
class Palette:
    """The custom properties that hold in one theme and scheme."""

    theme: str
    scheme: str
    properties: dict[str, str]

    def color(self, name: str) -> Color:
        """The colour of that name."""
        return read_color(self.properties[name])

    def squares(self) -> dict[str, Color]:
        """All that a square can be coloured below its pieces, by name."""
        found = {"ground": self._chequered("board-ground", "chequers-strength", is_dark=False)}
        found["ground, dark"] = self._chequered("board-ground", "chequers-strength", is_dark=True)
        for kind in range(4):
            for is_dark in (False, True):
                name = f"region {kind}{', dark' if is_dark else ''}"
                found[name] = self._chequered(f"board-region-{kind}", "shade-strength", is_dark=is_dark)
        return found

    def _chequered(self, name: str, strength: str, *, is_dark: bool) -> Color:
        share = float(self.properties[f"board-{strength}"]) if is_dark else 0.0
        return mixed(self.color(name), self.color("board-chequers"), share)


@cache
def rules(name: str) -> tuple[tuple[tuple[str, ...], dict[str, str]], ...]:
    """The selectors of a style sheet with the custom properties that they set, in order."""
    text = _COMMENT.sub("", (STATIC / name).read_text(encoding="utf-8"))
    return tuple(
        (tuple(part.strip() for part in selectors.split(",")), dict(_PROPERTY.findall(body)))
        for selectors, body in _RULE.findall(text)
    )


def palette(theme: str, scheme: str) -> Palette:
    """The colours of a page with that theme and scheme."""
    found: dict[str, str] = {}
    for name in SCHEMES[scheme]:
        for selectors, properties in rules(name):
            if {":root", f"[data-theme={theme}]", f":root[data-theme={theme}]"} & set(selectors):
                found |= properties
    return Palette(theme, scheme, found)


def read_color(code: str) -> Color:
    """A colour of six hexadecimal digits."""
    return int(code[1:3], 16) / 255, int(code[3:5], 16) / 255, int(code[5:7], 16) / 255


def mixed(under: Color, over: Color, share: float) -> Color:
    """*under* with a veil of *over*, which takes *share* of the whole."""
    red, green, blue = (a + (b - a) * share for a, b in zip(under, over, strict=True))
    return red, green, blue


def contrast(one: Color, other: Color) -> float:
    """The contrast ratio after WCAG 2.2, from 1 to 21."""
    darker, lighter = sorted((_luminance(one), _luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


def seen_by(color: Color, eyes: Matrix) -> Color:
    """*color* as it is seen by such *eyes*."""
    red, green, blue = (min(1.0, max(0.0, part)) for part in _times(eyes, _linear(color)))
    return _encoded(red), _encoded(green), _encoded(blue)


def difference(one: Color, other: Color) -> float:
    """The distance of two colours in CIELAB (Delta E of 1976): about 2 can just be told apart side by side."""
    return dist(_lab(one), _lab(other))


def _luminance(color: Color) -> float:
    return _times(_XYZ, _linear(color))[1]


def _linear(color: Color) -> Color:
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in color)
    return red, green, blue


def _encoded(part: float) -> float:
    return float(12.92 * part if part <= 0.0031308 else 1.055 * part ** (1 / 2.4) - 0.055)


def _times(matrix: Matrix, color: Color) -> Color:
    red, green, blue = (sum(a * b for a, b in zip(row, color, strict=True)) for row in matrix)
    return red, green, blue


def _lab(color: Color) -> Color:
    x, y, z = (
        part ** (1 / 3) if part > 0.008856 else 7.787 * part + 16 / 116
        for part in (a / b for a, b in zip(_times(_XYZ, _linear(color)), _WHITE, strict=True))
    )
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)
