"""The rules of Kyo, put together."""

from collections.abc import Hashable, Mapping
from functools import cache
from itertools import islice
from typing import ClassVar

from corr.errors import Refusal
from corr.games.api import LISTED, Choices, Cut, Draft, Info, Listing, Option, Options, Outcome, Rules, own_drafts
from corr.games.kyo import choices, guide, notation, refusals, scene
from corr.games.kyo.diagrams import DIAGRAMS
from corr.games.kyo.draft import KyoDraft
from corr.games.kyo.effects import cleared
from corr.games.kyo.position import SIDE_LETTERS, SIDES, Position, read_position, start_text, write_position
from corr.games.kyo.stacks import CHARGED, KINGS, shape
from corr.games.kyo.steps import Action, Phase, shuffles, write_action
from corr.games.kyo.tiles import BOARD, NAMES, each
from corr.games.scene import Diagram, Scene
from corr.games.seats import Seat, other

ENDINGS = {
    "king": "a King was struck",
    "mana": "a side had no Mana left on the board",
    "no-action": "the player to move had no legal action",
}
"""The end reasons, each as a clause for people."""


_ROWS = {"open-field": 1, "trench": 3, "deadlock": 4}
"""The row of Gold's Light Pawns in each start position."""
_START = Option(
    name="start",
    title="Start position",
    explanation="Where the Light Pawns stand at the start.",
    default="trench",
    choices=(
        ("open-field", "Open Field: Light Pawns on rows 1 and 8"),
        ("trench", "Trench: Light Pawns on rows 3 and 6"),
        ("deadlock", "Deadlock: Light Pawns on rows 4 and 5"),
    ),
)
_ours = own_drafts(KyoDraft)


class KyoRules(Rules[Position, Action]):
    """Kyo, the first edition of our readings."""

    info: ClassVar[Info] = Info(
        ruleset="kyo/1",
        title="Kyo",
        place=3,
        seats=SIDES,
        letters=SIDE_LETTERS,
        endings=ENDINGS,
        credits="Game and public implementation (playkyo) by kjniemela.",
        options=(_START,),
    )
    diagrams: ClassVar[tuple[Diagram, ...]] = DIAGRAMS

    def __init__(self, options: Options | None = None) -> None:
        super().__init__(options)
        self._pawns = _ROWS[str(self.options[_START.name])]

    # -- positions ----------------------------------------------------------------------------------------------

    def start(self) -> Position:
        return _start(self._pawns)

    def due(self, position: Position) -> frozenset[Seat]:
        return frozenset() if self.outcome(position) else frozenset((position.seat,))

    def outcome(self, position: Position, seen: int = 1) -> Outcome | None:  # noqa: ARG002 - nothing is repeated
        ended = _visible_end(position)
        if ended:
            return ended
        return None if _opened(position, position.seat).has_action() else Outcome(None, "no-action")

    def repetition_key(self, position: Position) -> Hashable | None:  # noqa: ARG002 - the same in all positions
        """None: Kyo knows no repetition."""
        return None

    def parse_position(self, text: str) -> Position:
        return read_position(text)

    def format_position(self, position: Position) -> str:
        return write_position(position)

    def observe(self, position: Position, viewer: Seat | None) -> Position:  # noqa: ARG002 - nothing is secret here
        return position

    # -- turns --------------------------------------------------------------------------------------------------

    def begin(self, position: Position, seat: Seat) -> KyoDraft:
        draft = _opened(position, seat)
        return draft.closed() if seat != position.seat or _visible_end(position) else draft

    def resolve(self, position: Position, drafts: Mapping[Seat, Draft[Position, Action]]) -> Position:
        draft = _ours(drafts[position.seat])
        stacks, planes = tuple(draft.stacks), draft.planes
        if draft.brought >= 0:
            before = stacks[draft.actor]
            after = cleared(before, draft.brought, draft.seat)
            if after != before:
                stacks = (*stacks[: draft.actor], after, *stacks[draft.actor + 1 :])
                planes ^= (shape(before) ^ shape(after)) << draft.actor
        return Position(stacks, other(position.seat), planes)

    def why_over(self, draft: Draft[Position, Action]) -> str:
        return refusals.why_over(_ours(draft))

    def refusal(self, draft: Draft[Position, Action], action: Action) -> Refusal:
        return refusals.refusal(_ours(draft), action)

    def listing(self, draft: Draft[Position, Action], most: int = LISTED) -> Listing:
        """The legal next actions, at most *most* shuffles."""
        ours = _ours(draft)
        found = [write_action(action) for tile in each(ours.acting()) for action in ours.steps(tile)]
        cuts = []
        for tile in ours.tall():
            lifted = ours.lift(tile)
            found += map(write_action, islice(shuffles(tile, lifted), most))
            if lifted.shuffles > most:
                cuts.append(Cut(f"shuffles on {NAMES[tile]}", lifted.shuffles - most))
        return Listing(tuple(sorted(found)), tuple(cuts))

    # -- text ---------------------------------------------------------------------------------------------------

    def read(self, draft: Draft[Position, Action], text: str) -> KyoDraft:
        return notation.read(_ours(draft), text)

    def formed(self, text: str) -> bool:
        return notation.formed(text)

    def write_action(self, action: Action) -> str:
        return write_action(action)

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


@cache
def _start(pawns: int) -> Position:
    return read_position(start_text(pawns))
