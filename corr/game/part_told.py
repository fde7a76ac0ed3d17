"""
What use cases give out of words between players, and of all games of a player at once.

As in `shown`, all of it is frozen and already cut down to what its reader may know.
"""

from dataclasses import dataclass
from datetime import datetime

from corr.games.seats import Seat


@dataclass(frozen=True, slots=True)
class MessageLine:
    """What one player wrote to the other."""

    turn_number: int
    """The turn that it came with; for one that came alone, the turn that was due."""
    seat: Seat
    seat_title: str
    name: str
    """The player's."""
    text: str
    at: datetime
    is_yours: bool


@dataclass(frozen=True, slots=True)
class DigestGame:
    """A game that waits for a turn of the reader."""

    game_id: str
    title: str
    opponent: str
    turn_number: int
    due_at: datetime | None
    """None in a game without a time limit."""


@dataclass(frozen=True, slots=True)
class DigestEnding:
    """A game of the reader that ended since the last digest."""

    game_id: str
    title: str
    opponent: str
    outcome_words: str
    ended_at: datetime


@dataclass(frozen=True, slots=True)
class DigestChallenge:
    """A challenge that the reader may answer."""

    id: str
    title: str
    """The game's name for people."""
    challenger: str
    pace_words: str
    created_at: datetime
    expires_at: datetime


@dataclass(frozen=True, slots=True)
class DigestView:
    """All that a digest tells."""

    waiting: tuple[DigestGame, ...]
    """By time left."""
    ended: tuple[DigestEnding, ...]
    """The first that ended first."""
    challenges: tuple[DigestChallenge, ...]
    """By the time left to answer them."""
    since: datetime
    """When the digest before was told."""

    @property
    def is_worth_telling(self) -> bool:
        """Whether there is anything that the digest before did not say, or that has to be said again."""
        # An open challenge was told when it came, and in a digest; to tell it every day would be a nuisance.
        is_new = any(challenge.created_at >= self.since for challenge in self.challenges)
        return bool(self.waiting or self.ended or is_new)
