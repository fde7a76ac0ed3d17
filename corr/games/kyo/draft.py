"""A half-made turn of Kyo: here, and only here, is said what is legal."""

from collections.abc import Iterator
from itertools import chain

from corr.games.api import Draft
from corr.games.kyo.position import BOARD, HEADING, RINGS, SIZE, Position, each
from corr.games.kyo.stacks import (
    KING,
    LIGHT_PAWN,
    LOOSE,
    OWNED,
    PAWNED,
    QUEEN,
    TOWER,
    Lift,
    Sign,
    lift,
    moved,
    pawn_of,
    shuffled,
)
from corr.games.kyo.steps import (
    AROUND,
    MOST_KEPT,
    Action,
    Phase,
    Shuffle,
    Step,
    deploys,
    first_actions,
    may_shuffle,
    next_actions,
    shuffles,
    unkept_first_actions,
)
from corr.games.seats import Seat, other

_FIRST, _MANA, _DEPLOYS, _OVER = Phase


class KyoDraft(Draft[Position, Action]):
    """A half-made turn: never changed, each action makes a new one. A plain class, since it is made so often."""

    __slots__ = ("actor", "brought", "last", "phase", "planes", "shuffled", "stacks")

    def __init__(  # noqa: PLR0913, PLR0917 - made for every single action; keywords would cost a tenth of it
        self,
        position: Position,
        seat: Seat,
        made: tuple[Action, ...],
        stacks: list[str] | tuple[str, ...],
        planes: int,
        phase: Phase,
        actor: int = -1,
        last: int = -1,
        brought: int = -1,
        shuffled: bool = False,  # noqa: FBT001, FBT002 - see above
    ) -> None:
        self.position = position
        self.seat = seat
        self.made = made
        self.stacks = stacks
        """The stacks in the middle of the turn, one for each tile; never changed."""
        self.planes = planes
        """The facts about them as sets of tiles."""
        self.phase = phase
        self.actor = actor
        """The tile of the stack that made the first action; negative before it."""
        self.last = last
        """The direction of the last Mana move; negative if there was none."""
        self.brought = brought
        """How many of the chips brought along in the pawn's last step are left; negative if it made no step."""
        self.shuffled = shuffled
        """Whether the last action was a shuffle."""

    # -- what is legal ------------------------------------------------------------------------------------------

    def acting(self) -> int:
        """The tiles of the stacks that may act, as far as the turn is not over."""
        if self.actor >= 0:
            return 1 << self.actor
        return self.planes >> OWNED[self.seat] & BOARD

    def lift(self, tile: int) -> Lift:
        """What may be lifted on a tile, which must have an owner."""
        return lift(self.stacks[tile])

    def steps(self, tile: int) -> tuple[Action, ...]:
        """What the stack on a tile, one of `acting`, may do: all but the shuffles of a stack that is `tall`."""
        phase = self.phase
        if phase is _OVER:
            return ()
        lifted = lift(self.stacks[tile])
        around = self.planes & AROUND[tile]
        if phase is _FIRST:
            find = first_actions if lifted.most <= MOST_KEPT else unkept_first_actions
            found = find(tile, lifted, around, self.barred(tile) if lifted.kind == LIGHT_PAWN else 0)
            return tuple([a for a in found if type(a) is not Shuffle]) if self.shuffled else found
        if phase is _MANA:
            found = next_actions(tile, lifted, around, self.last)
            return (*found, *shuffles(tile, lifted)) if lifted.kind == QUEEN and not self.shuffled else found
        return deploys(tile, lifted, around)

    def steps_to(self, tile: int, goal: int) -> list[Step]:
        """What the stack on a tile may do with another tile; nothing if it may not act."""
        found = self.steps(tile) if self.acting() >> tile & 1 else ()
        return [step for step in found if isinstance(step, Step) and step.goal == goal]

    def barred(self, tile: int) -> int:
        """The tiles of the enemy pawns around a Light Pawn that it does not outnumber."""
        # kyo: Where a step may go, a Light Pawn.
        planes, seat, found = self.planes, self.seat, 0
        enemies = planes >> PAWNED[other(seat)] & RINGS[tile]
        if enemies:
            against = self.against(tile)
            for goal in each(enemies):
                if self.backing(goal) <= against:
                    found |= 1 << goal
        return found

    def backing(self, goal: int) -> int:
        """How many stacks of the player stand around a tile that a Light Pawn would strike."""
        return (self.planes >> OWNED[self.seat] & RINGS[goal]).bit_count()

    def against(self, tile: int) -> int:
        """How many stacks of the opponent stand around a Light Pawn."""
        return (self.planes >> OWNED[other(self.seat)] & RINGS[tile]).bit_count()

    def tall(self) -> list[int]:
        """The tiles of the tall stacks of Mana whose many shuffles `steps` leaves out."""
        if self.phase is not _FIRST or self.actor >= 0:
            # What acts is a pawn, and there are only a few shuffles under it.
            return []
        loose = self.acting() & ~(self.planes >> PAWNED[self.seat])
        return [tile for tile in each(loose) if lift(self.stacks[tile]).is_tall]

    def is_tall(self, tile: int) -> bool:
        """Whether the stack on a tile, one of `acting`, is one of these."""
        lifted = lift(self.stacks[tile])
        return lifted.is_tall and lifted.kind == LOOSE and self.phase is _FIRST and self.actor < 0

    # -- listing, counting, checking: all from the above --------------------------------------------------------

    def actions(self) -> Iterator[Action]:
        if self.phase is _OVER:
            return iter(())
        if self.actor >= 0:
            return iter(self.steps(self.actor))
        found: list[Action] = []
        for tile in each(self.acting()):
            found += self.steps(tile)
        tall = self.tall()
        return chain(found, *(shuffles(tile, lift(self.stacks[tile])) for tile in tall)) if tall else iter(found)

    def has_action(self) -> bool:
        return self.phase is not _OVER and any(map(self.steps, each(self.acting())))

    def count(self) -> int:
        """How many actions are possible, the shuffles of tall stacks counted without listing them."""
        if self.phase is _OVER:
            return 0
        found = sum(len(self.steps(tile)) for tile in each(self.acting()))
        return found + sum(lift(self.stacks[tile]).shuffles for tile in self.tall())

    def accepts(self, action: Action) -> bool:
        if self.phase is _OVER or not 0 <= action.source < SIZE or not self.acting() >> action.source & 1:
            return False
        if isinstance(action, Shuffle):
            return self.may_shuffle(action.source) and may_shuffle(lift(self.stacks[action.source]), action.order)
        return action in self.steps(action.source)

    def may_shuffle(self, tile: int) -> bool:
        """Whether the stack on a tile, one of `acting`, may be shuffled now if its chips allow it."""
        # kyo: Actions, 3. Two shuffles in a row are one; after a Mana move only a Queen shuffles.
        if self.shuffled:
            return False
        return self.phase is _FIRST or (self.phase is _MANA and pawn_of(self.stacks[tile]) == QUEEN)

    @property
    def may_stop(self) -> bool:
        return bool(self.made) and self.has_action()

    # -- going on -----------------------------------------------------------------------------------------------

    def after(self, action: Action) -> "KyoDraft":
        if isinstance(action, Shuffle):
            return self._shuffled(action)
        sign, source, goal, count = action.sign, action.source, action.goal, action.count
        stacks = list(self.stacks)
        struck = stacks[goal][-1:]
        kind = pawn_of(stacks[source])
        stacks[source], stacks[goal], change, other_change = moved(sign, stacks[source], stacks[goal], count)
        actor, last, brought, phase = goal, self.last, count, _OVER
        if sign == Sign.MANA_MOVE:
            last, phase = HEADING[source, goal], _MANA
        elif sign == Sign.DEPLOY:
            # kyo: Enemy Mana under a pawn. What a Tower deployed counts as brought no longer.
            actor, brought = source, max(0, self.brought - count) if self.brought > 0 else self.brought
            if kind == TOWER:
                phase = self.phase
        elif kind == LOOSE or sign in {Sign.STRIKE_SHIELD, Sign.UNDER}:
            actor, brought = (goal if kind == LOOSE else source), self.brought
            if kind == TOWER:
                phase = _DEPLOYS
        elif kind == TOWER and not (sign == Sign.STRIKE and struck.upper() == KING):
            phase = _DEPLOYS
        planes = self.planes ^ change << source ^ other_change << goal
        return KyoDraft(self.position, self.seat, (*self.made, action), stacks, planes, phase, actor, last, brought)

    def _shuffled(self, action: Shuffle) -> "KyoDraft":
        tile = action.source
        stacks = list(self.stacks)
        kind = pawn_of(stacks[tile])
        stacks[tile] = shuffled(stacks[tile], action.order, self.seat)
        # kyo: Actions, 3 and 5. It ends the turn, except for a Queen; a Tower may still deploy.
        phase = self.phase if kind == QUEEN else _DEPLOYS if kind == TOWER else _OVER
        made = (*self.made, action)
        return KyoDraft(
            self.position, self.seat, made, stacks, self.planes, phase, tile, self.last, self.brought, shuffled=True
        )

    def closed(self) -> "KyoDraft":
        """The same draft without any action: the game is over, or it is not the seat's turn."""
        return KyoDraft(self.position, self.seat, self.made, self.stacks, self.planes, _OVER)
