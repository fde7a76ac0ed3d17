"""
Where the pieces of Kerd may go, the safety of the own King left aside.

All of it is said as sets of target squares, for many pieces at once where they step alike. Lists of actions, counts
and checks of one action are made from these sets.
"""

from functools import cache

from corr.games.grid import each, shifted
from corr.games.kerd.actions import CAPTURE, MOVE, Pair, Reach, Step, pairs_of, steps_by, steps_from
from corr.games.kerd.attacks import may_recapture
from corr.games.kerd.lines import Jump, corners, forward, front, jumps, leaps, rays, ring, strides
from corr.games.kerd.position import AIR, BITS, BOARD, LAND, ROW, WATER, Position
from corr.games.seats import FIRST, Seat

BACK = tuple(sum(BITS[file + rank] for file in "ABCDEHIJKL") for rank in ("8", "5"))
"""Where a Pawn of White and of Black may be replaced: a rank without its air."""


def moves(position: Position, among: int) -> list[Reach]:
    """The moves of the given pieces of the player, all but Kings and pairs."""
    return walks(position, among) + slides(position, among) + hops(position, among)


def walks(position: Position, among: int) -> list[Reach]:
    """The moves of Pawns and Commander Pawns alone."""
    pawns, commanders, *_ = position.kinds
    seat = position.seat
    white, black = position.sides
    enemy = black if seat == FIRST else white
    empty = BOARD & ~(white | black)
    walkers = (pawns | commanders) & among
    starters = walkers & position.unmoved
    if seat == FIRST:
        ahead = ROW
        one = walkers << ROW & empty
        # kerd: Moves, Pawn. Up to 1, 2 or 3 squares in water, land or air, if it has not moved yet.
        two = ((starters & ~WATER) << ROW & empty) << ROW & empty
        three = (((starters & AIR) << ROW & empty) << ROW & empty) << ROW & empty
        left, right = walkers << ROW - 1 & enemy, walkers << ROW + 1 & enemy
    else:
        ahead = -ROW
        one = walkers >> ROW & empty
        two = ((starters & ~WATER) >> ROW & empty) >> ROW & empty
        three = (((starters & AIR) >> ROW & empty) >> ROW & empty) >> ROW & empty
        left, right = walkers >> ROW + 1 & enemy, walkers >> ROW - 1 & enemy
    walked = [
        (MOVE, ahead, one),
        (MOVE, 2 * ahead, two),
        (MOVE, 3 * ahead, three),
        (CAPTURE, ahead - 1, left),
        (CAPTURE, ahead + 1, right),
    ]
    found: list[Reach] = [(steps_by(sign, by), goals) for sign, by, goals in walked if goals]
    if pawns & among & AIR:
        found += _returns(position, pawns & among, walked)
    if position.recapture:
        found += recaptures(position, among)
    return found


def _returns(position: Position, pawns: int, walked: list[tuple[str, int, int]]) -> list[Reach]:
    """The steps of Pawns that are replaced."""
    seat = position.seat or FIRST
    letters = brought_letters(position, seat)
    found: list[Reach] = []
    for sign, by, goals in walked if letters else ():
        # kerd: Moves, Bringing back. From air to a square of the rank that is not air; only start and target count.
        back = goals & shifted(pawns & AIR, by) & BACK[seat]
        if back:
            found += [(steps_by(sign, by, letter), back) for letter in letters]
    return found


def may_return(position: Position, action: Step | Pair) -> bool:
    """Whether the Pawn of a legal *action* could be replaced where it goes."""
    seat = position.seat or FIRST
    source, goal = (action.pawn, action.pawn_goal) if isinstance(action, Pair) else (action.source, action.goal)
    return bool(source & position.kinds[0] & AIR and goal & BACK[seat] and position.reserves[seat])


def brought_letters(position: Position, seat: Seat) -> str:
    """The capital letters of what *seat* may bring back, each once."""
    # kerd: Traps. Identical pieces in the reserve give one turn.
    return _distinct(position.reserves[seat])


@cache
def _distinct(letters: str) -> str:
    return "".join(dict.fromkeys(letters))


def recaptures(position: Position, among: int) -> list[Reach]:
    """The captures of Commander Pawns that only a recapture allows."""
    square, seat = position.recapture, position.seat or FIRST
    # kerd: Moves, Commander pawn. Where the same capture is also an ordinary diagonal one, it is one turn.
    return [
        (steps_from(CAPTURE, commander), square)
        for commander in each(may_recapture(position.kinds, square, among))
        if not corners(seat, commander) & square
    ]


def slides(position: Position, among: int) -> list[Reach]:
    """The moves of Bishops, Scouts, Towers and Queens."""
    _, _, bishops, scouts, _, _, towers, queens, _ = position.kinds
    white, black = position.sides
    occupied = white | black
    own, enemy = (white, black) if position.seat == FIRST else (black, white)
    found: list[Reach] = []
    for kind, squares in ((2, bishops), (3, scouts), (6, towers), (7, queens)):
        sliders = squares & among
        while sliders:
            source = sliders & -sliders
            sliders ^= source
            beside, ascending, descending = rays(kind, source)
            # Most of them are shut in by their own side for long.
            if not beside & ~own:
                continue
            reached = 0
            for ray in ascending:
                blockers = ray & occupied
                # Up to the nearest of them and including it.
                reached |= ray & (blockers ^ (blockers - 1)) if blockers else ray
            for ray in descending:
                blockers = ray & occupied
                reached |= ray & (-1 << blockers.bit_length() - 1) if blockers else ray
            quiet, taken = reached & ~occupied, reached & enemy
            if quiet:
                found.append((steps_from(MOVE, source), quiet))
            if taken:
                found.append((steps_from(CAPTURE, source), taken))
    return found


def hops(position: Position, among: int) -> list[Reach]:
    """The moves of Hussars and Jumpers."""
    hussars, jumpers = position.kinds[4] & among, position.kinds[5] & among
    white, black = position.sides
    occupied = white | black
    seat = position.seat or FIRST
    enemy = black if seat == FIRST else white
    found: list[Reach] = []
    hoppers = hussars | jumpers
    while hoppers:
        source = hoppers & -hoppers
        hoppers ^= source
        if source & hussars:
            reached = leaps(source)
            for goal, way in strides(source):
                # kerd: Moves, Hussar. Own pieces may stand between.
                if not way & enemy:
                    reached |= goal
            quiet, taken = reached & ~occupied, reached & enemy
        else:
            quiet = (ring(source) | jumped(source, occupied)) & ~occupied
            taken = front(seat, source) & enemy
        if quiet:
            found.append((steps_from(MOVE, source), quiet))
        if taken:
            found.append((steps_from(CAPTURE, source), taken))
    return found


def jumped(source: int, occupied: int) -> int:
    """The squares behind the nearest pieces that a Jumper on *source* may jump over; whether they are empty is open."""
    goals = 0
    for window, ascends, behind in _jumps(source):
        blockers = window & occupied
        if blockers:
            nearest = blockers & -blockers if ascends else 1 << blockers.bit_length() - 1
            goals |= behind.get(nearest, 0)
    return goals


@cache
def _jumps(source: int) -> tuple[Jump, ...]:
    # kerd: Moves, Jumper. At most 0, 1 or 2 empty squares before the piece in water, land or air.
    return jumps(source, reach_of(source) - 1)


def reach_of(square: int) -> int:
    """1, 2 or 3 for water, land and air: how far a first move goes, or a jumper sees."""
    return 1 if square & WATER else 2 if square & LAND else 3


def pairs(position: Position, among: int) -> list[Reach]:
    """The moves of Commander Pawns among some pieces with a Pawn, by the goal of the Commander Pawn."""
    pawns, commanders, *_ = position.kinds
    seat = position.seat or FIRST
    own = position.sides[seat]
    letters = ""
    found: list[Reach] = []
    for commander in each(commanders & own & among):
        for pawn in each(ring(commander) & pawns & own):
            goals = _pair_goals(position, commander, pawn)
            if not goals:
                continue
            found.append((pairs_of(seat, commander, pawn), goals))
            if pawn & AIR and (letters := letters or brought_letters(position, seat)):
                # kerd: Moves, Bringing back. The Pawn of a pair, too, but not the Commander Pawn.
                offset = pawn.bit_length() - commander.bit_length()
                back = goals & shifted(BACK[seat], -offset)
                if back:
                    found += [(pairs_of(seat, commander, pawn, letter), back) for letter in letters]
    return found


def _pair_goals(position: Position, commander: int, pawn: int) -> int:
    white, black = position.sides
    # kerd: Moves, pair move. The two pieces themselves are not counted, so two on one file may go in line.
    free = BOARD & ~(white | black) | commander | pawn
    by = forward(position.seat or FIRST)
    goals = 0
    first, second = commander, pawn
    for _ in range(min(pair_reach(position, commander), pair_reach(position, pawn))):
        first, second = shifted(first, by), shifted(second, by)
        if not (first & free and second & free):
            break
        goals |= first
    return goals


def pair_reach(position: Position, square: int) -> int:
    """The number of squares that a Pawn or Commander Pawn may go forward: 1, or by region if it has not moved yet."""
    return reach_of(square) if position.unmoved & square else 1


def king_goals(position: Position) -> int:
    """The squares around the player's King where no own piece stands."""
    own = position.sides[position.seat or FIRST]
    return ring(position.kinds[8] & own) & ~own
