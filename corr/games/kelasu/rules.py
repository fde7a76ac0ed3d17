"""The rules of Kelasu, put together."""

from collections.abc import Hashable, Mapping
from functools import cache
from itertools import chain, islice
from typing import ClassVar

from corr.errors import Refusal
from corr.games.api import LISTED, Choices, Cut, Draft, Info, Listing, Option, Options, Outcome, Rules, own_drafts
from corr.games.kelasu import choices, guide, notation, refusals, scene
from corr.games.kelasu.diagrams import DIAGRAMS
from corr.games.kelasu.draft import Action, KelasuDraft
from corr.games.kelasu.ends import ENDINGS, REPETITIONS, is_dead, visible_end
from corr.games.kelasu.merges import PRICES, is_countable, merge_counts, write_merge
from corr.games.kelasu.moves import write_move
from corr.games.kelasu.position import LETTERS, SIDES, START, Kind, Position, read_position, write_position
from corr.games.scene import Diagram, Scene
from corr.games.seats import FIRST, Seat, other

_SPEND_ALL = Option(
    name="spend_all",
    title="All energy must be spent",
    explanation="A turn may not be ended while energy is left and any action is possible.",
    default=False,
)
_ours = own_drafts(KelasuDraft)


class KelasuRules(Rules[Position, Action]):
    """Kelasu 0.1, the first edition of our readings."""

    info: ClassVar[Info] = Info(
        ruleset="kelasu/1",
        title="Kelasu",
        place=1,
        seats=SIDES,
        letters=LETTERS,
        endings=ENDINGS,
        credits="Game by MaxTheFox, rules template by KittyTac, public implementation by Redstoneboi.",
        options=(_SPEND_ALL,),
    )
    diagrams: ClassVar[tuple[Diagram, ...]] = DIAGRAMS

    def __init__(self, options: Options | None = None) -> None:
        super().__init__(options)
        self._spend_all = self.options[_SPEND_ALL.name] is True

    # -- positions ----------------------------------------------------------------------------------------------

    def start(self) -> Position:
        return _start()

    def due(self, position: Position) -> frozenset[Seat]:
        return frozenset() if self.outcome(position) else frozenset((position.seat,))

    def outcome(self, position: Position, seen: int = 1) -> Outcome | None:
        ended = visible_end(position)
        if ended:
            return ended
        # kelasu: End of the game, 5 to 7, in their order.
        if seen >= REPETITIONS:
            return Outcome(None, "repetition")
        if not self._opened(position, position.seat).has_action():
            return Outcome(None, "no-action")
        return Outcome(None, "dead") if is_dead(position) else None

    def repetition_key(self, position: Position) -> Hashable:
        """The board and whose turn it is."""
        return position.kinds, position.blue, position.seat

    def parse_position(self, text: str) -> Position:
        return read_position(text)

    def format_position(self, position: Position) -> str:
        return write_position(position)

    def observe(self, position: Position, viewer: Seat | None) -> Position:  # noqa: ARG002 - nothing is secret here
        return position

    # -- turns --------------------------------------------------------------------------------------------------

    def begin(self, position: Position, seat: Seat) -> KelasuDraft:
        closed = seat != position.seat or visible_end(position) or is_dead(position)
        draft = self._opened(position, seat)
        return draft.closed() if closed else draft

    def _opened(self, position: Position, seat: Seat) -> KelasuDraft:
        """An empty turn of *seat*, whether or not it may have one."""
        own, enemy = (position.blue, position.red) if seat == FIRST else (position.red, position.blue)
        # kelasu: Turn and energy. As many as own Stones at the start of the turn, fixed for the turn.
        energy = (own & position.kinds[6]).bit_count()
        return KelasuDraft(position, seat, (), position.kinds, own, enemy, energy, 0, self._spend_all)

    def resolve(self, position: Position, drafts: Mapping[Seat, Draft[Position, Action]]) -> Position:
        draft = _ours(drafts[position.seat])
        blue, red = (draft.own, draft.enemy) if position.seat == FIRST else (draft.enemy, draft.own)
        # A Blank that moves stays where no Blank stood before, and merges leave fewer Blanks; captures and conversions
        # leave the opponent fewer squares. So progress shows in these two sets, and nothing else changes them.
        before = position.red if position.seat == FIRST else position.blue
        still = draft.kinds[0] == position.kinds[0] and draft.enemy == before
        return Position(draft.kinds, blue, red, other(position.seat), position.quiet + 1 if still else 0)

    def unfinished(self, draft: Draft[Position, Action]) -> str:
        if draft.made:
            return f"All energy must be spent in this game: {draft.unused()}, and an action is possible."
        return super().unfinished(draft)

    def refusal(self, draft: Draft[Position, Action], action: Action) -> Refusal:
        return refusals.refusal(_ours(draft), action)

    def listing(self, draft: Draft[Position, Action], most: int = LISTED) -> Listing:
        """The legal next actions, at most *most* of each kind of merge."""
        ours = _ours(draft)
        found = [write_move(move) for move in ours.moves()]
        cuts: list[Cut] = []
        counts: dict[Kind, int] = {}
        for kind in PRICES:
            merges = list(islice(ours.merges(kind), most + 1))
            found += map(write_merge, merges[:most])
            if len(merges) > most:
                blanks = ours.mergeable()
                counts = counts or (merge_counts(blanks) if is_countable(blanks) else {})
                cuts.append(Cut(f"merges to a {kind.title}", counts[kind] - most if counts else None))
        return Listing(tuple(sorted(found)), tuple(cuts))

    def examples(self, draft: Draft[Position, Action], most: int = 12) -> tuple[tuple[str, ...], bool]:
        ours = _ours(draft)
        moves = sorted(map(write_move, ours.moves()))
        merges = chain.from_iterable(map(ours.merges, PRICES))
        first = list(islice(chain(moves, map(write_merge, merges)), most + 1))
        return tuple(first[:most]), len(first) > most

    # -- text ---------------------------------------------------------------------------------------------------

    def read(self, draft: Draft[Position, Action], text: str) -> KelasuDraft:
        return notation.read(_ours(draft), text)

    def formed(self, text: str) -> bool:
        return notation.formed(text)

    def write_action(self, action: Action) -> str:
        return notation.write_action(action)

    # -- for people ---------------------------------------------------------------------------------------------

    def scene(self, draft: Draft[Position, Action]) -> Scene:
        return scene.scene(_ours(draft))

    def touched(self, action: Action) -> tuple[str, ...]:
        return scene.touched(action)

    def describe(self, draft: Draft[Position, Action], action: Action) -> str:
        return guide.description(_ours(draft), action)

    def choices(self, draft: Draft[Position, Action], picks: tuple[str, ...]) -> Choices[Action]:
        return choices.choices(_ours(draft), picks)

    def hints(self, draft: Draft[Position, Action]) -> tuple[str, ...]:
        return guide.hints(_ours(draft))


@cache
def _start() -> Position:
    return read_position(START)
