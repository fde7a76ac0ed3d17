"""Who attacks a King, and which pieces stand in the way: what the test of the own King is made of."""

from typing import NamedTuple

from corr.games.kerd.lines import aim, ring
from corr.games.kerd.position import Kinds
from corr.games.seats import Seat


def attackers(seat: Seat, square: int, kinds: Kinds, *, own: int, enemy: int) -> int:
    """
    The opponent's pieces that could capture a piece of *seat* on *square*, but by a recapture.

    Only the opponent's pieces are looked up in *kinds*, so that a turn can be tried by changing the two sets alone.
    """
    pawns, commanders, bishops, scouts, hussars, jumpers, towers, queens, kings = kinds
    corners, front, leaps, around, straight, diagonal, bishop_lines, strides, between = aim(seat, square)
    found = enemy & ((pawns | commanders) & corners | jumpers & front | hussars & leaps | kings & around)
    aiming = enemy & ((towers | queens) & straight | (scouts | queens) & diagonal | bishops & bishop_lines)
    while aiming:
        piece = aiming & -aiming
        if not between[piece] & (own | enemy):
            found |= piece
        aiming ^= piece
    # kerd: Moves, Hussar. Only pieces that are its enemies stop it between.
    aiming = enemy & hussars & strides
    while aiming:
        piece = aiming & -aiming
        if not between[piece] & own:
            found |= piece
        aiming ^= piece
    return found


class Guard(NamedTuple):
    """The attacks on a King, and the pieces that stand before it."""

    checkers: int
    """The pieces that attack it."""
    relief: int
    """The squares of the checkers and those between: a piece that does not go to one of them does not help."""
    pinned: int
    """Own pieces that stand alone between the King and an attack."""
    doubled: int
    """Own pieces that stand there by twos; a pair move may lift both."""


def guard(seat: Seat, king: int, kinds: Kinds, *, own: int, enemy: int) -> Guard:
    """The attacks on the King of *seat*, and the pieces that stand before it."""
    pawns, commanders, bishops, scouts, hussars, jumpers, towers, queens, _ = kinds
    corners, front, leaps, _, straight, diagonal, bishop_lines, strides, between = aim(seat, king)
    checkers = relief = enemy & ((pawns | commanders) & corners | jumpers & front | hussars & leaps)
    pinned = doubled = 0
    sliders = enemy & ((towers | queens) & straight | (scouts | queens) & diagonal | bishops & bishop_lines)
    striders = enemy & hussars & strides
    aiming = sliders | striders
    while aiming:
        piece = aiming & -aiming
        aiming ^= piece
        way = between[piece]
        if piece & sliders and way & enemy:
            continue
        blockers = way & own
        if not blockers:
            checkers |= piece
            relief |= piece | way
        elif not blockers & (blockers - 1):
            pinned |= blockers
        elif blockers.bit_count() == 2:  # noqa: PLR2004 - a pair
            doubled |= blockers
    return Guard(checkers, relief, pinned, doubled)


def may_recapture(kinds: Kinds, square: int, side: int) -> int:
    """The Commander Pawns among *side* that may capture what has just captured an ordinary Pawn on *square*."""
    # kerd: Moves, Commander pawn, recapture. On one of the 8 squares around it.
    return ring(square) & kinds[1] & side
