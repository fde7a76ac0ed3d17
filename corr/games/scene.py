"""
What stands where, as data: the one picture of a board that SVG, text, PNG and screen readers are drawn from.

A scene knows no colours, no pixels and no game. Engines make it, `corr.render` draws it.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from functools import lru_cache

from corr.games.drawing import Shape
from corr.games.seats import Seat


@dataclass(frozen=True, slots=True)
class Piece:
    """
    One piece or chip as it is drawn.

    Whole boards of stacks are looked up among finished drawings by their names, which differ as often as pieces do.
    """

    owner: Seat | None = field(hash=False)
    """The seat that it belongs to; None for a piece of nobody."""
    shape: str = field(hash=False)
    """The name of its kind, such as "stone". Without a `sign`: that in corr/render/signs.txt, or its letter."""
    letter: str = field(hash=False)
    """One printable ASCII letter as in the position text: the text board shows it."""
    name: str
    """What a screen reader says, with its owner: "Blue Warrior"."""
    marks: frozenset[str] = field(default=frozenset(), hash=False)
    """Extra signs on the piece: "unmoved", "infiltrator"."""
    is_chip: bool = field(default=False, hash=False)
    """Whether it is a flat piece that others lie on, drawn as a layer of a stack."""
    sign: tuple[Shape, ...] = field(default=(), hash=False)
    """The game's own drawing; empty for one that all games may use."""


@dataclass(frozen=True, slots=True)
class Square:
    """One square of the board and what stands on it."""

    name: str
    """As in the notation: "C4"."""
    pieces: tuple[Piece, ...] = ()
    """From bottom to top; most games have at most one."""
    region: str = ""
    """The kind of ground where it matters: "victory", "air"; empty for plain ground."""


@dataclass(frozen=True, slots=True)
class Region:
    """A kind of ground, for the legend."""

    key: str
    """As in `Square.region`."""
    letter: str
    """One ASCII sign that the text board shows on an empty square of it."""
    name: str
    """For people: "victory square"."""
    is_rare: bool = False
    """Whether it is a handful of special squares: framed in a picture, and each named in words."""


@dataclass(frozen=True, slots=True)
class Check:
    """A piece that must not be lost, and what attacks it."""

    king: str
    """Its square."""
    by: tuple[str, ...]
    """The squares of the attackers."""


@dataclass(frozen=True, slots=True)
class Trace:
    """The course of one action over the board; squares by their names."""

    path: tuple[str, ...]
    """From where, over what if that is not plain, and to where; one square if nothing goes, none if it is secret."""
    captured: tuple[str, ...] = ()
    """Where pieces are captured, struck or removed."""
    merged: tuple[str, ...] = ()
    """The squares of the pieces that become one on the last square of the path."""
    further: tuple[tuple[str, ...], ...] = ()
    """The paths of pieces that go at the same time: the Tower when a King castles."""
    converted: tuple[str, ...] = ()
    """Where pieces change sides."""


@dataclass(frozen=True, slots=True)
class Material:
    """Pieces of a player that are counted: those that are left, in reserve or lost."""

    seat: Seat
    """Beside whose name a page draws them."""
    title: str
    """What they are, after the name of the seat: "reserve" in "White’s reserve"."""
    pieces: tuple[tuple[Piece, int], ...]
    """A piece of each kind, and how many of it there are."""

    @property
    def words(self) -> str:
        """All of it for people: "White’s reserve: 2 × Bishop, Queen"."""
        named = [(*split_name(piece), count) for piece, count in self.pieces]
        kinds = [f"{count} × {kind}" if count > 1 else kind for _, kind, count in named]
        return f"{named[0][0]}’s {self.title}: {', '.join(kinds)}"


@dataclass(frozen=True, slots=True)
class Scene:
    """A whole board."""

    rows: tuple[str, ...]
    """The names of the rows, from the top as the first seat's notation draws it."""
    columns: tuple[str, ...]
    """The names of the columns, from the left."""
    squares: tuple[Square, ...]
    """Row by row, `len(rows) * len(columns)` of them."""
    regions: tuple[Region, ...] = ()
    """Every region that occurs on this kind of board, in the order of the legend."""
    notes: tuple[str, ...] = ()
    """Plain facts that are not on the squares, for people, without a full stop: "Quiet turns: 12 of 128"."""
    turn_notes: tuple[str, ...] = ()
    """Facts about the turn that is due, which nobody needs when the game is over: "Energy left: 3 of 4"."""
    alerts: tuple[str, ...] = ()
    """What nobody may overlook, for people: "White is in check."."""
    marked: frozenset[str] = field(default=frozenset())
    """Names of the squares that the actions of a half-made turn have touched."""
    checks: tuple[Check, ...] = ()
    """Which pieces are attacked that must not be lost; `alerts` say it in words."""
    material: tuple[Material, ...] = ()
    """What pages draw beside the names of the players; a game may leave it out."""
    counts: tuple[str, ...] = ()
    """What `material` shows, as facts for those who see no page."""
    explained: str = ""
    """The heading of the page of rules that explains notes and material: "infiltrators"."""

    def __hash__(self) -> int:
        """What tells nearly all boards apart, since finished drawings are looked up often: what is on top."""
        return hash((tuple([square.pieces[-1].name if square.pieces else "" for square in self.squares]), self.notes))

    @property
    def state(self) -> tuple[str, ...]:
        """The notes that pages show, those about the turn first."""
        return (*self.turn_notes, *self.notes)

    @property
    def facts(self) -> tuple[str, ...]:
        """All of them, and what pages draw."""
        return (*self.turn_notes, *self.counts, *self.notes)

    def layout(self, *, flipped: bool) -> "Layout":
        """The board as its notation draws it, or by half a turn *flipped*, so that what was on top is at the bottom."""
        width = len(self.columns)
        rows = [
            (name, self.squares[start : start + width])
            for name, start in zip(self.rows, range(0, len(self.squares), width), strict=True)
        ]
        if not flipped:
            return Layout(self.columns, tuple(rows))
        return Layout(self.columns[::-1], tuple((name, squares[::-1]) for name, squares in reversed(rows)))

    def window(self, top_left: str, bottom_right: str) -> "Scene":
        """The part of the board from the square *top_left* to the square *bottom_right*, both included."""
        width = len(self.columns)
        places = {square.name: divmod(index, width) for index, square in enumerate(self.squares)}
        (top, left), (bottom, right) = places[top_left], places[bottom_right]
        squares = tuple(
            square
            for row in range(top, bottom + 1)
            for square in self.squares[row * width + left : row * width + right + 1]
        )
        return replace(
            self,
            rows=self.rows[top : bottom + 1],
            columns=self.columns[left : right + 1],
            squares=squares,
            marked=self.marked & (names := {square.name for square in squares}),
            checks=tuple(
                replace(check, by=tuple(name for name in check.by if name in names))
                for check in self.checks
                if check.king in names
            ),
        )


def lost_on(squares: Iterable[str], seat: Seat, *, before: Scene, after: Scene) -> tuple[str, ...]:
    """Those of some *squares* on which *seat* has fewer pieces *after* something was done than *before*."""
    then, now = (
        {square.name: sum(piece.owner == seat for piece in square.pieces) for square in scene.squares}
        for scene in (before, after)
    )
    return tuple(name for name in squares if now[name] < then[name])


@dataclass(frozen=True, slots=True)
class Layout:
    """The board as it lies before a person."""

    columns: tuple[str, ...]
    """The names of the columns, from the left."""
    rows: tuple[tuple[str, tuple[Square, ...]], ...]
    """From the top: the name of each row and its squares from the left."""


@lru_cache(maxsize=1024)
def split_name(piece: Piece) -> tuple[str, str]:
    """The owner's name and the kind: ("Blue", "Light Pawn"); a piece of nobody has no owner's name."""
    owner, _, kind = piece.name.partition(" ")
    if piece.owner is None or not kind:
        return "", piece.name
    return owner, kind
