"""What a picture of a board explains below it, as far as it occurs: kinds of ground, bars of stacks, extra signs."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from corr.games.scene import Piece, Region, Scene
from corr.render.bars import Bar, Size, bar_of
from corr.render.glyphs import mark, mark_places

SWATCH = 2.0
"""The room for a sample, in heights of a line."""
LINE = 1.6
"""The distance between lines, in heights of a letter."""

_LETTER = 0.58
"""The width of a letter, in its heights: about, and rather too much."""


@dataclass(frozen=True, slots=True)
class LegendEntry:
    """One sample and what it is called."""

    sample: Region | Bar | str
    """A kind of ground, a bar, or the key of an extra sign."""
    words: str


@dataclass(frozen=True, slots=True)
class Placed:
    """An entry at its place."""

    entry: LegendEntry
    x: float
    row: int


def entries(scene: Scene, chips: frozenset[Piece]) -> tuple[LegendEntry, ...]:
    """The things that the legend of *scene*, on which *chips* lie, explains."""
    grounds = {square.region for square in scene.squares}
    regions = [LegendEntry(region, region.name) for region in scene.regions if region.key in grounds]
    return (*regions, *_bars(chips), *(LegendEntry(key, mark(key).words) for key in mark_places(scene)))


@lru_cache(maxsize=64)
def _bars(chips: frozenset[Piece]) -> tuple[LegendEntry, ...]:
    """The kinds of bars that *chips* are drawn as, by their names."""
    names = {bar_of(chip, Size.THICK): chip.name for chip in chips}
    return tuple(sorted((LegendEntry(bar, name) for bar, name in names.items()), key=lambda entry: entry.words))


def chips_of(scene: Scene) -> frozenset[Piece]:
    """The kinds of flat pieces that lie on the board as bars."""
    return frozenset(piece for square in scene.squares for piece in square.pieces if piece.is_chip)


def flowed(found: Sequence[LegendEntry], width: float, size: float) -> tuple[Placed, ...]:
    """The entries in lines of at most *width*, in letters as high as *size*."""
    placed: list[Placed] = []
    x, row = 0.0, 0
    for entry in found:
        needed = size * (SWATCH + _LETTER * len(entry.words))
        if x and x + needed > width:
            x, row = 0.0, row + 1
        placed.append(Placed(entry, x, row))
        x += needed + size
    return tuple(placed)


def legend_height(placed: Sequence[Placed], size: float) -> float:
    """The height of all lines together."""
    return size * LINE * (placed[-1].row + 1) if placed else 0.0
