"""Dividing players into divisions."""

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as some

from corr.leagues.rules.divisions import (
    Candidate,
    Divisions,
    Field,
    Finisher,
    Move,
    PromotionCounts,
    division_sizes,
    divisions_of,
    moved,
)
from corr.leagues.rules.settings import Newcomers
from tests.leagues.rules.test_moving import finals


def ids(divisions: Divisions) -> list[list[int]]:
    """The players of each division."""
    return [[placing.player_id for placing in division] for division in divisions]


def moves(divisions: Divisions) -> dict[int, Move]:
    """Why everybody is where they are."""
    return {placing.player_id: placing.move for division in divisions for placing in division}


def test_who_was_promised_another_division_and_gets_none_is_told_why() -> None:
    # Two go up from each division and only one comes down, so that there is no place for all.
    found = moves(after(finals(3, 3, 3, 3, 3), PromotionCounts(2, 1), wanted=3))

    assert (found[301], found[302], found[303]) == (Move.PROMOTED, Move.HELD_BELOW, Move.RELEGATED)


def new(*ratings: int) -> list[Candidate]:
    """Players 1, 2 … in the order of joining."""
    return [Candidate(number, rating) for number, rating in enumerate(ratings, 1)]


def after(
    found: Sequence[Sequence[Finisher]],
    lines: PromotionCounts,
    *,
    without: Sequence[int] = (),
    more: Sequence[Candidate] = (),
    wanted: int = 10,
    newcomers: Newcomers = Newcomers.LOWEST,
) -> Divisions:
    """The divisions after a season, if all but some return, and newcomers join."""
    back = [player.player_id for division in found for player in division if player.player_id not in without]
    field = Field([*(Candidate(one) for one in back), *more], moved(found, lines, back))
    return divisions_of(field, wanted, newcomers)


@pytest.mark.parametrize(
    ("players", "wanted", "sizes"),
    [
        (0, 10, ()),
        (2, 10, ()),
        (3, 10, (3,)),
        (10, 10, (10,)),
        (14, 10, (7, 7)),
        (13, 10, (13,)),
        (12, 9, (12,)),
        (20, 10, (10, 10)),
        (22, 10, (11, 11)),
        (25, 10, (9, 8, 8)),
        (30, 10, (10, 10, 10)),
        (31, 10, (11, 10, 10)),
        (20, 20, (20,)),
        (21, 20, (11, 10)),
        (41, 20, (14, 14, 13)),
        (4, 3, (4,)),
        (5, 3, (5,)),
        (7, 3, (4, 3)),
    ],
)
def test_divisions_are_about_as_large_as_wished(players: int, wanted: int, sizes: tuple[int, ...]) -> None:
    assert division_sizes(players, wanted) == sizes


@given(players=some.integers(3, 400), wanted=some.integers(3, 20))
def test_sizes_differ_by_one_at_most_and_the_larger_are_on_top(players: int, wanted: int) -> None:
    sizes = division_sizes(players, wanted)

    assert sum(sizes) == players
    assert min(sizes) >= 3
    assert max(sizes) <= 20
    assert max(sizes) - min(sizes) <= 1
    assert list(sizes) == sorted(sizes, reverse=True)


@given(
    players=some.integers(3, 200),
    wanted=some.integers(3, 20),
    claims=some.dictionaries(some.integers(1, 20), some.integers(0, 30)),
)
def test_no_promise_makes_a_division_too_small_or_too_large(players: int, wanted: int, claims: dict[int, int]) -> None:
    sizes = division_sizes(players, wanted, claims)

    assert sum(sizes) == players
    assert all(3 <= size <= 20 for size in sizes)


def test_a_promise_leaves_three_for_the_division_below() -> None:
    assert division_sizes(21, 20, {1: 20}) == (18, 3)


def test_in_a_first_season_players_are_divided_in_the_order_of_joining() -> None:
    assert ids(divisions_of(Field(new(*[1500] * 7)), 3)) == [[1, 2, 3, 4], [5, 6, 7]]


def test_in_a_first_season_by_rating_the_strongest_are_on_top() -> None:
    field = Field(new(1500, 1700, 1600, 1700, 1400, 1300))

    assert ids(divisions_of(field, 3, Newcomers.RATING)) == [[2, 4, 3], [1, 5, 6]]


def test_too_few_players_make_no_division() -> None:
    assert divisions_of(Field(new(1500, 1500)), 3) == ()


def test_promoted_and_relegated_change_places() -> None:
    divisions = after(finals(4, 4), PromotionCounts(1, 1), wanted=4)

    assert ids(divisions) == [[101, 102, 103, 201], [104, 202, 203, 204]]
    assert moves(divisions)[201] is Move.PROMOTED
    assert moves(divisions)[104] is Move.RELEGATED
    assert moves(divisions)[102] is Move.STAYS


def test_a_free_place_is_filled_from_below_by_the_next_in_order() -> None:
    divisions = after(finals(5, 5), PromotionCounts(1, 1), without=[102], more=[Candidate(1)], wanted=5)

    assert ids(divisions) == [[101, 103, 104, 201, 202], [105, 203, 204, 205, 1]]
    assert moves(divisions)[202] is Move.FILLS
    assert moves(divisions)[1] is Move.NEW


def test_a_relegated_player_stays_if_there_is_nobody_else_to_fill_the_division() -> None:
    divisions = after(finals(4, 4), PromotionCounts(1, 1), without=[101, 202, 203, 204], wanted=4)

    assert ids(divisions) == [[102, 103, 104, 201]]
    assert moves(divisions)[104] is Move.HELD_ABOVE


def test_newcomers_begin_in_the_lowest_division_whatever_their_rating() -> None:
    divisions = after(finals(5, 5), PromotionCounts(1, 1), without=[205], more=[Candidate(1, 2400)], wanted=5)

    assert ids(divisions)[1][-1] == 1


def test_by_rating_a_newcomer_gets_a_free_place_of_the_division_whose_average_is_reached() -> None:
    more = [Candidate(1, 1499), Candidate(2, 1500)]

    divisions = after(
        finals(5, 5), PromotionCounts(1, 1), without=[102, 205], more=more, wanted=5, newcomers=Newcomers.RATING
    )

    assert ids(divisions) == [[101, 103, 104, 201, 2], [105, 202, 203, 204, 1]]


def test_by_rating_a_newcomer_takes_no_place_from_anybody_who_earned_it() -> None:
    divisions = after(
        finals(5, 5), PromotionCounts(1, 1), more=[Candidate(1, 2400)], wanted=5, newcomers=Newcomers.RATING
    )

    assert {101, 102, 103, 104, 201} <= set(ids(divisions)[0])


def test_more_players_make_more_divisions_and_nobody_has_to_go_down_for_it() -> None:
    more = [Candidate(number) for number in range(1, 6)]

    divisions = after(finals(10, 10, 10), PromotionCounts(2, 2), more=more)

    assert [len(division) for division in divisions] == [10, 10, 10, 5]
    assert Move.MAKES_ROOM not in moves(divisions).values()


def test_where_more_go_up_than_down_the_last_who_would_stay_makes_room() -> None:
    divisions = after(finals(5, 5), PromotionCounts(2, 1), wanted=5)

    assert ids(divisions) == [[101, 102, 103, 201, 202], [104, 105, 203, 204, 205]]
    assert moves(divisions)[104] is Move.MAKES_ROOM


def test_whoever_made_room_above_makes_no_room_again() -> None:
    divisions = after(finals(5, 5, 5), PromotionCounts(2, 1), wanted=5)

    assert ids(divisions) == [[101, 102, 103, 201, 202], [104, 105, 203, 301, 302], [204, 205, 303, 304, 305]]


def test_a_promoted_player_moves_up_further_before_a_newcomer_does() -> None:
    movers = moved(finals(4, 4, 4), PromotionCounts(1, 1), [101, 102, 301, 302, 303])
    ratings = {101: 2000, 102: 2000, 301: 1500, 302: 1500, 303: 1500, 1: 1900}

    divisions = divisions_of(Field([Candidate(*one) for one in ratings.items()], movers), 3, Newcomers.RATING)

    assert ids(divisions) == [[101, 102, 301], [302, 303, 1]]
    assert moves(divisions)[301] is Move.PROMOTED


def test_what_is_left_of_three_divisions_becomes_one() -> None:
    without = [102, 103, 104, 202, 203, 204, 302, 303, 304]

    divisions = after(finals(4, 4, 4), PromotionCounts(1, 1), without=without, wanted=4)

    assert ids(divisions) == [[101, 201, 301]]


@given(
    sizes=some.lists(some.integers(3, 20), min_size=1, max_size=4),
    lines=some.builds(PromotionCounts, some.integers(0, 10), some.integers(0, 10)),
    settings=some.tuples(some.integers(3, 20), some.sampled_from(Newcomers)),
    draw=some.data(),
)
def test_dividing_loses_and_doubles_nobody(
    sizes: list[int], lines: PromotionCounts, settings: tuple[int, Newcomers], draw: some.DataObject
) -> None:
    wanted, newcomers = settings
    found = finals(*sizes)
    known = [player.player_id for division in found for player in division]
    without = draw.draw(some.lists(some.sampled_from(known), unique=True))
    more = [Candidate(number, 1000 + 50 * number) for number in range(1, draw.draw(some.integers(0, 30)) + 1)]

    divisions = after(found, lines, without=without, more=more, wanted=wanted, newcomers=newcomers)

    wishing = sorted(set(known) - set(without) | {one.player_id for one in more})
    placed = sorted(player for division in ids(divisions) for player in division)
    assert placed == (wishing if len(wishing) >= 3 else [])
    assert all(3 <= len(division) <= 20 for division in divisions)
    assert all(placing.tier == tier for tier, division in enumerate(divisions, 1) for placing in division)


@given(count=some.integers(1, 4), lines=some.integers(0, 3))
def test_if_all_return_every_division_is_as_promised(count: int, lines: int) -> None:
    found = finals(*[8] * count)

    divisions = after(found, PromotionCounts(lines, lines), wanted=8)

    promised = {mover.player_id: (mover.tier, mover.move) for mover in moved(found, PromotionCounts(lines, lines))}
    assert {one.player_id: (one.tier, one.move) for division in divisions for one in division} == promised
