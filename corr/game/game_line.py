"""A game as one line of a list."""

from dataclasses import dataclass
from datetime import datetime

from corr.games.seats import Seat


@dataclass(frozen=True, slots=True)
class GameLine:
    """A game in a list."""

    id: str
    title: str
    names: tuple[str, str]
    """The players, in the order of the seats."""
    seat_titles: tuple[str, str]
    turn_number: int
    is_your_turn: bool
    due_at: datetime | None
    """The earliest deadline that runs."""
    is_over: bool
    outcome_words: str
    changed_at: datetime
    opponent: str = ""
    """The other player's name, in lists of one player's running games."""
    is_frozen: bool = False
    """Whether it is frozen or paused, so that nobody can play on."""
    opponent_away_until: datetime | None = None
    """Until when the other player is on leave, in lists of one player's running games."""
    version: int = 0
    """The number of changes of anything that a viewer could see of it."""
    your_seat: Seat | None = None
    """The viewer's own seat, in lists of the viewer's running games; None in all others."""
