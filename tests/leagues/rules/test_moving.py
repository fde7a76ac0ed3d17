"""Promotion and relegation."""

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as some

from corr.leagues.rules.divisions import Finisher, Move, PromotionCounts, in_order, moved

TWO = PromotionCounts(2, 2)


def finals(*sizes: int) -> list[list[Finisher]]:
    """Divisions of players 101, 102 … in order of their places, and 201, 202 … below."""
    return [[Finisher(100 * tier + place, place) for place in range(1, size + 1)] for tier, size in enumerate(sizes, 1)]


def targets(
    found: Sequence[Sequence[Finisher]], lines: PromotionCounts = TWO, returning: set[int] | None = None
) -> dict[int, int]:
    """Where each player begins."""
    return {mover.player_id: mover.tier for mover in moved(found, lines, returning)}


def moves(found: Sequence[Sequence[Finisher]], wanted: Move, lines: PromotionCounts = TWO) -> list[int]:
    """Who makes that move, in order."""
    return [mover.player_id for mover in moved(found, lines) if mover.move is wanted]


def everybody(found: Sequence[Sequence[Finisher]]) -> set[int]:
    return {player.player_id for division in found for player in division}


def test_the_first_go_up_and_the_last_go_down() -> None:
    found = finals(5, 5, 5)

    assert moves(found, Move.PROMOTED) == [201, 202, 301, 302]
    assert moves(found, Move.RELEGATED) == [104, 105, 204, 205]
    assert targets(found)[201] == 1
    assert targets(found)[205] == 3


def test_nobody_goes_up_from_the_highest_division_and_nobody_down_from_the_lowest() -> None:
    tiers = targets(finals(4, 4))

    assert tiers[101] == tiers[102] == 1
    assert tiers[203] == tiers[204] == 2


def test_with_one_division_everybody_stays() -> None:
    found = finals(6)

    assert moves(found, Move.STAYS) == [101, 102, 103, 104, 105, 106]


def test_the_order_in_which_a_table_is_given_does_not_matter() -> None:
    found = finals(5, 5)

    assert moved([division[::-1] for division in found], TWO) == moved(found, TWO)


def test_a_shared_place_across_the_line_is_parted_by_lot() -> None:
    tied = [Finisher(201, 1), Finisher(202, 2, "c"), Finisher(203, 2, "a"), Finisher(204, 2, "b"), Finisher(205, 5)]

    assert moves([finals(5)[0], tied], Move.PROMOTED) == [201, 203]


def test_a_place_wins_over_a_lot() -> None:
    assert [one.player_id for one in in_order([Finisher(1, 2, "a"), Finisher(2, 1, "b")])] == [2, 1]


def test_the_next_in_order_is_promoted_for_somebody_who_does_not_return() -> None:
    found = finals(5, 5)

    tiers = targets(found, returning=everybody(found) - {201})

    assert (tiers[202], tiers[203], tiers[204]) == (1, 1, 2)
    assert 201 not in tiers


def test_a_relegated_player_who_does_not_return_drags_nobody_down() -> None:
    found = finals(5, 5)

    tiers = targets(found, returning=everybody(found) - {105})

    assert (tiers[103], tiers[104]) == (1, 2)


def test_a_player_of_the_middle_who_does_not_return_saves_nobody() -> None:
    found = finals(5, 5)

    tiers = targets(found, returning=everybody(found) - {102})

    assert (tiers[103], tiers[104], tiers[105]) == (1, 2, 2)


def test_whoever_withdrew_comes_last_and_is_relegated_whatever_the_place() -> None:
    top = [Finisher(101, 1, has_withdrawn=True), *(Finisher(100 + place, place) for place in range(2, 6))]
    found = [top, finals(0, 5)[1]]

    assert moves(found, Move.RELEGATED) == [105, 101]
    assert [one.player_id for one in in_order(top)][-1] == 101


def test_results_that_left_the_table_come_after_all_others() -> None:
    gone, forfeited = Finisher(1, None, has_withdrawn=True), Finisher(2, 4, has_withdrawn=True)

    assert [one.player_id for one in in_order([gone, forfeited, Finisher(3, 5)])] == [3, 2, 1]


def test_more_withdrawals_than_places_to_go_down_are_all_relegated() -> None:
    top = [Finisher(100 + place, place, has_withdrawn=place <= 3) for place in range(1, 7)]

    assert moves([top, finals(0, 5)[1]], Move.RELEGATED) == [101, 102, 103]


def test_whoever_withdrew_is_not_promoted() -> None:
    below = [Finisher(201, 1, has_withdrawn=True), *(Finisher(200 + place, place) for place in range(2, 6))]

    assert moves([finals(5)[0], below], Move.PROMOTED) == [202, 203]


def test_nobody_who_withdrew_is_promoted_even_if_there_is_nobody_else() -> None:
    below = [Finisher(201, 1, has_withdrawn=True), Finisher(202, 2, has_withdrawn=True), Finisher(203, 3)]

    assert moves([finals(3)[0], below], Move.PROMOTED) == [203]


def test_where_up_and_down_are_more_than_there_are_players_up_comes_first() -> None:
    tiers = targets(finals(3, 3, 3), PromotionCounts(2, 2))

    assert (tiers[201], tiers[202], tiers[203]) == (1, 1, 3)


@pytest.mark.parametrize("lines", [PromotionCounts(0, 0), PromotionCounts(9, 9)])
def test_any_number_of_moves_is_possible(lines: PromotionCounts) -> None:
    found = finals(3, 3, 3)

    assert set(targets(found, lines)) == everybody(found)


@given(
    sizes=some.lists(some.integers(3, 20), min_size=1, max_size=5),
    up=some.integers(0, 20),
    down=some.integers(0, 20),
    draw=some.data(),
)
def test_promotion_loses_and_doubles_nobody(sizes: list[int], up: int, down: int, draw: some.DataObject) -> None:
    found = finals(*sizes)
    returning = draw.draw(some.sets(some.sampled_from(sorted(everybody(found)))))

    movers = moved(found, PromotionCounts(up, down), returning)

    assert sorted(mover.player_id for mover in movers) == sorted(returning)
    assert all(1 <= mover.tier <= len(sizes) and abs(mover.tier - mover.came_from) <= 1 for mover in movers)


@given(size=some.integers(4, 20), tiers=some.integers(1, 5), count=some.integers(0, 2))
def test_as_many_up_as_down_keep_every_division_as_large_as_it_was(size: int, tiers: int, count: int) -> None:
    found = finals(*[size] * tiers)

    reached = list(targets(found, PromotionCounts(count, count)).values())

    assert all(reached.count(tier) == size for tier in range(1, tiers + 1))
