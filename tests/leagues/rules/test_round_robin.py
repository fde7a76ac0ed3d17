"""
The tables of Berger.

The printed ones are those of the handbook of FIDE, C.05 (General Regulations for Competitions), annex 1.
"""

from collections import Counter
from itertools import combinations

import pytest

from corr.leagues.rules.divisions import ROUND_ROBIN, Format, ScheduledPairing
from corr.leagues.rules.settings import LARGEST_DIVISION, SMALLEST_DIVISION

SIZES = range(SMALLEST_DIVISION, LARGEST_DIVISION + 1)
PRINTED = {
    4: "1-4 2-3 / 4-3 1-2 / 2-4 3-1",
    6: "1-6 2-5 3-4 / 6-4 5-3 1-2 / 2-6 3-1 4-5 / 6-5 1-4 2-3 / 3-6 4-2 5-1",
    8: (
        "1-8 2-7 3-6 4-5 / 8-5 6-4 7-3 1-2 / 2-8 3-1 4-7 5-6 / 8-6 7-5 1-4 2-3 / 3-8 4-2 5-1 6-7 / "
        "8-7 1-6 2-5 3-4 / 4-8 5-3 6-2 7-1"
    ),
    10: (
        "1-10 2-9 3-8 4-7 5-6 / 10-6 7-5 8-4 9-3 1-2 / 2-10 3-1 4-9 5-8 6-7 / 10-7 8-6 9-5 1-4 2-3 / "
        "3-10 4-2 5-1 6-9 7-8 / 10-8 9-7 1-6 2-5 3-4 / 4-10 5-3 6-2 7-1 8-9 / 10-9 1-8 2-7 3-6 4-5 / "
        "5-10 6-4 7-3 8-2 9-1"
    ),
}


def rounds_of(pairings: tuple[ScheduledPairing, ...]) -> list[set[tuple[int, int]]]:
    """The pairings of each round, by the seats."""
    rounds: dict[int, set[tuple[int, int]]] = {}
    for pairing in pairings:
        rounds.setdefault(pairing.round, set()).add((pairing.first, pairing.second))
    return [rounds[number] for number in sorted(rounds)]


def read(printed: str) -> list[set[tuple[int, int]]]:
    """A printed table."""
    pairs = [[pair.split("-") for pair in one.split()] for one in printed.split(" / ")]
    return [{(int(first), int(second)) for first, second in one} for one in pairs]


@pytest.mark.parametrize("players", PRINTED)
def test_the_tables_are_those_that_are_printed(players: int) -> None:
    assert rounds_of(ROUND_ROBIN.pairings(players)) == read(PRINTED[players])


@pytest.mark.parametrize("players", [5, 7, 9])
def test_an_odd_number_has_the_table_of_one_more_without_the_last(players: int) -> None:
    full = rounds_of(ROUND_ROBIN.pairings(players + 1))

    without = [{pair for pair in one if max(pair) <= players} for one in full]
    assert rounds_of(ROUND_ROBIN.pairings(players)) == without


@pytest.mark.parametrize("players", SIZES)
def test_everybody_meets_everybody_once(players: int) -> None:
    pairs = [frozenset({one.first, one.second}) for one in ROUND_ROBIN.pairings(players)]

    assert Counter(pairs) == Counter(map(frozenset, combinations(range(1, players + 1), 2)))


@pytest.mark.parametrize("legs", [1, 2])
@pytest.mark.parametrize("players", SIZES)
def test_everybody_plays_at_most_once_in_a_round(players: int, legs: int) -> None:
    for pairs in rounds_of(ROUND_ROBIN.pairings(players, legs)):
        seated = [number for pair in pairs for number in pair]
        assert len(seated) == len(set(seated)) == players - players % 2


@pytest.mark.parametrize("players", SIZES)
def test_seats_are_balanced_but_for_one_game(players: int) -> None:
    pairings = ROUND_ROBIN.pairings(players)

    first = Counter(one.first for one in pairings)
    second = Counter(one.second for one in pairings)
    assert all(abs(first[number] - second[number]) <= 1 for number in range(1, players + 1))
    assert all(first[number] + second[number] == players - 1 for number in range(1, players + 1))


@pytest.mark.parametrize("players", SIZES)
def test_with_two_legs_each_pair_plays_both_seats(players: int) -> None:
    pairings = ROUND_ROBIN.pairings(players, legs=2)

    seats = Counter((one.first, one.second) for one in pairings)
    assert set(seats.values()) == {1}
    assert all((second, first) in seats for first, second in seats)
    assert len(seats) == players * (players - 1)


@pytest.mark.parametrize("legs", [1, 2])
@pytest.mark.parametrize("players", SIZES)
def test_the_rounds_are_counted_on_from_one(players: int, legs: int) -> None:
    rounds = {one.round for one in ROUND_ROBIN.pairings(players, legs)}

    assert rounds == set(range(1, ROUND_ROBIN.rounds(players, legs) + 1))


def test_a_format_has_a_name_for_people() -> None:
    wanted: Format = ROUND_ROBIN

    assert wanted.name == "round robin"
