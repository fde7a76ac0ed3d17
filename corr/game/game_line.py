"""A game as one line of a list."""

from dataclasses import dataclass
from datetime import datetime

from corr.games.seats import Seat


@dataclass(frozen=True, slots=True)
class GameLine:
    """A game in a list of one player's own games."""

    id: str
    title: str
    your_seat: Seat
    opponent: str
    """The other player's name."""
    turn_number: int
    changed_at: datetime
    version: int
    """The number of changes of anything that a viewer could see of it."""
    is_your_turn: bool = False
    due_at: datetime | None = None
    """The earliest deadline that runs."""
    is_frozen: bool = False
    """Whether it is frozen or paused, so that nobody can play on."""
    opponent_away_until: datetime | None = None
    """Until when the other player is on leave; None if the game is over."""
    result: str = ""
    """What it was for the player: "Won", "Lost", "Draw" or "No result"; empty while it runs."""
    outcome_words: str = ""
    """How it ended, in a sentence; empty while it runs."""
