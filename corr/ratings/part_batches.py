"""
Batches: the games of one kind that were finished on one day, and what they make of everybody's ratings.

Everybody enters a day as the days before left them, so that players of one day do not depend on each other.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import groupby

from corr.ratings.glicko2 import PERIOD_DAYS, Played, Strength, aged, updated

_NOBODY = Strength()
_HALF = 0.5


@dataclass(frozen=True, slots=True)
class Met:
    """A game that counts: two players, and what the first of them scored."""

    day: date
    """On which it was finished, in UTC."""
    first: int
    second: int
    score: float

    def opponent_of(self, player: int) -> int:
        """Whom *player*, one of the two, met."""
        return self.second if player == self.first else self.first

    def score_of(self, player: int) -> float:
        """What *player*, one of the two, scored."""
        return self.score if player == self.first else 1 - self.score


@dataclass(frozen=True, slots=True)
class Rated:
    """A player after a day with games that count."""

    day: date
    strength: Strength
    games: int
    """How many counted up to and with that day."""

    def on(self, day: date) -> Strength:
        """The strength on a later *day*, before its games."""
        return aged(self.strength, _periods(self.day, day))


def score_of(winner: int | None) -> float:
    """What the first seat scored in a game with a result; None for a draw."""
    return _HALF if winner is None else float(winner == 0)


def rated(player: int, day: date, games: Sequence[Met], before: Mapping[int, Rated]) -> Rated:
    """
    *player* after a *day*.

    :param games: the player's games of that day.
    :param before: the player and all whom the player met, as they were left by the days before; new ones are missing.
    """
    played = [Played(_strength(before.get(met.opponent_of(player)), day), met.score_of(player)) for met in games]
    own = before.get(player)
    if own is None:
        return Rated(day, updated(_NOBODY, played, 0), len(games))
    return Rated(day, updated(own.strength, played, _periods(own.day, day)), own.games + len(games))


def history(games: Iterable[Met], present: dict[int, Rated] | None = None) -> Iterator[tuple[int, Rated]]:
    """
    Everybody's ratings, day by day: each player after each day.

    :param games: all that count, of one kind, in the order of their days.
    :param present: everybody as the days before left them, and afterwards as these days do; None at the very beginning.
    """
    present = {} if present is None else present
    for day, of_day in groupby(games, key=lambda met: met.day):
        of_players: dict[int, list[Met]] = {}
        for met in of_day:
            of_players.setdefault(met.first, []).append(met)
            of_players.setdefault(met.second, []).append(met)
        after = {player: rated(player, day, met, present) for player, met in sorted(of_players.items())}
        present.update(after)
        yield from after.items()


def _strength(rated_before: Rated | None, day: date) -> Strength:
    return _NOBODY if rated_before is None else rated_before.on(day)


def _periods(since: date, day: date) -> float:
    return (day - since).days / PERIOD_DAYS
