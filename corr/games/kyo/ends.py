"""How a game of Kyo ends."""

from corr.games.api import Outcome
from corr.games.kyo.position import Position
from corr.games.kyo.stacks import CHARGED, KINGS
from corr.games.kyo.tiles import BOARD
from corr.games.seats import Seat, other

ENDINGS = {
    "king": "a King was struck",
    "mana": "a side had no Mana left on the board",
    "no-action": "the player to move had no legal action",
}
"""The end reasons, each as a clause for people."""


def visible_end(position: Position) -> Outcome | None:
    """How the game is over by what can be seen of *position*, but for a player without any action."""
    # kyo: End of the game. The mover is asked first whether it won; that it lost only a given text can show.
    return _lost(position.planes, position.seat) or _lost(position.planes, other(position.seat))


def _lost(planes: int, seat: Seat) -> Outcome | None:
    """How *seat* has lost, if it has."""
    if not planes >> KINGS[seat] & BOARD:
        return Outcome(other(seat), "king")
    if not planes >> CHARGED[seat] & BOARD:
        return Outcome(other(seat), "mana")
    return None
