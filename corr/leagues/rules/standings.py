"""
The standings of a division, now and over time: points first, then the league's own list of tie-breaks, group by group.

Everybody with equal points is a group. The next tie-break is applied to that group only and splits it into parts; each
part goes on with the tie-breaks that are left. Those who stay tied share the place, and the next places are skipped.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

from corr.leagues.rules.division_table import EntryId, Group, Meeting, Scores, Table, Weights
from corr.leagues.rules.settings import SeasonSettings
from corr.leagues.rules.tiebreaks import CRITERIA, Criterion, TieBreak
from corr.states import Result

_KEPT = 64
"""The number of tables of which the standings are kept: some 100 kB for each of 20 players."""
_LOT = CRITERIA[TieBreak.LOT]
_COUNTS = (Weights(beat=1), Weights(drew=1), Weights(lost=1), Weights(open=1))


class TieBreakStep(NamedTuple):
    """One tie-break applied to one group of players who were tied until then."""

    criterion: Criterion
    group: tuple[EntryId, ...]
    values: Mapping[EntryId, Fraction] | None
    """The values by entry; None where head-to-head could not be used, as not all games of the group have a result."""
    parts: tuple[tuple[EntryId, ...], ...]
    """The parts into which the group was split, the best first; a single one if it separated nobody."""


class Ranking:
    """The order of the entries of *scores*, whose open games may get results and lose them again."""

    def __init__(self, scores: Scores, settings: SeasonSettings) -> None:
        self.scores = scores
        self.criteria = settings.criteria

    def places(self, steps: list[TieBreakStep] | None = None) -> Iterator[tuple[int, Group]]:
        """Each place with those who share it, the best first; the tie-breaks that led to it are added to *steps*."""
        place = 1
        for tied in self.by_points():
            for sharing in self.parted(tied, steps):
                yield place, sharing
                place += len(sharing)

    def by_points(self) -> Iterator[Group]:
        """Groups with equal points, the best first."""
        points = self.scores.points
        group: Group = []
        for entry in sorted(range(len(points)), key=points.__getitem__, reverse=True):
            if group and points[group[0]] != points[entry]:
                yield group
                group = []
            group.append(entry)
        if group:
            yield group

    def parted(self, group: Group, steps: list[TieBreakStep] | None = None, after: int = 0) -> list[Group]:
        """
        A group with equal points, split by the league's tie-breaks into those who share a place, the best first.

        :param after: how many of the tie-breaks have been applied.
        """
        if len(group) == 1 or after == len(self.criteria):
            return [group]
        criterion = self.criteria[after]
        values, parts = criterion.split(self.scores, group)
        if steps is not None:
            named, *named_parts = (tuple(map(self.scores.entries.__getitem__, each)) for each in (group, *parts))
            shown = _shown(self.scores, criterion, group, values)
            steps.append(TieBreakStep(criterion, named, shown, tuple(named_parts)))
        # What looks at exactly the players still tied is worked out again once it has split a group, for each part. All
        # other tie-breaks would say the same again.
        following = after if criterion.is_in_group and len(parts) > 1 else after + 1
        found: list[Group] = []
        for part in parts:
            found += self.parted(part, steps, following)
        return found

    def drawn(self, group: Group) -> list[Group]:
        """A group that shares a place, split by lot."""
        return [group] if len(group) == 1 else _LOT.split(self.scores, group)[1]


@dataclass(frozen=True, slots=True)
class StandingsPlace:
    """A row of the standings."""

    entry: EntryId
    place: int
    """From 1; those who share one have the same, and the next ones are skipped."""
    points: Fraction
    played: int
    """Finished games, forfeits included."""
    won: int
    drawn: int
    lost: int
    open: int
    """Games that may still change the table."""
    possible: Fraction
    """The points that the finished games would have brought if all had been won."""
    values: Mapping[TieBreak, Fraction]
    """
    The values by tie-break. Head-to-head is missing where it was not used, else it is that of the largest group; the
    lot is its rank among the lots of the division, from 1.
    """


@dataclass(frozen=True, slots=True)
class Standings:
    """The standings of a division, with the steps that led to them."""

    places: tuple[StandingsPlace, ...]
    """The places in order; those who share one, in the order of their entry ids."""
    removed: tuple[EntryId, ...]
    """The entries whose results left the table, which have no place."""
    criteria: tuple[Criterion, ...]
    """The tie-breaks in the league's order."""
    steps: tuple[TieBreakStep, ...]
    """Each tie-break that was applied to each group, from the top of the table down."""
    scores: Scores
    """The scores as they are in the table."""

    @property
    def finished(self) -> int:
        """How many games count."""
        return sum(self.scores.played) // 2

    @property
    def open(self) -> int:
        """How many games may still change the table."""
        return len(self.scores.open)

    def place_of(self, entry: EntryId) -> StandingsPlace:
        """The row of an entry that is in the table."""
        return next(place for place in self.places if place.entry == entry)

    def steps_of(self, entry: EntryId) -> tuple[TieBreakStep, ...]:
        """The tie-breaks that were applied to an entry, in order."""
        return tuple(step for step in self.steps if entry in step.group)


@lru_cache(maxsize=_KEPT)
def standings(table: Table, settings: SeasonSettings) -> Standings:
    """The standings of *table* by the settings of its season; kept, since every reader of a page asks for the same."""
    scores = Scores(table)
    ranking = Ranking(scores, settings)
    steps: list[TieBreakStep] = []
    in_order = [(entry, place) for place, sharing in ranking.places(steps) for entry in sharing]
    values = _values(ranking, steps)
    return Standings(
        places=tuple([_place(scores, entry, place, values[entry]) for entry, place in in_order]),
        removed=tuple(sorted(entrant.id for entrant in table.entrants if entrant.is_removed)),
        criteria=ranking.criteria,
        steps=tuple(steps),
        scores=scores,
    )


def ranks(table: Table, settings: SeasonSettings) -> Mapping[EntryId, int]:
    """The place of every entry in the table, without explanations."""
    scores = Scores(table)
    return {scores.entries[entry]: place for place, sharing in Ranking(scores, settings).places() for entry in sharing}


def _place(scores: Scores, index: int, place: int, values: Mapping[TieBreak, Fraction]) -> StandingsPlace:
    won, drawn, lost, left = (scores.totals(weights)[index] for weights in _COUNTS)
    return StandingsPlace(
        entry=scores.entries[index],
        place=place,
        points=scores.in_points(scores.points[index]),
        played=scores.played[index],
        won=won,
        drawn=drawn,
        lost=lost,
        open=left,
        possible=scores.possible(index),
        values=values,
    )


def _shown(
    scores: Scores, criterion: Criterion, group: Group, values: Sequence[int] | None
) -> Mapping[EntryId, Fraction] | None:
    if values is None:
        return None
    return {
        scores.entries[entry]: criterion.in_units(scores, value) for entry, value in zip(group, values, strict=True)
    }


def _values(ranking: Ranking, steps: Sequence[TieBreakStep]) -> list[dict[TieBreak, Fraction]]:
    """The values of each player by tie-break: over the whole table, but of head-to-head those that were used."""
    scores = ranking.scores
    everybody = list(range(len(scores.entries)))
    found: list[dict[TieBreak, Fraction]] = [{} for _ in everybody]
    for criterion in ranking.criteria:
        used = [step.values for step in steps if step.criterion is criterion]
        if not criterion.is_in_group:
            used = [_shown(scores, criterion, everybody, criterion.values(scores, everybody))]
        for values in used:
            for entry, value in (values or {}).items():
                found[scores.index[entry]].setdefault(criterion.code, value)
    return found


@dataclass(frozen=True, slots=True)
class Day:
    """The standings of a division at the end of a day."""

    day: date
    places: Mapping[EntryId, int]
    points: Mapping[EntryId, Fraction]


def standings_over_time(table: Table, settings: SeasonSettings, ended: Mapping[str, datetime]) -> tuple[Day, ...]:
    """
    The standings after each day, in UTC, on which counted games ended, in order.

    Results that have left the table since are ignored, and a result that was set later counts from the game's end.

    :param ended: when each game ended, by game id; a result of another game counts from the beginning.
    """
    known = ((meeting.game_id, ended.get(meeting.game_id)) for meeting in table.counted())
    days = {game: end.astimezone(UTC).date() for game, end in known if end}
    if not days:
        return ()
    last = max(days.values())
    before = {game: day for game, day in days.items() if day != last}
    reopened = days.keys() - before.keys()
    earlier = replace(table, meetings=tuple(_before(meeting, reopened) for meeting in table.meetings))
    # On most days the days before are the same as when it was asked last, and the last day is now.
    return (*_over_time(earlier, settings, tuple(before.items())), _now(standings(table, settings), last))


def _now(found: Standings, day: date) -> Day:
    places = {place.entry: place for place in found.places}
    in_order = [places[entry] for entry in found.scores.entries]
    points = {place.entry: place.points for place in in_order}
    return Day(day, {place.entry: place.place for place in found.places}, points)


@lru_cache(maxsize=_KEPT)
def _over_time(table: Table, settings: SeasonSettings, ended: tuple[tuple[str, date], ...]) -> tuple[Day, ...]:
    days = dict(ended)
    results = {meeting.game_id: meeting.result for meeting in table.meetings if meeting.game_id in days}
    first = replace(table, meetings=tuple(_before(meeting, days) for meeting in table.meetings))
    ranking = Ranking(Scores(first), settings)
    of_days: dict[date, list[tuple[int, Result]]] = {}
    for number, meeting in enumerate(first.open()):
        result = results.get(meeting.game_id)
        if result is not None:
            of_days.setdefault(days[meeting.game_id], []).append((number, result))
    return tuple(_after(ranking, day, of_days[day]) for day in sorted(of_days))


def _after(ranking: Ranking, day: date, results: Sequence[tuple[int, Result]]) -> Day:
    """The standings after one more day with these results of open games."""
    scores = ranking.scores
    for number, result in results:
        scores.set_result(number, result)
    points = {entry: scores.in_points(parts) for entry, parts in zip(scores.entries, scores.points, strict=True)}
    return Day(day, {scores.entries[entry]: place for place, group in ranking.places() for entry in group}, points)


def _before(meeting: Meeting, known: Collection[str]) -> Meeting:
    """The meeting, open again if it is one of *known*."""
    return meeting.reopened() if meeting.game_id in known else meeting
