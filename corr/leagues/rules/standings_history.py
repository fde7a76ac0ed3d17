"""The history of standings: places and points after each day on which games ended."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, tzinfo
from fractions import Fraction

from corr.leagues.rules.division_table import EntryId, Meeting, Table
from corr.leagues.rules.scores import Scores
from corr.leagues.rules.settings import SeasonSettings
from corr.leagues.rules.standings import Ranking
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
    scores = Scores(first)
    ranking = Ranking(scores, settings)
    of_days: dict[date, list[tuple[int, Result]]] = {}
    for number, meeting in enumerate(first.open()):
        result = known[meeting.game_id].result if meeting.game_id in known else None
        if result is not None:
            day = ended[meeting.game_id].astimezone(zone).date()
            of_days.setdefault(day, []).append((number, result))
    return tuple(_after(ranking, day, of_days[day]) for day in sorted(of_days))


def _after(ranking: Ranking, day: date, results: Sequence[tuple[int, Result]]) -> Day:
    """The standings after one more day with these results of open games."""
    scores = ranking.scores
    for number, result in results:
        scores.set_result(number, result)
    points = {entry: scores.in_points(parts) for entry, parts in zip(scores.entries, scores.points, strict=True)}
    return Day(day, {scores.entries[entry]: place for place, group in ranking.places() for entry in group}, points)


def _before(meeting: Meeting, known: Mapping[str, Meeting]) -> Meeting:
    """The meeting, open again if it is one of *known*."""
    return replace(meeting, result=None) if meeting.game_id in known else meeting
