"""A half-made turn of Kelasu: here, and only here, is said what is legal."""

from collections.abc import Iterable, Iterator
from itertools import chain

from corr.games.api import Draft, Outcome
from corr.games.kelasu.merges import PRICES, Merge, count_merges, has_merge, mergeable, merges
from corr.games.kelasu.moves import (
    CONVERT,
    MOVE,
    Move,
    Reach,
    Targets,
    reached_moves,
    reaches,
    relocated,
    walked_moves,
    walks,
    without,
)
from corr.games.kelasu.position import VICTORY, Kind, Kinds, Position, group
from corr.games.seats import Seat, other

Action = Move | Merge
"""One action of Kelasu."""
_SLIDERS = (Kind.RUNNER, Kind.DIPLOMAT, Kind.CHAMPION, Kind.GENERAL)


class KelasuDraft(Draft[Position, Action]):
    """A half-made turn: never changed, each action makes a new one. A plain class, since it is made so often."""

    __slots__ = ("enemy", "energy", "kinds", "moved", "own", "spend_all")

    def __init__(  # noqa: PLR0913, PLR0917 - made for every single action; keywords would cost a tenth of it
        self,
        position: Position,
        seat: Seat,
        made: tuple[Action, ...],
        kinds: Kinds,
        own: int,
        enemy: int,
        energy: int,
        moved: int,
        spend_all: bool,  # noqa: FBT001 - see above
    ) -> None:
        self.position = position
        self.seat = seat
        self.made = made
        self.kinds = kinds
        """The pieces in the middle of the turn."""
        self.own = own
        """The squares of the pieces of `seat`."""
        self.enemy = enemy
        """The squares of the opponent's pieces."""
        self.energy = energy
        """What is left of it; 0 also when the game is over."""
        self.moved = moved
        """The squares that were reached by a move this turn."""
        self.spend_all = spend_all
        """Whether the turn may not stop while another action is possible."""

    # -- what is legal ------------------------------------------------------------------------------------------

    def walked(self, among: int) -> list[Targets]:
        """Where the unmoved Blanks and Warriors among some squares may go."""
        free = self.own & ~self.moved & among
        return walks(self.seat, self.kinds[0] & free, self.kinds[1] & free, own=self.own, enemy=self.enemy)

    def reached(self, among: int) -> Iterable[list[Reach]]:
        """Where each unmoved sliding piece among some squares may go."""
        free = self.own & ~self.moved & among
        _, _, runners, diplomats, champions, generals, _ = self.kinds
        return self._reached(free) if (runners | diplomats | champions | generals) & free else ()

    def _reached(self, free: int) -> Iterator[list[Reach]]:
        """The same for the sliding pieces on some squares of the player's."""
        for kind in _SLIDERS:
            sliders = self.kinds[kind] & free
            while sliders:
                source = sliders & -sliders
                yield reaches(kind, self.seat, source, own=self.own, enemy=self.enemy)
                sliders ^= source

    def mergeable(self) -> int:
        """The Blanks that may take part in a merge."""
        return mergeable(self.seat, self.kinds[0] & self.own & ~self.moved)

    # -- listing, counting, checking: all from the above --------------------------------------------------------

    def moves(self, among: int = -1) -> list[Move]:
        """The legal moves of the pieces on some squares, all but merges."""
        if not self.energy:
            return []
        found = walked_moves(self.walked(among))
        for reached in self.reached(among):
            found += reached_moves(reached)
        return found

    def merges(self, kind: Kind) -> Iterator[Merge]:
        """The legal merges to a piece of *kind*, lazily."""
        return merges(self.mergeable(), kind) if self.energy else iter(())

    def actions(self) -> Iterator[Action]:
        if self.energy and has_merge(self.mergeable()):
            return chain(self.moves(), chain.from_iterable(map(self.merges, PRICES)))
        return iter(self.moves())

    def has_action(self) -> bool:
        if not self.energy:
            return False
        for _, _, targets in self.walked(-1):
            if targets:
                return True
        return has_merge(self.mergeable()) or any(any(reach[2] for reach in reached) for reached in self.reached(-1))

    def count(self) -> int:
        """How many actions are possible, merges counted without listing them."""
        if not self.energy:
            return 0
        found = 0
        for _, _, targets in self.walked(-1):
            found += targets.bit_count()
        for reached in self.reached(-1):
            for _, _, targets in reached:
                found += targets.bit_count()
        blanks = self.mergeable()
        return found + count_merges(blanks) if blanks else found

    def accepts(self, action: Action) -> bool:
        return self._accepts_merge(action) if isinstance(action, Merge) else action in self.moves(action.source)

    def _accepts_merge(self, merge: Merge) -> bool:
        blanks = merge.blanks
        return bool(
            self.energy
            and PRICES.get(merge.kind) == blanks.bit_count()
            and blanks & self.mergeable() == blanks
            and blanks & merge.goal
            and group(merge.goal, blanks) == blanks
        )

    @property
    def may_stop(self) -> bool:
        # kelasu: Turn and energy. After at least one action, unless the option says that all must be spent.
        return bool(self.made) and not self.spend_all and self.has_action()

    def unused(self) -> str:
        """What the player gives away by stopping here."""
        return f"{self.energy} energy unused" if self.energy and self.has_action() else ""

    def closed(self) -> "KelasuDraft":
        """The same draft without any action: the game is over, or it is not the seat's turn."""
        return KelasuDraft(
            self.position, self.seat, self.made, self.kinds, self.own, self.enemy, 0, self.moved, self.spend_all
        )

    # -- going on -----------------------------------------------------------------------------------------------

    def after(self, action: Action) -> "KelasuDraft":
        if isinstance(action, Merge):
            return self._merged(action)
        source, goal, sign = action.source, action.goal, action.sign
        own = self.own ^ (source | goal)
        if sign == MOVE:
            kinds, enemy, moved = relocated(self.kinds, source, goal), self.enemy, self.moved | goal
            # A mere move cannot change who has which pieces.
            energy = 0 if own & VICTORY == VICTORY else self.energy - 1
        else:
            enemy = self.enemy & ~goal
            if sign == CONVERT:
                # kelasu: Convert. The Diplomat is gone; the converted piece has not moved.
                kinds, moved = without(self.kinds, source), self.moved
            else:
                kinds, moved = relocated(without(self.kinds, goal), source, goal), self.moved | goal
            energy = 0 if decision(self.seat, own, enemy, kinds[Kind.STONE]) else self.energy - 1
        return KelasuDraft(
            self.position, self.seat, (*self.made, action), kinds, own, enemy, energy, moved, self.spend_all
        )

    def _merged(self, merge: Merge) -> "KelasuDraft":
        own = self.own & ~merge.blanks | merge.goal
        kinds = list(without(self.kinds, merge.blanks))
        kinds[merge.kind] |= merge.goal
        # kelasu: Turn and energy. A merge costs as many as it takes; with less left it leaves nothing.
        is_over = decision(self.seat, own, self.enemy, kinds[Kind.STONE])
        energy = 0 if is_over else max(0, self.energy - PRICES[merge.kind])
        made = (*self.made, merge)
        return KelasuDraft(
            self.position, self.seat, made, tuple(kinds), own, self.enemy, energy, self.moved, self.spend_all
        )


def decision(seat: Seat, own: int, enemy: int, stones: int) -> Outcome | None:
    """
    The outcome after an action of *seat*, if it decides the game.

    :param own: the squares of the pieces of *seat*.
    :param enemy: the squares of the opponent's pieces.
    :param stones: the squares of the Stones of both.
    """
    # kelasu: End of the game, 1 to 3, in their order.
    if own & VICTORY == VICTORY:
        return Outcome(seat, "victory-squares")
    if not enemy & stones:
        return Outcome(seat, "no-stone")
    if not enemy & ~stones:
        return Outcome(seat, "only-stones")
    if not own & ~stones:
        return Outcome(other(seat), "only-stones")
    return None
