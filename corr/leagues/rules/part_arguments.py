"""
The single sentences of explanations: what a number is made of, and what a tie-break says of a group.

Everything is said of players by their names, as plain text: who shows it on a page escapes it there.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from corr.leagues.rules.division_table import EntryId
from corr.leagues.rules.fractions import written
from corr.leagues.rules.ledgers import Summand, is_sum, points_of, summands
from corr.leagues.rules.settings import TieBreak
from corr.leagues.rules.standings import Place, Standings, Step
from corr.leagues.rules.table_words import (
    MOST_NAMES,
    TITLES,
    Names,
    listed,
    met_written,
    points_written,
    sum_written,
    title_written,
)
from corr.leagues.rules.tiebreaks import is_met

_SHOWN_DIGITS = 8
"""How much of a lot is shown: enough to find it again among the lots of a season."""


@dataclass(frozen=True, slots=True)
class Told:
    """What every sentence needs."""

    standings: Standings
    names: Names

    def listed(self, entries: Iterable[EntryId]) -> str:
        """Players as people list them."""
        return listed(self.names[entry] for entry in entries)

    def title(self, tie_break: TieBreak) -> str:
        """The name of a tie-break, and what comes first."""
        return title_written(tie_break, is_higher_rating_first=self.standings.is_higher_rating_first)


def points_sum(told: Told, place: Place) -> str:
    """What the points of a player are made of."""
    name = told.names[place.entry]
    if not place.played:
        return f"{name} has not finished a game yet."
    if not place.points:
        return f"No game has brought {name} a point yet."
    made_of = sum_written(points_of(told.standings.sheet, place.entry), told.names)
    return f"{name}’s {points_written(place.points)}: {made_of}."


def is_direct(step: Step) -> bool:
    """Whether it compares games among the group."""
    return step.tie_break is TieBreak.HEAD_TO_HEAD


def level_told(each: list[str]) -> Iterator[str]:
    """That all of a group have the same in one tie-break or a few, which are then done with."""
    if each:
        yield f"They are level on {listed(each)}."
        each.clear()


def each_told(step: Step, entry: EntryId) -> str:
    """A tie-break with the number that all of a group have."""
    assert step.values is not None  # Who asks has looked.
    title = TITLES[step.tie_break]
    own_name = step.tie_break in {TieBreak.SONNEBORN_BERGER, TieBreak.KOYA}
    return f"{title if own_name else title.lower()} ({written(step.values[entry])} each)"


def not_used(told: Told, step: Step) -> str:
    """Why head-to-head cannot be used on a group: not all games among them were finished with a result."""
    if is_met(told.standings.sheet.void, step.group):
        among = group_told(told, step)
        return f"{TITLES[step.tie_break]} does not count among {among}: not all of their games have a result."
    return f"{TITLES[step.tie_break]} does not count while games among {group_told(told, step)} are open."


def group_told(told: Told, step: Step) -> str:
    """A group by name, or counted where it is large."""
    return told.listed(step.group) if len(step.group) <= MOST_NAMES else f"these {len(step.group)} players"


def value_sum(told: Told, step: Step, entry: EntryId) -> Iterator[str]:
    """What a player's value in a step is made of, where that can be said in one sentence."""
    assert step.values is not None  # It has split the group.
    if step.tie_break is TieBreak.LOT:
        lot = told.standings.sheet.entrants[entry].lot
        yield f"{told.names[entry]}’s lot begins with {lot[:_SHOWN_DIGITS]}."
    value, parts = step.values[entry], summands(told.standings.sheet, step.tie_break, entry, step.group)
    if not value or not is_sum(step.tie_break):
        return
    if step.tie_break in {TieBreak.WINS, TieBreak.OPEN}:
        yield from _counted_games(told, step.tie_break, entry, parts)
    else:
        yield f"{told.names[entry]}’s {written(value)}: {sum_written(parts, told.names)}."
        yield from _left_out(told, step.tie_break, entry, value)


def _left_out(told: Told, tie_break: TieBreak, entry: EntryId, value: Fraction) -> Iterator[str]:
    """Where the points come from that Koya does not count."""
    rest = told.standings.place_of(entry).points - value
    if tie_break is TieBreak.KOYA and rest:
        yield f"{points_written(rest)} more came from players with less than half of their possible points."


def _counted_games(told: Told, tie_break: TieBreak, entry: EntryId, games: Sequence[Summand]) -> Iterator[str]:
    opponents = [each.opponent for each in games]
    if len(set(opponents)) <= MOST_NAMES:
        did = "beat" if tie_break is TieBreak.WINS else "still plays"
        yield f"{told.names[entry]} {did} {met_written(opponents, told.names)}."
