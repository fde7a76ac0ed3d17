"""Divisions that an organiser changes."""

from hypothesis import given
from hypothesis import strategies as some

from corr.leagues.rules.divisions import Candidate, Divisions, Field, Move, divisions_of
from tests.leagues.rules.test_dividing import ids


def planned(count: int, wanted: int, plans: dict[int, int]) -> Divisions:
    """Newcomers 1, 2 … in divisions, of whom some were planned."""
    return divisions_of(Field([Candidate(one, planned_tier=plans.get(one)) for one in range(1, count + 1)]), wanted)


def test_only_those_move_whom_the_organiser_moved() -> None:
    divisions = planned(10, 5, {2: 2})

    assert ids(divisions) == [[1, 3, 4, 5], [2, 6, 7, 8, 9, 10]]
    assert next(one for one in divisions[1] if one.player_id == 2).move is Move.PLANNED


def moves(divisions: Divisions) -> dict[int, Move]:
    """Why each player is where it is."""
    return {one.player_id: one.move for division in divisions for one in division}


def test_who_is_moved_to_fill_a_division_was_not_chosen_by_the_organiser() -> None:
    divisions = planned(6, 6, {1: 2})

    assert ids(divisions) == [[2, 3, 4], [5, 6, 1]]
    assert moves(divisions) == {
        1: Move.PLANNED,
        **dict.fromkeys((2, 3, 4), Move.NEW),
        5: Move.COMPLETES,
        6: Move.COMPLETES,
    }


def test_who_gives_way_in_a_full_division_was_not_chosen_by_the_organiser() -> None:
    divisions = planned(23, 20, dict.fromkeys(range(13, 24), 1))

    assert {moves(divisions)[one] for one in (10, 11, 12)} == {Move.GIVES_WAY}


def test_who_moves_up_with_a_whole_division_was_not_chosen_by_the_organiser() -> None:
    divisions = planned(9, 3, {4: 1, 5: 1, 6: 1})

    assert ids(divisions) == [[1, 2, 3, 4, 5, 6], [7, 8, 9]]
    assert {moves(divisions)[one] for one in (7, 8, 9)} == {Move.RENUMBERED}


def test_two_can_change_places() -> None:
    assert ids(planned(8, 4, {1: 2, 8: 1})) == [[2, 3, 4, 8], [1, 5, 6, 7]]


def test_one_more_division_can_be_made() -> None:
    assert ids(planned(9, 9, {1: 2, 2: 2, 3: 2})) == [[4, 5, 6, 7, 8, 9], [1, 2, 3]]


def test_divisions_can_become_one() -> None:
    assert ids(planned(6, 3, dict.fromkeys(range(1, 7), 1))) == [[1, 2, 3, 4, 5, 6]]


def test_a_division_that_would_be_too_small_is_filled_from_below() -> None:
    assert ids(planned(9, 4, {1: 2})) == [[2, 3, 4, 5], [1, 6, 7, 8, 9]]
    assert ids(planned(8, 4, {1: 2, 2: 2})) == [[3, 4, 5], [1, 2, 6, 7, 8]]


def test_what_lies_as_near_is_taken_from_below_before_from_above() -> None:
    assert ids(planned(12, 4, {5: 1, 6: 1})) == [[1, 2, 3, 4, 5, 6], [7, 8, 9], [10, 11, 12]]


def test_a_division_that_would_be_too_large_gives_its_last_who_were_not_planned() -> None:
    divisions = planned(23, 20, dict.fromkeys(range(13, 24), 1))

    assert ids(divisions) == [[*range(1, 10), *range(13, 24)], [10, 11, 12]]


def test_plans_that_cannot_be_are_not_kept() -> None:
    everybody_apart = {1: 1, 2: 1, 3: 1, 4: 1, 5: 2, 6: 2}

    assert ids(planned(6, 3, everybody_apart)) == [[1, 2, 3], [4, 5, 6]]


@given(
    count=some.integers(3, 60),
    wanted=some.integers(3, 20),
    plans=some.dictionaries(some.integers(1, 60), some.integers(-1, 9)),
)
def test_no_plan_loses_a_player_or_breaks_a_size(count: int, wanted: int, plans: dict[int, int]) -> None:
    divisions = planned(count, wanted, plans)

    assert sorted(one for division in ids(divisions) for one in division) == list(range(1, count + 1))
    assert all(3 <= len(division) <= 20 for division in divisions)
    assert all(placing.tier == tier for tier, division in enumerate(divisions, 1) for placing in division)
