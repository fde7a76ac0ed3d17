"""Noughts and crosses as a game of the house: the least that the interface asks for, to test what knows no game."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import ClassVar

from corr.errors import PositionError
from corr.games.api import Draft, Info, Option, Outcome, Rules
from corr.games.grid import Board
from corr.games.notation import action_pattern, foreign_letter
from corr.games.scene import Piece, Scene, Square
from corr.games.seats import FIRST, Seat, other

_BOARD = Board("ABC", "123", ("row", "column"))
_SQUARES = _BOARD.names
_LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))
_LETTERS = "xo"


@dataclass(frozen=True, slots=True)
class TinyPosition:
    """Nine squares, and whose turn it is."""

    board: str = "." * 9
    seat: Seat = FIRST


class TinyDraft(Draft[TinyPosition, str]):
    """A turn is one square to be marked."""

    __slots__ = ()

    def actions(self) -> Iterator[str]:
        """The empty squares, if nothing was marked yet."""
        if self.made or self.position.seat != self.seat or _won(self.position.board):
            return
        for square, mark in zip(_SQUARES, self.position.board, strict=True):
            if mark == ".":
                yield square


class TinyRules(Rules[TinyPosition, str, TinyDraft]):
    """Three in a row."""

    info: ClassVar[Info] = Info(
        ruleset="tiny/1",
        title="Tiny",
        seats=("Cross", "Nought"),
        letters=("x", "o"),
        endings={"line": "three stood in a row", "full": "the board was full"},
        credits="Everybody's.",
        options=(
            Option("misery", "Three in a row loses", "The other way round.", default=False),
            Option("edge", "Edge", "What lies round the board.", "sea", (("sea", "the sea"), ("sand", "sand"))),
        ),
    )

    board = _BOARD
    form = action_pattern("[ABC][123]")
    how = "A square looks like B2."

    def start(self) -> TinyPosition:
        """An empty board."""
        return TinyPosition()

    def outcome(self, position: TinyPosition, seen: int = 1) -> Outcome | None:
        """A row, or a full board."""
        assert seen == 1
        if _won(position.board):
            return Outcome(position.seat if self.options["misery"] else other(position.seat), "line")
        return None if "." in position.board else Outcome(None, "full")

    def parse_position(self, text: str) -> TinyPosition:
        """Nine letters and the side."""
        board, _, side = text.partition(" ")
        if len(board) != len(_SQUARES) or set(board) - set("xo.") or side not in {"x", "o"}:
            raise PositionError("A position is nine letters and a side.")
        return TinyPosition(board, Seat(_LETTERS.index(side)))

    def format_position(self, position: TinyPosition) -> str:
        """Nine letters and the side."""
        return f"{position.board} {_LETTERS[position.seat]}"

    def begin(self, position: TinyPosition, seat: Seat) -> TinyDraft:
        """An empty turn."""
        return TinyDraft(position, seat)

    def resolve(self, position: TinyPosition, drafts: Mapping[Seat, TinyDraft]) -> TinyPosition:
        """The square marked."""
        ((seat, draft),) = drafts.items()
        board = list(position.board)
        board[_SQUARES.index(draft.made[0])] = _LETTERS[seat]
        return TinyPosition("".join(board), other(seat))

    def fault(self, draft: TinyDraft, action: str) -> str:
        """What is wrong with a square."""
        return "A turn marks one square." if draft.made else f"{action} is marked already."

    def closed(self, draft: TinyDraft) -> str:  # noqa: ARG002 - what is wrong is always the square
        """Nothing."""
        return ""

    def read_action(self, draft: TinyDraft, found: re.Match[str]) -> TinyDraft:
        """A square, in either case."""
        return self.make(draft, found[0].upper())

    def unreadable(self, draft: TinyDraft, text: str) -> str:  # noqa: ARG002 - it is always the same
        """What a square looks like."""
        return foreign_letter(text) or self.how

    def scene(self, draft: TinyDraft) -> Scene:
        """The board."""
        board = list(draft.position.board)
        for made in draft.made:
            board[_SQUARES.index(made)] = _LETTERS[draft.seat]
        squares = tuple(Square(name, _pieces(mark)) for name, mark in zip(_SQUARES, board, strict=True))
        return Scene(_BOARD.rows, _BOARD.columns, squares, marked=frozenset(draft.made))

    def describe(self, draft: TinyDraft, action: str) -> str:
        """In words."""
        return f"{self.info.seats[draft.seat]} on {action}"

    def hints(self, draft: TinyDraft) -> tuple[str, ...]:
        """The empty squares."""
        return tuple(f"mark {name}" for name in draft.actions())


def _won(board: str) -> bool:
    return any(board[a] == board[b] == board[c] != "." for a, b, c in _LINES)


def _pieces(mark: str) -> tuple[Piece, ...]:
    if mark == ".":
        return ()
    seat = Seat(_LETTERS.index(mark))
    return (Piece(seat, TinyRules.info.seats[seat].lower(), mark, TinyRules.info.seats[seat]),)
