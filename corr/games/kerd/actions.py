"""The turns of Kerd as values; squares are bits."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from corr.games.grid import each, shifted
from corr.games.kerd.lines import between, forward, leaps
from corr.games.kerd.position import BITS, BOARD, LETTERS_OF_KINDS, NAMES, Kind
from corr.games.seats import FIRST, Seat

MOVE, CAPTURE = "-x"
"""The signs between from-square and to-square."""


@dataclass(frozen=True, slots=True)
class Step:
    """One piece that leaves its square: a move, a jump, a capture or a recapture."""

    sign: str
    source: int
    goal: int
    brought: str = ""
    """The capital letter of the piece that replaces a Pawn; empty if none does."""

    def __str__(self) -> str:
        return f"{NAMES[self.source]}{self.sign}{NAMES[self.goal]}{_replaced(self.brought)}"


@dataclass(frozen=True, slots=True)
class Pair:
    """A Commander Pawn and a Pawn that move together."""

    commander: int
    commander_goal: int
    pawn: int
    pawn_goal: int
    brought: str = ""

    def __str__(self) -> str:
        commander = f"{NAMES[self.commander]}-{NAMES[self.commander_goal]}"
        return f"{commander}&{NAMES[self.pawn]}-{NAMES[self.pawn_goal]}{_replaced(self.brought)}"


@dataclass(frozen=True, slots=True)
class Castling:
    """The King and a Tower at once."""

    king: int
    king_goal: int
    tower: int
    tower_goal: int
    way: int
    """The squares between the King and the Jumper's home square."""
    passed: int
    """The squares that the King passes, and the one that it lands on."""
    home: int
    """The Jumper's home square."""
    text: str
    """How it is written: "O-O" or "O-O-O"."""

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True, slots=True)
class Reveal:
    """The own infiltrator changes its colour."""

    square: int

    def __str__(self) -> str:
        return f"reveal {NAMES[self.square]}"


@dataclass(frozen=True, slots=True)
class Execute:
    """An own piece is removed."""

    square: int

    def __str__(self) -> str:
        return f"execute {NAMES[self.square]}"


@dataclass(frozen=True, slots=True)
class Choice:
    """An enemy piece is named as infiltrator."""

    square: int

    def __str__(self) -> str:
        return f"infiltrator {NAMES[self.square]}"


Action = Step | Pair | Castling | Reveal | Execute | Choice
"""One action of Kerd."""
Reach = tuple[Mapping[int, Action], int]
"""Actions by a square that tells them apart, and the set of squares whose actions are meant."""


@cache
def steps_by(sign: str, by: int, brought: str = "") -> dict[int, Step]:
    """The steps of one sign and direction by their goal, made once: there are only so many."""
    sources = ((shifted(goal, -by), goal) for goal in NAMES)
    return {goal: Step(sign, source, goal, brought) for source, goal in sources if source & BOARD}


@cache
def steps_from(sign: str, source: int) -> dict[int, Step]:
    """The steps of one sign from *source* by their goal, made once."""
    goals = (*between(source), *each(leaps(source)))
    return {goal: Step(sign, source, goal) for goal in goals}


@cache
def pairs_of(seat: Seat, commander: int, pawn: int, brought: str = "") -> dict[int, Pair]:
    """The moves of a Commander Pawn with one Pawn by the goal of the Commander Pawn, made once."""
    ways = (forward(seat) * count for count in (1, 2, 3))
    goals = ((shifted(commander, by) & BOARD, shifted(pawn, by) & BOARD) for by in ways)
    return {goal: Pair(commander, goal, pawn, pawn_goal, brought) for goal, pawn_goal in goals if goal and pawn_goal}


@cache
def named(kind: type[Reveal | Execute | Choice]) -> dict[int, Reveal | Execute | Choice]:
    """Every action of one *kind* that names a square, by that square."""
    return {square: kind(square) for square in NAMES}


@cache
def castlings(seat: Seat) -> dict[int, Castling]:
    """Both castlings of *seat* by the goal of the King."""
    # kerd: Moves, King, castling. King on G, Tower on A or L, the Jumper's home square B or K.
    rank = "1" if seat == FIRST else "12"

    def on(files: str) -> int:
        return sum(BITS[file + rank] for file in files)

    short = Castling(on("G"), on("J"), on("L"), on("I"), on("HIJ"), on("HIJ"), on("K"), "O-O")
    long = Castling(on("G"), on("C"), on("A"), on("E"), on("CDEF"), on("CDEF"), on("B"), "O-O-O")
    return {castling.king_goal: castling for castling in (short, long)}


def brought_kind(letter: str) -> Kind:
    """The kind of piece that a letter brings back."""
    return Kind(LETTERS_OF_KINDS.index(letter))


def _replaced(letter: str) -> str:
    return f"={letter}" if letter else ""
