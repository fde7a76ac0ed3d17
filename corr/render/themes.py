"""The colours of boards in each theme, from the style sheets of pages: so that pictures have the same."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

Color = tuple[int, int, int]
"""Red, green and blue, up to 255."""

WARM = "warm"
"""The theme of whoever has chosen none."""
PAGE: Color = (251, 247, 236)
"""What lies around a board in a letter, in every theme: `.board` of `mail/layout.html`."""

SHEETS = Path(__file__).parents[1] / "web" / "static"
"""The folder of the style sheets of pages."""
_VALUE = re.compile(r"--board-([a-z0-9-]+): (#[0-9a-f]{6}|[0-9.]+);")
"""A colour of a theme, or how strong one is."""


@dataclass(frozen=True, slots=True, eq=False)
class ThemeColors:
    """
    The colours of a picture by their names without "--board-", and how strong some are, as style sheets write them;
    None for a scheme in which it is not shown.
    """

    light: Mapping[str, str] | None
    dark: Mapping[str, str] | None


@dataclass(frozen=True, slots=True, eq=False)
class Paints:
    """The light colours of a theme, for what is drawn in pixels."""

    colors: Mapping[str, Color]
    """By their names without "--board-"; "page" is what lies around the board."""
    strengths: Mapping[str, float]
    """The shares of colours that let others through, such as "chequers-strength"."""

    def __getitem__(self, name: str) -> Color:
        return self.colors[name]


@cache
def theme_colors(theme: str, scheme: str) -> ThemeColors:
    """Those of a *theme* where pages are "light", "dark", or as the reader's "system" has it."""
    light, dark = (_values(name, theme) for name in ("colors.css", "dark.css"))
    return ThemeColors(None if scheme == "dark" else light, None if scheme == "light" else dark)


@cache
def paints_of(theme: str) -> Paints:
    """The light colours of a *theme* as numbers."""
    values = _values("colors.css", theme)
    colors = {name: _read(value) for name, value in values.items() if value.startswith("#")}
    strengths = {name: float(value) for name, value in values.items() if name not in colors}
    return Paints(colors | {"page": PAGE}, strengths)


def _values(sheet: str, theme: str) -> Mapping[str, str]:
    css = (SHEETS / sheet).read_text(encoding="utf-8")
    _, _, rest = css.partition(f"\n[data-theme={theme}] {{")
    return dict(_VALUE.findall(rest.partition("}")[0]))


def _read(code: str) -> Color:
    return int(code[1:3], 16), int(code[3:5], 16), int(code[5:7], 16)
