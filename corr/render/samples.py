"""The legend below a board as SVG elements: a sample of each thing, and what it is called."""

from dataclasses import dataclass
from functools import lru_cache
from html import escape

from corr.games.scene import Piece, Region, Scene
from corr.render.elements import EDGE, KEY, bar_use, mark_drawing
from corr.render.legend import LINE, SWATCH, Entry, entries, flowed, height
from corr.render.marks import mark
from corr.render.shapes import BOX
from corr.render.stacks import STEPS, Bar
from corr.render.textures import kind_of


@dataclass(frozen=True, slots=True)
class Legend:
    """The legend of one board."""

    markup: str
    """With `KEY` in its ids."""
    height: float
    """How much room it takes below the board."""


def draw_legend(scene: Scene, chips: frozenset[Piece], board: tuple[int, int]) -> Legend:
    """What explains *scene* below a *board* of this width and height, on which *chips* lie."""
    return _drawn(entries(scene, chips), scene.regions, board)


@lru_cache(maxsize=256)
def _drawn(found: tuple[Entry, ...], regions: tuple[Region, ...], board: tuple[int, int]) -> Legend:
    # On a screen the letters are about as large for a narrow board as for a wide one.
    size = max(27.0, (board[0] + 2 * EDGE) / 34)
    placed = flowed(found, board[0], size)
    if not placed:
        return Legend("", 0)
    scale = size * (SWATCH - 0.4) / BOX
    parts = []
    for one in placed:
        y = board[1] + EDGE + size * LINE * (one.row + 0.5)
        place = f"translate({one.x:g} {y - scale * BOX / 2:g})scale({scale:.3g})"
        text = f'<text x="{one.x + size * (SWATCH - 0.1):g}" y="{y:g}">{escape(one.entry.words)}</text>'
        parts.append(f'<g transform="{place}">{_sample(regions, one.entry)}</g>{text}')
    # All of it is in the board's description, too.
    markup = f'<g class="board-legend" font-size="{size:g}" aria-hidden="true">{"".join(parts)}</g>'
    return Legend(markup, height(placed, size))


def _sample(regions: tuple[Region, ...], entry: Entry) -> str:
    """What *entry* explains, in the middle of a box."""
    match entry.sample:
        case Region():
            whole = f'y="{BOX // 5}" width="{BOX}" height="{BOX * 3 // 5}"'
            pattern = f"#{KEY}-{regions.index(entry.sample)}"
            return (
                f'<rect class="board-region-{kind_of(regions, entry.sample)}" {whole}/>'
                f'<rect class="board-swatch" fill="url({pattern})" {whole}/>'
            )
        case Bar(size=size):
            return (
                f'<g transform="translate(0 {(BOX - STEPS[size] * 1.5) / 2:g})scale(1 1.5)">{bar_use(entry.sample)}</g>'
            )
        case key:
            x, y = mark(key).center
            return f'<g transform="translate({BOX / 2 - 2 * x:g} {BOX / 2 - 2 * y:g})scale(2)">{mark_drawing(key)}</g>'
