"""How a game of Kelasu ends."""

from corr.games.api import Outcome
from corr.games.kelasu.position import QUIET_LIMIT, Kind, Position
from corr.games.kelasu.squares import VICTORY
from corr.games.seats import FIRST, Seat, other

REPETITIONS = 4
"""A position that occurs so often is a draw."""
ENDINGS = {
    "victory-squares": "all four victory squares were taken",
    "no-stone": "a side had no Stone left",
    "only-stones": "a side had nothing but Stones left",
    "quiet": "64 full turns passed without a Blank’s move, a merge, a capture or a conversion",
    "repetition": "the position occurred for the fourth time",
    "no-action": "the player to move had no legal action",
    "dead": "both sides had a lone Blank besides their Stones, so nobody could win any more",
}
"""The end reasons, each as a clause for people."""
_STONES_TO_STILL_WIN = 3


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


def visible_end(position: Position) -> Outcome | None:
    """The outcome that can be seen from *position* alone; a player without any action is not looked for."""
    own, enemy = (position.blue, position.red) if position.seat != FIRST else (position.red, position.blue)
    stones = position.kinds[6]
    won = decision(other(position.seat), own, enemy, stones)
    if won and won.winner != position.seat:
        return won
    # No mover can lose its own last Stone; only a position given as text can be without it.
    if not own & stones:
        return Outcome(position.seat, "no-stone")
    if won:
        return won
    if position.quiet >= QUIET_LIMIT:
        return Outcome(None, "quiet")
    return None


def is_dead(position: Position) -> bool:
    """Whether nobody can win any more: two lone Blanks, and neither side has three Stones on victory squares."""
    blanks, stones = position.kinds[Kind.BLANK], position.kinds[Kind.STONE]
    for squares in (position.blue, position.red):
        alone = squares & ~stones
        if alone.bit_count() != 1 or not alone & blanks:
            return False
        if (squares & stones & VICTORY).bit_count() >= _STONES_TO_STILL_WIN:
            return False
    return True
