"""
Boards as small pictures for lists: SVG files that a page shows as images, of a few hundred bytes to four kilobytes.

At ten pixels for a square only the most needed is drawn: grounds, whose piece it is by form and colour, its sign, and
what lies below it. No page gives an image its colours, so each brings its own, for light and for dark pages.
"""

from collections.abc import Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from functools import lru_cache
from html import escape
from itertools import groupby
from types import MappingProxyType

from corr.games.drawing import MIDDLE, Disc, Letter, Point, Polygon, Shape, Tone
from corr.games.scene import Piece, Scene, Square
from corr.render.bars import STEPS, Bar, Filling, stack
from corr.render.glyphs import BOX, MARK_COLOR, SIGNS, Form, color, form, mark, marks_of, moved, texture_index
from corr.render.themes import WARM, ThemeColors, theme_colors

_SIGN = 1.25
"""How much larger a sign is than on a large board, where a letter stands below it."""
_UNSEEN = (mark("unmoved"),)
"""Extra signs that are too small to be drawn."""
_KEPT = 256
"""How many drawings of pieces are kept, of less than a kilobyte each."""
_SHORT: Mapping[Tone, str] = MappingProxyType(
    {Tone.BODY: "b", Tone.EDGE: "e", Tone.SIGN: "s", Tone.DARK: "d", Tone.LIGHT: "i"}
)
"""The names of classes, and of the values that they have."""
_RULES = (
    "svg{fill:currentColor}"
    ".g{color:var(--g)}.q{color:var(--q)}.c{opacity:var(--c)}.h{opacity:var(--h)}.f{color:var(--f)}.m{color:var(--m);opacity:.35}"
    ".b{color:var(--b)}.e{color:var(--e)}.s{color:var(--s)}.d{color:var(--d)}.i{color:var(--i)}"
    ".l{fill:none;stroke:currentColor}.r{stroke-linecap:round;stroke-linejoin:round}"
    ".t{fill:var(--b);stroke:var(--e);stroke-width:8;stroke-linejoin:bevel}"
    "text{font:700 70px sans-serif;text-anchor:middle;dominant-baseline:central}"
)
_GROUNDS: Mapping[str, str] = MappingProxyType(
    {"g": "ground", "q": "chequers", "f": "frame", "m": "last", "c": "chequers-strength", "h": "shade-strength"}
)
_TOKENS: Mapping[Form, str] = MappingProxyType(
    {
        Form.ROUND: '<circle class="t" cx="50" cy="50" r="41"/>',
        Form.SQUARE: '<path class="t" d="M23 10h54l13 13v54l-13 13h-54l-13-13v-54z"/>',
        Form.RHOMB: '<path class="t" d="M50 5l45 45l-45 45l-45-45z"/>',
    }
)


def small_board(
    scene: Scene,
    *,
    flipped: bool = False,
    touched: AbstractSet[str] = frozenset(),
    theme: str = WARM,
    scheme: str = "system",
) -> str:
    """
    The board as a whole SVG file.

    :param touched: the names of the squares that the last turn touched.
    :param scheme: "light", "dark", or "system" for that of the reader's system.
    """
    colors = theme_colors(theme, scheme)
    squares = [square for _, row in scene.layout(flipped=flipped).rows for square in row]
    width, height = len(scene.columns), len(scene.rows)
    pieces = _Pieces()
    for at, square in enumerate(squares):
        if square.pieces:
            pieces.put(square.pieces, BOX * (at % width), BOX * (at // width))
    last = _runs([square.name in touched for square in squares], width)
    whole = f"M0 0h{BOX * width}v{BOX * height}h-{BOX * width}z"
    kinds = {region.key: texture_index(scene.regions, region) for region in scene.regions}
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {BOX * width} {BOX * height}">'
        f"<style>{_style(colors, frozenset(pieces.colors), frozenset(kinds.values()))}</style>"
        f'<path class="g" d="{whole}"/>{_chequers(whole)}{_regions(squares, width, kinds)}'
        f'<path class="m" d="{last}"/>{pieces.drawn()}'
        f'<path class="f l" stroke-width="12" d="{whole}"/></svg>'
    )


@lru_cache(maxsize=256)
def _style(colors: ThemeColors, pieces: AbstractSet[str], kinds: AbstractSet[int]) -> str:
    """The rules for all that is drawn, with the colours that occur."""
    names = {f"--{short}": name for short, name in _GROUNDS.items()}
    names |= {f"--r{kind}": f"region-{kind}" for kind in sorted(kinds)}
    of_kinds = "".join(f".r{kind}{{color:var(--r{kind})}}" for kind in sorted(kinds))

    def values(paints: Mapping[str, str]) -> str:
        parts = [f"svg{{{_values(names, paints)}}}"]
        for name in sorted(pieces):
            tones = {f"--{short}": f"{name}-{tone.value}" for tone, short in _SHORT.items()}
            parts.append(f".{name}{{{_values(tones, paints)};color:var(--s)}}")
        return "".join(parts)

    always = colors.light or colors.dark or {}
    dark = f"@media(prefers-color-scheme:dark){{{values(colors.dark)}}}" if colors.light and colors.dark else ""
    return f"{_RULES}{of_kinds}{values(always)}{dark}"


def _values(names: Mapping[str, str], paints: Mapping[str, str]) -> str:
    return ";".join(f"{name}:{paints[paint]}" for name, paint in names.items())


def _regions(squares: Sequence[Square], width: int, kinds: Mapping[str, int]) -> str:
    paths = ((kind, _runs([square.region == key for square in squares], width)) for key, kind in kinds.items())
    shown = [(kind, path) for kind, path in paths if path]
    colored = "".join(f'<path class="r{kind}" d="{path}"/>' for kind, path in shown)
    # Chequers as strong as on plain ground would make two colours of each kind.
    shaded = f'<path class="h" fill="url(#q)" d="{"".join(path for _, path in shown)}"/>' if shown else ""
    return colored + shaded


def _chequers(whole: str) -> str:
    side = 2 * BOX
    return (
        f'<pattern id="q" patternUnits="userSpaceOnUse" width="{side}" height="{side}">'
        f'<path class="q" d="M{BOX} 0h{BOX}v{BOX}h-{side}v{BOX}h{BOX}z"/></pattern>'
        f'<path class="c" fill="url(#q)" d="{whole}"/>'
    )


def _runs(wanted: Sequence[bool], width: int) -> str:
    """A path around the squares that are *wanted*, those beside each other in one piece."""
    parts, at = list[str](), 0
    for is_wanted, run in groupby(enumerate(wanted), lambda each: (each[1], each[0] // width)):
        count = len(list(run))
        if is_wanted[0]:
            length = BOX * count
            parts.append(f"M{BOX * (at % width)} {BOX * (at // width)}h{length}v{BOX}h-{length}z")
        at += count
    return "".join(parts)


class _Pieces:
    """All pieces of a board: each kind once, and its places; of flat ones, all of a kind in one path."""

    def __init__(self) -> None:
        self.colors: set[str] = set()
        self._bars: dict[Bar, list[str]] = {}
        self._numbers: dict[str, int] = {}
        self._places: list[str] = []

    def put(self, pieces: tuple[Piece, ...], x: int, y: int) -> None:
        """Put *pieces*, from bottom to top, on the square whose upper left corner is there."""
        top, drawing = pieces[-1], ""
        if len(pieces) > 1 or top.is_chip:
            found = stack(pieces)
            for layer in found.layers:
                middle = round(y + layer.top + _height(layer.bar) / 2)
                self._bars.setdefault(layer.bar, []).append(
                    f"M{x + _reach(layer.bar)} {middle}h{BOX - 2 * _reach(layer.bar)}"
                )
                self.colors.add(layer.bar.color)
            # The highest bars show on both sides of what stands on them.
            y += max(0, round(found.top) - 66)
            drawing = f'<g transform="translate(14 0)scale(.72)">{_piece(top)}</g>'
        if top.is_chip:
            return
        number = self._numbers.setdefault(drawing or _piece(top), len(self._numbers))
        self._places.append(f'<use href="#p{number}" x="{x}" y="{y}"/>')
        self.colors |= {color(top)} | ({MARK_COLOR} if _marks(top) else set())

    def drawn(self) -> str:
        """All of them, the flat ones first, as others stand on them."""
        bars = "".join(_bars(bar, "".join(places)) for bar, places in self._bars.items())
        kinds = "".join(f'<g id="p{number}">{drawing}</g>' for drawing, number in self._numbers.items())
        return f"{bars}<defs>{kinds}</defs>{''.join(self._places)}"


def _height(bar: Bar) -> float:
    return STEPS[bar.size] - 3


def _reach(bar: Bar) -> int:
    """How far from the edge of its square a bar begins, without its ends if they are round."""
    return 8 + (round(_height(bar) / 2) if bar.form is Form.ROUND else 0)


def _bars(bar: Bar, path: str) -> str:
    """All bars of a kind, for the places in *path*."""
    height = _height(bar)
    ends = " r" if bar.form is Form.ROUND else ""
    lines = [("d" if bar.filling is Filling.FULL else "e", height, "")]
    if bar.filling is not Filling.FULL:
        lines.append(("b" if bar.filling is Filling.PLAIN else "i", height - 5, ""))
    if bar.filling is Filling.RIBBED:
        lines.append(("e", height, ' stroke-dasharray="5 11"'))
    drawn = (
        f'<path class="{tone} l{ends if not dashes else ""}" stroke-width="{width:g}"{dashes} d="{path}"/>'
        for tone, width, dashes in lines
    )
    return f'<g class="{bar.color}">{"".join(drawn)}</g>'


@lru_cache(maxsize=_KEPT)
def _piece(piece: Piece) -> str:
    """A piece that stands alone: a token with a sign, or with a letter where there is no such sign."""
    drawing = piece.sign or SIGNS.get(piece.shape)
    away = (50 - MIDDLE[0] * _SIGN, 50 - MIDDLE[1] * _SIGN)
    signs = [moved(part, _SIGN, away) for part in drawing] if drawing else [Letter(piece.letter.upper(), (50, 50), 70)]
    token = f'<g class="{color(piece)}">{_TOKENS[form(piece)]}{"".join(map(_element, signs))}</g>'
    return token + "".join(f'<g class="{MARK_COLOR}">{"".join(map(_element, shapes))}</g>' for shapes in _marks(piece))


def _marks(piece: Piece) -> list[list[Shape]]:
    return [[moved(part, 1.6, (-12, -12)) for part in mark.shapes] for mark in marks_of(piece) if mark not in _UNSEEN]


def _element(part: Shape) -> str:
    tone = "" if part.tone is Tone.SIGN else f' class="{_SHORT[part.tone]}"'
    match part:
        case Disc((x, y), radius):
            return f'<circle{tone} cx="{x:.0f}" cy="{y:.0f}" r="{radius:.3g}"/>'
        case Polygon(points):
            return f'<path{tone} d="{_line(points)}z"/>'
        case Letter(text, (x, y)):
            return f'<text{tone} x="{x:.0f}" y="{y:.0f}">{escape(text)}</text>'
        case _:
            line = f"{_SHORT[part.tone]} l r" if tone else "l r"
            return f'<path class="{line}" stroke-width="{part.width:.3g}" d="{_line(part.points)}"/>'


def _line(points: Iterable[Point]) -> str:
    return "M" + "L".join(f"{x:.0f} {y:.0f}" for x, y in points)
