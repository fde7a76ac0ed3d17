"""The Kerd board as it is shown."""

from corr.games.kerd.actions import Action, Castling, Choice, Pair, Step
from corr.games.kerd.attacks import guard, may_recapture
from corr.games.kerd.draft import KerdDraft
from corr.games.kerd.position import (
    HIDDEN,
    LOST,
    REVEALED,
    SIDES,
    UNCHOSEN,
    Kind,
    Position,
    counted,
    kind_on,
)
from corr.games.kerd.position_text import letters_on
from corr.games.kerd.signs import SIGNS
from corr.games.kerd.squares import BITS, FILES, NAMES, RANKS, WATER, region
from corr.games.scene import Piece, Region, Scene, Square
from corr.games.seats import FIRST, SECOND, Seat, other

_REGIONS = (Region("air", ":", "air"), Region("land", ".", "land"), Region("water", "~", "water"))
_HOMES = {FIRST: "1", SECOND: "12"}


def scene(draft: KerdDraft) -> Scene:
    """The board before or after the action of *draft*."""
    position = draft.result or draft.position
    squares = []
    letters, unmoved = letters_on(position), worth_knowing(position)
    for rank in reversed(RANKS):
        for file in FILES:
            bit = BITS[file + rank]
            pieces = (_piece(position, bit, letters[bit][0], unmoved),) if bit in letters else ()
            squares.append(Square(file + rank, pieces, region(bit)))
    marked = frozenset(name for action in draft.made for name in touched(action))
    rows = tuple(reversed(RANKS))
    return Scene(
        rows, tuple(FILES), tuple(squares), _REGIONS, _notes(position), _turn_notes(position), _alerts(position), marked
    )


def touched(action: Action) -> tuple[str, ...]:
    """The names of the squares that *action* uses; none for a choice, which must not show."""
    if isinstance(action, Choice):
        return ()
    if isinstance(action, Step):
        return NAMES[action.source], NAMES[action.goal]
    if isinstance(action, Pair):
        bits = (action.commander, action.commander_goal, action.pawn, action.pawn_goal)
        return tuple(dict.fromkeys(NAMES[bit] for bit in bits))
    if isinstance(action, Castling):
        return tuple(NAMES[bit] for bit in (action.king, action.king_goal, action.tower, action.tower_goal))
    return (NAMES[action.square],)


def worth_knowing(position: Position) -> int:
    """The squares of unmoved pieces that may do what they could not once they moved: a first move, or castling."""
    kinds, unmoved = position.kinds, position.unmoved
    # In water a first move is no longer than any other.
    found = (kinds[Kind.PAWN] | kinds[Kind.COMMANDER]) & unmoved & ~WATER
    for seat, rank in _HOMES.items():
        own = position.sides[seat] & unmoved
        king, towers = kinds[Kind.KING] & own, kinds[Kind.TOWER] & own & (BITS["A" + rank] | BITS["L" + rank])
        if king == BITS["G" + rank] and towers:
            found |= king | towers
    return found


def _piece(position: Position, square: int, letter: str, unmoved: int) -> Piece:
    owner = FIRST if position.sides[FIRST] & square else SECOND
    kind = kind_on(position.kinds, square)
    marks = {"unmoved"} if unmoved & square else set()
    if square in position.marks:
        marks.add("infiltrator")
    shape, name = kind.name.lower(), f"{SIDES[owner]} {kind.title}"
    return Piece(owner, shape, letter, name, frozenset(marks), sign=SIGNS.get(shape, ()))


def _alerts(position: Position) -> tuple[str, ...]:
    """Whether the player to move is in check."""
    seat = position.turn
    if seat is None:
        return ()
    own, enemy = position.sides[seat], position.sides[other(seat)]
    checkers = guard(seat, position.kinds[Kind.KING] & own, position.kinds, own=own, enemy=enemy).checkers
    return (f"{SIDES[seat]} is in check.",) if checkers else ()


def _notes(position: Position) -> tuple[str, ...]:
    if position.turn is None:
        return tuple(_choosing(position))
    return (
        *(f"{SIDES[seat]}’s reserve: {counted(position.reserves[seat])}" for seat in (FIRST, SECOND)),
        *(_infiltrator(position, seat) for seat in (FIRST, SECOND)),
    )


def _turn_notes(position: Position) -> tuple[str, ...]:
    """Whose turn it is, and what only this turn may do."""
    if position.turn is None:
        return ("Each player names one of the opponent’s pieces as infiltrator",)
    return (
        f"To move: {SIDES[position.turn]}",
        *_recapture(position, position.turn),
        "Check has been given: infiltrators may be revealed"
        if position.checked
        else "No check has been given yet: no infiltrator may be revealed",
    )


def _choosing(position: Position) -> list[str]:
    """Who has chosen, and what, as far as it is known."""
    notes = []
    for seat in (FIRST, SECOND):
        unchosen = position.marks[seat] == UNCHOSEN
        notes.append(f"{SIDES[seat]} is still to choose" if unchosen else _infiltrator(position, seat))
    return notes


def _recapture(position: Position, seat: Seat) -> tuple[str, ...]:
    """Whether a Pawn was just captured where it may be avenged."""
    if not position.recapture or not may_recapture(position.kinds, position.recapture, position.sides[seat]):
        return ()
    return (f"A Pawn was just captured on {NAMES[position.recapture]}, next to a Commander Pawn of {SIDES[seat]}",)


def _infiltrator(position: Position, chooser: Seat) -> str:
    """What is known of a player's infiltrator."""
    mark, whose = position.marks[chooser], f"{SIDES[chooser]}’s infiltrator"
    told = {
        UNCHOSEN: f"{SIDES[chooser]} has no infiltrator",
        REVEALED: f"{whose} was revealed",
        LOST: f"{whose} was lost",
        HIDDEN: f"{whose} is secret",
    }
    return told[mark] if mark in told else f"{whose}: the {kind_on(position.kinds, mark).title} on {NAMES[mark]}"
