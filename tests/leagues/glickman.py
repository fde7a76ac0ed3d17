"""
Ratings worked out from the page on Glicko-2 alone, day by day from the first, in the plainest way.

The volatility is found by halving an interval, not by the method of the paper: it has one solution.
"""

from collections.abc import Iterable
from datetime import date
from math import exp, log, pi, sqrt

Found = tuple[float, float, float]
"""Rating, deviation and volatility, on the scale of the paper: r, RD and σ."""
NEW: Found = (1500.0, 350.0, 0.06)
TAU = 0.5
PERIOD = 4.665
SCALE = 173.7178
Game = tuple[date, int, int, float]
"""The day on which it was over, the two players, and what the first scored."""


def ratings(games: Iterable[Game]) -> dict[int, Found]:
    """What everybody is rated after all games, as of the own last day."""
    known: dict[int, tuple[date, Found]] = {}
    listed = list(games)
    for day in sorted({game[0] for game in listed}):
        of_day = [game for game in listed if game[0] == day]
        before = dict(known)
        for player in {player for _, one, other, _ in of_day for player in (one, other)}:
            met = [(other, score) for _, one, other, score in of_day if one == player]
            met += [(one, 1 - score) for _, one, other, score in of_day if other == player]
            opponents = [(_idle(before, other, day), score) for other, score in met]
            known[player] = (day, _after(before, player, day, opponents))
    return {player: found for player, (_, found) in known.items()}


def _idle(known: dict[int, tuple[date, Found]], player: int, day: date) -> Found:
    """Somebody on a day, without games since the last."""
    if player not in known:
        return NEW
    last, (rating, deviation, volatility) = known[player]
    periods = (day - last).days / PERIOD
    return rating, min(350.0, SCALE * sqrt((deviation / SCALE) ** 2 + periods * volatility**2)), volatility


def _after(known: dict[int, tuple[date, Found]], player: int, day: date, games: list[tuple[Found, float]]) -> Found:
    last, (rating, deviation, volatility) = known.get(player, (day, NEW))
    periods = (day - last).days / PERIOD
    mu, phi = (rating - 1500) / SCALE, deviation / SCALE
    rows = []
    for (other, spread, _), score in games:
        g = 1 / sqrt(1 + 3 * (spread / SCALE) ** 2 / pi**2)
        expected = 1 / (1 + exp(-g * (mu - (other - 1500) / SCALE)))
        rows.append((g, expected, score))
    v = 1 / sum(g * g * e * (1 - e) for g, e, _ in rows)
    delta = v * sum(g * (score - e) for g, e, score in rows)
    sigma = _volatility(phi, volatility, v, delta)
    grown = min(sqrt(phi**2 + periods * sigma**2), 350 / SCALE)
    after = 1 / sqrt(1 / grown**2 + 1 / v)
    return 1500 + SCALE * (mu + after**2 * delta / v), SCALE * after, sigma


def _volatility(phi: float, sigma: float, v: float, delta: float) -> float:
    a = log(sigma**2)

    def f(x: float) -> float:
        whole = phi**2 + v + exp(x)
        return exp(x) * (delta**2 - whole) / (2 * whole**2) - (x - a) / TAU**2

    low, high = a - 20, a + 20
    while high - low > 1e-12:
        middle = (low + high) / 2
        low, high = (middle, high) if f(middle) > 0 else (low, middle)
    return exp(low / 2)
