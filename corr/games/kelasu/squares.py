"""
The Kelasu board as whole numbers: one bit a square, and a column of bits that stays empty.

The bit of a square is `row * 11 + file`. The eleventh bit of every row belongs to no square, so that a set of squares
can be shifted by one in any direction without running into the next row; what leaves the board is cut off by the mask
of the squares that are asked for. Ascending bits are the order of the notation: A0, A1 … A9, B0 … J9.
"""

from corr.games.grid import each

ROWS = "ABCDEFGHIJ"
FILES = "0123456789"
ROW = 11
"""How far apart a square and the one below it are."""

BITS = {row + file: 1 << (ROW * y + x) for y, row in enumerate(ROWS) for x, file in enumerate(FILES)}
"""The bit of each square by its name, in the order of the notation."""
NAMES = {bit: name for name, bit in BITS.items()}
"""The name of each square by its bit."""
RANKS = tuple(sum(BITS[row + file] for file in FILES) for row in ROWS)
"""The squares of each row, from A to J."""
BOARD = sum(RANKS)
"""All squares."""
VICTORY = BITS["E4"] | BITS["E5"] | BITS["F4"] | BITS["F5"]
"""The four victory squares."""


def names(squares: int) -> list[str]:
    """The names of the squares of a set, ascending."""
    return [NAMES[square] for square in each(squares)]


def beside(squares: int) -> int:
    """The squares that share an edge with the set; parts of the set and bits off the board are among them."""
    return squares << 1 | squares >> 1 | squares << ROW | squares >> ROW


def group(seed: int, squares: int) -> int:
    """The part of *squares* that can be reached from *seed*, which is in it, along edges."""
    reached = seed
    while (wider := (reached | beside(reached)) & squares) != reached:
        reached = wider
    return reached
