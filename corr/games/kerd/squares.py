"""
The Kerd board as whole numbers: one bit a square, and a column of bits that stays empty.

The bit of a square is `(rank - 1) * 13 + file`. The thirteenth bit of every rank belongs to no square, so that a set of
squares can be shifted by one in any direction without running into the next rank; what leaves the board is cut off by
the mask of the squares that are asked for. Ascending bits are A1, B1 … L1, A2 … L12.
"""

from corr.games.grid import each

FILES = "ABCDEFGHIJKL"
RANKS = tuple(str(number) for number in range(1, 13))
ROW = 13
"""How far apart a square and the one above it are."""

BITS = {file + rank: 1 << (ROW * y + x) for y, rank in enumerate(RANKS) for x, file in enumerate(FILES)}
"""The bit of each square by its name."""
NAMES = {bit: name for name, bit in BITS.items()}
"""The name of each square by its bit."""
BOARD = sum(NAMES)
"""All squares."""

# kerd: Board. Air, land and water.
AIR = sum(bit for name, bit in BITS.items() if name[0] in "FG" or name[1:] in {"6", "7"})
LAND = sum(bit for name, bit in BITS.items() if name[0] in "DEHI") & ~AIR
WATER = BOARD & ~(AIR | LAND)
REGIONS = (("air", AIR), ("land", LAND), ("water", WATER))
"""The regions with their names."""
_REGION_OF = {bit: name for name, squares in REGIONS for bit in NAMES if squares & bit}

STRAIGHT = (1, -1, ROW, -ROW)
"""One square along a rank or file, in bits."""
DIAGONAL = (ROW + 1, ROW - 1, -ROW + 1, -ROW - 1)
"""One square along a diagonal, in bits."""


def names(squares: int) -> list[str]:
    """The names of the squares of a set, ascending."""
    return [NAMES[square] for square in each(squares)]


def region(square: int) -> str:
    """The region in which a square lies."""
    return _REGION_OF[square]


def rank_of(square: int) -> int:
    """The rank of a square, from 1."""
    return int(NAMES[square][1:])
