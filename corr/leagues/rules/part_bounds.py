"""
Between which places everybody will end, told by points alone: for more open games than all endings can be looked at of.

Sound, not exact: nobody ends outside, but not every place inside can be reached. Beside what each player can still
score, it is counted that every game brings somebody something: of two who meet, both cannot stay where they are.
"""

from collections.abc import Collection, Iterable, Sequence
from itertools import accumulate

from corr.leagues.rules.division_table import EntryId, Table
from corr.leagues.rules.fast_standings import Slate
from corr.leagues.rules.part_reach import Reach, Reaches, endings
from corr.leagues.rules.settings import SeasonSettings
from corr.states import Result

Span = tuple[list[int], list[int]]
"""What every entry scores at least and at most."""


def bounded_places(table: Table, settings: SeasonSettings, withdrawn: Collection[EntryId] = ()) -> Reaches:
    """The bounds of every entry that is in the table."""
    slate = Slate(table, settings)
    able = [number for number, entry in enumerate(slate.entries) if entry not in withdrawn]
    bounds = _Bounds(slate, endings(settings), able)
    return {entry: bounds.reach(number) for number, entry in enumerate(slate.entries)}


def spans(slate: Slate, results: Sequence[Result]) -> list[Span]:
    """What the open games from each number on bring everybody at least and at most, each ending as one of *results*."""
    swings = [slate.swing(result) for result in results]
    ranges = [(min(column), max(column)) for column in zip(*swings, strict=True)]
    size = len(slate.entries)
    found: list[Span] = [([0] * size, [0] * size)]
    for pair in reversed(slate.open):
        least, most = (list(column) for column in found[-1])
        for entry, (low, high) in zip(pair, ranges, strict=True):
            least[entry] += low
            most[entry] += high
        found.append((least, most))
    return found[::-1]


class _Bounds:
    def __init__(self, slate: Slate, results: Sequence[Result], able: Sequence[int]) -> None:
        self._able = able
        self._all = range(len(slate.entries))
        least, most = spans(slate, results)[0]
        self._lows = [have + more for have, more in zip(slate.parts, least, strict=True)]
        self._highs = [have + more for have, more in zip(slate.parts, most, strict=True)]
        self._open = slate.open
        swings = [slate.swing(result) for result in results]
        low = min(min(swing) for swing in swings)
        self._most_for_one = max(max(swing) for swing in swings) - low
        """What a game brings one of the two at most, above the least that it brings anybody."""
        self._least_for_both = min(sum(swing) for swing in swings) - 2 * low
        self._most_for_both = max(sum(swing) for swing in swings) - 2 * low

    def reach(self, entry: int) -> Reach:
        """Where one entry may end: points know nothing of lots, so only those who withdrew make a difference."""
        everybody = self._ends(entry, self._all)
        return Reach(*everybody, *(everybody if len(self._able) == len(self._all) else self._ends(entry, self._able)))

    def _ends(self, entry: int, field: Iterable[int]) -> tuple[int, int]:
        others = [other for other in field if other != entry]
        return 1 + self._surely_ahead(entry, others), 1 + self._perhaps_ahead(entry, others)

    def _surely_ahead(self, entry: int, others: Sequence[int]) -> int:
        """How many of *others* at least have more points in the end, however well this one does."""
        most = self._highs[entry]
        ahead = {other for other in others if self._lows[other] > most}
        behind = [other for other in others if other not in ahead]
        among = self._among(behind)
        degrees = _degrees(among)
        room = sorted(min(most - self._lows[other], degrees.get(other, 0) * self._most_for_one) for other in behind)
        by_degree = sorted(degrees.values(), reverse=True)
        # Whoever goes ahead can win all games, and leaves those against the others who stay behind to be shared out.
        for gone in range(len(behind) + 1):
            shared_out = self._least_for_both * (len(among) - sum(by_degree[:gone]))
            if shared_out <= sum(room[gone:]):
                return len(ahead) + gone
        return len(ahead)

    def _perhaps_ahead(self, entry: int, others: Sequence[int]) -> int:
        """How many of *others* at most have as many points in the end, however badly this one does."""
        least = self._lows[entry]
        reaching = [other for other in others if self._highs[other] >= least]
        short = {other: least - self._lows[other] for other in reaching if self._lows[other] < least}
        inside = len(self._among(short))
        touching = sum(1 for pair in self._open if short.keys() & set(pair))
        supply = inside * self._most_for_both + (touching - inside) * self._most_for_one
        helped = sum(1 for needed in accumulate(sorted(short.values())) if needed <= supply)
        return len(reaching) - len(short) + helped

    def _among(self, entries: Collection[int]) -> list[tuple[int, int]]:
        """The open games in which both belong to *entries*."""
        members = set(entries)
        return [pair for pair in self._open if members.issuperset(pair)]


def _degrees(pairs: Iterable[tuple[int, int]]) -> dict[int, int]:
    """How many of the games each plays."""
    counts: dict[int, int] = {}
    for pair in pairs:
        for entry in pair:
            counts[entry] = counts.get(entry, 0) + 1
    return counts
