"""What letters are composed from: one value for each, already cut down to what its reader may know."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from corr.clocks.part_outlook import Outlook
from corr.game.part_told import DigestView
from corr.game.views import ChallengeView, GameView, TurnLine
from corr.games.scene import Scene
from corr.leagues.part_told import SeasonLetter


@dataclass(frozen=True, slots=True)
class ReminderLine:
    """One game of a reminder."""

    game_id: str
    title: str
    opponent: str
    turn_number: int
    due_at: datetime
    outlook: Outlook | None = None
    """What will happen by the clock; None where that is told once for all games."""


@dataclass(frozen=True, slots=True)
class PastBoard:
    """The board as it stood after an earlier turn."""

    turn_number: int
    scene: Scene
    last: frozenset[str]
    """The squares that the turn touched."""


@dataclass(frozen=True, slots=True)
class LetterContext:
    """Everything that a letter is composed from."""

    recipient: str
    """The address that it goes to."""
    name: str
    """The player's name; empty for a person without an account."""
    zone: str
    """The IANA name of the zone in which the letter shows moments."""
    kind: str
    """The kind of notice, which is the name of its templates."""
    facts: Mapping[str, Any] = field(repr=False)
    turn_mail: str = "each"
    """How the player wants to be told of turns: "each", "digest", "one" or "none"."""
    has_account: bool = True
    """Whether it goes to a player, and not to an address alone."""
    game: GameView | None = None
    """The game as it stood when `turn_number` was due, as the recipient may see it."""
    is_tried: bool = False
    """Whether its board is the one that the turn would lead to which the letter asks about."""
    turn_number: int | None = None
    outlook: Outlook | None = None
    """What will happen by the clock; None if the game is over, or has gone on since."""
    since_last: tuple[TurnLine, ...] = ()
    """The last few turns since the recipient's own last one, oldest first."""
    left_out: int = 0
    """How many turns since then were before those."""
    boards: tuple[PastBoard, ...] = ()
    """After those turns that the game's own board does not show, oldest first."""
    previous_id: str = ""
    """The Message-ID of the letter before about the same game to the same player; empty if there is none."""
    hints: tuple[str, ...] = ()
    """The legal beginnings, if a turn of the recipient is wanted."""
    reminders: tuple[ReminderLine, ...] = ()
    """The games that a reminder of several is about, by time left."""
    challenge: ChallengeView | None = None
    question: str = ""
    """What is asked of the recipient where both choose at the same time: "Choose a piece."."""
    digest: DigestView | None = None
    """All games of a player at once."""
    season: SeasonLetter | None = None
    """The season of a league that it is about."""
