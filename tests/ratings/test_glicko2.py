"""The arithmetic of Glicko-2, against the worked example of its author's paper and against its own laws."""

import math
from collections.abc import Sequence
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


def scaled(terms: Sequence[Term], share: float) -> Evidence:
    """The sums of the paper over *terms*, both scaled."""
    information = math.fsum(term.weight**2 * term.expected * (1 - term.expected) for term in terms)
    return Evidence(1 / (share * information), share * math.fsum(t.weight * (t.score - t.expected) for t in terms))


@pytest.mark.parametrize("count", [38, 500])
def test_more_than_fifteen_games_a_day_weigh_as_fifteen(count: int) -> None:
    after = updated(Strength(2000, 60), [Played(Strength(1400, 80), 0)] * count)

    assert round(after.rating) == 1716
    assert round(after.deviation) == 59


def test_fifteen_games_a_day_weigh_in_full() -> None:
    games = [Played(Strength(1400 + 20 * number, 80), number % 2) for number in range(15)]

    after = updated(PLAYER, games)

    assert after == improved(PLAYER, scaled([term_of(PLAYER, game) for game in games], 1), 1)


@given(strengths, some.lists(strengths, min_size=1, max_size=40), some.floats(0, 300))
def test_losses_of_one_absence_cost_to_the_bit_what_one_game_with_their_mean_sums_costs(
    player: Strength, opponents: list[Strength], periods: float
) -> None:
    games = [Played(opponent, 0, is_absence=True) for opponent in opponents]

    after = updated(player, games, periods)

    terms = [term_of(player, game) for game in games]
    information, surplus = (
        math.fsum(term.weight**2 * term.expected * (1 - term.expected) for term in terms),
        math.fsum(term.weight * (term.score - term.expected) for term in terms),
    )
    one_game = Evidence(1 / (information / len(games)), surplus / len(games))
    assert after == improved(player, one_game, periods)


def test_ten_equal_losses_of_one_absence_cost_what_one_loss_costs() -> None:
    player, opponent = Strength(1800, 60), Strength(1600, 80)

    after = updated(player, [Played(opponent, 0, is_absence=True)] * 10)

    assert after.rating == pytest.approx(updated(player, [Played(opponent, 0)]).rating)
    assert after.rating > updated(player, [Played(opponent, 0)] * 10).rating + 50


def test_an_absence_counts_as_one_game_among_the_fifteen_that_weigh_in_full() -> None:
    opponent = Strength(1600, 80)
    absence = [Played(opponent, 0, is_absence=True)] * 9

    with_fourteen = updated(PLAYER, [*absence, *[Played(opponent, 1)] * 14])
    with_one_loss = updated(PLAYER, [Played(opponent, 0), *[Played(opponent, 1)] * 14])

    assert with_fourteen.rating == pytest.approx(with_one_loss.rating)


@pytest.mark.parametrize(("counted", "moves"), [(14, True), (15, False), (400, False)])
def test_a_rating_of_fifteen_games_moves_at_most_350_a_day(counted: int, *, moves: bool) -> None:
    games = [Played(Strength(1500, 50), 0)] * 15

    after = updated(Strength(2500, 300), games, counted=counted)

    assert (after.rating < 2500 - 350) == moves
    assert moves or after.rating == 2500 - 350


def test_what_lies_outside_the_bounds_counts_as_what_lies_on_them() -> None:
    wild, held = Strength(-17_424, 1e9, 452), Strength(100, 350, 0.12)

    assert updated(Strength(1500, 50), [Played(wild, 1)]) == updated(Strength(1500, 50), [Played(held, 1)])
    assert updated(wild, [Played(PLAYER, 0)]) == updated(held, [Played(PLAYER, 0)])
    assert aged(Strength(9000, 0, 7e14), 3) == aged(Strength(4000, 1, 0.12), 3)


finite = some.floats(allow_nan=False, allow_infinity=False)
any_strengths = some.builds(Strength, some.floats(-10_000, 10_000), finite, finite)
any_games = some.builds(Played, any_strengths, some.sampled_from((0.0, 0.5, 1.0)), some.booleans())


@given(any_strengths, some.lists(some.tuples(any_games, some.integers(1, 100)), max_size=5), finite, finite)
def test_whatever_was_played_the_numbers_stay_within_their_bounds(
    player: Strength, played: list[tuple[Played, int]], periods: float, counted: float
) -> None:
    games = [game for game, times in played for _ in range(times)]

    after = updated(player, games, periods, counted=int(counted))

    assert 100 <= after.rating <= 4000
    assert 1 <= after.deviation <= 350
    assert 0 < after.volatility <= 0.12
    if counted >= 15:
        assert abs(after.rating - min(max(player.rating, 100), 4000)) <= 350


@given(strengths, some.lists(games, min_size=1, max_size=30), some.floats(0, 3000))
def test_each_game_moves_a_rating_by_the_square_of_a_deviation_at_most(
    player: Strength, played: list[Played], periods: float
) -> None:
    after = updated(player, played, periods)

    # By steps 7 and 8 of the paper.
    assert abs(after.rating - player.rating) <= len(played) * 350**2 / 173.7178
