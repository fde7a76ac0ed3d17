"""
The squares of a board: sets of them as whole numbers, and rows of them with runs of empty ones in position texts.

In a whole number each square has one bit. The games that use `shifted` keep a column of bits empty beside the board.
"""

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import groupby

from corr.errors import PositionError
from corr.games.notation import foreign_letter, shown

_PARTS = re.compile(r"[0-9]+|.", re.DOTALL)
_DIGITS = "0123456789"


def each(squares: int) -> Iterator[int]:
    """The squares of a set one by one, ascending."""
    while squares:
        lowest = squares & -squares
        yield lowest
        squares ^= lowest


def shifted(squares: int, by: int) -> int:
    """A set moved by so many bits; the caller cuts off what left the board."""
    return squares << by if by > 0 else squares >> -by


def read_rows(text: str, *, rows: str, columns: str, alphabet: Collection[str]) -> list[list[str]]:
    """
    The letters of a board's text, row by row, with an empty string for an empty square.

    :param rows: the names of the rows in the order of the text, for the sentence of a refusal.
    :param columns: the names of the columns.
    :param alphabet: the letters that may stand on a square.
    :raises PositionError: a row is wrong; the sentence names it.
    """
    width = len(columns)
    return [read_row(part, row, width=width, alphabet=alphabet) for row, part in split_rows(text, rows)]


def split_rows(text: str, rows: Sequence[str]) -> list[tuple[str, str]]:
    """
    The text of each row of a board's text, after the row's name.

    :raises PositionError: it does not have as many rows.
    """
    parts = text.split("/")
    if len(parts) != len(rows):
        raise PositionError(f"The board has {len(rows)} rows with “/” between them; this has {len(parts)}.")
    return list(zip(rows, parts, strict=True))


def read_row(text: str, row: str, *, width: int, alphabet: Collection[str]) -> list[str]:
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
            known = f"“{shown(part)}” is no piece; the letters are {', '.join(alphabet)}."
            raise PositionError(f"Row {row}: {foreign_letter(part) or known}")
    if len(squares) != width:
        raise PositionError(f"Row {row} must have {width} squares; “{shown(text)}” has {len(squares)}.")
    return squares


def read_run(digits: str, row: str, *, width: int, noun: str = "squares", follows_run: bool = False) -> list[str]:
    """
    The empty squares of a run.

    :param noun: what the game calls its squares.
    :param follows_run: whether it comes directly after another run, which no run may.
    :raises PositionError: the run is not written as it must be.
    """
    if follows_run or digits.startswith("0") or len(digits) > len(str(width)) or int(digits) > width:
        raise PositionError(
            f"Row {row}: “{digits[:20]}” is no run of empty {noun} here; neighbouring empty {noun} are one number "
            f"from 1 to {width}."
        )
    return [""] * int(digits)


def write_rows(rows: Iterable[Sequence[str]], between: str = "") -> str:
    """
    The text of a board from its letters row by row; an empty string is an empty square.

    :param between: what stands between two squares, or runs of empty ones, of a row.
    """
    return "/".join(between.join(_runs(row)) for row in rows)


def _runs(squares: Sequence[str]) -> Iterator[str]:
    """What stands on the squares of a row, with a number for each run of empty ones."""
    for letter, run in groupby(squares):
        if letter:
            yield from run
        else:
            yield str(len(list(run)))
