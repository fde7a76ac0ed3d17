"""Everybody meets everybody, by the tables of Berger: the one format that there is."""

from abc import ABC, abstractmethod
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class ScheduledPairing:
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
    def pairings(self, players: int, legs: int = 1) -> tuple[ScheduledPairing, ...]:
        """All pairings of a division with the numbers 1 to *players*, round by round."""


class RoundRobin(Format):
    """The round robin, once (one leg) or twice (two legs)."""

    name = "round robin"

    def rounds(self, players: int, legs: int = 1) -> int:
        """One less than there are players; as many if their number is odd, for then somebody rests in each round."""
        return legs * (_even(players) - 1)

    def pairings(self, players: int, legs: int = 1) -> tuple[ScheduledPairing, ...]:
        """All pairings, round by round; with an odd number whoever would meet the missing one rests."""
        leg = self.rounds(players)
        once = [pairing for number in range(1, leg + 1) for pairing in _round(players, number)]
        again = [ScheduledPairing(pairing.round + leg, pairing.second, pairing.first) for pairing in once if legs > 1]
        return (*once, *again)


ROUND_ROBIN = RoundRobin()


def _round(players: int, number: int) -> list[ScheduledPairing]:
    """
    The pairings of a round of one leg.

    Turned in a circle around the last number, the numbers that meet in a round have the same sum.
    """
    last = _even(players)
    sums = {first: (number + 1 - first) % (last - 1) or last - 1 for first in range(1, last)}
    # Who would meet itself meets the last.
    pairs = [(one, last if other == one else other) for one, other in sums.items() if one <= other]
    pairs.sort(key=lambda pair: (pair[1] != last, pair))
    return [ScheduledPairing(number, *_seated(pair, last)) for pair in pairs if max(pair) <= players]


def _seated(pair: tuple[int, int], last: int) -> tuple[int, int]:
    """Who of two, the lower number before the higher, has the first seat, and who the second."""
    lower, higher = pair
    is_lower_first = lower <= last // 2 if higher == last else (lower + higher) % 2 == 1
    return pair if is_lower_first else (higher, lower)


def _even(players: int) -> int:
    """The number of players, and one more who is missing if it is odd."""
    return players + players % 2
