"""
Merging Blanks: which groups may, how many there are, and one after another.

The groups of ten or twenty-one connected Blanks out of a large block can be astronomically many. They are listed
lazily without ever running into a dead end, and counted without listing.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from corr.games.grid import each
from corr.games.kelasu.position import NAMES, RANKS, ROW, Kind, beside, group, names
from corr.games.seats import Seat

PRICES = {
    Kind.WARRIOR: 2,
    Kind.RUNNER: 4,
    Kind.DIPLOMAT: 4,
    Kind.CHAMPION: 5,
    Kind.GENERAL: 10,
    Kind.STONE: 21,
}
"""How many Blanks become one piece of a kind."""
HOME = (RANKS[0] | RANKS[1], RANKS[8] | RANKS[9])
"""The first two ranks of each seat, where nothing merges."""
_MOST = 21
_COUNTABLE = 40
"""So many Blanks are counted in at most a twentieth of a second, however they stand; twice as many take a second."""
_LIMB = 96
"""Bits for one count: there are fewer than 2**80 sets of squares that could be merged at all."""
_LIMBS = (1 << _LIMB * (_MOST + 1)) - 1
_Ways = dict[tuple[int, ...], int]
"""The labels of the edge, 0 for a square that was left out, with the counts of each size in one number."""


@dataclass(frozen=True, slots=True)
class Merge:
    """Some Blanks that become one piece on the square of one of them; squares are bits."""

    blanks: int
    kind: Kind
    goal: int

    def __str__(self) -> str:
        return f"{'+'.join(names(self.blanks))}={self.kind.letter}@{NAMES[self.goal]}"


def mergeable(seat: Seat, blanks: int) -> int:
    """Those of the unmoved *blanks* of *seat* that stand where Blanks may merge."""
    return blanks & ~HOME[seat]


def has_merge(blanks: int) -> bool:
    """Whether any two of the mergeable *blanks* share an edge, so that a merge to a Warrior at least is possible."""
    return bool(blanks & blanks >> 1 or blanks & blanks >> ROW)


def mergeable_kinds(blanks: int) -> list[Kind]:
    """The kinds that the mergeable *blanks* can become: some group of them is large enough."""
    largest, rest = 0, blanks
    while rest:
        part = group(rest & -rest, rest)
        largest = max(largest, part.bit_count())
        rest ^= part
    return [kind for kind, price in PRICES.items() if price <= largest]


def merges(blanks: int, kind: Kind) -> Iterator[Merge]:
    """Every merge of *blanks* to a piece of *kind*, lazily."""
    for chosen in connected_sets(blanks, PRICES[kind]):
        for goal in each(chosen):
            yield Merge(chosen, kind, goal)


def merges_with(blanks: int, kind: Kind, goal: int) -> Iterator[Merge]:
    """Every merge of *blanks* to a piece of *kind* on *goal*, which is one of them, lazily."""
    allowed = group(goal, blanks)
    if allowed.bit_count() >= PRICES[kind]:
        for chosen in _grown(goal, allowed, PRICES[kind]):
            yield Merge(chosen, kind, goal)


def connected_sets(squares: int, size: int) -> Iterator[int]:
    """Every set of *size* of the *squares* that is connected by edges, each once, lazily."""
    for first in each(squares):
        # Each set is found from its lowest square.
        allowed = group(first, squares & -first)
        if allowed.bit_count() >= size:
            yield from _grown(first, allowed, size)


def _grown(first: int, allowed: int, size: int) -> Iterator[int]:
    """
    Every connected set of *size* of the *allowed* squares with *first* in it.

    A branch is entered only while the squares still allowed are connected with the set and enough, so that each
    branch bears at least one set.
    """
    branches = [(first, allowed)]
    while branches:
        chosen, allowed = branches.pop()
        missing = size - chosen.bit_count()
        if not missing:
            yield chosen
        elif allowed.bit_count() == size:
            yield allowed
        else:
            edge = beside(chosen) & allowed & ~chosen
            square = edge & -edge
            left = group(first, allowed ^ square)
            if left.bit_count() >= size:
                branches.append((chosen, left))
            branches.append((chosen | square, allowed))


def merge_counts(blanks: int) -> dict[Kind, int]:
    """The number of merges of *blanks* to each kind of piece."""
    sizes = set_counts(blanks)
    return {kind: sizes[price] * price for kind, price in PRICES.items()}


def count_merges(blanks: int) -> int:
    """The number of all merges of *blanks*."""
    pairs = (blanks & blanks >> 1).bit_count() + (blanks & blanks >> ROW).bit_count()
    if not pairs or blanks.bit_count() < PRICES[Kind.RUNNER]:
        return 2 * pairs
    return _count_merges(blanks)


@lru_cache(maxsize=1 << 14)
def _count_merges(blanks: int) -> int:
    return sum(merge_counts(blanks).values())


def is_countable(blanks: int) -> bool:
    """Whether the merges of *blanks* can be counted within a page's time: they are not too many for a moment."""
    return blanks.bit_count() <= _COUNTABLE


def set_counts(squares: int) -> tuple[int, ...]:
    """The number of connected sets of each size, from 0 to 21, of the *squares*."""
    total, rest = 0, squares
    while rest:
        part = group(rest & -rest, rest)
        rest ^= part
        total += _packed_counts(part >> ROW * ((part & -part).bit_length() // ROW))
    return tuple(total >> _LIMB * size & (1 << _LIMB) - 1 for size in range(_MOST + 1))


@lru_cache(maxsize=1 << 10)
def _packed_counts(squares: int) -> int:
    """
    The counts of the connected sets of each size in one number, so many bits each.

    The squares are decided on one by one. What matters of the earlier ones is which of those with a neighbour yet to
    come are chosen, and which of them hang together: the labels of the edge, with the counts of the ways to get there.
    """
    order = _sweep(squares)
    done = 0
    edge: list[int] = []
    ways: _Ways = {(): 1}
    for place, square in enumerate(order):
        later = sum(order[place + 1 :])
        keep = [spot for spot in [*edge, square] if beside(spot) & later]
        following: _Ways = {}
        for labels, count in _decided(ways, edge, square):
            kept = _kept(labels, [*edge, square], keep)
            if kept is not None:
                following[kept] = following.get(kept, 0) + count
            elif len(set(labels) - {0}) == 1:
                done += count
        edge, ways = keep, following
    return done


def _decided(ways: _Ways, edge: list[int], square: int) -> Iterator[tuple[tuple[int, ...], int]]:
    """Each way with *square* left out, and with it chosen."""
    for labels, count in ways.items():
        yield (*labels, 0), count
        yield _joined(labels, edge, square), count << _LIMB & _LIMBS


def _sweep(squares: int) -> list[int]:
    """The squares in the order that keeps the edge short: along the shorter side."""
    found = [(*divmod(square.bit_length() - 1, ROW), square) for square in each(squares)]
    height, width = len({row for row, _, _ in found}), len({file for _, file, _ in found})
    return [square for *_, square in sorted(found, key=lambda at: at[:2] if width <= height else (at[1], at[0]))]


def _joined(labels: tuple[int, ...], edge: list[int], square: int) -> tuple[int, ...]:
    """The labels with *square* chosen too: it joins the groups beside it."""
    touching = {label for label, spot in zip(labels, edge, strict=True) if label and beside(spot) & square}
    new = min(touching, default=max(labels, default=0) + 1)
    return (*(new if label in touching else label for label in labels), new)


def _kept(labels: tuple[int, ...], spots: list[int], keep: list[int]) -> tuple[int, ...] | None:
    """The labels of the squares that still matter, renumbered; None if a group is cut off from what is to come."""
    numbers: dict[int, int] = {0: 0}
    kept = tuple(
        [numbers.setdefault(label, len(numbers)) for label, spot in zip(labels, spots, strict=True) if spot in keep]
    )
    return kept if all(label in numbers for label in labels) else None
