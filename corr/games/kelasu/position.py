"""
The Kelasu board as whole numbers, what stands on it between two turns, and its text.

The bit of a square is `row * 11 + file`. The eleventh bit of every row belongs to no square, so that a set of squares
can be shifted by one in any direction without running into the next row; what leaves the board is cut off by the mask
of the squares that are asked for. Ascending bits are the order of the notation: A0, A1 … A9, B0 … J9.
"""

from dataclasses import dataclass
from enum import IntEnum

from corr.games.grid import Board, each
from corr.games.seats import FIRST, Seat

GRID = Board("ABCDEFGHIJ", "0123456789", ("row", "file"))
ROW = 11
"""How far apart a square and the one below it are."""
BITS = {name: 1 << (ROW * y + x) for y, names in enumerate(GRID.rows_of_names) for x, name in enumerate(names)}
"""The bit of each square by its name, in the order of the notation."""
NAMES = {bit: name for name, bit in BITS.items()}
"""The name of each square by its bit."""
RANKS = tuple(sum(BITS[name] for name in names) for names in GRID.rows_of_names)
"""The squares of each row, from A to J."""
BOARD = sum(RANKS)
"""All squares."""
VICTORY = BITS["E4"] | BITS["E5"] | BITS["F4"] | BITS["F5"]
"""The four victory squares."""

QUIET_LIMIT = 128
"""So many completed turns without progress are a draw."""
SIDES = ("Blue", "Red")
"""What the seats are called."""
Kinds = tuple[int, ...]
"""The squares of each kind of piece, of both sides, in the order of `Kind`."""


class Kind(IntEnum):
    """The kinds of pieces; the number is the place in `Kinds`."""

    BLANK = 0
    WARRIOR = 1
    RUNNER = 2
    DIPLOMAT = 3
    CHAMPION = 4
    GENERAL = 5
    STONE = 6

    @property
    def letter(self) -> str:
        """The capital letter of the notation."""
        return "BWRDCGS"[self]

    @property
    def title(self) -> str:
        """The name for people: "Blank"."""
        return self.name.capitalize()


@dataclass(frozen=True, slots=True)
class Position:
    """The moment between two turns."""

    kinds: Kinds
    blue: int
    """The squares of Blue's pieces."""
    red: int
    """The squares of Red's pieces."""
    seat: Seat
    """Whose turn is next."""
    quiet: int
    """Completed turns since the last one with a Blank's move, a merge, a capture or a conversion."""

    def sides(self, seat: Seat) -> tuple[int, int]:
        """The squares of the pieces of *seat*, and of the opponent's."""
        return (self.blue, self.red) if seat == FIRST else (self.red, self.blue)


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


def kind_on(kinds: Kinds, square: int) -> Kind:
    """The kind of the piece on *square*, on which one must stand."""
    return next(kind for kind in Kind if kinds[kind] & square)
