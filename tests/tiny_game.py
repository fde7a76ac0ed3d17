"""Noughts and crosses as a game of the house: the least that the interface asks for, to test what knows no game."""

from collections.abc import Hashable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Self

from corr.errors import IllegalError, PositionError, Refusal, UnreadableError
from corr.games.api import Choices, Draft, Info, Listing, Option, Outcome, Pick, Rules
from corr.games.notation import LONGEST, action_pattern, check_length, folded, foreign_letter, parts, shown
from corr.games.scene import Piece, Scene, Square
from corr.games.seats import FIRST, SECOND, Seat, other

_SQUARES = tuple(f"{row}{column}" for row in "ABC" for column in "123")
_LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))
_LETTERS = "xo"
_ACTION = action_pattern("[ABC][123]")


@dataclass(frozen=True, slots=True)
class TinyPosition:
    """Nine squares, and whose turn it is."""

    board: str = "." * 9
    seat: Seat = FIRST


class TinyDraft(Draft[TinyPosition, str]):
    """A turn is one square to be marked."""

    __slots__ = ("made", "position", "seat")

    def __init__(self, position: TinyPosition, seat: Seat, made: tuple[str, ...] = ()) -> None:
        self.position = position
        self.seat = seat
        self.made = made

    def actions(self) -> Iterator[str]:
        """The empty squares, if nothing was marked yet."""
        if self.made or self.position.seat != self.seat or _won(self.position.board):
            return
        for square, mark in zip(_SQUARES, self.position.board, strict=True):
            if mark == ".":
                yield square

    def accepts(self, action: str) -> bool:
        """Whether the square is empty."""
        return action in self.actions()

    def after(self, action: str) -> Self:
        """The square marked."""
        return type(self)(self.position, self.seat, (*self.made, action))

    @property
    def may_stop(self) -> bool:
        """Never by choice."""
        return False


class TinyRules(Rules[TinyPosition, str]):
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

    def start(self) -> TinyPosition:
        """An empty board."""
        return TinyPosition()

    def due(self, position: TinyPosition) -> frozenset[Seat]:
        """One after the other."""
        return frozenset() if self.outcome(position) else frozenset({position.seat})

    def outcome(self, position: TinyPosition, seen: int = 1) -> Outcome | None:
        """A row, or a full board."""
        assert seen == 1
        if _won(position.board):
            return Outcome(position.seat if self.options["misery"] else other(position.seat), "line")
        return None if "." in position.board else Outcome(None, "full")

    def repetition_key(self, position: TinyPosition) -> Hashable | None:
        """Nothing ever comes back."""
        assert isinstance(position, TinyPosition)
        return None

    def parse_position(self, text: str) -> TinyPosition:
        """Nine letters and the side."""
        board, _, side = text.partition(" ")
        if len(board) != len(_SQUARES) or set(board) - set("xo.") or side not in {"x", "o"}:
            raise PositionError("A position is nine letters and a side.")
        return TinyPosition(board, Seat(_LETTERS.index(side)))

    def format_position(self, position: TinyPosition) -> str:
        """Nine letters and the side."""
        return f"{position.board} {_LETTERS[position.seat]}"

    def observe(self, position: TinyPosition, viewer: Seat | None) -> TinyPosition:
        """Nothing is hidden from anybody."""
        assert viewer in {None, FIRST, SECOND}
        return position

    def begin(self, position: TinyPosition, seat: Seat) -> TinyDraft:
        """An empty turn."""
        return TinyDraft(position, seat)

    def resolve(self, position: TinyPosition, drafts: Mapping[Seat, Draft[TinyPosition, str]]) -> TinyPosition:
        """The square marked."""
        ((seat, draft),) = drafts.items()
        board = list(position.board)
        board[_SQUARES.index(draft.made[0])] = _LETTERS[seat]
        return TinyPosition("".join(board), other(seat))

    def refusal(self, draft: Draft[TinyPosition, str], action: str) -> Refusal:
        """What is wrong with a square."""
        rule = "A turn marks one square." if draft.made else f"{action} is marked already."
        return Refusal(rule, tuple(draft.actions()))

    def listing(self, draft: Draft[TinyPosition, str], most: int = 1000) -> Listing:
        """The empty squares."""
        return Listing(tuple(draft.actions())[:most])

    def read(self, draft: Draft[TinyPosition, str], text: str) -> Draft[TinyPosition, str]:
        """Squares, in either case."""
        check_length(text)
        for part in parts(folded(text), _ACTION):
            made = draft.made
            place: dict[str, Any] = {"index": len(made), "typed": shown(part.text), "begun": self.write(made)}
            if part.match is None:
                raise UnreadableError(Refusal(foreign_letter(part.text) or "A square looks like B2."), **place)
            action = part.text.upper()
            if not draft.accepts(action):
                raise IllegalError(self.refusal(draft, action), **place)
            draft = draft.after(action)
        return draft

    def formed(self, text: str) -> bool:
        """Whether all words are squares."""
        found = [part.match is not None for part in parts(folded(text), _ACTION)]
        return len(text) <= LONGEST and bool(found) and all(found)

    def write_action(self, action: str) -> str:
        """The square."""
        return action

    def scene(self, draft: Draft[TinyPosition, str]) -> Scene:
        """The board."""
        board = list(draft.position.board)
        for made in draft.made:
            board[_SQUARES.index(made)] = _LETTERS[draft.seat]
        squares = tuple(Square(name, _pieces(mark)) for name, mark in zip(_SQUARES, board, strict=True))
        return Scene(("A", "B", "C"), ("1", "2", "3"), squares, marked=frozenset(draft.made))

    def touched(self, action: str) -> tuple[str, ...]:
        """The square."""
        return (action,)

    def describe(self, draft: Draft[TinyPosition, str], action: str) -> str:
        """In words."""
        return f"{self.info.seats[draft.seat]} on {action}"

    def choices(self, draft: Draft[TinyPosition, str], picks: tuple[str, ...]) -> Choices[str]:
        """A square at once makes the action."""
        if not picks:
            return Choices("Choose a square.", tuple(Pick(name, name, name) for name in draft.actions()))
        if len(picks) > 1 or not draft.accepts(picks[0]):
            raise IllegalError(Refusal("Choose another square."))
        return Choices("", action=picks[0])

    def hints(self, draft: Draft[TinyPosition, str]) -> tuple[str, ...]:
        """The empty squares."""
        return tuple(f"mark {name}" for name in draft.actions())


def _won(board: str) -> bool:
    return any(board[a] == board[b] == board[c] != "." for a, b, c in _LINES)


def _pieces(mark: str) -> tuple[Piece, ...]:
    if mark == ".":
        return ()
    seat = Seat(_LETTERS.index(mark))
    return (Piece(seat, TinyRules.info.seats[seat].lower(), mark, TinyRules.info.seats[seat]),)
