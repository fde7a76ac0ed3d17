"""
The rules of Newgame: noughts and crosses, until you write your own.

A position is what stands on the board between two turns; a draft is a turn as far as it has been made. What is legal is
said once, in `NewgameDraft.actions`: checking, clicks, hints and counts follow from it.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import ClassVar

from corr.errors import PositionError
from corr.games.api import Draft, Info, Outcome, Rules
from corr.games.drawing import read_drawings
from corr.games.grid import Board, read_fields, read_side
from corr.games.notation import action_pattern
from corr.games.scene import Piece, Scene, Square
from corr.games.seats import FIRST, Seat, other

BOARD = Board("ABC", "123", ("row", "column"))
LINES = ("A1 A2 A3", "B1 B2 B3", "C1 C2 C3", "A1 B1 C1", "A2 B2 C2", "A3 B3 C3", "A1 B2 C3", "A3 B2 C1")
SIGNS = read_drawings(__file__)
"""How pieces are drawn, from data/drawings.txt; without a sign of its own a piece shows its letter."""


@dataclass(frozen=True, slots=True)
class Position:
    """The moment between two turns."""

    text: str
    """The board, as `BOARD` reads and writes it."""
    seat: Seat
    """Whose turn is next."""

    @property
    def letters(self) -> dict[str, str]:
        """The letter on each square that is not empty."""
        letters = BOARD.read(self.text, NewgameRules.info.letters)
        return {name: letter for name, letter in zip(BOARD.names, letters, strict=True) if letter}


class NewgameDraft(Draft[Position, str]):
    """A turn is one action, a square such as "B2"; where a turn has several, `actions` looks at `self.made`."""

    __slots__ = ()

    def actions(self) -> Iterator[str]:
        """The empty squares, unless one was marked already or the game is over."""
        letters = self.position.letters
        if not self.made and self.seat == self.position.seat and not _line(letters):
            yield from (name for name in BOARD.names if name not in letters)


class NewgameRules(Rules[Position, str, NewgameDraft]):
    """Newgame, first edition."""

    info: ClassVar[Info] = Info(
        ruleset="newgame/1",
        title="Newgame",
        seats=("Cross", "Nought"),
        letters=("x", "o"),
        endings={"line": "three stood in a line", "full": "the board was full"},
        kind="Three in a line on nine squares.",
        credits="Say here who made the game.",
        length=8,
    )
    board = BOARD
    form = action_pattern("[A-C][1-3]")
    """What one action looks like as people type it."""
    how = "Write the square that you mark, such as B2."

    def start(self) -> Position:
        """An empty board."""
        return Position("3/3/3", FIRST)

    def outcome(self, position: Position, seen: int = 1) -> Outcome | None:  # noqa: ARG002 - no position comes twice
        """Three in a line, or a full board."""
        if _line(position.letters):
            return Outcome(other(position.seat), "line")
        return Outcome(None, "full") if len(position.letters) == len(BOARD.names) else None

    def parse_position(self, text: str) -> Position:
        """A board and the letter of the side to move."""
        board, side = read_fields(" ".join(text.split()), self.info.title, ("BOARD", "SIDE"), "3/1x1/3 o")
        seat = read_side(side, self.info.letters, self.info.seats)
        marks = "".join(BOARD.read(board, self.info.letters))
        if marks.count("x") - marks.count("o") != seat:
            raise PositionError("Cross begins, and then they take turns: this many marks do not fit the side to move.")
        return Position(board, seat)

    def format_position(self, position: Position) -> str:
        """A board and the letter of the side to move."""
        return f"{position.text} {self.info.letters[position.seat]}"

    def begin(self, position: Position, seat: Seat) -> NewgameDraft:
        """An empty turn."""
        return NewgameDraft(position, seat)

    def resolve(self, position: Position, drafts: Mapping[Seat, NewgameDraft]) -> Position:
        """The position after a turn."""
        letters = _after(drafts[position.seat])
        return Position(BOARD.write([letters.get(name, "") for name in BOARD.names]), other(position.seat))

    def read_action(self, draft: NewgameDraft, found: re.Match[str]) -> NewgameDraft:
        """A square, in capitals or not."""
        return self.make(draft, found[0].upper())

    def fault(self, draft: NewgameDraft, action: str) -> str:  # noqa: ARG002 - there is one rule only
        """The rule that *action* breaks."""
        return f"{action} is marked already."

    def scene(self, draft: NewgameDraft) -> Scene:
        """The board as it is drawn; a piece's shape is one of corr/render/signs.txt, or it brings a sign of its own."""
        letters = _after(draft)
        squares = (Square(name, _pieces(letters.get(name, ""))) for name in BOARD.names)
        return Scene(BOARD.rows, BOARD.columns, tuple(squares), marked=self.touched_by([draft]))

    def describe(self, draft: NewgameDraft, action: str) -> str:
        """*action* in words."""
        return f"{self.info.seats[draft.seat]} marks {action}"


def _after(draft: NewgameDraft) -> dict[str, str]:
    """What stands on the board after the actions of *draft*."""
    return draft.position.letters | dict.fromkeys(draft.made, NewgameRules.info.letters[draft.seat])


def _line(letters: Mapping[str, str]) -> bool:
    """Whether three of one kind stand in a line."""
    return any(len({letters.get(name, name) for name in line.split()}) == 1 for line in LINES)


def _pieces(letter: str) -> tuple[Piece, ...]:
    if not letter:
        return ()
    seat = Seat(NewgameRules.info.letters.index(letter))
    shape = ("cross", "ring")[seat]
    return (Piece(seat, shape, letter, f"{NewgameRules.info.seats[seat]} mark", sign=SIGNS.get(shape, ())),)
