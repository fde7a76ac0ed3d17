"""Batches of games by days: who enters with what, and that order does not matter."""

from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as some

from corr.ratings.glicko2 import PERIOD_DAYS, Played, Strength, aged, updated
from corr.ratings.rating_days import Met, Rated, history, rated, score_of

MONDAY = date(2026, 3, 2)
TUESDAY = MONDAY + timedelta(days=1)
ADA, BOB, CY = 1, 2, 3

meetings = some.builds(
    lambda day, pair, score: Met(MONDAY + timedelta(days=day), pair[0], pair[1], score),
    some.integers(0, 40),
    some.permutations(range(1, 7)),
    some.sampled_from((0.0, 0.5, 1.0)),
)


def test_a_new_player_begins_with_1500_and_a_deviation_of_350() -> None:
    after = dict(history([Met(MONDAY, ADA, BOB, 1)]))

    game = Played(Strength(1500, 350, 0.06), 1)
    assert after[ADA] == Rated(MONDAY, updated(Strength(1500, 350, 0.06), [game], 0), 1)
    assert after[ADA].strength.rating - 1500 == pytest.approx(1500 - after[BOB].strength.rating)


def test_games_of_one_day_are_one_batch() -> None:
    games = [Met(MONDAY, ADA, BOB, 1), Met(MONDAY, CY, ADA, 1)]

    ada = dict(history(games))[ADA]

    new = Strength()
    assert ada.strength == updated(new, [Played(new, 1), Played(new, 0)], 0)
    assert ada.games == 2


def test_each_win_over_someone_who_was_absent_counts_in_full() -> None:
    games = [Met(MONDAY, ADA, BOB, 1, is_absence=True), Met(MONDAY, CY, ADA, 0, is_absence=True)]

    ada = dict(history(games))[ADA]

    assert ada.strength == updated(Strength(), [Played(Strength(), 1)] * 2, 0)


def test_opponents_count_as_the_days_before_left_them_and_not_as_the_same_day_does() -> None:
    games = [Met(MONDAY, ADA, BOB, 1), Met(TUESDAY, BOB, CY, 1), Met(TUESDAY, ADA, BOB, 1)]

    days = list(history(games))

    bob_on_monday = dict(days[:2])[BOB]
    cy = dict(days[2:])[CY]
    assert cy.strength == updated(Strength(), [Played(bob_on_monday.on(TUESDAY), 0)], 0)


def test_an_opponent_who_rested_counts_with_the_deviation_of_the_day_of_the_game() -> None:
    bob = Rated(MONDAY, Strength(1600, 60), 9)
    year_later = MONDAY + timedelta(days=365)

    ada = rated(ADA, year_later, [Met(year_later, ADA, BOB, 1)], {BOB: bob})

    opponent = aged(Strength(1600, 60), 365 / PERIOD_DAYS)
    assert opponent.deviation == pytest.approx(110, abs=0.1)
    assert ada.strength == updated(Strength(), [Played(opponent, 1)], 0)


def test_the_time_since_the_last_batch_counts_in_fractions_of_a_period() -> None:
    ada = Rated(MONDAY, Strength(1600, 60), 9)

    after = rated(ADA, TUESDAY, [Met(TUESDAY, ADA, BOB, 1)], {ADA: ada})

    assert after.strength == updated(ada.strength, [Played(Strength(), 1)], 1 / 4.665)
    assert after.games == 10


@pytest.mark.parametrize(("winner", "score"), [(0, 1.0), (1, 0.0), (None, 0.5)])
def test_a_win_is_1_a_draw_a_half_and_a_loss_0(winner: int | None, score: float) -> None:
    assert score_of(winner) == score


@given(some.lists(meetings, max_size=30), some.randoms(use_true_random=False))
def test_the_order_of_games_within_days_changes_nothing(games: list[Met], chance: object) -> None:
    ordered = sorted(games, key=lambda met: met.day)
    shuffled = list(games)
    chance.shuffle(shuffled)  # type: ignore[attr-defined] # hypothesis’ own kind of random.Random
    shuffled.sort(key=lambda met: met.day)

    assert list(history(shuffled)) == list(history(ordered))
