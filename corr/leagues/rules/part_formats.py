"""
What decides who meets whom in a division: a format is one module with one `Format`.

There is one so far, the round robin; a ladder, a knock-out or a Swiss tournament would be a further module.
"""

from abc import ABC, abstractmethod
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Pairing:
    """Two of a division who meet, by their numbers from 1."""

    round: int
    """From 1."""
    first: int
    """Who has the first seat."""
    second: int


class Format(ABC):
    """A way to let the players of a division meet."""

    name: str
    """For people: "round robin"."""

    @abstractmethod
    def rounds(self, players: int, legs: int = 1) -> int:
        """How many rounds a division of so many *players* has."""

    @abstractmethod
    def pairings(self, players: int, legs: int = 1) -> tuple[Pairing, ...]:
        """All pairings of a division with the numbers 1 to *players*, round by round."""
