"""Why one player stands above another: by points, or by the tie-break that separates the two."""

from collections.abc import Iterator

from corr.leagues.rules.division_table import EntryId
from corr.leagues.rules.explanations import Explanation
from corr.leagues.rules.fractions import written
from corr.leagues.rules.part_arguments import (
    Told,
    each_told,
    group_told,
    is_direct,
    level_told,
    not_used,
    points_sum,
    value_sum,
)
from corr.leagues.rules.part_ledger_tables import ledger_table
from corr.leagues.rules.standings import Place, Standings, Step
from corr.leagues.rules.table_words import Names, points_written


def why_above(standings: Standings, upper: EntryId, lower: EntryId, names: Names) -> Explanation:
    """Why *upper* stands above *lower*, or that they share a place. The other way round it tells the truth as well."""
    told = Told(standings, names)
    one, other = sorted((standings.place_of(upper), standings.place_of(lower)), key=standings.places.index)
    tables = tuple(ledger_table(standings, place.entry, names) for place in (one, other))
    if one.points != other.points:
        return Explanation(tuple(_by_points(told, one, other)), tables)
    return Explanation(tuple(_by_tie_breaks(told, one, other)), tables)


def _by_points(told: Told, one: Place, other: Place) -> Iterator[str]:
    upper, lower = told.names[one.entry], told.names[other.entry]
    yield f"{upper} has {points_written(one.points)} and {lower} has {points_written(other.points)}."
    yield points_sum(told, one)
    yield points_sum(told, other)
    yield f"So {upper} stands above {lower}."


def _by_tie_breaks(told: Told, one: Place, other: Place) -> Iterator[str]:
    pair = (one.entry, other.entry)
    yield f"{told.listed(pair)} have {points_written(one.points)} each."
    level: list[str] = []
    for step in told.standings.steps:
        if not set(pair) <= set(step.group):
            continue
        if step.values is None:
            yield from level_told(level)
            yield not_used(told, step)
        elif step.values[one.entry] == step.values[other.entry]:
            level.append(each_told(step, one.entry))
        else:
            yield from level_told(level)
            yield from _decided(told, step, pair)
            return
    yield from level_told(level)
    yield f"Nothing else separates them, so {told.listed(pair)} share place {one.place}."


def _decided(told: Told, step: Step, pair: tuple[EntryId, EntryId]) -> Iterator[str]:
    assert step.values is not None  # It separates the two.
    upper, lower = pair
    values = ", ".join(f"{written(step.values[entry])} for {told.names[entry]}" for entry in pair)
    among = f" among {group_told(told, step)}" if is_direct(step) and len(step.group) > len(pair) else ""
    yield f"{told.title(step.tie_break)}{among}: {values}."
    for entry in pair:
        yield from value_sum(told, step, entry)
    yield f"So {told.names[upper]} stands above {told.names[lower]}."
