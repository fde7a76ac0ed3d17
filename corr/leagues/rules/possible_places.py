"""
Possible places: the final places still possible, exactly, or as bounds where open games can end in too many ways.

From them follows what is certain: who is sure to be champion, promoted, relegated or to stay while a season still runs.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import accumulate, compress
from types import MappingProxyType

from corr.leagues.rules.division_table import EntryId, Group, Scores, Table, Weights
from corr.leagues.rules.settings import SeasonSettings, Unfinished
from corr.leagues.rules.standings import Ranking, standings
from corr.states import Result

_OPEN = Weights(open=1)
_PLAYED = (Result.FIRST, Result.SECOND, Result.DRAW)
Span = tuple[list[int], list[int]]
"""The least and the most that each entry scores, in parts of a point."""
QUICK_WAYS = 3**6
"""
How many ways are searched while a page waits: those of six open games, or four that may end without a result. Among
twenty players each further game makes everybody wait two or three times as long, until the job has found the same.
"""
ALL_WAYS = 4**8
"""How many ways are searched by a job: those of eight open games that may end without a result, or ten that may not."""


@dataclass(frozen=True, slots=True)
class Reach:
    """The best and the worst final place that an entry can reach."""

    best: int
    worst: int
    """Both as the standings show them: of those who share a place each has the better number."""
    highest: int
    lowest: int
    """
    The same among those who have not withdrawn, with shared places parted by lot: promotion and relegation depend on
    these. They mean nothing for a player who has withdrawn, who comes last in any case.
    """


Reaches = Mapping[EntryId, Reach]
"""The reach of every entry in the table."""


def endings(settings: SeasonSettings) -> tuple[Result, ...]:
    """The results that an open game may have, by play or by the season's rule for its end date."""
    return (*_PLAYED, Result.NONE) if settings.unfinished is Unfinished.NO_RESULT else _PLAYED


def bounded_places(table: Table, settings: SeasonSettings, withdrawn: Collection[EntryId] = ()) -> Reaches:
    """Bounds of the reach of every entry in the table."""
    # They are read alone, so the kept ones will do.
    scores = standings(table, settings).scores
    able = [number for number, entry in enumerate(scores.entries) if entry not in withdrawn]
    bounds = _Bounds(scores, endings(settings), able)
    return {entry: bounds.reach(number) for number, entry in enumerate(scores.entries)}


def spans(scores: Scores, results: Sequence[Result]) -> list[Span]:
    """The least and the most that the open games from each number on bring every entry, with one of *results* each."""
    swings = [scores.swing(result) for result in results]
    ranges = [(min(column), max(column)) for column in zip(*swings, strict=True)]
    size = len(scores.entries)
    found: list[Span] = [([0] * size, [0] * size)]
    for pair in reversed(scores.open):
        least, most = (list(column) for column in found[-1])
        for entry, (low, high) in zip(pair, ranges, strict=True):
            least[entry] += low
            most[entry] += high
        found.append((least, most))
    return found[::-1]


class _Bounds:
    def __init__(self, scores: Scores, results: Sequence[Result], able: Sequence[int]) -> None:
        self._able = able
        self._all = range(len(scores.entries))
        self._open, self._open_against = scores.totals(_OPEN), scores.rows(_OPEN)
        swings = [scores.swing(result) for result in results]
        # Both seats can get the same from a game.
        low, high = min(min(swing) for swing in swings), max(max(swing) for swing in swings)
        self._lows = [have + low * games for have, games in zip(scores.points, self._open, strict=True)]
        self._highs = [have + high * games for have, games in zip(scores.points, self._open, strict=True)]
        self._most_for_one = high - low
        """The most that a game brings one of the two, above the least that it brings anybody."""
        self._least_for_both = min(sum(swing) for swing in swings) - 2 * low
        self._most_for_both = max(sum(swing) for swing in swings) - 2 * low

    def reach(self, entry: int) -> Reach:
        """The bounds of one entry. Points know no lots, so without the withdrawn they differ only if there are any."""
        everybody = self._ends(entry, self._all)
        return Reach(*everybody, *(everybody if len(self._able) == len(self._all) else self._ends(entry, self._able)))

    def _ends(self, entry: int, field: Iterable[int]) -> tuple[int, int]:
        others = [other for other in field if other != entry]
        return 1 + self._surely_ahead(entry, others), 1 + self._perhaps_ahead(entry, others)

    def _surely_ahead(self, entry: int, others: Sequence[int]) -> int:
        """A lower bound of how many of *others* end with more points, however well this one does."""
        most = self._highs[entry]
        behind = [other for other in others if self._lows[other] <= most]
        games = self._games_among(behind)
        among = sum(games) // 2
        room = sorted(
            [
                min(most - self._lows[other], count * self._most_for_one)
                for other, count in zip(behind, games, strict=True)
            ]
        )
        games.sort(reverse=True)
        # Suppose some go ahead: they may win all their games, and only the games among the rest still have to be shared
        # out so that nobody else gets ahead. The fewest for which there is room for that are surely ahead.
        for gone in range(len(behind) + 1):
            if self._least_for_both * (among - sum(games[:gone])) <= sum(room[gone:]):
                return len(others) - len(behind) + gone
        return len(others) - len(behind)

    def _perhaps_ahead(self, entry: int, others: Sequence[int]) -> int:
        """An upper bound of how many of *others* end with at least as many points, however badly this one does."""
        least = self._lows[entry]
        reaching = [other for other in others if self._highs[other] >= least]
        short = [other for other in reaching if self._lows[other] < least]
        inside = sum(self._games_among(short)) // 2
        touching = sum([self._open[other] for other in short]) - inside
        supply = inside * self._most_for_both + (touching - inside) * self._most_for_one
        needs = sorted([least - self._lows[other] for other in short])
        helped = sum([needed <= supply for needed in accumulate(needs)])
        return len(reaching) - len(short) + helped

    def _games_among(self, entries: Sequence[int]) -> list[int]:
        """How many open games each of *entries* has against the others."""
        members = set(entries)
        chosen = [entry in members for entry in self._all]
        return [sum(compress(self._open_against[entry], chosen)) for entry in entries]


@dataclass(frozen=True, slots=True)
class Possible:
    """The possible places of a division."""

    reaches: Reaches
    is_exact: bool
    """Whether both ends of every reach can be reached; else they are only bounds."""


def possible_places(
    table: Table, settings: SeasonSettings, withdrawn: Collection[EntryId] = (), *, most_ways: int = QUICK_WAYS
) -> Possible:
    """
    The reach of every entry that is in the table: exact, or bounds if the open games may end in too many ways.

    :param withdrawn: the entries of players who have withdrawn, whatever became of the results.
    :param most_ways: how many ways are searched at most.
    """
    if len(endings(settings)) ** len(table.open()) <= most_ways:
        return Possible(exact_places(table, settings, withdrawn), is_exact=True)
    return Possible(bounded_places(table, settings, withdrawn), is_exact=False)


def exact_places(table: Table, settings: SeasonSettings, withdrawn: Collection[EntryId] = ()) -> Reaches:
    """The exact reach of every entry; each open game multiplies the work by three or more."""
    ranking = Ranking(Scores(table), settings)
    able = [entry not in withdrawn for entry in ranking.scores.entries]
    search = _Search(ranking, endings(settings), able)
    search.look(0)
    return search.reaches()


class _Search:
    """A depth-first search through the results of all open games, which skips those that can widen nobody's reach."""

    def __init__(self, ranking: Ranking, results: Sequence[Result], able: Sequence[bool]) -> None:
        size = len(ranking.scores.entries)
        self._ranking = ranking
        self._scores = ranking.scores
        self._results = results
        self._able = able
        self._some_withdrew = not all(able)
        self._best, self._worst = [size + 1] * size, [0] * size
        self._highest, self._lowest = [size + 1] * size, [0] * size
        self._spans = spans(ranking.scores, results)

    def reaches(self) -> Reaches:
        """The reaches that were found."""
        found = zip(self._best, self._worst, self._highest, self._lowest, strict=True)
        return {entry: Reach(*each) for entry, each in zip(self._scores.entries, found, strict=True)}

    def look(self, number: int) -> None:
        """Search all results of the open games from *number* on; those before have results."""
        if number == len(self._scores.open):
            self._note()
        elif not self._is_known(number):
            for result in self._results:
                self._scores.set_result(number, result)
                self.look(number + 1)
                self._scores.unset_result(number, result)

    def _is_known(self, number: int) -> bool:
        """Whether the points alone show that the games left can widen nobody's reach."""
        least, most = self._spans[number]
        lows = [have + more for have, more in zip(self._scores.points, least, strict=True)]
        highs = [have + more for have, more in zip(self._scores.points, most, strict=True)]
        by_low, by_high = sorted(lows), sorted(highs)
        size = len(lows)
        gone = self._able.count(False)
        return all(
            self._holds(entry, 1 + size - bisect_right(by_low, high), size - bisect_left(by_high, low), gone)
            for entry, low, high in zip(range(size), lows, highs, strict=True)
        )

    def _note(self) -> None:
        """Widen the reaches by the final table that the results give."""
        place = 1
        gone = 0
        for group in self._ranking.by_points():
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
        Whether all places from *first* to *last* are within the reach of *entry* already.

        :param gone: how many of those ahead have withdrawn, at most.
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
        for sharing in self._ranking.parted(group):
            for entry in sharing:
                self._best[entry] = min(self._best[entry], place)
                self._worst[entry] = max(self._worst[entry], place)
            for drawn in self._ranking.drawn(sharing):
                self._note_drawn(drawn, place - gone)
                gone += sum(not self._able[entry] for entry in drawn)
                place += len(drawn)

    def _note_drawn(self, drawn: Group, position: int) -> None:
        last = position + sum(self._able[entry] for entry in drawn) - 1
        for entry in drawn:
            self._highest[entry] = min(self._highest[entry], position)
            self._lowest[entry] = max(self._lowest[entry], last)


class Certain(StrEnum):
    """Something that nothing can change any more."""

    CHAMPION = "champion"
    """First of the highest division, perhaps together with others."""
    FIRST = "first"
    """First of another division."""
    PROMOTED = "promoted"
    RELEGATED = "relegated"
    STAYS = "stays"
    """Will not be relegated, in a division where somebody will."""


WORDS: Mapping[Certain, str] = MappingProxyType(
    {
        Certain.CHAMPION: "sure of the championship",
        Certain.FIRST: "sure of first place",
        Certain.PROMOTED: "sure of promotion",
        Certain.RELEGATED: "sure to be relegated",
        Certain.STAYS: "sure to stay up",
    }
)
"""The words for people, to follow a name."""


def certain_words(found: Sequence[Certain]) -> str:
    """What is certain for a player, in a few words; "sure to stay up" is left out beside anything better."""
    said = found if len(found) == 1 else [each for each in found if each is not Certain.STAYS]
    return ", ".join(WORDS[each] for each in said)


@dataclass(frozen=True, slots=True)
class Zones:
    """The sizes that decide which positions of a division are promoted and relegated."""

    tier: int
    tiers: int
    """How many divisions the season has."""
    up: int
    down: int
    """Both as the league's settings; the highest division ignores `up`, and the lowest `down`."""
    players: int
    """How many players the division has, withdrawn or not."""
    withdrawn: int
    """How many of them withdrew, whatever became of their results."""

    @property
    def promoted(self) -> int:
        """The last position that goes up; 0 for none."""
        return 0 if self.tier == 1 else self.up

    @property
    def staying(self) -> int:
        """The last position that does not go down."""
        if self.tier == self.tiers:
            return self.players
        return max(self.promoted, self.players - max(self.down, self.withdrawn))

    @property
    def has_relegation(self) -> bool:
        """Whether anybody goes down besides those who withdrew."""
        return self.staying < self.players - self.withdrawn


def certainties(reach: Reach, zones: Zones) -> tuple[Certain, ...]:
    """What is certain for a player who has not withdrawn, the best first."""
    found = []
    if reach.worst == 1:
        found.append(Certain.CHAMPION if zones.tier == 1 else Certain.FIRST)
    if reach.lowest <= zones.promoted:
        found.append(Certain.PROMOTED)
    elif reach.highest > zones.staying:
        found.append(Certain.RELEGATED)
    elif reach.lowest <= zones.staying and zones.has_relegation:
        found.append(Certain.STAYS)
    return tuple(found)
