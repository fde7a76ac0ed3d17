"""The Kyo board as it is shown."""

from functools import lru_cache

from corr.games.kyo.draft import KyoDraft
from corr.games.kyo.effects import cleared
from corr.games.kyo.guide import actor_title
from corr.games.kyo.position import SIDES
from corr.games.kyo.signs import SIGNS
from corr.games.kyo.stacks import MANA, SHIELD, TITLES, owner
from corr.games.kyo.steps import Action, Shuffle
from corr.games.kyo.tiles import COLUMNS, NAMES, ROWS
from corr.games.scene import Piece, Scene, Square
from corr.games.seats import FIRST, SECOND, other


def scene(draft: KyoDraft) -> Scene:
    """The board as it stands in the middle of *draft*."""
    squares = tuple(Square(name, pieces(stack)) for name, stack in zip(NAMES, draft.stacks, strict=True))
    marked = frozenset(name for action in draft.made for name in touched(action))
    return Scene(tuple(ROWS), tuple(COLUMNS), squares, notes=_notes(draft), marked=marked)


def touched(action: Action) -> tuple[str, ...]:
    """The names of the tiles that *action* starts from and ends on."""
    if isinstance(action, Shuffle):
        return (NAMES[action.source],)
    return NAMES[action.source], NAMES[action.goal]


@lru_cache(maxsize=2048)
def pieces(stack: str) -> tuple[Piece, ...]:
    """The pieces of a stack from bottom to top."""
    return tuple(map(_piece, stack))


@lru_cache(maxsize=32)
def _piece(letter: str) -> Piece:
    title = TITLES[letter.upper()]
    shape = title.lower().replace(" ", "-")
    if letter == SHIELD:
        return Piece(None, shape, letter, title, is_chip=True)
    seat = owner(letter)
    is_chip, sign = letter.upper() in MANA, SIGNS.get(shape, ())
    return Piece(seat, shape, letter, f"{SIDES[seat]} {title}", is_chip=is_chip, sign=sign)


def _notes(draft: KyoDraft) -> tuple[str, ...]:
    """Whose turn it is, and how much Mana each side has: a side without any has lost."""
    board = "".join(draft.stacks)
    counts = (sum(map(board.count, MANA)), sum(map(board.count, MANA.lower())))
    left = " · ".join(f"{SIDES[seat]}: {counts[seat]}" for seat in (FIRST, SECOND))
    return f"Mana left (none = lost): {left}", *_doomed(draft)


def _doomed(draft: KyoDraft) -> tuple[str, ...]:
    """What the end of the turn would remove."""
    if draft.brought < 0:
        return ()
    stack = draft.stacks[draft.actor]
    gone = len(stack) - len(cleared(stack, draft.brought, draft.seat))
    side, pawn = SIDES[other(draft.seat)], actor_title(stack)
    where = f"{side}’s Mana under the {pawn} on {NAMES[draft.actor]}"
    return (f"If the turn ends here, {gone} of {where} {'is' if gone == 1 else 'are'} removed",) if gone else ()
