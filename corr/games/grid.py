"""Rows of squares with runs of empty ones, as position texts write them."""

import re
from collections.abc import Collection, Sequence

from corr.errors import PositionError
from corr.games.notation import foreign_letter, shown

_PARTS = re.compile(r"[0-9]+|.", re.DOTALL)
_DIGITS = "0123456789"


def read_rows(text: str, *, rows: str, columns: str, alphabet: Collection[str]) -> list[list[str]]:
    """
    The letters of a board's text, row by row, with an empty string for an empty square.

    :param rows: the names of the rows in the order of the text, for the sentence of a refusal.
    :param columns: the names of the columns.
    :param alphabet: the letters that may stand on a square.
    :raises PositionError: a row is wrong; the sentence names it.
    """
    parts = text.split("/")
    if len(parts) != len(rows):
        raise PositionError(f"The board has {len(rows)} rows with “/” between them; this has {len(parts)}.")
    return [read_row(part, row, width=len(columns), alphabet=alphabet) for row, part in zip(rows, parts, strict=True)]


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
            squares += _run(part, row, width=width)
        else:
            known = f"“{shown(part)}” is no piece; the letters are {', '.join(alphabet)}."
            raise PositionError(f"Row {row}: {foreign_letter(part) or known}")
    if len(squares) != width:
        raise PositionError(f"Row {row} must have {width} squares; “{shown(text)}” has {len(squares)}.")
    return squares


def _run(digits: str, row: str, *, width: int) -> list[str]:
    """The empty squares of a run."""
    if digits.startswith("0") or len(digits) > len(str(width)) or int(digits) > width:
        raise PositionError(
            f"Row {row}: “{digits[:20]}” is no run of empty squares; neighbouring empty squares are one number "
            f"from 1 to {width}."
        )
    return [""] * int(digits)


def write_rows(rows: Sequence[Sequence[str]]) -> str:
    """The text of a board from its letters row by row; an empty string is an empty square."""
    return "/".join(write_row(row) for row in rows)


def write_row(squares: Sequence[str]) -> str:
    """The text of one row."""
    parts: list[str] = []
    empty = 0
    for letter in squares:
        if letter and empty:
            parts.append(str(empty))
        empty = 0 if letter else empty + 1
        parts.append(letter)
    return "".join(parts) + (str(empty) if empty else "")
