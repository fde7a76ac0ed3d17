"""The arithmetic of Glicko-2, against the worked example of its author's paper and against its own laws."""

import math
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as some

from corr.ratings.glicko2 import (
    PERIOD_DAYS,
    Evidence,
    Played,
    Strength,
    Term,
    aged,
    evidence_of,
    improved,
    term_of,
    updated,
)

PLAYER = Strength(1500, 200, 0.06)
GAMES = (
    Played(Strength(1400, 30), 1),
    Played(Strength(1550, 100), 0),
    Played(Strength(1700, 300), 0),
)
"""The example of “Example of the Glicko-2 system”, which rounds what it prints, and goes on with what is printed."""
WEIGHTS = (0.9955, 0.9531, 0.7242)
EXPECTED = (0.639, 0.432, 0.303)

strengths = some.builds(Strength, some.floats(100, 3500), some.floats(30, 350), some.floats(0.03, 0.12))
games = some.builds(Played, strengths, some.sampled_from((0.0, 0.5, 1.0)))


def test_weights_and_expected_scores_are_those_of_the_paper() -> None:
    terms = [term_of(PLAYER, game) for game in GAMES]

    assert tuple(round(term.weight, 4) for term in terms) == WEIGHTS
    assert tuple(round(term.expected, 3) for term in terms) == EXPECTED


def test_variance_and_improvement_are_those_of_the_paper() -> None:
    scores = [game.score for game in GAMES]
    terms = [Term(*printed) for printed in zip(WEIGHTS, EXPECTED, scores, strict=True)]

    evidence = evidence_of(terms)

    assert round(evidence.variance, 4) == 1.7785
    assert round(evidence.improvement, 4) == -0.4834
    assert round(evidence.surplus, 3) == -0.272


def test_rating_deviation_and_volatility_are_those_of_the_paper() -> None:
    # 200 is printed as 1.1513 on the inner scale, on which the result is rounded too.
    player = Strength(1500, 1.1513 * 173.7178, 0.06)

    after = improved(player, Evidence(variance=1.7785, surplus=-0.272), periods=1)

    assert round(after.rating, 2) == 1464.06
    inner = round(after.deviation / 173.7178, 4)
    assert inner == 0.8722
    assert round(173.7178 * inner, 2) == 151.52
    # The paper cuts 0.059996 off where it would be rounded up.
    assert math.floor(after.volatility * 100_000) == 5_999


def test_without_rounding_in_between_the_example_ends_within_a_hundredth_of_the_paper() -> None:
    after = updated(PLAYER, GAMES)

    assert after.rating == pytest.approx(1464.06, abs=0.0101)
    assert after.deviation == pytest.approx(151.52, abs=0.005)
    assert after.volatility == pytest.approx(0.05999, abs=0.00001)


def test_a_period_without_games_lets_the_deviation_alone_grow() -> None:
    after = updated(PLAYER, (), periods=1)

    # Step 6 of the paper: the square root of 1.1513² + 0.06², times 173.7178.
    assert (after.rating, after.volatility) == (1500, 0.06)
    assert after.deviation == pytest.approx(173.7178 * math.hypot(200 / 173.7178, 0.06))


def test_a_deviation_of_60_grows_to_about_110_in_an_idle_year() -> None:
    assert aged(Strength(1800, 60), 365 / PERIOD_DAYS).deviation == pytest.approx(110, abs=0.1)


def test_a_deviation_never_grows_beyond_350() -> None:
    assert aged(Strength(1800, 340), 10_000).deviation == 350
    assert updated(Strength(1800, 340), GAMES, periods=10_000).deviation < 350


def test_two_idle_spans_make_one_of_their_sum() -> None:
    in_two = aged(aged(PLAYER, 3.25), 4.5)

    assert in_two.deviation == pytest.approx(aged(PLAYER, 7.75).deviation)


def test_more_than_110_is_provisional() -> None:
    assert Strength(deviation=110.001).is_provisional
    assert not Strength(deviation=110).is_provisional


@pytest.mark.parametrize("score", [0.0, 1.0])
def test_a_surprise_raises_the_volatility_and_what_was_expected_lowers_it(score: float) -> None:
    surprise = updated(Strength(1500, 50), [Played(Strength(1500 + 1200 * (2 * score - 1), 50), score)] * 5)
    expected = updated(Strength(1500, 50), [Played(Strength(1500 - 1200 * (2 * score - 1), 50), score)] * 5)

    assert surprise.volatility > 0.06 > expected.volatility


def test_a_win_over_an_equal_raises_as_much_as_a_loss_lowers() -> None:
    won = updated(PLAYER, [Played(PLAYER, 1)])
    lost = updated(PLAYER, [Played(PLAYER, 0)])

    assert won.rating - 1500 == pytest.approx(1500 - lost.rating)
    assert won.rating > 1500


@given(strengths, some.lists(games, min_size=1, max_size=5), some.floats(0, 300))
def test_the_order_of_games_does_not_change_the_last_bit(
    player: Strength, played: list[Played], periods: float
) -> None:
    after = updated(player, played, periods)

    assert all(updated(player, order, periods) == after for order in list(permutations(played))[:30])


@given(strengths, some.lists(games, min_size=1, max_size=30), some.floats(0, 3000))
def test_whatever_was_played_the_numbers_stay_within_reason(
    player: Strength, played: list[Played], periods: float
) -> None:
    after = updated(player, played, periods)

    assert math.isfinite(after.rating)
    assert 0 < after.deviation <= 350
    assert 0 < after.volatility < 1
    # By steps 7 and 8 of the paper each game moves a rating by the square of a deviation at most.
    assert abs(after.rating - player.rating) <= len(played) * 350**2 / 173.7178
