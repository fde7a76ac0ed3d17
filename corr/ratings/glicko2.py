"""
Glicko-2: how a rating changes by a batch of games.

After Mark E. Glickman, “Example of the Glicko-2 system” (http://www.glicko.net/glicko/glicko2.pdf); the steps are
numbered as there. One thing is more general: a batch may come any number of rating periods after the one before it,
fractions included, where the paper has one period between each two.

The paper's sums are made for some ten to fifteen games in a batch; of 35 equal losses they make a rating of −4,000. So
a larger batch weighs as fifteen games, losses of one absence weigh as one, and all numbers are held within bounds
before and after each batch. The paper's own example is within all of them.

Sums are rounded once, at their end, so that the order of the games never matters.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

PERIOD_DAYS = 4.665
"""The length of a rating period in days: a deviation of 60 grows to about 110 in a year without games."""
PROVISIONAL_ABOVE = 110.0
"""A rating with a larger deviation is provisional."""
MOST_WEIGHED = 15
"""As how many games a batch weighs at most; what an absence has made one game of counts as one here."""
SETTLED_AFTER = 15
"""After how many games a rating moves at most `MOST_MOVED` in one batch."""
MOST_MOVED = 350.0
LOWEST, HIGHEST = 100.0, 4000.0
"""The bounds of ratings."""
_LARGEST_DEVIATION = 350.0
_DEVIATIONS = (1.0, _LARGEST_DEVIATION)
_VOLATILITIES = (1e-4, 0.12)
"""The least one only keeps its logarithm finite: it would take hundreds of years of expected results to get there."""
_MOST_ROUNDS = 100
"""In how many rounds the search for a volatility ends; it rarely takes more than ten."""
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
    is_absence: bool = False
    """Whether it was lost on time while the player was absent: all such games of a batch weigh together as one."""


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
    held = _held(strength)
    deviation = _SCALE * _grown(held.deviation / _SCALE, held.volatility, periods)
    return Strength(held.rating, min(deviation, _LARGEST_DEVIATION), held.volatility)


def updated(strength: Strength, games: Sequence[Played], periods: float = 1.0, *, counted: int = 0) -> Strength:
    """
    The strength of a player after a batch of games.

    :param strength: the strength after the batch before it, not aged.
    :param periods: how many rating periods have passed since then.
    :param counted: how many games had counted for it before.
    """
    if not games:
        return aged(strength, periods)
    absences = [term_of(strength, game) for game in games if game.is_absence]
    others = [term_of(strength, game) for game in games if not game.is_absence]
    after = improved(strength, evidence_of(others, absences), periods)
    if counted < SETTLED_AFTER:
        return after
    start = _held(strength).rating
    return replace(after, rating=_within(after.rating, start - MOST_MOVED, start + MOST_MOVED))


def term_of(strength: Strength, game: Played) -> Term:
    """The terms of a game, for a player of that *strength*."""
    own, opponent = _held(strength), _held(game.opponent)
    weight = 1 / math.sqrt(1 + 3 * (opponent.deviation / _SCALE) ** 2 / math.pi**2)
    expected = 1 / (1 + math.exp(-weight * (own.rating - opponent.rating) / _SCALE))
    return Term(weight, expected, game.score)


def evidence_of(terms: Sequence[Term], absences: Sequence[Term] = ()) -> Evidence:
    """The sums over the terms of one or more games; *absences* weigh together as one, and all as `MOST_WEIGHED`."""
    information, surplus = _sums(terms)
    weighed = len(terms)
    if absences:
        of_absences = (each / len(absences) for each in _sums(absences))
        information, surplus = (math.fsum(pair) for pair in zip((information, surplus), of_absences, strict=True))
        weighed += 1
    share = min(1.0, MOST_WEIGHED / weighed)
    return Evidence(1 / (share * information), share * surplus)


def _sums(terms: Sequence[Term]) -> tuple[float, float]:
    """The two sums of the paper: of the information in each game, whose inverse is the variance, and of the scores."""
    return (
        math.fsum(term.weight**2 * term.expected * (1 - term.expected) for term in terms),
        math.fsum(term.weight * (term.score - term.expected) for term in terms),
    )


def improved(strength: Strength, evidence: Evidence, periods: float) -> Strength:
    """The strength after a batch with that evidence: steps 5 to 8."""
    held = _held(strength)
    deviation = held.deviation / _SCALE
    volatility = _volatility(deviation, held.volatility, evidence)
    before = min(_grown(deviation, volatility, periods), _LARGEST_DEVIATION / _SCALE)
    after = 1 / math.sqrt(1 / before**2 + 1 / evidence.variance)
    return _held(Strength(held.rating + _SCALE * after**2 * evidence.surplus, _SCALE * after, volatility))


def _held(strength: Strength) -> Strength:
    """The strength within the bounds: nearly always the same."""
    if (
        LOWEST <= strength.rating <= HIGHEST
        and _DEVIATIONS[0] <= strength.deviation <= _DEVIATIONS[1]
        and _VOLATILITIES[0] <= strength.volatility <= _VOLATILITIES[1]
    ):
        return strength
    return Strength(
        _within(strength.rating, LOWEST, HIGHEST),
        _within(strength.deviation, *_DEVIATIONS),
        _within(strength.volatility, *_VOLATILITIES),
    )


def _within(number: float, least: float, most: float) -> float:
    return min(max(number, least), most)


def _grown(deviation: float, volatility: float, periods: float) -> float:
    return math.sqrt(deviation**2 + max(periods, 0.0) * volatility**2)


def _volatility(deviation: float, volatility: float, evidence: Evidence) -> float:
    """Step 5, by the Illinois algorithm, up to the bound of volatilities."""
    start = math.log(volatility**2)
    surprise = evidence.improvement**2

    def slope(power: float) -> float:
        spread = deviation**2 + evidence.variance + math.exp(power)
        return math.exp(power) * (surprise - spread) / (2 * spread**2) - (power - start) / _TAU**2

    low, high = start, _far_end(start, surprise - deviation**2 - evidence.variance)
    at_low, at_high = slope(low), slope(high)
    for _ in range(_MOST_ROUNDS):
        if abs(high - low) <= _TOLERANCE:
            break
        between = low + (low - high) * at_low / (at_high - at_low)
        at_between = slope(between)
        if at_between * at_high <= 0:
            low, at_low = high, at_high
        else:
            at_low /= 2
        high, at_high = between, at_between
    return _within(math.exp(low / 2), *_VOLATILITIES)


def _far_end(start: float, excess: float) -> float:
    """
    The second starting point of the search for the volatility, on the other side of the solution.

    The paper looks for it in steps below *start*. The first is always enough: there the first part of the slope is
    above −½, and the second is 1/τ, which is 2.
    """
    return math.log(excess) if excess > 0 else start - _TAU
