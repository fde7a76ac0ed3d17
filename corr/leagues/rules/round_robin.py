"""Round robins by Berger tables, the only format of seasons: everybody meets everybody."""

from abc import ABC, abstractmethod
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class ScheduledPairing:
    """A pairing of a schedule: two players of a division, by their numbers from 1."""

    round: int
    """The round, from 1."""
    first: int
    """The player with the first seat."""
    second: int


class Format(ABC):
    """A format of seasons: which players of a division meet, in which rounds."""

    name: str
    """The name for people: "round robin"."""

    @abstractmethod
    def rounds(self, players: int, legs: int = 1) -> int:
        """The number of rounds for that many *players*."""

    @abstractmethod
    def pairings(self, players: int, legs: int = 1) -> tuple[ScheduledPairing, ...]:
        """All pairings of a division with the numbers 1 to *players*, round by round."""


class RoundRobin(Format):
    """The round robin, once (one leg) or twice (two legs)."""

    name = "round robin"

    def rounds(self, players: int, legs: int = 1) -> int:
        """One less than the number of players in each leg; as many as players if odd, with one bye in each round."""
        return legs * (_even(players) - 1)

    def pairings(self, players: int, legs: int = 1) -> tuple[ScheduledPairing, ...]:
        """All pairings, round by round; with an odd number of players one has a bye in each round."""
        leg = self.rounds(players)
        once = [pairing for number in range(1, leg + 1) for pairing in _round(players, number)]
        again = [ScheduledPairing(pairing.round + leg, pairing.second, pairing.first) for pairing in once if legs > 1]
        return (*once, *again)


ROUND_ROBIN = RoundRobin()


def _round(players: int, number: int) -> list[ScheduledPairing]:
    """
    The pairings of a round of one leg.

    All numbers but the last turn in a circle, so those that meet in a round have the same sum modulo the circle's size.
    """
    last = _even(players)
    sums = {first: (number + 1 - first) % (last - 1) or last - 1 for first in range(1, last)}
    # The number that would meet itself meets the last.
    pairs = [(one, last if other == one else other) for one, other in sums.items() if one <= other]
    pairs.sort(key=lambda pair: (pair[1] != last, pair))
    return [ScheduledPairing(number, *_seated(pair, last)) for pair in pairs if max(pair) <= players]


def _seated(pair: tuple[int, int], last: int) -> tuple[int, int]:
    """Two numbers, given the lower first, in the order of their seats."""
    lower, higher = pair
    is_lower_first = lower <= last // 2 if higher == last else (lower + higher) % 2 == 1
    return pair if is_lower_first else (higher, lower)


def _even(players: int) -> int:
    """The number of players, made even by a missing one who stands for the bye."""
    return players + players % 2
