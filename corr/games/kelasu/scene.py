"""The Kelasu board as it is shown."""

from collections.abc import Mapping
from functools import cache

from corr.games.grid import each
from corr.games.kelasu.draft import Action, KelasuDraft
from corr.games.kelasu.merges import Merge
from corr.games.kelasu.position import QUIET_LIMIT, SIDES, Kind
from corr.games.kelasu.signs import SIGNS
from corr.games.kelasu.squares import BITS, FILES, NAMES, ROWS, VICTORY, names
from corr.games.scene import Piece, Region, Scene, Square
from corr.games.seats import FIRST, SECOND, Seat

_REGIONS = (Region("victory", ":", "victory square", is_rare=True),)


def scene(draft: KelasuDraft) -> Scene:
    """The board as it stands in the middle of *draft*."""
    blue = draft.own if draft.seat == FIRST else draft.enemy
    squares = dict(_board(None))
    for kind in Kind:
        for seat, occupied in ((FIRST, draft.kinds[kind] & blue), (SECOND, draft.kinds[kind] & ~blue)):
            if occupied:
                board = _board(_piece(kind, seat))
                squares.update((square, board[square]) for square in each(occupied))
    marked = frozenset(name for action in draft.made for name in touched(action))
    quiet = f"Quiet turns: {draft.position.quiet} of {QUIET_LIMIT}"
    found = tuple(squares.values())
    return Scene(tuple(ROWS), tuple(FILES), found, _REGIONS, (quiet,), _turn_notes(draft), marked=marked)


def touched(action: Action) -> tuple[str, ...]:
    """The names of the squares that *action* starts from, uses and ends on."""
    if isinstance(action, Merge):
        return (*names(action.blanks & ~action.goal), NAMES[action.goal])
    return NAMES[action.source], NAMES[action.goal]


@cache
def _board(piece: Piece | None) -> Mapping[int, Square]:
    """Every square by its bit, in the order of the notation, with *piece* on it: to make boards of, not one by one."""
    pieces = (piece,) if piece else ()
    return {bit: Square(name, pieces, "victory" if bit & VICTORY else "") for name, bit in BITS.items()}


@cache
def _piece(kind: Kind, seat: Seat) -> Piece:
    letter = kind.letter if seat == FIRST else kind.letter.lower()
    shape = kind.name.lower()
    return Piece(seat, shape, letter, f"{SIDES[seat]} {kind.title}", sign=SIGNS.get(shape, ()))


def _turn_notes(draft: KelasuDraft) -> tuple[str, ...]:
    own = draft.position.squares_of(draft.seat)
    total = (own & draft.position.kinds[Kind.STONE]).bit_count()
    if draft.seat != draft.position.seat or not (draft.made or draft.energy):
        return ()
    return (f"{SIDES[draft.seat]}’s energy left: {draft.energy} of {total}",)
