"""A half-made turn of Kerd: here, and only here, is said what is legal."""

from collections.abc import Iterator
from itertools import chain

from corr.games.api import Draft
from corr.games.grid import each
from corr.games.kerd.actions import (
    CAPTURE,
    MOVE,
    Action,
    Castling,
    Choice,
    Execute,
    Pair,
    Reach,
    Reveal,
    Step,
    castlings,
    named,
    steps_from,
)
from corr.games.kerd.attacks import Guard, attackers, guard, may_recapture
from corr.games.kerd.effects import after
from corr.games.kerd.moves import hops, king_goals, moves, pairs, slides, walks
from corr.games.kerd.position import HIDDEN, REVEALED, UNCHOSEN, Position, suspects
from corr.games.seats import Seat, other


class KerdDraft(Draft[Position, Action]):
    """A turn before and after its only action. A plain class, since it is made so often."""

    __slots__ = ("result",)

    def __init__(self, position: Position, seat: Seat, made: tuple[Action, ...], result: Position | None) -> None:
        self.position = position
        self.seat = seat
        self.made = made
        self.result = result
        """The position after the turn; None before its action, and where both choose at the same time."""

    # -- what is legal ------------------------------------------------------------------------------------------

    @property
    def is_open(self) -> bool:
        """Whether it is the seat's turn and it has not acted yet; the game may be over nevertheless."""
        if self.made:
            return False
        position = self.position
        return position.seat == self.seat or (position.seat is None and position.marks[self.seat] == UNCHOSEN)

    def reached(self, among: int = -1) -> Iterator[Reach]:
        """The legal actions of the pieces on some squares, lazily, as sets; no set is empty."""
        return chain.from_iterable(self._stages(among))

    def _stages(self, among: int) -> Iterator[list[Reach]]:
        """
        The same in parts, any of which may be empty.

        What no secret decides comes first, and what is told by a secret, the reveal, comes last.
        """
        if not self.is_open:
            return
        position = self.position
        if position.seat is None:
            suspected = position.sides[other(self.seat)] & suspects(position.kinds) & among
            yield [(named(Choice), suspected)] if suspected else []
            return
        stand = self.guard()
        yield from self._eased(stand, among) if stand.checkers else self._free(stand, among)
        yield self._king_reached(stand, among)
        yield self._revealed(among)

    def guard(self) -> Guard:
        """How the King of the player stands."""
        position, seat = self.position, self.seat
        own, enemy = position.sides[seat], position.sides[1 - seat]
        return guard(seat, position.kinds[8] & own, position.kinds, own=own, enemy=enemy)

    def _free(self, stand: Guard, among: int) -> Iterator[list[Reach]]:
        """The legal actions but those of the King while it is not attacked: only what shields it is looked at."""
        position = self.position
        pieces = position.sides[self.seat] & among
        free = pieces & ~stand.pinned
        # kerd: Execute. As long as the opponent has not revealed an infiltrator.
        removable = free & suspects(position.kinds) if position.marks[1 - self.seat] != REVEALED else 0
        if removable:
            yield [(named(Execute), removable)]
        yield walks(position, free)
        yield slides(position, free)
        yield hops(position, free)
        if stand.pinned & pieces:
            yield self._tested(moves(position, stand.pinned & pieces), -1)
        together = pairs(position, pieces)
        # A pair may leave two squares at once on which its pieces shielded the King together.
        yield self._tested(together, -1) if together and stand.pinned | stand.doubled else together

    def _eased(self, stand: Guard, among: int) -> Iterator[list[Reach]]:
        """The legal actions but those of the King while it is attacked: something must be captured or put between."""
        position = self.position
        pieces = position.sides[self.seat] & among
        yield self._tested(moves(position, pieces), stand.relief)
        yield self._tested(pairs(position, pieces), -1)

    def _tested(self, reached: list[Reach], within: int) -> list[Reach]:
        """What of *reached* goes to squares *within* and leaves the own King safe."""
        kept: list[Reach] = []
        for known, goals in reached:
            safe = 0
            for goal in each(goals & within):
                if self.is_safe(known[goal]):
                    safe |= goal
            if safe:
                kept.append((known, safe))
        return kept

    def is_safe(self, action: Action) -> bool:
        """Whether the own King is not attacked after *action*, which is possible but for that."""
        king, own, enemy = self.tried(action)
        if not king & self.position.sides[self.seat]:
            return bool(self._safe_goals(king))
        return not attackers(self.seat, king, self.position.kinds, own=own, enemy=enemy)

    def _safe_goals(self, goals: int) -> int:
        """To which of some squares around it the own King may go without being attacked there."""
        position, seat = self.position, self.seat
        kinds = position.kinds
        own, enemy = position.sides[seat], position.sides[1 - seat]
        own &= ~kinds[8]
        safe = 0
        while goals:
            goal = goals & -goals
            goals ^= goal
            if attackers(seat, goal, kinds, own=own | goal, enemy=enemy & ~goal):
                continue
            # kerd: Traps. The test of the own King uses the recapture that the tested turn makes, not the old one.
            if not (goal & enemy & kinds[0] and may_recapture(kinds, goal, enemy)):
                safe |= goal
        return safe

    def tried(self, action: Action) -> tuple[int, int, int]:
        """Where the own King, the own pieces and the opponent's pieces would be after *action*."""
        position, seat = self.position, self.seat
        own, enemy = position.sides[seat], position.sides[1 - seat]
        king = position.kinds[8] & own
        if isinstance(action, Step):
            own, enemy = own & ~action.source | action.goal, enemy & ~action.goal
            return action.goal if action.source == king else king, own, enemy
        if isinstance(action, Pair):
            own = own & ~(action.commander | action.pawn) | action.commander_goal | action.pawn_goal
        elif isinstance(action, Castling):
            king = action.king_goal
            own = own & ~(action.king | action.tower) | king | action.tower_goal
        elif isinstance(action, Execute):
            own &= ~action.square
        else:
            own, enemy = own | action.square, enemy & ~action.square
        return king, own, enemy

    def _king_reached(self, stand: Guard, among: int) -> list[Reach]:
        position = self.position
        king = position.kinds[8] & position.sides[self.seat] & among
        if not king:
            return []
        goals = king_goals(position)
        safe = self._safe_goals(goals) if goals else 0
        enemy = position.sides[1 - self.seat]
        known: list[Reach] = [(steps_from(MOVE, king), safe & ~enemy), (steps_from(CAPTURE, king), safe & enemy)]
        if king & position.unmoved and not stand.checkers:
            both = castlings(self.seat)
            known.append((both, sum(goal for goal, castling in both.items() if self.may_castle(castling))))
        return [reach for reach in known if reach[1]]

    def may_castle(self, castling: Castling) -> bool:
        """Whether a castling is possible for a King that is not attacked where it stands."""
        position, seat = self.position, self.seat
        kinds, unmoved = position.kinds, position.unmoved
        own, enemy = position.sides[seat], position.sides[1 - seat]
        # kerd: Moves, King, castling.
        if not (castling.king & kinds[8] & own & unmoved and castling.tower & kinds[6] & own & unmoved):
            return False
        if castling.way & (own | enemy) or castling.home & enemy:
            return False
        return not any(self.is_attacked_on(square, castling) for square in each(castling.passed))

    def is_attacked_on(self, square: int, castling: Castling) -> bool:
        """Whether the King would be attacked on a square of its way, the Tower not yet moved."""
        own, enemy = self.position.sides[self.seat], self.position.sides[1 - self.seat]
        own = own & ~castling.king | square
        return attackers(self.seat, square, self.position.kinds, own=own, enemy=enemy) != 0

    def _revealed(self, among: int) -> list[Reach]:
        position, seat = self.position, self.seat
        mark = position.marks[seat]
        # kerd: Reveal. Once any player has given check, and if the infiltrator is still on the board.
        if not position.checked or mark in {UNCHOSEN, REVEALED, HIDDEN}:
            return []
        # A lost infiltrator is tested like one that stands somewhere, so that the work does not tell which it is.
        square = max(0, mark)
        return [(named(Reveal), square)] if self.is_safe(Reveal(square)) and square & among else []

    # -- listing, counting, checking: all from the above --------------------------------------------------------

    def actions(self) -> Iterator[Action]:
        return chain.from_iterable(map(listed, self._stages(-1)))

    def has_action(self) -> bool:
        return any(self._stages(-1))

    def count(self) -> int:
        """How many actions are possible, without listing them."""
        return sum([goals.bit_count() for stage in self._stages(-1) for _, goals in stage])

    def accepts(self, action: Action) -> bool:
        """Whether *action* may be played next; only the piece that it begins with is looked at."""
        source, key = begins(action), told_by(action)
        return any(key & goals and known.get(key) == action for known, goals in self.reached(source))

    # -- going on -----------------------------------------------------------------------------------------------

    def after(self, action: Action) -> "KerdDraft":
        position = self.position
        result = None if position.seat is None else after(position, action)
        return KerdDraft(position, self.seat, (action,), result)


def listed(reached: list[Reach]) -> list[Action]:
    """The actions of some sets one by one."""
    found: list[Action] = []
    for known, goals in reached:
        left = goals
        while left:
            goal = left & -left
            found.append(known[goal])
            left ^= goal
    return found


def begins(action: Action) -> int:
    """The square of the piece that an action begins with: its own, or the one that is named."""
    if isinstance(action, Step):
        return action.source
    if isinstance(action, Pair):
        return action.commander
    return action.king if isinstance(action, Castling) else action.square


def told_by(action: Action) -> int:
    """The square that tells an action from others of its kind: the goal, or the one that is named."""
    if isinstance(action, Step):
        return action.goal
    if isinstance(action, Pair):
        return action.commander_goal
    return action.king_goal if isinstance(action, Castling) else action.square
