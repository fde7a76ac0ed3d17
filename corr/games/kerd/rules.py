"""The rules of Kerd, put together."""

from collections.abc import Hashable, Mapping
from functools import cache
from typing import ClassVar

from corr.errors import Refusal
from corr.games.api import LISTED, Choices, Draft, Info, Listing, Outcome, Rules, Secret, own_drafts
from corr.games.kerd import choices, guide, notation, refusals, scene
from corr.games.kerd.actions import Action, Choice, write_action
from corr.games.kerd.diagrams import DIAGRAMS
from corr.games.kerd.draft import KerdDraft
from corr.games.kerd.effects import after_choices
from corr.games.kerd.position import HIDDEN, LETTERS, LOST, REVEALED, SIDES, UNCHOSEN, Position
from corr.games.kerd.position_text import START, read_position, write_position
from corr.games.kerd.squares import BITS, rank_of
from corr.games.scene import Diagram, Scene
from corr.games.seats import FIRST, SECOND, Seat, other

ENDINGS = {
    "checkmate": "the King of the player to move was attacked, and no turn could save it",
    "stalemate": "the player to move had no legal turn, and the King was not attacked",
}
"""The end reasons, each as a clause for people."""
_CHOICE = "infiltrator"
_MIDDLE = 6
"""The last rank of White's half of the board."""
_ours = own_drafts(KerdDraft)


class KerdRules(Rules[Position, Action]):
    """Kerd by its rulebook 1.0, the first edition of our readings."""

    info: ClassVar[Info] = Info(
        ruleset="kerd/1",
        title="Kerd",
        place=2,
        seats=SIDES,
        letters=LETTERS,
        endings=ENDINGS,
        credits="Game by Cem Ceylan, Ege Altıok and Ozan Yücel, rulebook version 1.0 (2020).",
        bottom=FIRST,
    )
    diagrams: ClassVar[tuple[Diagram, ...]] = DIAGRAMS

    # -- positions ----------------------------------------------------------------------------------------------

    def start(self) -> Position:
        """The position at the start of a game, before the infiltrators are chosen."""
        return _start()

    def due(self, position: Position) -> frozenset[Seat]:
        """Who must still choose an infiltrator, or whose turn it is, or nobody if the game is over."""
        if position.turn is None:
            return frozenset(seat for seat in (FIRST, SECOND) if position.marks[seat] == UNCHOSEN)
        return frozenset() if self.outcome(position) else frozenset((position.turn,))

    def outcome(self, position: Position, seen: int = 1) -> Outcome | None:  # noqa: ARG002 - nothing repeats here
        """How the game ended, or None while it goes on, or where the text hides what decides it."""
        turn = position.turn
        if turn is None:
            return None
        draft = KerdDraft(position, turn, (), None)
        # kerd: Position notation. From a text with `!`, mate and stalemate are not decided.
        if draft.has_action() or position.marks[turn] == HIDDEN:
            return None
        # kerd: Check and end. No legal turn: lost if the own King is attacked, else drawn.
        return Outcome(other(turn), "checkmate") if draft.guard().checkers else Outcome(None, "stalemate")

    def repetition_key(self, position: Position) -> Hashable | None:  # noqa: ARG002 - Kerd knows no repetition
        """None: the rulebook knows no draw by repetition."""
        return None

    def parse_position(self, text: str) -> Position:
        return read_position(text)

    def format_position(self, position: Position) -> str:
        return write_position(position)

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

    def resolve(self, position: Position, drafts: Mapping[Seat, Draft[Position, Action]]) -> Position:
        if position.turn is None:
            made = ((seat, draft.made[0]) for seat, draft in drafts.items())
            return after_choices(position, {seat: choice for seat, choice in made if isinstance(choice, Choice)})
        result = _ours(drafts[position.turn]).result
        assert result is not None
        return result

    def unfinished(self, draft: Draft[Position, Action]) -> str:
        if draft.position.turn is None:
            return "First each player names an infiltrator, one piece of the opponent’s."
        return "A turn of this game has one action."

    def refusal(self, draft: Draft[Position, Action], action: Action) -> Refusal:
        return refusals.refusal(_ours(draft), action)

    def listing(self, draft: Draft[Position, Action], most: int = LISTED) -> Listing:  # noqa: ARG002 - never so many
        return Listing(tuple(sorted(map(write_action, draft.actions()))))

    # -- text ---------------------------------------------------------------------------------------------------

    def read(self, draft: Draft[Position, Action], text: str) -> KerdDraft:
        return notation.read(_ours(draft), text)

    def formed(self, text: str) -> bool:
        return notation.formed(text)

    def write_action(self, action: Action) -> str:
        return write_action(action)

    # -- for people ---------------------------------------------------------------------------------------------

    def scene(self, draft: Draft[Position, Action]) -> Scene:
        return scene.scene(_ours(draft))

    def touched(self, action: Action) -> tuple[str, ...]:
        """The names of the squares that *action* uses; none for a choice, which must not show."""
        return scene.touched(action)

    def describe(self, draft: Draft[Position, Action], action: Action) -> str:
        return guide.description(_ours(draft), action)

    def choices(self, draft: Draft[Position, Action], picks: tuple[str, ...]) -> Choices[Action]:
        return choices.choices(_ours(draft), picks)

    def hints(self, draft: Draft[Position, Action]) -> tuple[str, ...]:
        return guide.hints(_ours(draft))


def _seen(mark: int, *, own: bool) -> int:
    """What a choice is to its chooser, or to anybody else."""
    # kerd: Position notation. A lost one is hidden from whoever may not know it.
    return HIDDEN if not own and (mark > 0 or mark == LOST) else mark


@cache
def _start() -> Position:
    return read_position(START)
