"""
The squares of a board: their names, sets of them as whole numbers, and position texts.

In a whole number each square has one bit. The games that use `shifted` keep a column of bits empty beside the board.
"""

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache

from corr.errors import PositionError
from corr.games.notation import foreign_letter, shown
from corr.games.seats import Seat

_PARTS = re.compile(r"[0-9]+|.", re.DOTALL)
_DIGITS = "0123456789"
_EMPTY = "\0"
"""What stands for an empty square while a board's text is put together."""
ROWS_KEPT = 1024
"""Rows that are kept as they were read: from turn to turn most stay as they are."""
_COUNTS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight")


class Board:
    """
    A board whose squares are named by a letter and a number.

    :param rows: the names of its rows from the top, as its notation draws it and position texts list them.
    :param columns: the names of its columns from the left.
    :param axes: what the game calls the squares of one letter, and those of one number: ("file", "rank").
    :param noun: what it calls a square.
    :param like: the pattern of all that may be meant as a square's name.
    """

    def __init__(
        self,
        rows: Sequence[str],
        columns: Sequence[str],
        axes: tuple[str, str],
        *,
        noun: str = "square",
        like: str = "([A-Z]{1,2}[0-9]{1,3})",
    ) -> None:
        self.rows, self.columns = tuple(rows), tuple(columns)
        lettered, numbered = (rows, columns) if rows[0].isalpha() else (columns, rows)
        self.letters = "".join(lettered)
        self.rows_of_names = tuple(
            tuple(f"{row}{column}" if lettered is rows else f"{column}{row}" for column in columns) for row in rows
        )
        self.names = tuple(name for names in self.rows_of_names for name in names)
        """The names of the squares, row by row from the top."""
        numbers = sorted(map(int, numbered))
        self._range = f"{axes[0]}s are {lettered[0]} to {lettered[-1]}, {axes[1]}s {numbers[0]} to {numbers[-1]}"
        self._order = f"A {noun} is written with its {axes[0]}’s letter first"
        self._squares = frozenset(self.names)
        self._like = re.compile(rf"(?<![A-Z])(?:(?<=[0-9])X)?{like}(?![0-9])", re.IGNORECASE | re.ASCII)
        self._swapped = re.compile(
            rf"(?<![A-Z0-9:])([0-9]{{1,2}})([{self.letters}])(?![A-Z0-9])", re.IGNORECASE | re.ASCII
        )

    def stray(self, text: str) -> str:
        """A sentence about the first square in *text* that is not on the board; empty if there is none."""
        for name in map(str.upper, self._like.findall(text)):
            if name not in self._squares:
                return f"{name} is not on the board: {self._range}."
        return ""

    def swapped(self, text: str) -> str:
        """A sentence about the first square in *text* with its number first; empty if there is none."""
        for found in self._swapped.finditer(text):
            name = f"{found[2]}{found[1]}".upper()
            if name in self._squares:
                return f"{self._order}: {name}, not {found[0]}."
        return ""

    def split(self, text: str) -> list[tuple[str, str]]:
        """
        The text of each row of a board's text, after the row's name.

        :raises PositionError: it does not have as many rows.
        """
        parts = text.split("/")
        if len(parts) != len(self.rows):
            raise PositionError(f"The board has {len(self.rows)} rows with “/” between them; this has {len(parts)}.")
        return list(zip(self.rows, parts, strict=True))

    def read(self, text: str, alphabet: str) -> list[str]:
        """
        The letter on each square of a board's text, in the order of `names`; empty where none stands.

        :param alphabet: the letters that may stand on a square.
        :raises PositionError: a row is wrong; the sentence names it.
        """
        squares: list[str] = []
        for row, part in self.split(text):
            squares += read_row(part, row, len(self.columns), alphabet)
        return squares

    def write(self, squares: Sequence[str], between: str = "") -> str:
        """
        The text of a board from what stands on each square, in the order of `names`; empty where nothing stands.

        :param between: what parts two squares, or runs of empty ones, of a row.
        """
        width, filled = len(self.columns), [square or _EMPTY for square in squares]
        text = "/".join([between.join(filled[start : start + width]) for start in range(0, len(filled), width)])
        for count in range(width, 0, -1):
            text = text.replace(between.join(_EMPTY * count), str(count))
        return text


def each(squares: int) -> Iterator[int]:
    """The squares of a set one by one, ascending."""
    while squares:
        lowest = squares & -squares
        yield lowest
        squares ^= lowest


def shifted(squares: int, by: int) -> int:
    """A set moved by so many bits; the caller cuts off what left the board."""
    return squares << by if by > 0 else squares >> -by


@lru_cache(maxsize=ROWS_KEPT)
def read_row(text: str, row: str, width: int, alphabet: str) -> tuple[str, ...]:
    """
    The letters of one row, with an empty string for an empty square.

    :raises PositionError: the row has an unknown letter, a run that is not canonical, or another width.
    """
    squares: list[str] = []
    for part in _PARTS.findall(text):
        if part in alphabet:
            squares.append(part)
        elif part[0] in _DIGITS:
            squares += read_run(part, row, width=width)
        else:
            known = f"“{shown(part)}” is not a piece; the letters are {', '.join(alphabet)}."
            raise PositionError(f"Row {row}: {foreign_letter(part) or known}")
    if len(squares) != width:
        raise PositionError(f"Row {row} must have {width} squares; “{shown(text)}” has {len(squares)}.")
    return tuple(squares)


def read_run(digits: str, row: str, *, width: int, noun: str = "squares", follows_run: bool = False) -> list[str]:
    """
    The empty squares of a run.

    :param noun: what the game calls its squares.
    :param follows_run: whether it comes directly after another run, which no run may.
    :raises PositionError: the run is not written as it must be.
    """
    if follows_run or digits.startswith("0") or len(digits) > len(str(width)) or int(digits) > width:
        raise PositionError(
            f"Row {row}: “{digits[:20]}” is not a run of empty {noun} here; neighbouring empty {noun} are one number "
            f"from 1 to {width}."
        )
    return [""] * int(digits)


def read_fields(text: str, title: str, names: Sequence[str], sample: str = "") -> list[str]:
    """
    The fields of a position's text.

    :param title: the game's name for people.
    :param names: what the fields are called.
    :param sample: a text that is right, for the sentence of a refusal.
    :raises PositionError: there are more or fewer of them.
    """
    fields = text.split(" ")
    if len(fields) != len(names):
        like = f", such as “{sample}”" if sample else ""
        raise PositionError(
            f"A {title} position has {_COUNTS[len(names)]} fields with one space between them, "
            f"{' '.join(names)}{like}; this has {len(fields)}."
        )
    return fields


def read_side(text: str, letters: Sequence[str], sides: Sequence[str]) -> Seat:
    """
    The seat whose letter stands in a position's text.

    :raises PositionError: it is none of *letters*.
    """
    if text not in letters:
        known = " or ".join(f"“{letter}” for {side}" for letter, side in zip(letters, sides, strict=True))
        raise PositionError(f"The side to move is {known}, not “{shown(text)}”.")
    return Seat(letters.index(text))
