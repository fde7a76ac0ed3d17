"""The rules of Kyo, put together."""

from collections.abc import Mapping
from functools import lru_cache
from itertools import islice
from typing import ClassVar

from corr.errors import PositionError
from corr.games.api import Info, Option, Options, Outcome
from corr.games.grid import ROWS_KEPT, read_fields, read_run, read_side
from corr.games.guide import LISTED, Cut, Listing
from corr.games.kyo.draft import KyoDraft
from corr.games.kyo.guide import KyoGuide
from corr.games.kyo.notation import KyoNotation
from corr.games.kyo.position import BOARD, GRID, NAMES, SIDES, Position, each
from corr.games.kyo.refusals import KyoRefusals
from corr.games.kyo.stacks import CHARGED, FORM, KING, KINGS, LETTERS, QUEEN, TITLES, cleared, planes, shape
from corr.games.kyo.steps import Phase, shuffles
from corr.games.notation import foreign_letter, shown
from corr.games.seats import Seat, other

MOST_PIECES = 1000
"""Pieces of a position at most, many times those of the game. No turn adds any, so what follows can be read as well."""
LONGEST = MOST_PIECES + 200
"""Characters of a position's text at most: 200 are enough for all between the pieces."""
_HOME = "DDDH,DDLH,DLLH,LLLH,+++K,DL+Q,LLLH,DLLH,DDLH,DDDH"
_ROWS = {"open-field": 1, "trench": 3, "deadlock": 4}
"""The row of Gold's Light Pawns in each start position."""
_START = Option(
    name="start",
    title="Start position",
    explanation="Where the Light Pawns stand at the start.",
    default="trench",
    choices=(
        ("open-field", "Open Field (rows 1 and 8)"),
        ("trench", "Trench (rows 3 and 6)"),
        ("deadlock", "Deadlock (rows 4 and 5)"),
    ),
)


class KyoRules(KyoNotation, KyoRefusals, KyoGuide):
    """Kyo, the first edition of our readings."""

    info: ClassVar[Info] = Info(
        ruleset="kyo/1",
        title="Kyo",
        place=3,
        kind="Pawns on stacks of chips: what lies below a pawn tells how it may run, and how long.",
        seats=SIDES,
        letters=("g", "r"),
        endings={
            "king": "a King was struck",
            "mana": "a side had no Mana left on the board",
            "no-action": "the player to move had no legal action",
        },
        credits="Game and public implementation (playkyo) by kjniemela.",
        signs="> Mana move, - Direct move, x strike, * strike at a Shield, / chips from under a pawn, ^ deploy, "
        "~ shuffle; :2 at the end says how many chips go",
        options=(_START,),
    )

    def __init__(self, options: Options | None = None) -> None:
        super().__init__(options)
        self._pawns = _ROWS[str(self.options[_START.name])]

    # -- positions ----------------------------------------------------------------------------------------------

    def start(self) -> Position:
        """Gold's Light Pawns stand on the row of the option, and Red's as far from the other side."""
        rows = ["10"] * len(GRID.rows)
        rows[0], rows[1] = _HOME, "4,++T,++T,4"
        rows[self._pawns] = "P,P,P,P,++T,++T,P,P,P,P" if self._pawns == 1 else "P,P,P,P,2,P,P,P,P"
        half = rows[: len(GRID.rows) // 2]
        board = "/".join([*half, *(row.lower() for row in reversed(half))])
        return self.parse_position(f"{board} g")

    def outcome(self, position: Position, seen: int = 1) -> Outcome | None:  # noqa: ARG002 - nothing is repeated
        ended = _visible_end(position)
        is_told = ended or _opened(position, position.seat).has_action()
        return ended if is_told else Outcome(None, "no-action")

    def parse_position(self, text: str) -> Position:
        if len(text) > LONGEST:
            raise PositionError(f"A Kyo position has at most {LONGEST:,} characters; this has {len(text):,}.")
        board, side = read_fields(text, self.info.title, ("BOARD", "SIDE"))
        stacks = tuple(stack for row, part in GRID.split(board) for stack in _read_row(part, row))
        pieces = sum(map(len, stacks))
        if pieces > MOST_PIECES:
            raise PositionError(f"A Kyo position has at most {MOST_PIECES:,} pieces; this has {pieces:,}.")
        _check_single(board, stacks)
        return Position(stacks, read_side(side, self.info.letters, SIDES), planes(stacks))

    def format_position(self, position: Position) -> str:
        return f"{GRID.write(position.stacks, ',')} {self.info.letters[position.seat]}"

    # -- turns --------------------------------------------------------------------------------------------------

    def begin(self, position: Position, seat: Seat) -> KyoDraft:
        draft = _opened(position, seat)
        return draft.closed() if seat != position.seat or _visible_end(position) else draft

    def resolve(self, position: Position, drafts: Mapping[Seat, KyoDraft]) -> Position:
        draft = drafts[position.seat]
        stacks, planes = tuple(draft.stacks), draft.planes
        if draft.brought >= 0:
            before = stacks[draft.actor]
            after = cleared(before, draft.brought, draft.seat)
            if after != before:
                stacks = (*stacks[: draft.actor], after, *stacks[draft.actor + 1 :])
                planes ^= (shape(before) ^ shape(after)) << draft.actor
        return Position(stacks, other(position.seat), planes)

    def listing(self, draft: KyoDraft, most: int = LISTED) -> Listing:
        """The legal next actions, at most *most* shuffles."""
        found = [str(action) for tile in each(draft.acting()) for action in draft.steps(tile)]
        cuts = []
        for tile in draft.tall():
            lifted = draft.lift(tile)
            found += map(str, islice(shuffles(tile, lifted), most))
            if lifted.shuffles > most:
                cuts.append(Cut(f"shuffles on {NAMES[tile]}", lifted.shuffles - most))
        return Listing(tuple(sorted(found)), tuple(cuts))


def _visible_end(position: Position) -> Outcome | None:
    """How the game is over by what can be seen of *position*, but for a player without any action."""
    # kyo: End of the game. The mover is asked first whether it won; that it lost only a given text can show.
    return _lost(position.planes, position.seat) or _lost(position.planes, other(position.seat))


def _lost(planes: int, seat: Seat) -> Outcome | None:
    if not planes >> KINGS[seat] & BOARD:
        return Outcome(other(seat), "king")
    if not planes >> CHARGED[seat] & BOARD:
        return Outcome(other(seat), "mana")
    return None


def _opened(position: Position, seat: Seat) -> KyoDraft:
    """An empty turn of *seat*, whether or not it may have one."""
    return KyoDraft(position, seat, (), position.stacks, position.planes, Phase.FIRST)


# -- positions as text -----------------------------------------------------------------------------------------


@lru_cache(maxsize=ROWS_KEPT)
def _read_row(text: str, row: str) -> tuple[str, ...]:
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
    return tuple(stacks)


def _check_stack(stack: str, place: str, row: str) -> None:
    """Pass a stack that has the form that every stack has."""
    if not stack:
        raise PositionError(f"Row {row}: there is nothing between two commas or at an end; an empty tile is “1”.")
    strange = next((letter for letter in stack if letter not in LETTERS), None)
    if strange is not None:
        known = (
            f"“{shown(strange) or ' '}” is not a piece; the letters are {' '.join(LETTERS)}, with commas between tiles."
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


def _check_single(board: str, stacks: tuple[str, ...]) -> None:
    """Pass a *board* with these *stacks* on which no side has two Kings or Queens."""
    for letter in (KING, QUEEN, KING.lower(), QUEEN.lower()):
        if board.count(letter) > 1:
            places = [NAMES[tile] for tile, stack in enumerate(stacks) if stack.endswith(letter)]
            side = SIDES[0 if letter.isupper() else 1]
            raise PositionError(
                f"{side} has {len(places)} {TITLES[letter.upper()]}s, on {places[0]} and {places[1]}; "
                "a side has at most one."
            )
