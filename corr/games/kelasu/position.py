"""What stands where between two turns of Kelasu, and its text."""

import re
from dataclasses import dataclass
from enum import IntEnum

from corr.errors import PositionError
from corr.games.grid import read_rows, write_rows
from corr.games.kelasu.squares import BITS, FILES, ROWS
from corr.games.notation import shown
from corr.games.seats import FIRST, SECOND, Seat

QUIET_LIMIT = 128
"""So many completed turns without progress are a draw."""

START = "BBBBBBBBBB/BBBBBBBBBB/S1S4S1S/10/10/10/10/s1s4s1s/bbbbbbbbbb/bbbbbbbbbb b 0"

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


SIDES = ("Blue", "Red")
"""What the seats are called."""
LETTERS = ("b", "r")
"""The seats in position texts."""
_PIECES = {kind.letter: (kind, FIRST) for kind in Kind} | {kind.letter.lower(): (kind, SECOND) for kind in Kind}
_NUMBER = re.compile(r"0|[1-9][0-9]{0,2}")


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

    def squares_of(self, seat: Seat) -> int:
        """The squares of the pieces of *seat*."""
        return self.blue if seat == FIRST else self.red


def kind_on(kinds: Kinds, square: int) -> Kind:
    """The kind of the piece on *square*, on which one must stand."""
    return next(kind for kind in Kind if kinds[kind] & square)


def read_position(text: str) -> Position:
    """
    The position that *text* describes.

    :raises PositionError: it describes none; the sentence names the place.
    """
    fields = text.split(" ")
    if len(fields) != 3:  # noqa: PLR2004 - board, side and counter
        raise PositionError(
            "A Kelasu position has three fields with one space between them, BOARD SIDE QUIET, such as "
            f"“{START}”; this has {len(fields)}."
        )
    board, side, quiet = fields
    kinds, sides = _read_board(board)
    if side not in LETTERS:
        raise PositionError(f"The side to move is “b” for Blue or “r” for Red, not “{shown(side)}”.")
    if not _NUMBER.fullmatch(quiet) or int(quiet) > QUIET_LIMIT:
        raise PositionError(
            f"The last field counts quiet turns: a whole number from 0 to {QUIET_LIMIT} without leading zeros, "
            f"not “{shown(quiet)}”."
        )
    return Position(kinds, *sides, Seat(LETTERS.index(side)), int(quiet))


def _read_board(text: str) -> tuple[Kinds, tuple[int, int]]:
    kinds, sides = [0] * len(Kind), [0, 0]
    rows = read_rows(text, rows=ROWS, columns=FILES, alphabet=_PIECES)
    for row, letters in zip(ROWS, rows, strict=True):
        for file, letter in zip(FILES, letters, strict=True):
            if letter:
                kind, seat = _PIECES[letter]
                kinds[kind] |= BITS[row + file]
                sides[seat] |= BITS[row + file]
    return tuple(kinds), (sides[0], sides[1])


def write_position(position: Position) -> str:
    """The position as one line of text."""
    letters = letters_on(position.kinds, position.blue)
    rows = [[letters.get(BITS[row + file], "") for file in FILES] for row in ROWS]
    return f"{write_rows(rows)} {LETTERS[position.seat]} {position.quiet}"


def letters_on(kinds: Kinds, blue: int) -> dict[int, str]:
    """The letter on each occupied square, by its bit."""
    letters = {}
    for kind in Kind:
        squares = kinds[kind]
        while squares:
            square = squares & -squares
            letters[square] = kind.letter if blue & square else kind.letter.lower()
            squares ^= square
    return letters
