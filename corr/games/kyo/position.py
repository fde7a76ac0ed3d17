"""What stands where between two turns of Kyo, and its text."""

from collections.abc import Iterable
from dataclasses import dataclass, field

from corr.errors import PositionError
from corr.games.grid import read_fields, read_run, read_side
from corr.games.kyo.stacks import FORM, KING, LETTERS, QUEEN, TITLES, shape
from corr.games.kyo.tiles import GRID, NAMES
from corr.games.notation import foreign_letter, shown
from corr.games.seats import Seat

SIDES = ("Gold", "Red")
"""What the seats are called."""
SIDE_LETTERS = ("g", "r")
"""The seats in position texts."""
MOST_PIECES = 1000
"""Pieces of a position at most, many times those of the game. No turn adds any, so what follows can be read as well."""
LONGEST = MOST_PIECES + 200
"""Characters of a position's text at most: 200 are enough for all between the pieces."""
_HOME = "DDDH,DDLH,DLLH,LLLH,+++K,DL+Q,LLLH,DLLH,DDLH,DDDH"
_TOWERS = "4,++T,++T,4"
_PAWNS = "P,P,P,P,2,P,P,P,P"


@dataclass(frozen=True, slots=True)
class Position:
    """The moment between two turns."""

    stacks: tuple[str, ...]
    """The stack on each tile, bottom to top; an empty text where there is none."""
    seat: Seat
    """Whose turn is next."""
    planes: int = field(compare=False)
    """The `planes` of the stacks: it says nothing new, but is asked for often."""


def planes(stacks: Iterable[str]) -> int:
    """The facts about all stacks as sets of tiles, in one whole number."""
    return sum(shape(stack) << tile for tile, stack in enumerate(stacks) if stack)


def start_text(pawns: int) -> str:
    """The start position with Gold's Light Pawns on a row, and Red's as far from the other side."""
    rows = ["10"] * len(GRID.rows)
    rows[0], rows[1] = _HOME, _TOWERS
    rows[pawns] = "P,P,P,P,++T,++T,P,P,P,P" if pawns == 1 else _PAWNS
    half = rows[: len(GRID.rows) // 2]
    return "/".join([*half, *(row.lower() for row in reversed(half))]) + " g"


def write_position(position: Position) -> str:
    """The position as one line of text."""
    board = GRID.write(dict(zip(NAMES, position.stacks, strict=True)), between=",")
    return f"{board} {SIDE_LETTERS[position.seat]}"


def read_position(text: str) -> Position:
    """
    The position that *text* describes.

    :raises PositionError: it describes none; the sentence names the place.
    """
    if len(text) > LONGEST:
        raise PositionError(f"A Kyo position has at most {LONGEST:,} characters; this has {len(text):,}.")
    board, side = read_fields(text, "Kyo", ("BOARD", "SIDE"))
    stacks = tuple(stack for row, part in GRID.split(board) for stack in _read_row(part, row))
    _check_count(stacks)
    _check_single(stacks)
    return Position(stacks, read_side(side, SIDE_LETTERS, SIDES), planes(stacks))


def _read_row(text: str, row: str) -> list[str]:
    """The stacks of one row, with an empty text for an empty tile."""
    width = len(GRID.columns)
    stacks: list[str] = []
    follows_run = False
    for part in text.split(","):
        is_run = part.isascii() and part.isdigit()
        if is_run:
            stacks += read_run(part, row, width=width, noun="tiles", follows_run=follows_run)
        else:
            place = f"Row {row}, {GRID.columns[len(stacks)]}{row}" if len(stacks) < width else f"Row {row}"
            _check_stack(part, place, row)
            stacks.append(part)
        follows_run = is_run
    if len(stacks) != width:
        raise PositionError(f"Row {row} must have {width} tiles; “{shown(text)}” has {len(stacks)}.")
    return stacks


def _check_stack(stack: str, place: str, row: str) -> None:
    """Pass a stack that has the form that every stack has."""
    if not stack:
        raise PositionError(f"Row {row}: there is nothing between two commas or at an end; an empty tile is “1”.")
    strange = next((letter for letter in stack if letter not in LETTERS), None)
    if strange is not None:
        known = (
            f"“{shown(strange) or ' '}” is no piece; the letters are {' '.join(LETTERS)}, with commas between tiles."
        )
        raise PositionError(f"{place}: {foreign_letter(strange) or known}")
    if FORM.fullmatch(stack):
        return
    fault = _fault(stack)
    raise PositionError(f"{place}: {fault} in “{shown(stack)}”. A stack is Mana, then Shields, then at most one pawn.")


def _fault(stack: str) -> str:
    """What is wrong with the order of a stack."""
    pawns = [place for place, letter in enumerate(stack) if letter.upper() in "PHTQK"]
    if len(pawns) > 1:
        return "there are two pawns" if len(pawns) == 2 else f"there are {len(pawns)} pawns"  # noqa: PLR2004
    if pawns and pawns[0] != len(stack) - 1:
        return f"a {TITLES[stack[pawns[0]].upper()]} does not stand on top"
    return "Mana lies above a Shield"


def _check_count(stacks: tuple[str, ...]) -> None:
    """Pass a board that has not far more pieces than any game."""
    pieces = sum(map(len, stacks))
    if pieces > MOST_PIECES:
        raise PositionError(f"A Kyo position has at most {MOST_PIECES:,} pieces; this has {pieces:,}.")


def _check_single(stacks: tuple[str, ...]) -> None:
    """Pass a board on which no side has two Kings or Queens."""
    for letter in (KING, QUEEN, KING.lower(), QUEEN.lower()):
        places = [NAMES[tile] for tile, stack in enumerate(stacks) if stack.endswith(letter)]
        if len(places) > 1:
            side = SIDES[0 if letter.isupper() else 1]
            raise PositionError(
                f"{side} has {len(places)} {TITLES[letter.upper()]}s, on {places[0]} and {places[1]}; "
                "a side has at most one."
            )
