"""
The standings of a division: points first, then the league's own list of tie-breaks, group by group.

Everybody with equal points is a group. The next tie-break is applied to that group only and splits it into parts; each
part goes on with the tie-breaks that are left. Those who stay tied share the place, and the next places are skipped.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from corr.leagues.rules.division_table import EntryId, Table
from corr.leagues.rules.score_sheet import GameResult, ScoreSheet, sheet_of
from corr.leagues.rules.settings import SeasonSettings, TieBreak
from corr.leagues.rules.tiebreaks import criterion


class TieBreakStep(NamedTuple):
    """One tie-break applied to one group of players who were tied until then."""

    tie_break: TieBreak
    group: tuple[EntryId, ...]
    values: Mapping[EntryId, Fraction] | None
    """The values by entry; None where head-to-head could not be used, as not all games of the group have a result."""
    parts: tuple[tuple[EntryId, ...], ...]
    """The parts into which the group was split, the best first; a single one if it separated nobody."""


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
    finished: int
    """How many games count."""
    open: int
    """How many games may still change the table."""
    tie_breaks: tuple[TieBreak, ...]
    is_higher_rating_first: bool
    steps: tuple[TieBreakStep, ...]
    """Each tie-break that was applied to each group, from the top of the table down."""
    sheet: ScoreSheet

    def place_of(self, entry: EntryId) -> StandingsPlace:
        """The row of an entry that is in the table."""
        return next(place for place in self.places if place.entry == entry)

    def steps_of(self, entry: EntryId) -> tuple[TieBreakStep, ...]:
        """The tie-breaks that were applied to an entry, in order."""
        return tuple(step for step in self.steps if entry in step.group)


class _Split(NamedTuple):
    """A step before its values are turned from parts into points."""

    tie_break: TieBreak
    group: Sequence[EntryId]
    values: Mapping[EntryId, int] | None
    parts: Sequence[Sequence[EntryId]]


class _Way(NamedTuple):
    """The context in which groups are split, and the splits so far."""

    sheet: ScoreSheet
    is_higher_rating_first: bool
    splits: list[_Split]


def standings(table: Table, tie_breaks: tuple[TieBreak, ...], *, is_higher_rating_first: bool = False) -> Standings:
    """The standings of *table* by *tie_breaks*."""
    sheet = sheet_of(table)
    way = _Way(sheet, is_higher_rating_first, [])
    groups = list(_ordered(way, tie_breaks))
    steps = tuple(_step(sheet, split) for split in way.splits)
    values = _values(way, tie_breaks, steps)
    return Standings(
        places=tuple(_place(sheet, entry, place, values[entry]) for place, entry in _numbered(groups)),
        removed=tuple(sorted(entrant.id for entrant in table.entrants if entrant.is_removed)),
        finished=sum(map(len, sheet.scores.values())) // 2,
        open=sum(map(len, sheet.open.values())) // 2,
        tie_breaks=tie_breaks,
        is_higher_rating_first=is_higher_rating_first,
        steps=steps,
        sheet=sheet,
    )


def settled_standings(table: Table, settings: SeasonSettings) -> Standings:
    """The standings of *table* by the settings of its season."""
    return standings(table, settings.tie_breaks, is_higher_rating_first=settings.is_higher_rating_first)


def ranks(
    table: Table, tie_breaks: tuple[TieBreak, ...], *, is_higher_rating_first: bool = False
) -> Mapping[EntryId, int]:
    """The place of every entry in the table, without explanations."""
    groups = _ordered(_Way(sheet_of(table), is_higher_rating_first, []), tie_breaks)
    return {entry: place for place, entry in _numbered(groups)}


def settled_ranks(table: Table, settings: SeasonSettings) -> Mapping[EntryId, int]:
    """The same by the settings of the season of *table*."""
    return ranks(table, settings.tie_breaks, is_higher_rating_first=settings.is_higher_rating_first)


def _ordered(way: _Way, tie_breaks: Sequence[TieBreak]) -> Iterator[Sequence[EntryId]]:
    """The groups that share a place, the best first."""
    # Sorted, so that nothing depends on the order in which a table was read.
    everybody = sorted(way.sheet.entrants)
    for group in _parted(everybody, way.sheet.parts, is_higher_first=True):
        yield from _separated(way, group, tie_breaks)


def _separated(way: _Way, group: Sequence[EntryId], tie_breaks: Sequence[TieBreak]) -> Iterator[Sequence[EntryId]]:
    if len(group) <= 1 or not tie_breaks:
        yield group
        return
    applied = criterion(tie_breaks[0], is_higher_rating_first=way.is_higher_rating_first)
    values = applied.values(way.sheet, group)
    parts = [group] if values is None else _parted(group, values, is_higher_first=applied.is_higher_first)
    way.splits.append(_Split(tie_breaks[0], group, values, parts))
    # Head-to-head looks at exactly the players still tied: once it has split a group they are fewer, and it is worked
    # out again for each part. All other tie-breaks would say the same again.
    is_again = tie_breaks[0] is TieBreak.HEAD_TO_HEAD and len(parts) > 1
    for part in parts:
        yield from _separated(way, part, tie_breaks if is_again else tie_breaks[1:])


def _parted(
    group: Sequence[EntryId], values: Mapping[EntryId, int], *, is_higher_first: bool
) -> list[Sequence[EntryId]]:
    parts: dict[int, list[EntryId]] = {}
    for entry in group:
        parts.setdefault(values[entry], []).append(entry)
    return [parts[value] for value in sorted(parts, reverse=is_higher_first)]


def _numbered(groups: Iterable[Sequence[EntryId]]) -> Iterator[tuple[int, EntryId]]:
    place = 1
    for group in groups:
        for entry in group:
            yield place, entry
        place += len(group)


def _step(sheet: ScoreSheet, split: _Split) -> TieBreakStep:
    values = None if split.values is None else _shown(sheet, split.tie_break, split.values)
    return TieBreakStep(split.tie_break, tuple(split.group), values, tuple(map(tuple, split.parts)))


def _shown(sheet: ScoreSheet, tie_break: TieBreak, values: Mapping[EntryId, int]) -> dict[EntryId, Fraction]:
    unit = sheet.unit if criterion(tie_break).is_in_parts else 1
    return {entry: Fraction(value, unit) for entry, value in values.items()}


def _values(
    way: _Way, tie_breaks: Iterable[TieBreak], steps: Iterable[TieBreakStep]
) -> dict[EntryId, dict[TieBreak, Fraction]]:
    """The values of each player by tie-break: over the whole table, but of head-to-head those that were used."""
    values: dict[EntryId, dict[TieBreak, Fraction]] = {entry: {} for entry in way.sheet.entrants}
    everybody = tuple(way.sheet.entrants)
    for tie_break in tie_breaks:
        if tie_break is TieBreak.HEAD_TO_HEAD:
            continue
        of_all = criterion(tie_break).values(way.sheet, everybody) or {}
        for entry, value in _shown(way.sheet, tie_break, of_all).items():
            values[entry][tie_break] = value
    for step in steps:
        if step.tie_break is TieBreak.HEAD_TO_HEAD:
            for entry, value in (step.values or {}).items():
                values[entry].setdefault(TieBreak.HEAD_TO_HEAD, value)
    return values


def _place(sheet: ScoreSheet, entry: EntryId, place: int, values: Mapping[TieBreak, Fraction]) -> StandingsPlace:
    outcomes = [score.outcome for score in sheet.scores[entry]]
    return StandingsPlace(
        entry=entry,
        place=place,
        points=sheet.points(sheet.parts[entry]),
        played=len(outcomes),
        won=outcomes.count(GameResult.BEAT),
        drawn=outcomes.count(GameResult.DREW),
        lost=outcomes.count(GameResult.LOST),
        open=len(sheet.open[entry]),
        possible=sheet.points(sheet.worth.win * len(outcomes)),
        values=values,
    )
