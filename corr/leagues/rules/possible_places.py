"""Which final places are still possible: exactly, or by points alone where there are too many endings."""

from bisect import bisect_left, bisect_right
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from itertools import accumulate

from corr.leagues.rules.certain_places import Reach, Reaches, endings
from corr.leagues.rules.division_table import EntryId, Table
from corr.leagues.rules.fast_standings import Group, Slate
from corr.leagues.rules.settings import SeasonSettings
from corr.states import Result

Span = tuple[list[int], list[int]]
"""What every entry scores at least and at most."""
QUICK_WAYS = 3**8
"""So many ways are looked at while a page waits: those of eight open games, or of six that may end without a result."""
ALL_WAYS = 4**8
"""So many are looked at off the request: those of eight open games whatever the season's rule is, or of ten by play."""


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


@dataclass(frozen=True, slots=True)
class Possible:
    """What is possible in a division."""

    reaches: Reaches
    is_exact: bool
    """Whether every end of every reach can come about; else nobody ends outside, and that is all."""


def possible_places(
    table: Table, settings: SeasonSettings, withdrawn: Collection[EntryId] = (), *, most_ways: int = QUICK_WAYS
) -> Possible:
    """
    The reach of every entry that is in the table: exact, or bounds if the open games may end in too many ways.

    :param withdrawn: who has withdrawn, whatever became of the results.
    :param most_ways: how many ways are looked at.
    """
    if len(endings(settings)) ** len(table.open()) <= most_ways:
        return Possible(exact_places(table, settings, withdrawn), is_exact=True)
    return Possible(bounded_places(table, settings, withdrawn), is_exact=False)


def exact_places(table: Table, settings: SeasonSettings, withdrawn: Collection[EntryId] = ()) -> Reaches:
    """The exact reach of every entry. The work grows threefold or more with each open game."""
    slate = Slate(table, settings)
    able = [entry not in withdrawn for entry in slate.entries]
    search = _Search(slate, endings(settings), able)
    search.look(0)
    return search.reaches()


class _Search:
    """Walks through all endings, and leaves out those that can widen nobody's reach."""

    def __init__(self, slate: Slate, results: Sequence[Result], able: Sequence[bool]) -> None:
        size = len(slate.entries)
        self._slate = slate
        self._results = results
        self._able = able
        self._some_withdrew = not all(able)
        self._best, self._worst = [size + 1] * size, [0] * size
        self._highest, self._lowest = [size + 1] * size, [0] * size
        self._spans = spans(slate, results)

    def reaches(self) -> Reaches:
        """What was found."""
        found = zip(self._best, self._worst, self._highest, self._lowest, strict=True)
        return {entry: Reach(*each) for entry, each in zip(self._slate.entries, found, strict=True)}

    def look(self, number: int) -> None:
        """Look at all endings of the open games from *number* on; those before have been written."""
        if number == len(self._slate.open):
            self._note()
        elif not self._is_known(number):
            for result in self._results:
                self._slate.write(number, result)
                self.look(number + 1)
                self._slate.wipe(number, result)

    def _is_known(self, number: int) -> bool:
        """Whether even the points alone show that the rest can widen nobody's reach."""
        least, most = self._spans[number]
        lows = [have + more for have, more in zip(self._slate.parts, least, strict=True)]
        highs = [have + more for have, more in zip(self._slate.parts, most, strict=True)]
        by_low, by_high = sorted(lows), sorted(highs)
        size = len(lows)
        gone = self._able.count(False)
        return all(
            self._holds(entry, 1 + size - bisect_right(by_low, high), size - bisect_left(by_high, low), gone)
            for entry, low, high in zip(range(size), lows, highs, strict=True)
        )

    def _note(self) -> None:
        """Widen the reaches by the final table that is written now."""
        place = 1
        gone = 0
        for group in self._slate.by_points():
            last = place + len(group) - 1
            for entry in group:
                if not self._holds(entry, place, last, gone):
                    self._note_group(group, place, gone)
                    break
            if self._some_withdrew:
                gone += sum(not self._able[entry] for entry in group)
            place = last + 1

    def _holds(self, entry: int, first: int, last: int, gone: int) -> bool:
        """
        Whether every place from *first* to *last* lies within the reach already.

        :param gone: how many at most of those ahead have withdrawn.
        """
        return (
            self._best[entry] <= first
            and self._worst[entry] >= last
            and self._highest[entry] <= max(1, first - gone)
            and self._lowest[entry] >= last
        )

    def _note_group(self, group: Group, place: int, gone: int) -> None:
        """
        Widen the reaches by a group with equal points.

        :param gone: how many of those ahead have withdrawn.
        """
        for sharing in self._slate.parted(group):
            for entry in sharing:
                self._best[entry] = min(self._best[entry], place)
                self._worst[entry] = max(self._worst[entry], place)
            for drawn in self._slate.drawn(sharing):
                self._note_drawn(drawn, place - gone)
                gone += sum(not self._able[entry] for entry in drawn)
                place += len(drawn)

    def _note_drawn(self, drawn: Group, position: int) -> None:
        last = position + sum(self._able[entry] for entry in drawn) - 1
        for entry in drawn:
            self._highest[entry] = min(self._highest[entry], position)
            self._lowest[entry] = max(self._lowest[entry], last)
