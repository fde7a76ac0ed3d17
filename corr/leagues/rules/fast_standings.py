"""
Fast standings: a table in which open games get results and lose them again, thousands of times a second.

The places are those of `standings.ranks` for a table in which the games had these results, which a property test
checks. Entries are indexes here, points are whole numbers of parts, and nothing is explained.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from operator import mul

from corr.leagues.rules.division_table import EntryId, Table
from corr.leagues.rules.score_sheet import GameResult, ScoreSheet, sheet_of
from corr.leagues.rules.settings import SeasonSettings, TieBreak
from corr.states import Result

Group = list[int]
Values = Sequence[int]

_OUTCOMES = {
    Result.FIRST: (GameResult.BEAT, GameResult.LOST),
    Result.SECOND: (GameResult.LOST, GameResult.BEAT),
    Result.DRAW: (GameResult.DREW, GameResult.DREW),
}
_WEIGHTS = {GameResult.BEAT: 2, GameResult.DREW: 1, GameResult.LOST: 0}
"""How many halves of an opponent's points Sonneborn-Berger counts, by result."""


class FastStandings:
    """The table of a division, whose open games can be given results; without the entries that left the table."""

    def __init__(self, table: Table, settings: SeasonSettings) -> None:
        sheet = sheet_of(table)
        self.entries: tuple[EntryId, ...] = tuple(sorted(sheet.entrants))
        numbers = {entry: number for number, entry in enumerate(self.entries)}
        self.open: tuple[tuple[int, int], ...] = tuple(
            (numbers[meeting.first], numbers[meeting.second]) for meeting in table.open()
        )
        """The pairs of the games that are open in the given table, the first seat first."""
        self._worth = {
            GameResult.BEAT: sheet.worth.win,
            GameResult.DREW: sheet.worth.draw,
            GameResult.LOST: sheet.worth.loss,
        }
        size = len(self.entries)
        self.parts = [0] * size
        """The points of each entry, in parts."""
        self._wins = [0] * size
        self._played = [0] * size
        self._void = [[0] * size for _ in range(size)]
        self._void_games = 0
        self._weights = [[0] * size for _ in range(size)]
        self._scored = [[0] * size for _ in range(size)]
        for entry, scores in sheet.scores.items():
            for score in scores:
                self._count(numbers[entry], numbers[score.opponent], score.outcome, 1)
        for met in table.meetings:
            if met.result is Result.NONE and met.first in numbers and met.second in numbers:
                self._count_void(numbers[met.first], numbers[met.second], 1)
        self._tie_breaks = tuple(self._rankers(sheet, settings)[each] for each in settings.tie_breaks)
        self._lots = self._rankers(sheet, settings)[TieBreak.LOT]

    def set_result(self, number: int, result: Result) -> None:
        """Give the open game of that *number* a result."""
        self._change(number, result, 1)

    def unset_result(self, number: int, result: Result) -> None:
        """Take back the result that `set_result` gave."""
        self._change(number, result, -1)

    def swing(self, result: Result) -> tuple[int, int]:
        """The points that *result* gives the first and the second seat, in parts."""
        if result is Result.NONE:
            return 0, 0
        of_first, of_second = _OUTCOMES[result]
        return self._worth[of_first], self._worth[of_second]

    def by_points(self) -> Iterator[Group]:
        """Groups with equal points, the best first."""
        parts = self.parts
        group: Group = []
        for entry in sorted(range(len(parts)), key=parts.__getitem__, reverse=True):
            if group and parts[group[0]] != parts[entry]:
                yield group
                group = []
            group.append(entry)
        if group:
            yield group

    def parted(self, group: Group) -> list[Group]:
        """A group with equal points, split by the league's tie-breaks into those who share a place, the best first."""
        return self._parted(group, 0)

    def drawn(self, group: Group) -> list[Group]:
        """A group that shares a place, split by lot."""
        return [group] if len(group) == 1 else _split(group, self._lots(group))

    def _parted(self, group: Group, index: int) -> list[Group]:
        if len(group) == 1 or index == len(self._tie_breaks):
            return [group]
        tie_break = self._tie_breaks[index]
        parts = _split(group, tie_break(group))
        if len(parts) == 1:
            return self._parted(group, index + 1)
        # Head-to-head is worked out again for each part that it made.
        again = index if tie_break == self._head_to_head else index + 1
        found: list[Group] = []
        for part in parts:
            found += self._parted(part, again)
        return found

    def _change(self, number: int, result: Result, sign: int) -> None:
        first, second = self.open[number]
        if result is Result.NONE:
            self._count_void(first, second, sign)
            return
        of_first, of_second = _OUTCOMES[result]
        self._count(first, second, of_first, sign)
        self._count(second, first, of_second, sign)

    def _count(self, entry: int, opponent: int, outcome: GameResult, sign: int) -> None:
        worth = sign * self._worth[outcome]
        self.parts[entry] += worth
        self._scored[entry][opponent] += worth
        self._weights[entry][opponent] += sign * _WEIGHTS[outcome]
        self._played[entry] += sign
        if outcome is GameResult.BEAT:
            self._wins[entry] += sign

    def _count_void(self, first: int, second: int, sign: int) -> None:
        """Count one game more, or fewer, between two that ended without a result."""
        self._void[first][second] += sign
        self._void[second][first] += sign
        self._void_games += sign

    def _rankers(self, sheet: ScoreSheet, settings: SeasonSettings) -> Mapping[TieBreak, Callable[[Group], Values]]:
        """The functions that give a group's values for each tie-break, higher ones being better."""
        entrants = [sheet.entrants[entry] for entry in self.entries]
        lots = sorted({entrant.lot for entrant in entrants}, reverse=True)
        lot = [lots.index(entrant.lot) for entrant in entrants]
        sign = 1 if settings.is_higher_rating_first else -1
        rating = [sign * entrant.rating for entrant in entrants]
        return {
            TieBreak.WINS: lambda group: [self._wins[entry] for entry in group],
            TieBreak.SONNEBORN_BERGER: lambda group: [
                sum(map(mul, self._weights[entry], self.parts)) for entry in group
            ],
            TieBreak.HEAD_TO_HEAD: self._head_to_head,
            TieBreak.KOYA: self._koya,
            # All games have results when this is asked.
            TieBreak.OPEN: lambda group: [0] * len(group),
            TieBreak.RATING: lambda group: [rating[entry] for entry in group],
            TieBreak.LOT: lambda group: [lot[entry] for entry in group],
        }

    def _head_to_head(self, group: Group) -> Values:
        # It separates nobody if a game among them has no result.
        if self._void_games and any(self._void[entry][other] for entry in group for other in group):
            return [0] * len(group)
        return [sum([self._scored[entry][other] for other in group]) for entry in group]

    def _koya(self, group: Group) -> Values:
        win = self._worth[GameResult.BEAT]
        strong = [2 * parts >= win * played for parts, played in zip(self.parts, self._played, strict=True)]
        return [sum(map(mul, self._scored[entry], strong)) for entry in group]


def _split(group: Group, values: Values) -> list[Group]:
    parts: dict[int, Group] = {}
    for entry, value in zip(group, values, strict=True):
        parts.setdefault(value, []).append(entry)
    return [parts[value] for value in sorted(parts, reverse=True)]
