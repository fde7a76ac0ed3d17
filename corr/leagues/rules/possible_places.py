"""
Which final places are still possible, exactly: all ways in which the open games may end, with the league's tie-breaks.

What the promise rests on is told in `reach`.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Collection, Sequence
from dataclasses import dataclass

from corr.leagues.rules.division_table import EntryId, Table
from corr.leagues.rules.fast_standings import Group, Slate
from corr.leagues.rules.part_bounds import bounded_places, spans
from corr.leagues.rules.part_reach import Reach, Reaches, endings
from corr.leagues.rules.settings import SeasonSettings
from corr.states import Result

QUICK_WAYS = 3**8
"""So many ways are looked at while a page waits: those of eight open games, or of six that may end without a result."""
ALL_WAYS = 4**8
"""So many are looked at off the request: those of eight open games whatever the season's rule is, or of ten by play."""


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
