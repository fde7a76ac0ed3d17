"""Merging Blanks: what the rules say, and that the quick ways agree with a slow one."""

from itertools import combinations, islice

import pytest
from hypothesis import given
from hypothesis import strategies as st

from corr.games.kelasu.merges import PRICES, connected_sets, count_merges, merge_counts, merges, set_counts
from corr.games.kelasu.position import BITS, names
from tests.examples import up_to
from tests.games.kelasu.samples import LARGE_BLOCK, a_draft, a_position, legal

_ROW = "BBBBBBBBBB"


def slow_connected(chosen: tuple[str, ...]) -> bool:
    """Whether squares hang together by edges, found by comparing their names."""
    reached, waiting = {chosen[0]}, [chosen[0]]
    while waiting:
        square = waiting.pop()
        for other in chosen:
            near = abs(ord(other[0]) - ord(square[0])) + abs(ord(other[1]) - ord(square[1])) == 1
            if near and other not in reached:
                reached.add(other)
                waiting.append(other)
    return len(reached) == len(chosen)


def slow_sets(squares: list[str], size: int) -> set[tuple[str, ...]]:
    """Every connected set, found by trying all sets."""
    return {chosen for chosen in combinations(squares, size) if slow_connected(chosen)}


crowds = st.lists(
    st.sampled_from([row + file for row in "CDEF" for file in "01234"]), unique=True, min_size=1, max_size=13
).map(sorted)


@given(crowds, st.integers(1, 11))
def test_the_lazy_listing_finds_every_connected_set_once(squares: list[str], size: int) -> None:
    found = [tuple(names(chosen)) for chosen in connected_sets(sum(BITS[name] for name in squares), size)]

    assert len(found) == len(set(found))
    assert set(found) == slow_sets(squares, size)


@given(crowds)
def test_counting_without_listing_gives_the_same_numbers(squares: list[str]) -> None:
    counts = set_counts(sum(BITS[name] for name in squares))

    assert list(counts[1 : len(squares) + 1]) == [len(slow_sets(squares, size)) for size in range(1, len(squares) + 1)]


@up_to(50)
@given(crowds)
def test_the_count_of_merges_is_that_of_the_list(squares: list[str]) -> None:
    blanks = sum(BITS[name] for name in squares)

    listed = {kind: sum(1 for _ in merges(blanks, kind)) for kind in PRICES}

    assert merge_counts(blanks) == listed
    assert count_merges(blanks) == sum(listed.values())


def test_a_block_of_twenty_has_over_a_hundred_thousand_merges_to_a_general() -> None:
    block = sum(BITS[row + file] for row in "DEFG" for file in "01234")

    listed = sum(1 for kind, price in PRICES.items() if price == 10 for _ in merges(block, kind))

    assert listed == 116_410
    assert set(merge_counts(block).values()) >= {listed}


@pytest.mark.parametrize("size", [10, 21])
def test_the_first_of_astronomically_many_sets_come_at_once_and_are_different(size: int) -> None:
    squares = a_draft(LARGE_BLOCK).mergeable()

    first = list(islice(connected_sets(squares, size), 500))

    assert len(set(first)) == 500
    assert {chosen.bit_count() for chosen in first} == {size}


@pytest.mark.parametrize(("piece", "price"), [("W", 2), ("R", 4), ("D", 4), ("C", 5), ("G", 10)])
def test_a_merge_takes_exactly_its_price(piece: str, price: int) -> None:
    found = legal(a_draft(a_position("SS8", "10", "10", _ROW, "10", "10", "10", "10", "9b", "9s")))

    sizes = {action.partition("=")[0].count("+") + 1 for action in found if f"={piece}@" in action}

    assert sizes == {price}


def test_twenty_one_blanks_become_a_stone() -> None:
    board = a_position("SS8", "10", "10", _ROW, "B8B", "BBBBBBBBB1", "10", "10", "9b", "9s")

    assert sum("=S@" in action for action in legal(a_draft(board))) == 21


def test_the_new_piece_stands_on_any_one_of_the_blanks() -> None:
    found = legal(a_draft(a_position("SS8", "10", "10", "BB8", "10", "10", "10", "10", "9b", "9s")))

    assert {action for action in found if "=" in action} == {"D0+D1=W@D0", "D0+D1=W@D1"}


def test_diagonals_do_not_connect() -> None:
    found = legal(a_draft(a_position("SS8", "10", "10", "B9", "1B8", "10", "10", "10", "9b", "9s")))

    assert not any("=" in action for action in found)


@pytest.mark.parametrize(("side", "home", "abroad"), [("b", "AB", "CDEFGHIJ"), ("r", "IJ", "ABCDEFGH")])
def test_nothing_merges_in_the_first_two_own_ranks(side: str, home: str, abroad: str) -> None:
    pair = "BB6SS" if side == "b" else "bb6ss"
    others = "ss7b" if side == "b" else "SS7B"

    def merging(row: str) -> bool:
        rows = [pair if name == row else "10" for name in "ABCDEFGHIJ"]
        rows["ABCDEFGHIJ".index("F" if row != "F" else "D")] = others
        return any("=W@" in action for action in legal(a_draft(a_position(*rows, side=side))))

    assert [merging(row) for row in home] == [False, False]
    assert [merging(row) for row in abroad] == [True] * 8


def test_a_blank_that_moved_does_not_merge_in_the_same_turn() -> None:
    board = a_position("SS8", "10", "2B7", "3B6", "10", "10", "10", "10", "9b", "9s")

    assert not any("=" in action for action in legal(a_draft(board, "C2-D2")))


def test_a_merge_costs_as_many_as_it_takes_and_is_allowed_with_less() -> None:
    rich = a_position("SSSSS5", "10", "10", "BB8", "10", "10", "10", "10", "9b", "9s")
    poor = a_position("S9", "10", "10", "BB8", "10", "10", "10", "10", "9b", "9s")

    assert a_draft(rich, "D0+D1=W@D0").energy == 3
    assert a_draft(poor, "D0+D1=W@D0").energy == 0


def test_a_freshly_merged_piece_may_still_move() -> None:
    board = a_position("SSS7", "10", "10", "BB8", "10", "10", "10", "10", "9b", "9s")

    assert "D0-E0" in legal(a_draft(board, "D0+D1=W@D0"))


def test_a_freshly_converted_blank_may_move_or_merge_in_the_same_turn() -> None:
    board = a_position("SSSS6", "10", "10", "4D5", "3b6", "3B6", "10", "10", "9b", "9s")

    after = legal(a_draft(board, "D4%E3"))

    assert {"E3-E4", "E3+F3=W@E3", "E3+F3=W@F3"} <= after
