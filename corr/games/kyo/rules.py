"""The rules of Kyo, put together."""

from collections.abc import Mapping
from itertools import islice
from typing import ClassVar

from corr.games.api import Info, Option, Options, Outcome
from corr.games.guide import LISTED, Cut, Listing
from corr.games.kyo.draft import KyoDraft
from corr.games.kyo.guide import KyoGuide
from corr.games.kyo.notation import KyoNotation
from corr.games.kyo.position import SIDE_LETTERS, SIDES, Position, read_position, start_text, write_position
from corr.games.kyo.refusals import KyoRefusals
from corr.games.kyo.stacks import CHARGED, KINGS, cleared, shape
from corr.games.kyo.steps import Phase, shuffles
from corr.games.kyo.tiles import BOARD, NAMES, each
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


class KyoRules(KyoNotation, KyoRefusals, KyoGuide):
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

    def __init__(self, options: Options | None = None) -> None:
        super().__init__(options)
        self._pawns = _ROWS[str(self.options[_START.name])]

    # -- positions ----------------------------------------------------------------------------------------------

    def start(self) -> Position:
        return self.parse_position(start_text(self._pawns))

    def outcome(self, position: Position, seen: int = 1) -> Outcome | None:  # noqa: ARG002 - nothing is repeated
        ended = _visible_end(position)
        if ended:
            return ended
        return None if _opened(position, position.seat).has_action() else Outcome(None, "no-action")

    def parse_position(self, text: str) -> Position:
        return read_position(text)

    def format_position(self, position: Position) -> str:
        return write_position(position)

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
