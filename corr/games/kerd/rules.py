"""The rules of Kerd, put together."""

from collections.abc import Mapping
from typing import ClassVar

from corr.games.api import Info, Outcome, Secret
from corr.games.kerd.actions import Choice
from corr.games.kerd.draft import KerdDraft
from corr.games.kerd.effects import after_choices
from corr.games.kerd.guide import KerdGuide
from corr.games.kerd.notation import KerdNotation
from corr.games.kerd.position import BITS, HIDDEN, LOST, REVEALED, SIDES, UNCHOSEN, Position, rank_of
from corr.games.kerd.position_text import START, KerdPositions
from corr.games.kerd.refusals import KerdRefusals
from corr.games.seats import FIRST, SECOND, Seat, other

ENDINGS = {
    "checkmate": "the King of the player to move was attacked, and no turn could save it",
    "stalemate": "the player to move had no legal turn, and the King was not attacked",
}
"""The end reasons, each as a clause for people."""
_CHOICE = "infiltrator"
_MIDDLE = 6
"""The last rank of White's half of the board."""


class KerdRules(KerdPositions, KerdNotation, KerdRefusals, KerdGuide):
    """Kerd by its rulebook 1.0, the first edition of our readings."""

    info: ClassVar[Info] = Info(
        ruleset="kerd/1",
        title="Kerd",
        place=2,
        seats=SIDES,
        letters=("w", "b"),
        endings=ENDINGS,
        credits="Game by Cem Ceylan, Ege Altıok and Ozan Yücel, rulebook version 1.0 (2020).",
        bottom=FIRST,
    )

    # -- positions ----------------------------------------------------------------------------------------------

    def start(self) -> Position:
        """The position at the start of a game, before the infiltrators are chosen."""
        return self.parse_position(START)

    def due(self, position: Position) -> frozenset[Seat]:
        """Who must still choose an infiltrator, or whose turn it is, or nobody if the game is over."""
        if position.seat is None:
            return frozenset(seat for seat in (FIRST, SECOND) if position.marks[seat] == UNCHOSEN)
        return super().due(position)

    def outcome(self, position: Position, seen: int = 1) -> Outcome | None:  # noqa: ARG002 - nothing repeats here
        """How the game ended, or None while it goes on, or where the text hides what decides it."""
        turn = position.seat
        if turn is None:
            return None
        draft = KerdDraft(position, turn, (), None)
        # kerd: Position notation. From a text with `!`, mate and stalemate are not decided.
        if draft.has_action() or position.marks[turn] == HIDDEN:
            return None
        # kerd: Check and end. No legal turn: lost if the own King is attacked, else drawn.
        return Outcome(other(turn), "checkmate") if draft.guard().checkers else Outcome(None, "stalemate")

    def observe(self, position: Position, viewer: Seat | None) -> Position:
        """The position with what the others may know of a choice: whether it was made, and whether it was revealed."""
        white, black = (_seen(mark, own=seat == viewer) for seat, mark in enumerate(position.marks))
        return position._replace(marks=(white, black))

    def secret(self, text: str, position: Position) -> Secret | None:
        """The square of a choice, until that infiltrator is revealed."""
        word, _, name = text.partition(" ")
        if word != _CHOICE or name not in BITS:
            return None
        # At the start White's pieces stand in White's half; who names one of the other half is White.
        chooser = FIRST if rank_of(BITS[name]) > _MIDDLE else SECOND
        return None if position.marks[chooser] == REVEALED else Secret(word=name, veiled=f"{_CHOICE} ?")

    # -- turns --------------------------------------------------------------------------------------------------

    def begin(self, position: Position, seat: Seat) -> KerdDraft:
        return KerdDraft(position, seat, (), None)

    def resolve(self, position: Position, drafts: Mapping[Seat, KerdDraft]) -> Position:
        if position.seat is None:
            made = ((seat, draft.made[0]) for seat, draft in drafts.items())
            return after_choices(position, {seat: choice for seat, choice in made if isinstance(choice, Choice)})
        result = drafts[position.seat].result
        assert result is not None
        return result

    def unfinished(self, draft: KerdDraft) -> str:
        if draft.position.seat is None:
            return "First each player names an infiltrator, one piece of the opponent’s."
        return "A turn of this game has one action."


def _seen(mark: int, *, own: bool) -> int:
    """What a choice is to its chooser, or to anybody else."""
    # kerd: Position notation. A lost one is hidden from whoever may not know it.
    return HIDDEN if not own and (mark > 0 or mark == LOST) else mark
