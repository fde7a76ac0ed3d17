"""
Glicko-2: how a rating changes by a batch of games.

After Mark E. Glickman, “Example of the Glicko-2 system” (http://www.glicko.net/glicko/glicko2.pdf); the steps are
numbered as there. One thing is more general: a batch may come any number of rating periods after the one before it,
fractions included, where the paper has one period between each two.

Sums are rounded once, at their end, so that the order of the games never matters.
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

PERIOD_DAYS = 4.665
"""The length of a rating period in days: a deviation of 60 grows to about 110 in a year without games."""
PROVISIONAL_ABOVE = 110.0
"""A rating with a larger deviation is provisional."""
_LARGEST_DEVIATION = 350.0
_TAU = 0.5
"""How much a volatility may change: the system constant."""
_SCALE = 173.7178
_MEAN = 1500.0
_TOLERANCE = 1e-6


@dataclass(frozen=True, slots=True)
class Strength:
    """A rating with its deviation, on the scale that people see, and the volatility."""

    rating: float = _MEAN
    deviation: float = _LARGEST_DEVIATION
    volatility: float = 0.06

    @property
    def is_provisional(self) -> bool:
        """Whether there were too few games to rely on the rating."""
        return self.deviation > PROVISIONAL_ABOVE


@dataclass(frozen=True, slots=True)
class Played:
    """One game of a batch, from one player's side."""

    opponent: Strength
    """The opponent's strength before the batch, with the deviation of its day."""
    score: float
    """1 for a win, ½ for a draw, 0 for a loss."""


@dataclass(frozen=True, slots=True)
class Term:
    """The terms of one game in the sums of a batch."""

    weight: float
    """The weight of a game against that opponent, *g* in the paper."""
    expected: float
    """The expected score, *E* in the paper."""
    score: float


@dataclass(frozen=True, slots=True)
class Evidence:
    """The sums of a batch in steps 3, 4 and 7."""

    variance: float
    """The estimated variance of the rating by these games alone, *v* in the paper."""
    surplus: float
    """The weighted sum of the scores above what was expected."""

    @property
    def improvement(self) -> float:
        """The estimated improvement, *Δ* in the paper."""
        return self.variance * self.surplus


def aged(strength: Strength, periods: float) -> Strength:
    """The strength after so many rating periods without games: the rating stays, and the deviation grows."""
    deviation = _SCALE * _grown(strength.deviation / _SCALE, strength.volatility, periods)
    return Strength(strength.rating, min(deviation, _LARGEST_DEVIATION), strength.volatility)


def updated(strength: Strength, games: Sequence[Played], periods: float = 1.0) -> Strength:
    """
    The strength of a player after a batch of games.

    :param strength: the strength after the batch before it, not aged.
    :param periods: how many rating periods have passed since then.
    """
    if not games:
        return aged(strength, periods)
    return improved(strength, evidence_of([term_of(strength, game) for game in games]), periods)


def term_of(strength: Strength, game: Played) -> Term:
    """The terms of a game, for a player of that *strength*."""
    opponent = game.opponent
    weight = 1 / math.sqrt(1 + 3 * (opponent.deviation / _SCALE) ** 2 / math.pi**2)
    expected = 1 / (1 + math.exp(-weight * (strength.rating - opponent.rating) / _SCALE))
    return Term(weight, expected, game.score)


def evidence_of(terms: Sequence[Term]) -> Evidence:
    """The sums over the terms of one or more games."""
    variance = 1 / math.fsum(term.weight**2 * term.expected * (1 - term.expected) for term in terms)
    return Evidence(variance, math.fsum(term.weight * (term.score - term.expected) for term in terms))


def improved(strength: Strength, evidence: Evidence, periods: float) -> Strength:
    """The strength after a batch with that evidence: steps 5 to 8."""
    deviation = strength.deviation / _SCALE
    volatility = _volatility(deviation, strength.volatility, evidence)
    before = min(_grown(deviation, volatility, periods), _LARGEST_DEVIATION / _SCALE)
    after = 1 / math.sqrt(1 / before**2 + 1 / evidence.variance)
    rating = strength.rating + _SCALE * after**2 * evidence.surplus
    return Strength(rating, _SCALE * after, volatility)


def _grown(deviation: float, volatility: float, periods: float) -> float:
    return math.sqrt(deviation**2 + periods * volatility**2)


def _volatility(deviation: float, volatility: float, evidence: Evidence) -> float:
    """Step 5, by the Illinois algorithm."""
    start = math.log(volatility**2)
    surprise = evidence.improvement**2

    def slope(power: float) -> float:
        spread = deviation**2 + evidence.variance + math.exp(power)
        return math.exp(power) * (surprise - spread) / (2 * spread**2) - (power - start) / _TAU**2

    low, high = start, _far_end(slope, start, surprise - deviation**2 - evidence.variance)
    at_low, at_high = slope(low), slope(high)
    while abs(high - low) > _TOLERANCE:
        between = low + (low - high) * at_low / (at_high - at_low)
        at_between = slope(between)
        if at_between * at_high <= 0:
            low, at_low = high, at_high
        else:
            at_low /= 2
        high, at_high = between, at_between
    return math.exp(low / 2)


def _far_end(slope: Callable[[float], float], start: float, excess: float) -> float:
    """The second starting point of the search for the volatility, on the other side of the solution."""
    if excess > 0:
        return math.log(excess)
    steps = 1
    while slope(start - steps * _TAU) < 0:
        steps += 1
    return start - steps * _TAU
