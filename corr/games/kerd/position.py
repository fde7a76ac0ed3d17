"""
The Kerd board as whole numbers, and what stands on it between two turns.

The bit of a square is `(rank - 1) * 13 + file`. The thirteenth bit of every rank belongs to no square, so that a set of
squares can be shifted by one in any direction without running into the next rank; what leaves the board is cut off by
the mask of the squares that are asked for. Ascending bits are A1, B1 … L1, A2 … L12.
"""

from enum import IntEnum
from typing import NamedTuple

from corr.games.grid import Board, each
from corr.games.seats import Seat

GRID = Board(
    tuple(str(number) for number in range(12, 0, -1)),
    "ABCDEFGHIJKL",
    ("file", "rank"),
    like="[A-Z]?([A-Z][0-9]{1,3})",
)
ROW = 13
"""How far apart a square and the one above it are."""

BITS = {
    name: 1 << (ROW * y + x) for y, names in enumerate(reversed(GRID.rows_of_names)) for x, name in enumerate(names)
}
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


class Kind(IntEnum):
    """The kinds of pieces; the number is the place in `Kinds`."""

    PAWN = 0
    COMMANDER = 1
    BISHOP = 2
    SCOUT = 3
    HUSSAR = 4
    JUMPER = 5
    TOWER = 6
    QUEEN = 7
    KING = 8

    @property
    def letter(self) -> str:
        """The capital letter of the notation."""
        return LETTERS_OF_KINDS[self]

    @property
    def title(self) -> str:
        """The name for people: "Commander Pawn"."""
        return "Commander Pawn" if self is Kind.COMMANDER else self.name.capitalize()


LETTERS_OF_KINDS = "PCBSHJTQK"
"""The capital letters of the kinds in their order; a reserve lists them so, too."""
SIDES = ("White", "Black")
"""What the seats are called."""

_KINDS = tuple(Kind)
Kinds = tuple[int, ...]
"""The squares of each kind of piece, of both sides, in the order of `Kind`."""

UNCHOSEN, REVEALED, LOST, HIDDEN = -1, -2, -3, -4
"""What an infiltrator's entry is where it is no square: `?`, `+`, `-` and `!` in the text."""


class Position(NamedTuple):
    """
    The moment between two turns.

    A tuple, since one is made for every single turn that is tried and taken apart at once.
    """

    kinds: Kinds
    sides: tuple[int, int]
    """The squares of White's and of Black's pieces."""
    unmoved: int
    """The squares of pieces that have not moved yet, where that counts."""
    seat: Seat | None
    """Whose turn is next; None while infiltrators are being chosen."""
    checked: bool
    """Whether any player has given check in this game."""
    recapture: int
    """The square where an ordinary Pawn was captured in the turn just played, or 0."""
    reserves: tuple[str, str]
    """The capital letters of the pieces that White and that Black can bring back, in the order of the kinds."""
    marks: tuple[int, int]
    """White's and Black's choice: the square where the piece stands now, or one of the constants above."""

    def piece(self, square: int) -> str:
        """The piece on a square, for people: "Pawn on E2"."""
        return f"{kind_on(self.kinds, square).title} on {NAMES[square]}"


def kind_on(kinds: Kinds, square: int) -> Kind:
    """The kind of the piece on *square*, on which one must stand."""
    for kind in _KINDS:
        if kinds[kind] & square:
            return kind
    raise AssertionError(f"nothing stands on {square}")


SUSPECTS = "a Pawn, Commander Pawn, Bishop, Hussar or Jumper"
"""What can be an infiltrator, for people."""
SAMPLE_CHOICES = ("F11", "F2")
"""What each seat could name as infiltrator at the start, for examples."""


def suspects(kinds: Kinds) -> int:
    """The squares of the pieces that can be infiltrators by their kind."""
    # kerd: Infiltrators. Not a king, queen, tower or scout.
    return kinds[Kind.PAWN] | kinds[Kind.COMMANDER] | kinds[Kind.BISHOP] | kinds[Kind.HUSSAR] | kinds[Kind.JUMPER]


def counted(letters: str) -> str:
    """The contents of a reserve, for people: "2 Bishops, Queen"; "nothing" if it is empty."""
    parts = []
    for kind in Kind:
        count = letters.count(kind.letter)
        if count:
            parts.append(kind.title if count == 1 else f"{count} {kind.title}s")
    return ", ".join(parts) or "nothing"


def names(squares: int) -> list[str]:
    """The names of the squares of a set, ascending."""
    return [NAMES[square] for square in each(squares)]


def region(square: int) -> str:
    """The region in which a square lies."""
    return _REGION_OF[square]


def rank_of(square: int) -> int:
    """The rank of a square, from 1."""
    return int(NAMES[square][1:])
