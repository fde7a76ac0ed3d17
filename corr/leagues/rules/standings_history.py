"""The history of standings: places and points after each day on which games ended."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, tzinfo
from fractions import Fraction

from corr.leagues.rules.division_table import EntryId, Meeting, Table
from corr.leagues.rules.fast_standings import FastStandings
from corr.leagues.rules.score_sheet import ScoreSheet, sheet_of
from corr.leagues.rules.settings import SeasonSettings, TieBreak
from corr.states import Result


@dataclass(frozen=True, slots=True)
class Day:
    """The standings of a division at the end of a day."""

    day: date
    places: Mapping[EntryId, int]
    points: Mapping[EntryId, Fraction]


def standings_over_time(
    table: Table, settings: SeasonSettings, ended: Mapping[str, datetime], zone: tzinfo = UTC
) -> tuple[Day, ...]:
    """
    The standings after each day on which counted games ended, in order.

    Results that have left the table since are ignored, and a result that was set later counts from the game's end.

    :param ended: when each game ended, by game id; a result of another game counts from the beginning.
    """
    known = {meeting.game_id: meeting for meeting in table.counted() if meeting.game_id in ended}
    first = replace(table, meetings=tuple(_before(meeting, known) for meeting in table.meetings))
    past = _Past(first, settings)
    of_days: dict[date, list[tuple[int, Result | None]]] = {}
    for number, meeting in enumerate(first.open()):
        if meeting.game_id in known:
            day = ended[meeting.game_id].astimezone(zone).date()
            of_days.setdefault(day, []).append((number, known[meeting.game_id].result))
    unit = sheet_of(first).unit
    return tuple(past.after(day, of_days[day], unit) for day in sorted(of_days))


class _Past(FastStandings):
    """Fast standings in the middle of a season, where open games matter to some tie-breaks."""

    def __init__(self, table: Table, settings: SeasonSettings) -> None:
        super().__init__(table, settings)
        self._left = [[0] * len(self.entries) for _ in self.entries]
        for first, second in self.open:
            self._leave(first, second, 1)

    def after(self, day: date, results: Sequence[tuple[int, Result | None]], unit: int) -> Day:
        """The standings after one more day with these results of open games; a point has *unit* parts."""
        for number, result in results:
            if result is not None:
                self.set_result(number, result)
                self._leave(*self.open[number], -1)
        points = {entry: Fraction(parts, unit) for entry, parts in zip(self.entries, self.parts, strict=True)}
        return Day(day, dict(self._places()), points)

    def _places(self) -> Iterator[tuple[EntryId, int]]:
        place = 1
        for tied in self.by_points():
            for group in self.parted(tied):
                yield from ((self.entries[entry], place) for entry in group)
                place += len(group)

    def _leave(self, first: int, second: int, games: int) -> None:
        """Count that many more open games between two."""
        self._left[first][second] += games
        self._left[second][first] += games

    def _rankers(
        self, sheet: ScoreSheet, settings: SeasonSettings
    ) -> Mapping[TieBreak, Callable[[list[int]], Sequence[int]]]:
        fewest_first = {TieBreak.OPEN: lambda group: [-sum(self._left[entry]) for entry in group]}
        return {**super()._rankers(sheet, settings), **fewest_first}

    def _head_to_head(self, group: list[int]) -> Sequence[int]:
        # It separates nobody while a game among them is open.
        if any(self._left[entry][other] for entry in group for other in group):
            return [0] * len(group)
        return super()._head_to_head(group)


def _before(meeting: Meeting, known: Mapping[str, Meeting]) -> Meeting:
    """The meeting, open again if it is one of *known*."""
    return replace(meeting, result=None) if meeting.game_id in known else meeting
