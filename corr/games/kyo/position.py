"""
The Kyo board: its tiles, their names, and what lies around them; and what stands where between two turns.

A tile is a number, row by row from the top as the notation draws it: A0 is 0, J0 is 9, A1 is 10, J9 is 99. Sets of
tiles are whole numbers with one bit a tile.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field

from corr.games.grid import Board
from corr.games.seats import Seat

GRID = Board("0123456789", "ABCDEFGHIJ", ("column", "row"), noun="tile")
NAMES = GRID.names
"""The name of each tile."""
SIZE = len(NAMES)
BOARD = (1 << SIZE) - 1
"""All tiles."""
TILES = {name: tile for tile, name in enumerate(NAMES)}
"""Each tile by its name."""
SIDES = ("Gold", "Red")
"""What the seats are called."""

HEADINGS = ("north", "north-east", "east", "south-east", "south", "south-west", "west", "north-west")
"""The eight directions; north is where row 0 is. Those with an even number are orthogonal, the others diagonal."""
_STEPS = ((0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1))


def _neighbours(tile: int) -> tuple[tuple[int, int], ...]:
    """The tiles around a tile, each after its direction."""
    width = len(GRID.columns)
    row, column = divmod(tile, width)
    around = ((heading, column + x, row + y) for heading, (x, y) in enumerate(_STEPS))
    return tuple((heading, width * y + x) for heading, x, y in around if x in range(width) and y in range(width))


NEIGHBOURS = tuple(map(_neighbours, range(SIZE)))
"""The up to eight tiles around each tile, as (direction, tile) pairs."""
RINGS = tuple(sum(1 << goal for _, goal in pairs) for pairs in NEIGHBOURS)
"""The same as sets of tiles."""
HEADING = {(tile, goal): heading for tile, pairs in enumerate(NEIGHBOURS) for heading, goal in pairs}
"""The direction from a tile to one beside it."""


@dataclass(frozen=True, slots=True)
class Position:
    """The moment between two turns."""

    stacks: tuple[str, ...]
    """The stack on each tile, bottom to top; an empty text where there is none."""
    seat: Seat
    """Whose turn is next."""
    planes: int = field(compare=False)
    """The `planes` of all stacks: it says nothing new, but is asked for often."""


def each(tiles: int) -> Iterator[int]:
    """The tiles of a set one by one, ascending."""
    while tiles:
        lowest = tiles & -tiles
        yield lowest.bit_length() - 1
        tiles ^= lowest
