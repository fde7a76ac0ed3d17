"""
What will happen in a game, and when, if nobody does anything: for its page, for lists and for letters.

Everything that decides it is in one value, so that a page can tell whether it would say the same as before.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import Enum, auto

from corr.base.sentences import Sentence
from corr.games.seats import Seat


class Follows(Enum):
    """What follows when a player's time runs out."""

    LOST = auto()
    """The game is lost."""
    CLAIM = auto()
    """The other player may claim it."""
    FORFEITED = auto()
    """The game, of a league, is forfeited, because the player never made a turn."""
    CANCELLED = auto()
    """The game is cancelled, because the player never made a turn."""
    CANCELLED_BY_CLAIM = auto()
    """The other player may have it cancelled."""


_CLAIMED = frozenset({Follows.CLAIM, Follows.CANCELLED_BY_CLAIM})
"""What the other player decides."""


class Why(Enum):
    """Why a clock stands still."""

    LEAVE = auto()
    REST = auto()


@dataclass(frozen=True, slots=True)
class Still:
    """A clock stands still."""

    until: datetime
    why: Why


@dataclass(frozen=True, slots=True)
class Foretold:
    """What will happen if the player at one seat, who is due, does nothing."""

    seat: Seat
    name: str
    """The player's."""
    opponent: str
    due_at: datetime | None
    """The deadline; None in games in which no clock runs."""
    left: timedelta
    """How long the clock still has to run, stillness not counted."""
    is_past: bool
    """Whether the deadline has passed, and nothing has followed yet."""
    follows: Follows
    still: Still | None
    """None while the clock runs."""
    may_be_saved: bool
    """Whether the game allows leave, of which a day may begin by itself."""
    has_rescue: bool
    """Whether a day of leave will begin by itself; told to the player alone."""
    ends_at: datetime | None = None
    """When the game ends by itself if nobody claims it; None unless the deadline has passed in such a game."""
    is_unmoved: bool = False
    """Whether nobody has made a turn in the game yet: then that is no result."""

    @property
    def ends_without_result(self) -> bool:
        """Whether what follows is no result, because the player never made a turn."""
        return self.follows in {Follows.CANCELLED, Follows.CANCELLED_BY_CLAIM}


@dataclass(frozen=True, slots=True)
class Outlook:
    """What will happen in one game."""

    you: Seat | None
    """The reader's seat; None for who only watches."""
    is_frozen: bool
    are_doors_closed: bool
    """Whether no deadline is enforced, because the service could not be reached."""
    closes_at: datetime | None
    """When an untimed game is closed if nobody acts; None for games with a time limit."""
    clocks: tuple[Foretold, ...]
    """Of the seats that are due, the reader's own first."""
    is_paused: bool = False
    """Whether it is frozen because the organisers of its league let it stand still."""
    coming: Sentence | None = None
    """What is announced about the pace of its season; None where that stays."""

    @property
    def is_yours_past(self) -> bool:
        """Whether the reader's own time has run out."""
        return any(clock.seat == self.you and clock.is_past for clock in self.clocks)

    @property
    def claimable(self) -> Foretold | None:
        """The clock that ran out and lets the reader claim the game; None if nothing can be claimed."""
        if self.you is None or self.is_frozen or self.are_doors_closed:
            return None
        past = [clock for clock in self.clocks if clock.is_past and clock.follows in _CLAIMED]
        return past[0] if len(past) == 1 and past[0].seat != self.you else None
