"""The rules of Kelasu, put together."""

import re
from collections.abc import Hashable, Mapping
from itertools import chain, islice
from typing import ClassVar

from corr.errors import PositionError
from corr.games.api import Info, Option, Options, Outcome
from corr.games.grid import each, read_fields, read_side
from corr.games.guide import FEW, LISTED, Cut, Listing
from corr.games.kelasu.draft import KelasuDraft, decision
from corr.games.kelasu.guide import KelasuGuide
from corr.games.kelasu.merges import PRICES, is_countable, merge_counts
from corr.games.kelasu.notation import KelasuNotation
from corr.games.kelasu.position import BITS, GRID, QUIET_LIMIT, SIDES, VICTORY, Kind, Position
from corr.games.kelasu.refusals import KelasuRefusals
from corr.games.notation import shown
from corr.games.seats import FIRST, SECOND, Seat, other

START = "BBBBBBBBBB/BBBBBBBBBB/S1S4S1S/10/10/10/10/s1s4s1s/bbbbbbbbbb/bbbbbbbbbb b 0"
_LETTERS = "".join(kind.letter for kind in Kind)
_ALPHABET = _LETTERS + _LETTERS.lower()
_PIECES = dict(zip(_ALPHABET, [*Kind, *Kind], strict=True))
_NUMBER = re.compile(r"0|[1-9][0-9]{0,2}")

_REPETITIONS = 4
"""A position that occurs so often is a draw."""
_STONES_TO_STILL_WIN = 3
_SPEND_ALL = Option(
    name="spend_all",
    title="All energy must be spent",
    explanation="A turn may not be ended while energy is left and any action is possible.",
    default=False,
)


class KelasuRules(KelasuNotation, KelasuRefusals, KelasuGuide):
    """Kelasu 0.1, the first edition of our readings."""

    info: ClassVar[Info] = Info(
        ruleset="kelasu/1",
        title="Kelasu",
        place=1,
        kind="A race for four squares: several small moves in each turn, and pieces that merge into stronger ones.",
        seats=SIDES,
        letters=("b", "r"),
        endings={
            "victory-squares": "all four victory squares were taken",
            "no-stone": "a side had no Stone left",
            "only-stones": "a side had nothing but Stones left",
            "quiet": "64 full turns passed without a Blank’s move, a merge, a capture or a conversion",
            "repetition": "the position occurred for the fourth time",
            "no-action": "the player to move had no legal action",
            "dead": "both sides had a lone Blank besides their Stones, so nobody could win any more",
        },
        credits="Game by MaxTheFox, rules template by KittyTac, public implementation by Redstoneboi.",
        options=(_SPEND_ALL,),
    )

    def __init__(self, options: Options | None = None) -> None:
        super().__init__(options)
        self._spend_all = self.options[_SPEND_ALL.name] is True
        self._start = self.parse_position(START)

    # -- positions ----------------------------------------------------------------------------------------------

    def start(self) -> Position:
        return self._start

    def outcome(self, position: Position, seen: int = 1) -> Outcome | None:
        ended = _visible_end(position)
        if ended:
            return ended
        # kelasu: End of the game, 5 to 7, in their order.
        if seen >= _REPETITIONS:
            return Outcome(None, "repetition")
        if not self._opened(position, position.seat).has_action():
            return Outcome(None, "no-action")
        return Outcome(None, "dead") if _is_dead(position) else None

    def repetition_key(self, position: Position) -> Hashable:
        """The board and whose turn it is."""
        return position.kinds, position.blue, position.seat

    def parse_position(self, text: str) -> Position:
        board, side, quiet = read_fields(text, self.info.title, ("BOARD", "SIDE", "QUIET"), START)
        kinds, sides = [0] * len(Kind), [0, 0]
        for square, letter in zip(BITS.values(), GRID.read(board, _ALPHABET), strict=True):
            if letter:
                kinds[_PIECES[letter]] |= square
                sides[FIRST if letter.isupper() else SECOND] |= square
        seat = read_side(side, self.info.letters, SIDES)
        if not _NUMBER.fullmatch(quiet) or int(quiet) > QUIET_LIMIT:
            raise PositionError(
                f"The last field counts quiet turns: a whole number from 0 to {QUIET_LIMIT} without leading zeros, "
                f"not “{shown(quiet)}”."
            )
        return Position(tuple(kinds), sides[0], sides[1], seat, int(quiet))

    def format_position(self, position: Position) -> str:
        letters = {}
        for letter, squares in zip(_LETTERS, position.kinds, strict=True):
            for square in each(squares):
                letters[square] = letter if position.blue & square else letter.lower()
        board = GRID.write([letters.get(square, "") for square in BITS.values()])
        return f"{board} {self.info.letters[position.seat]} {position.quiet}"

    # -- turns --------------------------------------------------------------------------------------------------

    def begin(self, position: Position, seat: Seat) -> KelasuDraft:
        closed = seat != position.seat or _visible_end(position) or _is_dead(position)
        draft = self._opened(position, seat)
        return draft.closed() if closed else draft

    def _opened(self, position: Position, seat: Seat) -> KelasuDraft:
        """An empty turn of *seat*, whether or not it may have one."""
        own, enemy = position.sides(seat)
        # kelasu: Turn and energy. As many as own Stones at the start of the turn, fixed for the turn.
        energy = (own & position.kinds[6]).bit_count()
        return KelasuDraft(position, seat, (), position.kinds, own, enemy, energy, 0, self._spend_all)

    def resolve(self, position: Position, drafts: Mapping[Seat, KelasuDraft]) -> Position:
        draft = drafts[position.seat]
        blue, red = (draft.own, draft.enemy) if position.seat == FIRST else (draft.enemy, draft.own)
        # A Blank that moves stays where no Blank stood before, and merges leave fewer Blanks; captures and conversions
        # leave the opponent fewer squares. So progress shows in these two sets, and nothing else changes them.
        still = draft.kinds[0] == position.kinds[0] and draft.enemy == position.sides(position.seat)[1]
        return Position(draft.kinds, blue, red, other(position.seat), position.quiet + 1 if still else 0)

    def unfinished(self, draft: KelasuDraft) -> str:
        if draft.made:
            return f"All energy must be spent in this game: {draft.unused()}, and an action is possible."
        return super().unfinished(draft)

    def listing(self, draft: KelasuDraft, most: int = LISTED) -> Listing:
        """The legal next actions, at most *most* of each kind of merge."""
        found = [str(move) for move in draft.moves()]
        cuts: list[Cut] = []
        counts: dict[Kind, int] = {}
        for kind in PRICES:
            merges = list(islice(draft.merges(kind), most + 1))
            found += map(str, merges[:most])
            if len(merges) > most:
                blanks = draft.mergeable()
                counts = counts or (merge_counts(blanks) if is_countable(blanks) else {})
                cuts.append(Cut(f"merges to a {kind.title}", counts[kind] - most if counts else None))
        return Listing(tuple(sorted(found)), tuple(cuts))

    def examples(self, draft: KelasuDraft, most: int = FEW) -> tuple[tuple[str, ...], bool]:
        moves = sorted(map(str, draft.moves()))
        merges = chain.from_iterable(map(draft.merges, PRICES))
        first = list(islice(chain(moves, map(str, merges)), most + 1))
        return tuple(first[:most]), len(first) > most


def _visible_end(position: Position) -> Outcome | None:
    """The outcome that can be seen from *position* alone; a player without any action is not looked for."""
    own, enemy = (position.blue, position.red) if position.seat != FIRST else (position.red, position.blue)
    stones = position.kinds[6]
    won = decision(other(position.seat), own, enemy, stones)
    if won and won.winner != position.seat:
        return won
    # No mover can lose its own last Stone; only a position given as text can be without it.
    if not own & stones:
        return Outcome(position.seat, "no-stone")
    return won or (Outcome(None, "quiet") if position.quiet >= QUIET_LIMIT else None)


def _is_dead(position: Position) -> bool:
    """Whether nobody can win any more: two lone Blanks, and neither side has three Stones on victory squares."""
    blanks, stones = position.kinds[Kind.BLANK], position.kinds[Kind.STONE]
    for squares in (position.blue, position.red):
        alone = squares & ~stones
        if alone.bit_count() != 1 or not alone & blanks:
            return False
        if (squares & stones & VICTORY).bit_count() >= _STONES_TO_STILL_WIN:
            return False
    return True
